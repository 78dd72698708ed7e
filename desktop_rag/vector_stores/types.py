"""Queries and results of vector stores, the base class for one of your own, and nodes as databases keep them."""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import Any

from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import DeclaredFields, IndexNode, Metadata, TextNode
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
CONTENT_KEY, KIND_KEY = "_node_content", "_node_type"
DOC_ID_KEY = "doc_id"
DOCUMENT_KEYS = (DOC_ID_KEY, "document_id", "ref_doc_id")
PLACE_KEYS = (KIND_KEY, *DOCUMENT_KEYS)
NO_DOCUMENT = "None"


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


"""The key by which nodes are filtered by their document."""
"""The keys of flat metadata that are not the node's own: its kind, and the document it comes from."""
"""The document id of a node without a document, as LlamaIndex writes it."""


def node_to_metadata_dict(node: TextNode, *, remove_text: bool = False, flat_metadata: bool = False) -> Metadata:
    """Return a node as flat metadata, from which ``metadata_dict_to_node`` makes it again, without its vector.

    With ``remove_text`` the text is left out: the database keeps it elsewhere.

    Raises:
        ValueError: ``flat_metadata`` is set, and a value is not a string, number or None.

    """
    if flat_metadata and (
        nested := [k for k, v in node.metadata.items() if not isinstance(v, str | int | float | None)]
    ):
        raise ValueError(f"metadata {nested[0]!r} of node {node.id_} is not a string or a number")
    whole = copy(node)
    whole.embedding = None
    if isinstance(whole, IndexNode):
        whole.obj = None  # whatever it is: it lives in the program
    if remove_text:
        whole.text = ""
    flat: Metadata = {key: value for key, value in node.metadata.items() if value is not None}
    return flat | {
        CONTENT_KEY: json.dumps(whole.to_dict(), ensure_ascii=False),
        **dict.fromkeys(DOCUMENT_KEYS, node.ref_doc_id or NO_DOCUMENT),
        KIND_KEY: node.class_name(),
    }
