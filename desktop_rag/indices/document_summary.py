"""DocumentSummaryIndex: what each document is about, to choose documents first and take all of their passages."""

import enum
from collections.abc import Mapping, Sequence
from typing import Any

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.indices.building import BuiltIndex, OnProgress, required, required_embedding
from desktop_rag.indices.knowledge_graph_retriever import space_name
from desktop_rag.indices.summary_retrievers import choose_texts
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import DOCUMENT_SUMMARY_QUERY
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.prompts.rerank_prompts import CHOICE_SELECT_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.sqlite.index_kinds.document_summaries import DocumentSummaryStore

_AT_ONCE = 16
_EMBED_BATCH = 64
_FOUND_BY = ("summaries",)


class DocumentSummaryRetrieverMode(enum.StrEnum):
    """Who chooses documents by their summaries."""

    EMBEDDING = "embedding"
    LLM = "llm"


class DocumentSummaryIndex(BuiltIndex):
    """The model answers ``summary_query`` about each document; ``embed_summaries`` lets them be found by meaning.

    A document whose passages change is summarised anew by the next build.
    """

    kind = "document_summary"

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        response_synthesizer: BaseSynthesizer | None = None,
        summary_query: str = DOCUMENT_SUMMARY_QUERY,
        embed_summaries: bool = True,
        use_async: bool = False,
        **options: Any,  # noqa: ANN401 - those of BaseIndex
    ) -> None:
        self._llm = llm
        self._embed_model = embed_model
        self._synthesizer = response_synthesizer
        self.summary_query = summary_query
        self.embed_summaries = embed_summaries and embed_model is not None
        self._workers = DEFAULT_WORKERS if use_async else 1
        super().__init__(nodes, **options)

    @property
    def summary_store(self) -> DocumentSummaryStore:
        """The summaries as they are stored."""
        return DocumentSummaryStore(self.storage_context.connection)

    def get_document_summary(self, doc_id: str) -> str:
        """Return what a document is about.

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
            return DocumentSummaryIndexLLMRetriever(self, required(llm or self._llm), **options)
        model = required_embedding(embed_model or self._embed_model)
        return DocumentSummaryIndexEmbeddingRetriever(self, model, **options)

    def pending(self) -> int:
        """Return how many nodes the documents without summary have."""
        return self.summary_store.pending()[1]

    def any_built(self) -> bool:
        """Whether any document has a summary."""
        return bool(self.summary_store.summaries(limit=1))

    def build_pending(self, on_progress: OnProgress | None = None) -> None:
        """Summarise the documents that have no summary; ``on_progress`` hears (documents done, all to do)."""
        total, finished, last = self.summary_store.pending()[0], 0, 0
        while batch := self.summary_store.missing(last, _AT_ONCE):
            current_token().raise_if_cancelled()
            self._process(batch, finished, total, on_progress)
            finished += len(batch)
            last = batch[-1][0]
        if self.embed_summaries:
            self._embed()

    def _process(
        self, batch: Sequence[tuple[int, str]], finished: int, total: int, on_progress: OnProgress | None
    ) -> None:
        """Summarise some documents, several at once."""
        llm = required(self._llm) if self._synthesizer is None else None
        synthesizer = self._synthesizer or get_response_synthesizer(llm, response_mode="tree_summarize")
        made: dict[int, str] = {}

        def summarise(place: int) -> None:
            current_token().raise_if_cancelled()
            nodes = self.nodes_of(batch[place][0])
            if nodes:
                made[place] = str(synthesizer.synthesize(self.summary_query, nodes)).strip() or nodes[0].node.text

        def keep(done: int, _: int) -> None:
            document, stamp = batch[done - 1]
            if done - 1 in made:
                with self.storage_context.transaction():
                    self.summary_store.put(document, stamp, made[done - 1])
            if on_progress is not None:
                on_progress(finished + done, max(total, finished + done))

        run_parallel(summarise, range(len(batch)), max_workers=self._workers, on_done=keep)

    def nodes_of(self, document: int, score: float | None = None) -> list[NodeWithScore]:
        """Return the passages of a document (by its row id), in order."""
        rowids = self.summary_store.nodes_of(document)
        nodes = self.docstore.nodes_by_key(rowids)
        return [NodeWithScore(nodes[rowid], score, _FOUND_BY) for rowid in rowids if rowid in nodes]

    def _embed(self) -> None:
        """Give every summary without a vector one."""
        model = required_embedding(self._embed_model)
        space = space_name(model)
        while summaries := self.summary_store.without_embedding(space, _EMBED_BATCH):
            current_token().raise_if_cancelled()
            vectors = model.get_text_embedding_batch([one.summary for one in summaries])
            with self.storage_context.transaction():
                self.summary_store.embed(space, summaries, vectors)


class DocumentSummaryIndexEmbeddingRetriever(BaseRetriever):
    """Returns all passages of the ``similarity_top_k`` documents whose summaries are nearest to the question."""

    def __init__(
        self,
        index: DocumentSummaryIndex,
        embed_model: BaseEmbedding,
        similarity_top_k: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self._index = index
        self._embed_model = embed_model
        self._similarity_top_k = similarity_top_k
        self.object_map = object_map or {}

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self._index.check_built()
        vector = query_bundle.embedding
        if vector is None:
            if not query_bundle.embedding_strs:
                return []
            vector = get_agg_embedding_from_queries(self._embed_model, query_bundle.embedding_strs)
        space = space_name(self._embed_model)
        nearest = self._index.summary_store.nearest(space, vector, self._similarity_top_k)
        return [found for document, score in nearest for found in self._index.nodes_of(document, score)]


class DocumentSummaryIndexLLMRetriever(BaseRetriever, PromptMixin):
    """Returns all passages of the ``choice_top_k`` documents the model picks by their summaries."""

    def __init__(
        self,
        index: DocumentSummaryIndex,
        llm: LLM,
        choice_select_prompt: BasePromptTemplate | None = None,
        choice_batch_size: int = 10,
        choice_top_k: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self._index = index
        self._llm = llm
        self._choice_batch_size = max(1, choice_batch_size)
        self._choice_top_k = choice_top_k
        self.object_map = object_map or {}
        self._declare_prompts(
            {"choice_select_prompt": CHOICE_SELECT_PROMPT}, {"choice_select_prompt": choice_select_prompt}
        )

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self._index.check_built()
        chosen: list[tuple[float, int]] = []
        last = 0
        while batch := self._index.summary_store.summaries(last, self._choice_batch_size):
            current_token().raise_if_cancelled()
            template = self._prompt("choice_select_prompt")
            picked = choose_texts(self._llm, template, [one.summary for one in batch], query_bundle.query_str)
            chosen += [(relevance, batch[place].document) for place, relevance in picked]
            last = batch[-1].document
        best = sorted(chosen, key=_negative_relevance)[: self._choice_top_k]
        return [found for relevance, document in best for found in self._index.nodes_of(document, relevance)]


def _negative_relevance(choice: tuple[float, int]) -> float:
    """Sort by relevance, best first."""
    return -choice[0]
