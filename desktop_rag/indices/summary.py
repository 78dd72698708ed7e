"""The plainest indices: all passages in a row, for questions about all of them, or none at all."""

import enum
from collections.abc import Sequence
from typing import Any, Unpack

from desktop_rag.core.schema import IndexNode, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.base import objects_of
from desktop_rag.indices.building import BuildOptions, BuiltIndex, OnProgress
from desktop_rag.indices.record import ListStruct
from desktop_rag.indices.summary_retrievers import (
    SummaryIndexEmbeddingRetriever,
    SummaryIndexLLMRetriever,
    SummaryIndexRetriever,
)
from desktop_rag.llms.base import LLM
from desktop_rag.retrievers.base import BaseRetriever


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
