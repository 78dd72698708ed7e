"""Queries and results of vector stores, and the interface for one of a program's own (LlamaIndex's names)."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from desktop_rag.core.schema import TextNode, Vector
from desktop_rag.storage.filters import MetadataFilters, NodeFilter


class VectorStoreQueryMode(enum.StrEnum):
    """The modes of comparing nodes with the question; ``sparse`` and ``text_search`` are the same: by words."""

    DEFAULT = "default"
    SPARSE = "sparse"
    HYBRID = "hybrid"
    TEXT_SEARCH = "text_search"
    SEMANTIC_HYBRID = "semantic_hybrid"
    SVM = "svm"
    LOGISTIC_REGRESSION = "logistic_regression"
    LINEAR_REGRESSION = "linear_regression"
    MMR = "mmr"


WORD_MODES = frozenset({VectorStoreQueryMode.SPARSE, VectorStoreQueryMode.TEXT_SEARCH})
"""Modes that need no embedding of the question."""


@dataclass(frozen=True, slots=True)
class VectorStoreQuery:
    """A question to a vector store.

    ``node_ids``, ``doc_ids`` and ``filters`` narrow down in every mode; None does not narrow, an empty list leaves
    nothing. ``alpha`` (hybrid modes) goes from 0, words only, to 1, meaning only; None is 0.5. ``mmr_threshold``
    goes from 0, variety only, to 1, fit only; None is 0.5. In hybrid modes ``similarity_top_k`` nodes are returned
    unless ``hybrid_top_k`` says otherwise, and ``sparse_top_k`` is how many nodes found by words take part. ``slot`` is
    that of the index in this library's own file whose nodes may be found (0: all of them); other stores do not know it.
    """

    query_embedding: Vector | None = None
    similarity_top_k: int = 1
    doc_ids: Sequence[str] | None = None
    node_ids: Sequence[str] | None = None
    query_str: str | None = None
    mode: VectorStoreQueryMode = VectorStoreQueryMode.DEFAULT
    alpha: float | None = None
    filters: MetadataFilters | None = None
    mmr_threshold: float | None = None
    sparse_top_k: int | None = None
    hybrid_top_k: int | None = None
    slot: int = 0

    def __post_init__(self) -> None:
        """Accept modes by their names ("mmr"; ValueError for others), and vectors as lists of numbers."""
        object.__setattr__(self, "mode", VectorStoreQueryMode(self.mode))
        if self.query_embedding is not None:
            import numpy as np

            object.__setattr__(self, "query_embedding", np.asarray(self.query_embedding, np.float32))

    @property
    def finds_nothing(self) -> bool:
        """True if no store can have an answer: nothing is wanted, or nothing is left to search."""
        return self.similarity_top_k <= 0 or self.node_ids == [] or self.doc_ids == []

    @property
    def narrowing(self) -> NodeFilter:
        """All conditions that narrow it."""
        return NodeFilter(self.filters, self.node_ids, self.doc_ids, slot=self.slot)


@dataclass(frozen=True, slots=True)
class VectorStoreQueryResult:
    """The results, best first: lists of the same length; ``similarities`` have the mode's meaning.

    ``found_by`` tells whether each node was found by "words", by "meaning" or both, where the store knows.
    """

    nodes: list[TextNode] = field(default_factory=list)
    similarities: list[float] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    found_by: list[tuple[str, ...]] = field(default_factory=list)


@runtime_checkable
class VectorStore(Protocol):
    """Nodes with their vectors, kept anywhere; subclass ``vector_stores.types.BaseVectorStore`` to make one.

    ``stores_text`` tells whether what a query finds comes with its text; with ids alone, nodes are taken from the
    docstore.
    """

    stores_text: bool

    def add(self, nodes: Sequence[TextNode]) -> list[str]:
        """Store nodes, which have their vectors, in place of those with the same ids; return the ids."""

    def delete(self, ref_doc_id: str) -> None:
        """Remove the nodes of a document."""

    def delete_nodes(self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None) -> None:
        """Remove the nodes with some ids that pass the filters."""

    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        """Return the nodes a query finds, best first."""

    def get_nodes(
        self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None
    ) -> list[TextNode]:
        """Return the nodes with some ids that pass the filters."""

    def clear(self) -> None:
        """Remove everything."""

    def persist(self, persist_path: str) -> None:
        """Write everything to a file, if the store does not keep it by itself."""
