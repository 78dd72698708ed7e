"""DocumentSummaryIndex: what each document is about, to choose documents first and take all of their passages."""

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.indices.building import (
    BatchRun,
    BuildOptions,
    BuiltIndex,
    OnProgress,
    require_built,
    required,
    required_embedding,
)
from desktop_rag.indices.knowledge_graph import space_name
from desktop_rag.indices.record import IndexStruct
from desktop_rag.indices.summary import choose_texts
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.prompts.further_prompts import DOCUMENT_SUMMARY_QUERY
from desktop_rag.llamaindex.storage.document_summaries import DocumentSummaryStore, document_summary_id
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import CHOICE_SELECT_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage import data_structs
from desktop_rag.storage.records import RefDocInfo
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING
from desktop_rag.storage.storage_context import StorageContext

_AT_ONCE = 16
_EMBED_BATCH = 64
_FOUND_BY = ("summaries",)


class DocumentSummaryRetrieverMode(enum.StrEnum):
    """Who chooses documents by their summaries."""

    EMBEDDING = "embedding"
    LLM = "llm"


@data_structs.IndexDocumentSummary.register
class DocumentSummaryStruct(IndexStruct):
    """What an index of summaries holds, read when it is asked for."""

    @property
    def _store(self) -> DocumentSummaryStore:
        return DocumentSummaryStore(self._record.storage.connection, self._record.slot)

    @property
    def doc_id_to_summary_id(self) -> Mapping[str, str]:
        """The ids of the summaries by their documents."""
        slot = self._record.slot
        return {one.doc_id: document_summary_id(one.document, slot) for one in self._store.summaries()}

    @property
    def summary_id_to_node_ids(self) -> Mapping[str, Sequence[str]]:
        """The ids of the nodes that each summary stands for, in order."""
        nodes = self.doc_id_dict
        return {summary: nodes.get(doc_id, ()) for doc_id, summary in self.doc_id_to_summary_id.items()}

    @property
    def node_id_to_summary_id(self) -> Mapping[str, str]:
        """The ids of the summaries by the nodes they stand for."""
        return {node: summary for summary, nodes in self.summary_id_to_node_ids.items() for node in nodes}

    @property
    def summary_ids(self) -> list[str]:
        """The ids of the summaries."""
        return list(self.doc_id_to_summary_id.values())


class SummaryVectors:
    """The vectors of summaries as they are now, of one model; only the index writes them."""

    def __init__(self, store: DocumentSummaryStore, model: BaseEmbedding) -> None:
        self._store = store
        self._model = model

    @property
    def embedding_dict(self) -> dict[str, list[float]]:
        """The vectors by the ids of their summaries."""
        found = self._store.vectors(space_name(self._model))
        return {document_summary_id(document, self._store.slot): vector.tolist() for document, vector in found.items()}

    def get(self, text_id: str) -> list[float]:
        """Return the vector of a summary (KeyError when it has none)."""
        return self.embedding_dict[text_id]

    @property
    def data(self) -> "SummaryVectors":
        """The same, where LlamaIndex's programs look for ``embedding_dict``."""
        return self

    _data = data


class DocumentSummaryIndex(BaseIndex, BuiltIndex):
    """The model answers ``summary_query`` about each document; ``embed_summaries`` lets them be found by meaning.

    A document whose passages change is summarised again by the next build.
    """

    kind = "document_summary"

    struct = DocumentSummaryStruct
    index_struct: DocumentSummaryStruct

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        response_synthesizer: BaseSynthesizer | None = None,
        summary_query: str = DOCUMENT_SUMMARY_QUERY,
        embed_summaries: bool = True,
        **options: Unpack[BuildOptions],
    ) -> None:
        self._llm = llm
        self.embed_model = required_embedding(embed_model)
        self._synthesizer = response_synthesizer
        self.summary_query = summary_query
        self.embed_summaries = embed_summaries
        super().__init__(nodes, **options)

    @property
    def ref_doc_info(self) -> dict[str, RefDocInfo]:
        """Every document that has nodes, with their ids and that of its summary, by its id."""
        summaries = self.index_struct.doc_id_to_summary_id
        return {
            doc_id: replace(info, node_ids=[*info.node_ids, *([summaries[doc_id]] if doc_id in summaries else [])])
            for doc_id, info in super().ref_doc_info.items()
            if info.node_ids
        }

    @property
    def vector_store(self) -> SummaryVectors:
        """The vectors of the summaries."""
        return SummaryVectors(self.summary_store, self.embed_model)

    @property
    def summary_store(self) -> DocumentSummaryStore:
        """The summaries as they are stored."""
        return DocumentSummaryStore(self.storage_context.connection, self.slot)

    def get_document_summary(self, doc_id: str) -> str:
        """Return the summary of a document.

        Raises:
            ValueError: it has no summary.

        """
        for one in self.summary_store.summaries():
            if one.doc_id == doc_id:
                return one.summary
        raise ValueError(f"document {doc_id} has no summary")

    def as_retriever(
        self,
        retriever_mode: DocumentSummaryRetrieverMode | str = DocumentSummaryRetrieverMode.EMBEDDING,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        **options: Any,  # noqa: ANN401 - those of the retriever
    ) -> BaseRetriever:
        """Return a retriever: ``embedding`` (similarity_top_k 1) or ``llm`` (choice_top_k 1, choice_batch_size 10)."""
        if DocumentSummaryRetrieverMode(retriever_mode) is DocumentSummaryRetrieverMode.LLM:
            return DocumentSummaryIndexLLMRetriever(self, llm or self._llm, **options)
        return DocumentSummaryIndexEmbeddingRetriever(self, embed_model, **options)

    @property
    def _builder(self) -> "SummaryBuilder":
        return SummaryBuilder(
            self.storage_context,
            self._synthesize,
            self.embed_model if self.embed_summaries else None,
            slot=self.slot,
            use_async=self._use_async,
        )

    def _synthesize(self, nodes: Sequence[NodeWithScore]) -> str:
        """Return what the passages of a document are about."""
        if self._synthesizer is None:
            self._synthesizer = get_response_synthesizer(required(self._llm), response_mode="tree_summarize")
        return str(self._synthesizer.synthesize(self.summary_query, nodes)).strip()


class SummaryBuilder:
    """Summarises the documents of a storage that have no summary."""

    def __init__(
        self,
        storage: StorageContext,
        synthesize: Callable[[Sequence[NodeWithScore]], str],
        embed_model: BaseEmbedding | None,
        *,
        slot: int = EVERYTHING,
        use_async: bool = False,
    ) -> None:
        self._storage = storage
        self._store = DocumentSummaryStore(storage.connection, slot)
        self._synthesize = synthesize
        self._embed_model = embed_model
        self._use_async = use_async

    def pending(self) -> int:
        """Return how many nodes the documents without summary have."""
        return self._store.pending()[1]

    def build(self, on_progress: OnProgress | None = None) -> None:
        """Summarise documents; ``on_progress`` hears (documents done, all to do)."""
        run = BatchRun(self._storage, self._store.pending()[0], on_progress, use_async=self._use_async)
        last = 0
        while batch := self._store.missing(last, _AT_ONCE):
            current_token().raise_if_cancelled()
            run.process(batch, self._summarise, self._keep)
            last = batch[-1][0]
        if self._embed_model is not None:
            self._embed(self._embed_model)

    def _summarise(self, item: tuple[int, str]) -> str | None:
        """Return the summary of a document, the beginning of its text for a model that says nothing."""
        nodes = nodes_of(self._storage, self._store, item[0])
        return (self._synthesize(nodes) or nodes[0].node.text) if nodes else None

    def _keep(self, item: tuple[int, str], summary: str) -> None:
        document, stamp = item
        self._store.put(document, stamp, summary)

    def _embed(self, model: BaseEmbedding) -> None:
        """Give every summary without a vector one."""
        space = space_name(model)
        while summaries := self._store.without_embedding(space, _EMBED_BATCH):
            current_token().raise_if_cancelled()
            vectors = model.get_text_embedding_batch([one.summary for one in summaries])
            with self._storage.transaction():
                self._store.embed(space, summaries, vectors)


def nodes_of(
    storage: StorageContext, store: DocumentSummaryStore, document: int, score: float | None = None
) -> list[NodeWithScore]:
    """Return the passages that an index has of a document (by its row id), in order."""
    rowids = store.nodes_of(document)
    nodes = storage.nodes.nodes_by_key(rowids)
    return [NodeWithScore(nodes[rowid], score, _FOUND_BY) for rowid in rowids if rowid in nodes]


def _require_built(index: DocumentSummaryIndex) -> None:
    built = bool(index.summary_store.summaries(limit=1))
    require_built(index.storage_context, index.kind, built=built, slot=index.slot)


class DocumentSummaryIndexEmbeddingRetriever(BaseRetriever):
    """Returns all passages of the ``similarity_top_k`` documents whose summaries are nearest to the question."""

    def __init__(
        self,
        index: DocumentSummaryIndex,
        embed_model: BaseEmbedding | None = None,
        similarity_top_k: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self._index = index
        self._embed_model = embed_model or index.embed_model
        self._similarity_top_k = similarity_top_k
        self.object_map = object_map or {}

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        _require_built(self._index)
        vector = query_bundle.embedding
        if vector is None:
            if not query_bundle.embedding_strs:
                return []
            vector = get_agg_embedding_from_queries(self._embed_model, query_bundle.embedding_strs)
        space = space_name(self._embed_model)
        nearest = self._index.summary_store.nearest(space, vector, self._similarity_top_k)
        return [
            found
            for document, score in nearest
            for found in nodes_of(self._index.storage_context, self._index.summary_store, document, score)
        ]


class DocumentSummaryIndexLLMRetriever(BaseRetriever):
    """Returns all passages of the ``choice_top_k`` documents the model picks by their summaries."""

    def __init__(
        self,
        index: DocumentSummaryIndex,
        llm: LLM | None = None,
        choice_select_prompt: BasePromptTemplate | None = None,
        choice_batch_size: int = 10,
        choice_top_k: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self._index = index
        self._llm = required(llm)
        self._choice_batch_size = max(1, choice_batch_size)
        self._choice_top_k = choice_top_k
        self.object_map = object_map or {}
        self._declare_prompts(
            {"choice_select_prompt": CHOICE_SELECT_PROMPT}, {"choice_select_prompt": choice_select_prompt}
        )

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        _require_built(self._index)
        chosen: list[tuple[float, int]] = []
        last = 0
        while batch := self._index.summary_store.summaries(last, self._choice_batch_size):
            current_token().raise_if_cancelled()
            template = self._prompt("choice_select_prompt")
            picked = choose_texts(self._llm, template, [one.summary for one in batch], query_bundle.query_str)
            chosen += [(relevance, batch[place].document) for place, relevance in picked]
            last = batch[-1].document
        best = sorted(chosen, key=_negative_relevance)[: self._choice_top_k]
        return [
            found
            for relevance, document in best
            for found in nodes_of(self._index.storage_context, self._index.summary_store, document, relevance)
        ]


def _negative_relevance(choice: tuple[float, int]) -> float:
    """Sort by relevance, best first."""
    return -choice[0]


GPTDocumentSummaryIndex = DocumentSummaryIndex
DocumentSummaryIndexRetriever = DocumentSummaryIndexLLMRetriever
"""LlamaIndex's older names."""
