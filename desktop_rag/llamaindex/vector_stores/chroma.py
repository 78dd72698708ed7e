"""Chroma, in the process of the program or on a server (the optional package ``chromadb``)."""

import math
from collections.abc import Sequence
from typing import Any

from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.schema import TextNode
from desktop_rag.core.user_text import UserText
from desktop_rag.llamaindex.extras import extra_module
from desktop_rag.llamaindex.vector_stores.utils import metadata_dict_to_node
from desktop_rag.storage.filters import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters
from desktop_rag.vector_stores.types import (
    DOC_ID_KEY,
    BaseVectorStore,
    VectorStoreQuery,
    VectorStoreQueryResult,
    node_to_metadata_dict,
    require_default_mode,
)

_BATCH = 1000
_OPERATORS = {
    FilterOperator.EQ: "$eq",
    FilterOperator.NE: "$ne",
    FilterOperator.GT: "$gt",
    FilterOperator.GTE: "$gte",
    FilterOperator.LT: "$lt",
    FilterOperator.LTE: "$lte",
    FilterOperator.IN: "$in",
    FilterOperator.NIN: "$nin",
}
_CONDITIONS = {FilterCondition.AND: "$and", FilterCondition.OR: "$or"}


class ChromaVectorStore(BaseVectorStore):
    """Keeps nodes in a collection of Chroma; ``from_params`` makes the collection, without telemetry.

    Similarities are cosines (or inner products) where the collection has such a space, as that of ``from_params``
    has; for Chroma's own default, squared distances, ``exp(-distance)``.
    """

    def __init__(self, chroma_collection: Any) -> None:  # noqa: ANN401 - Chroma's
        self._collection = chroma_collection

    @classmethod
    def from_params(cls, collection_name: str, persist_dir: str | None = None) -> "ChromaVectorStore":
        """Return a store in a folder, or in memory."""
        chromadb = extra_module("chromadb", "chromadb", "ChromaVectorStore")
        settings = chromadb.Settings(anonymized_telemetry=False)
        client = (
            chromadb.EphemeralClient(settings)
            if persist_dir is None
            else chromadb.PersistentClient(persist_dir, settings)
        )
        made = client.get_or_create_collection(collection_name, configuration={"hnsw": {"space": "cosine"}})
        return cls(made)

    @property
    def client(self) -> Any:  # noqa: ANN401 - Chroma's
        """The collection."""
        return self._collection

    def add(self, nodes: Sequence[TextNode]) -> list[str]:
        """Store nodes, which have their vectors, in place of those with the same ids; return the ids."""
        for start in range(0, len(nodes), _BATCH):
            batch = nodes[start : start + _BATCH]
            self._collection.upsert(
                ids=[node.node_id for node in batch],
                embeddings=[node.get_embedding() for node in batch],
                metadatas=[node_to_metadata_dict(node, remove_text=True) for node in batch],
                documents=[node.text for node in batch],
            )
        return [node.node_id for node in nodes]

    def delete(self, ref_doc_id: str) -> None:
        """Remove the nodes of a document."""
        self._collection.delete(where={DOC_ID_KEY: ref_doc_id})

    def delete_nodes(self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None) -> None:
        """Remove the nodes with some ids that pass the filters."""
        found = self._get(node_ids, filters, [])["ids"]
        for start in range(0, len(found), _BATCH):
            self._collection.delete(ids=found[start : start + _BATCH])

    def get_nodes(
        self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None
    ) -> list[TextNode]:
        """Return the nodes with some ids that pass the filters."""
        found = self._get(node_ids, filters, ["metadatas", "documents"])
        return [metadata_dict_to_node(*one) for one in zip(found["metadatas"], found["documents"], strict=True)]

    def clear(self) -> None:
        """Remove everything."""
        self.delete_nodes()

    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        """Return the nearest nodes.

        Raises:
            UnusableInputError: the query has another mode than ``default``, or conditions that Chroma lacks.

        """
        require_default_mode(self, query)
        if query.finds_nothing or query.query_embedding is None:
            return VectorStoreQueryResult()
        ids = None
        if query.node_ids is not None:
            ids = self._get(query.node_ids, None, [])["ids"]  # a query with an id that is not there fails
        found = self._collection.query(
            query_embeddings=[query.query_embedding],
            n_results=query.similarity_top_k,
            ids=ids,
            where=_where(query.filters, query.doc_ids),
            include=["metadatas", "documents", "distances"],
        )
        (metadatas,), (texts,), (distances,) = found["metadatas"], found["documents"], found["distances"]
        nodes = [metadata_dict_to_node(*one) for one in zip(metadatas, texts, strict=True)]
        similarities = [self._similarity(one) for one in distances]
        return VectorStoreQueryResult(nodes, similarities, found["ids"][0])

    def _get(self, node_ids: Sequence[str] | None, filters: MetadataFilters | None, include: list[str]) -> Any:  # noqa: ANN401 - Chroma's
        if node_ids is not None and not node_ids:
            return {"ids": [], "metadatas": [], "documents": []}
        ids = None if node_ids is None else list(node_ids)
        return self._collection.get(ids=ids, where=_where(filters), include=include)

    def _similarity(self, distance: float) -> float:
        space = (self._collection.configuration.get("hnsw") or {}).get("space", "l2")
        return math.exp(-distance) if space == "l2" else 1.0 - distance


def _where(filters: MetadataFilters | None, doc_ids: Sequence[str] | None = None) -> dict[str, Any] | None:
    """Return conditions as Chroma has them, None when everything passes."""
    parts = [_condition(filters)] if filters is not None and filters.filters else []
    if doc_ids is not None:
        parts.append({DOC_ID_KEY: {"$in": list(doc_ids)}})
    return _joined("$and", parts) if parts else None


def _condition(one: MetadataFilter | MetadataFilters) -> dict[str, Any]:
    how = _CONDITIONS.get(one.condition) if isinstance(one, MetadataFilters) else _OPERATORS.get(one.operator)
    if how is None:
        raise UnusableInputError(
            "Chroma has no such filter.", UserText("Use one of: {names}; and, or.", names=", ".join(_OPERATORS))
        )
    if isinstance(one, MetadataFilters):
        return _joined(how, [_condition(part) for part in one.filters])
    return {one.key: {how: one.value}}


def _joined(how: str, parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return several conditions as one; Chroma refuses to join a single one."""
    return parts[0] if len(parts) == 1 else {how: parts}
