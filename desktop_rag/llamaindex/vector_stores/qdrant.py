"""Qdrant, in the process of the program or on a server (the optional package ``qdrant-client``)."""

import uuid
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

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

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

_BATCH = 1000
_RANGES = {
    FilterOperator.GT: "gt",
    FilterOperator.GTE: "gte",
    FilterOperator.LT: "lt",
    FilterOperator.LTE: "lte",
}


class QdrantVectorStore(BaseVectorStore):
    """Keeps nodes in a collection of Qdrant, made for cosines with the first nodes.

    Without ``client`` it runs in the process of the program: in the folder ``path``, or in memory.
    """

    def __init__(self, collection_name: str, client: "QdrantClient | None" = None, *, path: str | None = None) -> None:
        qdrant_client = extra_module("qdrant_client", "qdrant-client", "QdrantVectorStore")
        self.collection_name = collection_name
        if client is None:
            client = qdrant_client.QdrantClient(":memory:") if path is None else qdrant_client.QdrantClient(path=path)
        self._client = client
        self._models: Any = qdrant_client.models

    @property
    def client(self) -> "QdrantClient":
        """Qdrant's client."""
        return self._client

    def add(self, nodes: Sequence[TextNode]) -> list[str]:
        """Store nodes, which have their vectors, in place of those with the same ids; return the ids."""
        models = self._models
        if nodes and not self._exists():
            like = models.VectorParams(size=len(nodes[0].get_embedding()), distance=models.Distance.COSINE)
            self._client.create_collection(self.collection_name, vectors_config=like)
        for start in range(0, len(nodes), _BATCH):
            points = [
                models.PointStruct(
                    id=_point_id(node.node_id),
                    vector=[float(number) for number in node.get_embedding()],
                    payload=node_to_metadata_dict(node),
                )
                for node in nodes[start : start + _BATCH]
            ]
            self._client.upsert(self.collection_name, points)
        return [node.node_id for node in nodes]

    def delete(self, ref_doc_id: str) -> None:
        """Remove the nodes of a document."""
        self.delete_nodes(filters=MetadataFilters([MetadataFilter(DOC_ID_KEY, ref_doc_id)]))

    def delete_nodes(self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None) -> None:
        """Remove the nodes with some ids that pass the filters."""
        if self._exists():
            chosen = self._models.FilterSelector(filter=self._filter(filters, node_ids))
            self._client.delete(self.collection_name, points_selector=chosen)

    def get_nodes(
        self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None
    ) -> list[TextNode]:
        """Return the nodes with some ids that pass the filters."""
        nodes: list[TextNode] = []
        offset = None
        chosen = self._filter(filters, node_ids)
        while self._exists():
            records, offset = self._client.scroll(self.collection_name, chosen, limit=_BATCH, offset=offset)
            nodes += [metadata_dict_to_node(record.payload or {}) for record in records]
            if offset is None:
                break
        return nodes

    def clear(self) -> None:
        """Remove everything, the collection too."""
        if self._exists():
            self._client.delete_collection(self.collection_name)

    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        """Return the nearest nodes; similarities are cosines.

        Raises:
            UnusableInputError: the query has another mode than ``default``, or conditions that Qdrant lacks.

        """
        require_default_mode(self, query)
        if query.finds_nothing or query.query_embedding is None or not self._exists():
            return VectorStoreQueryResult()
        points = self._client.query_points(
            self.collection_name,
            query=[float(number) for number in query.query_embedding],
            limit=query.similarity_top_k,
            query_filter=self._filter(query.filters, query.node_ids, query.doc_ids),
        ).points
        nodes = [metadata_dict_to_node(point.payload or {}) for point in points]
        return VectorStoreQueryResult(nodes, [point.score for point in points], [node.node_id for node in nodes])

    def _exists(self) -> bool:
        return bool(self._client.collection_exists(self.collection_name))

    def _filter(
        self,
        filters: MetadataFilters | None,
        node_ids: Sequence[str] | None = None,
        doc_ids: Sequence[str] | None = None,
    ) -> Any:  # noqa: ANN401 - Qdrant's
        """Return what must hold."""
        must = [] if filters is None else [self._group(filters)]
        if node_ids is not None:
            must.append(self._models.HasIdCondition(has_id=[_point_id(node_id) for node_id in node_ids]))
        if doc_ids is not None:
            must.append(self._condition(MetadataFilter(DOC_ID_KEY, list(doc_ids), FilterOperator.IN)))
        return self._models.Filter(must=must)

    def _group(self, filters: MetadataFilters) -> Any:  # noqa: ANN401 - Qdrant's
        parts = [
            self._group(one) if isinstance(one, MetadataFilters) else self._condition(one) for one in filters.filters
        ]
        if filters.condition is FilterCondition.OR:
            return self._models.Filter(should=parts)
        if filters.condition is FilterCondition.NOT:
            return self._models.Filter(must_not=parts)
        return self._models.Filter(must=parts)

    def _condition(self, one: MetadataFilter) -> Any:  # noqa: ANN401 - Qdrant's
        models, value = self._models, cast("Any", one.value)
        if one.operator is FilterOperator.IS_EMPTY:
            return models.IsEmptyCondition(is_empty=models.PayloadField(key=one.key))
        if one.operator in _RANGES:
            return models.FieldCondition(key=one.key, range=models.Range(**{_RANGES[one.operator]: value}))
        if one.operator is FilterOperator.EQ and isinstance(value, float):
            return models.FieldCondition(key=one.key, range=models.Range(gte=value, lte=value))
        matches: dict[FilterOperator, Callable[[], Any]] = {
            FilterOperator.EQ: lambda: models.MatchValue(value=value),
            FilterOperator.NE: lambda: models.MatchExcept(**{"except": [value]}),
            FilterOperator.IN: lambda: models.MatchAny(any=list(value)),
            FilterOperator.ANY: lambda: models.MatchAny(any=list(value)),
            FilterOperator.NIN: lambda: models.MatchExcept(**{"except": list(value)}),
            FilterOperator.TEXT_MATCH: lambda: models.MatchText(text=value),
            FilterOperator.CONTAINS: lambda: models.MatchValue(value=value),
        }
        match = matches.get(one.operator)
        if match is None:
            raise UnusableInputError(
                UserText("Qdrant has no filter “{operator}”.", operator=one.operator),
                UserText("Use one of: {names}.", names=", ".join(matches)),
            )
        return models.FieldCondition(key=one.key, match=match())


def _point_id(node_id: str) -> str:
    """Return the identifier of a node's point: Qdrant takes UUIDs only."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, node_id))
