"""Queries and results of vector stores, and the base class for one of your own."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import DeclaredFields, TextNode
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.filters import (
    FilterCondition,
    FilterOperator,
    FilterValue,
    MetadataFilter,
    MetadataFilters,
    NodeFilter,
)
from desktop_rag.storage.vector_queries import (
    WORD_MODES,
    VectorStore,
    VectorStoreQuery,
    VectorStoreQueryMode,
    VectorStoreQueryResult,
)

__all__ = [
    "WORD_MODES",
    "BaseVectorStore",
    "FilterCondition",
    "FilterOperator",
    "FilterValue",
    "MetadataFilter",
    "MetadataFilters",
    "NodeFilter",
    "VectorStore",
    "VectorStoreQuery",
    "VectorStoreQueryMode",
    "VectorStoreQueryResult",
]


class BaseVectorStore(DeclaredFields, ABC):
    """A base for custom vector stores: ``add``, ``delete`` and ``query`` are enough for an index over it.

    What a store does not do raises ``NotImplementedError``. ``client`` is the database behind it. The asynchronous
    twins run the same methods on a thread.
    """

    stores_text: bool = True
    is_embedding_query: bool = True

    @property
    def client(self) -> Any:  # noqa: ANN401 - any database
        """The database behind it."""
        return None

    @abstractmethod
    def add(self, nodes: Sequence[TextNode]) -> list[str]:
        """Store nodes, which have their vectors; return their ids."""

    @abstractmethod
    def delete(self, ref_doc_id: str) -> None:
        """Remove the nodes of a document."""

    @abstractmethod
    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        """Return the nodes a query finds, best first."""

    def delete_nodes(self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None) -> None:
        """Remove the nodes with some ids that pass the filters."""
        raise NotImplementedError(f"{type(self).__name__} cannot delete single nodes")

    def get_nodes(
        self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None
    ) -> list[TextNode]:
        """Return the nodes with some ids that pass the filters."""
        raise NotImplementedError(f"{type(self).__name__} cannot return nodes without a question")

    def clear(self) -> None:
        """Remove everything."""
        raise NotImplementedError(f"{type(self).__name__} cannot be emptied")

    def persist(self, persist_path: str) -> None:
        """Write everything to a file; nothing to do where the database keeps it."""

    async_add = asynchronous(add)
    adelete = asynchronous(delete)
    adelete_nodes = asynchronous(delete_nodes)
    aquery = asynchronous(query)
    aget_nodes = asynchronous(get_nodes)
    aclear = asynchronous(clear)


def require_default_mode(store: BaseVectorStore, query: VectorStoreQuery) -> None:
    """Refuse modes that only the library's own store supports.

    Raises:
        UnusableInputError: the query asks for another mode than ``default``.

    """
    if query.mode is not VectorStoreQueryMode.DEFAULT:
        raise UnusableInputError(
            UserText("{name} cannot search in the mode “{mode}”.", name=type(store).__name__, mode=query.mode),
            'Use the mode “default”, or as_retriever(mode="hybrid") to search by words as well.',
        )
