"""The plainest indices: all passages in a row, for questions about all of them, or none at all.

Retrievers choose all of them, the nearest ones, or those the model picks.
"""

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Protocol, Unpack

import numpy as np
from numpy.typing import ArrayLike

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.schema import IndexNode, MetadataMode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.core.similarity import similarities
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.indices.base import objects_of
from desktop_rag.indices.building import BuildOptions, BuiltIndex, OnProgress, required, required_embedding
from desktop_rag.indices.record import ListStruct
from desktop_rag.llms.base import LLM
from desktop_rag.postprocessor.llm_rerank import parse_choices
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import CHOICE_SELECT_PROMPT
from desktop_rag.response_synthesizers.prompt_helper import available_tokens, truncated
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.storage_context import StorageContext

_PER_NUMBER = 6  # tokens
_EMBED_BATCH = 256
_CHOICE_BATCHES = 32
_DEFAULT_RELEVANCE = 1.0


class ListRetrieverMode(enum.StrEnum):
    """All passages, the nearest ones, or those the model picks."""

    DEFAULT = "default"
    EMBEDDING = "embedding"
    LLM = "llm"


class SummaryIndex(BuiltIndex):
    """Returns every node, or chooses among all of them; there is nothing to build.

    ``objects`` are nodes too; what an index node stands for (``obj``) is asked in its place as long as this index is
    open.
    """

    kind = "summary"
    struct = ListStruct

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        objects: Sequence[IndexNode] | None = None,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        **options: Unpack[BuildOptions],
    ) -> None:
        self._llm = llm
        self._embed_model = embed_model
        self._objects: dict[str, object] = {}
        super().__init__([*(nodes or ()), *objects] if objects else nodes, **options)

    def as_retriever(
        self,
        retriever_mode: ListRetrieverMode | str = ListRetrieverMode.DEFAULT,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        **options: Any,  # noqa: ANN401 - those of the retriever
    ) -> BaseRetriever:
        """Return a retriever: ``default``, ``embedding`` (similarity_top_k 1) or ``llm`` (choice_batch_size 10)."""
        retriever = self._retriever(ListRetrieverMode(retriever_mode), llm, embed_model, **options)
        retriever.object_map = self._objects
        return retriever

    def _retriever(
        self,
        mode: ListRetrieverMode,
        llm: LLM | None,
        embed_model: BaseEmbedding | None,
        **options: Any,  # noqa: ANN401 - those of the retriever
    ) -> BaseRetriever:
        if mode is ListRetrieverMode.EMBEDDING:
            return SummaryIndexEmbeddingRetriever(self, embed_model or self._embed_model, **options)
        if mode is ListRetrieverMode.LLM:
            return SummaryIndexLLMRetriever(self, llm or self._llm, **options)
        return SummaryIndexRetriever(self, **options)

    @property
    def _builder(self) -> "NothingToBuild":
        return NothingToBuild()

    def _index(self, nodes: Sequence[TextNode]) -> None:
        """Remember the objects of index nodes; see the base class."""
        self._objects |= objects_of(nodes)
        super()._index(nodes)


class NothingToBuild:
    """Builds an index that has everything it needs."""

    def pending(self) -> int:
        """Return 0."""
        return 0

    def build(self, on_progress: OnProgress | None = None) -> None:
        """Do nothing."""


class Listed(Protocol):
    """The parts of an index that the retrievers need."""

    @property
    def storage_context(self) -> StorageContext:
        """The open library."""

    @property
    def slot(self) -> int:
        """The slot of the index's nodes."""


class SummaryIndexRetriever(BaseRetriever):
    """Returns every passage, in document order, without scores."""

    def __init__(self, index: Listed, object_map: Mapping[str, object] | None = None) -> None:
        self._storage = index.storage_context
        self._slot = index.slot
        self.object_map = object_map or {}

    def _retrieve(self, _query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [NodeWithScore(node) for node in self._storage.docstore.iter_nodes(slot=self._slot)]


class SummaryIndexEmbeddingRetriever(BaseRetriever):
    """Returns the ``similarity_top_k`` passages nearest to the question; those without a vector get one for it."""

    def __init__(
        self,
        index: Listed,
        embed_model: BaseEmbedding | None = None,
        similarity_top_k: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self._storage = index.storage_context
        self._slot = index.slot
        self._embed_model = required_embedding(embed_model)
        self._similarity_top_k = similarity_top_k
        self.object_map = object_map or {}

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if not query_bundle.embedding_strs and query_bundle.embedding is None:
            return []
        best: list[NodeWithScore] = []
        for nodes in batches(self._storage.docstore.iter_nodes(slot=self._slot), _EMBED_BATCH):
            current_token().raise_if_cancelled()
            vector, vectors = self._get_embeddings(query_bundle, nodes)
            query_bundle = replace(query_bundle, embedding=np.asarray(vector))
            scores = similarities(np.asarray(vector), np.asarray(vectors))
            best += [NodeWithScore(node, float(score)) for node, score in zip(nodes, scores, strict=True)]
            best = sorted(best, key=_descending)[: max(0, self._similarity_top_k)]
        return best

    def _get_embeddings(self, query_bundle: QueryBundle, nodes: Sequence[TextNode]) -> tuple[ArrayLike, ArrayLike]:
        """Return the vectors of the question and of a batch of nodes."""
        vector = query_bundle.embedding
        if vector is None:
            vector = get_agg_embedding_from_queries(self._embed_model, query_bundle.embedding_strs)
        return vector, self._vectors(nodes)

    def _vectors(self, nodes: Sequence[TextNode]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        """Return the stored vectors of nodes; the others are computed."""
        rowids = self._storage.nodes.keys_of([node.id_ for node in nodes])
        stored = self._storage.vectors(self._embed_model.space).get(rowids.values())
        missing = [node for node in nodes if rowids.get(node.id_) not in stored]
        texts = [node.get_content(MetadataMode.EMBED) for node in missing]
        computed = iter(self._embed_model.get_text_embedding_batch(texts) if texts else ())
        made = {node.id_: next(computed) for node in missing}
        return np.stack([made[node.id_] if node.id_ in made else stored[rowids[node.id_]] for node in nodes])


class SummaryIndexLLMRetriever(BaseRetriever):
    """Shows the model ``choice_batch_size`` passages at a time and returns those it picks, with its scores."""

    def __init__(
        self,
        index: Listed,
        llm: LLM | None = None,
        choice_select_prompt: BasePromptTemplate | None = None,
        choice_batch_size: int = 10,
        *,
        use_async: bool = False,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self._storage = index.storage_context
        self._slot = index.slot
        self._llm = required(llm)
        self._choice_batch_size = max(1, choice_batch_size)
        self._workers = DEFAULT_WORKERS if use_async else 1
        self.object_map = object_map or {}
        self._declare_prompts(
            {"choice_select_prompt": CHOICE_SELECT_PROMPT}, {"choice_select_prompt": choice_select_prompt}
        )

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        def choose(nodes: Sequence[TextNode]) -> list[NodeWithScore]:
            return self._choose(nodes, query_bundle.query_str)

        groups = batches(self._storage.docstore.iter_nodes(slot=self._slot), self._choice_batch_size)
        found: list[NodeWithScore] = []
        while some := list(islice(groups, _CHOICE_BATCHES)):
            for picked in run_parallel(choose, some, max_workers=self._workers):
                found += picked
        return found

    def _choose(self, nodes: Sequence[TextNode], query: str) -> list[NodeWithScore]:
        """Return the nodes of one batch that the model picks."""
        texts = [node.get_content(MetadataMode.LLM) for node in nodes]
        choices = choose_texts(self._llm, self._prompt("choice_select_prompt"), texts, query)
        return [NodeWithScore(nodes[place], relevance) for place, relevance in choices]


def choose_texts(llm: LLM, template: BasePromptTemplate, texts: Sequence[str], query: str) -> list[tuple[int, float]]:
    """Return the places of the texts a model picks, with their relevance; texts are cut to the model's window."""
    shown = truncated(texts, available_tokens(llm, template, query_str=query) - _PER_NUMBER * len(texts), llm.tokenizer)
    context = "\n\n".join(f"Document {number}:\n{text}" for number, text in enumerate(shown, 1))
    reply = llm.predict(template, context_str=context, query_str=query)
    return [
        (number - 1, _DEFAULT_RELEVANCE if relevance is None else relevance)
        for number, relevance in parse_choices(reply, len(texts)) or []
    ]


def batches(nodes: Iterator[TextNode], size: int) -> Iterator[list[TextNode]]:
    """Yield nodes in lists of ``size``."""
    while batch := list(islice(nodes, size)):
        yield batch


def _descending(found: NodeWithScore) -> float:
    """Sort by score, best first."""
    return -found.get_score()
