"""The library's own vectors as LlamaIndex's users handle them: by nodes."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from desktop_rag.core.schema import EmbeddingSpace, TextNode
from desktop_rag.storage.filters import MetadataFilters, NodeFilter
from desktop_rag.storage.sqlite.vectors.spaces import active_space
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import DEFAULT_PERSIST_DIR, PLUGGED_VECTORS, StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from desktop_rag.vector_stores.types import BaseVectorStore, VectorStoreQuery, VectorStoreQueryResult


class SimpleVectorStore(BaseVectorStore):
    """Nodes with vectors in an index file, or in memory without ``storage``; every query mode.

    Documents, nodes, words and vectors are one file: what is added here is in its docstore, what is deleted here is
    gone there too. Vectors are kept with unit length, unless ``space`` names another similarity than the cosine.
    """

    def __init__(
        self,
        storage: StorageContext | None = None,
        space: EmbeddingSpace | None = None,
        cache: VectorCache | None = None,
    ) -> None:
        self._storage = storage or StorageContext()
        self._space = space or active_space(self._storage.connection)
        self._cache = cache or VectorCache()

    @classmethod
    def from_persist_path(cls, persist_path: str | Path) -> "SimpleVectorStore":
        """Return the store that ``persist`` wrote."""
        return cls(StorageContext.from_defaults(persist_path))

    @classmethod
    def from_persist_dir(cls, persist_dir: str | Path = DEFAULT_PERSIST_DIR) -> "SimpleVectorStore":
        """Return the vectors of an index whose ``StorageContext`` was persisted to a folder."""
        plugged = Path(persist_dir) / PLUGGED_VECTORS
        return cls.from_persist_path(plugged if plugged.exists() else persist_dir)

    @property
    def client(self) -> StorageContext:
        """The storage."""
        return self._storage

    def add(self, nodes: Sequence[TextNode]) -> list[str]:
        """Store nodes, which have their vectors, in place of those with the same ids; return the ids."""
        ids = [node.node_id for node in nodes]
        if not nodes:
            return ids
        vectors = np.stack([np.asarray(node.get_embedding(), np.float32) for node in nodes])
        if self._space is None:
            self._space = EmbeddingSpace("program", "vectors", vectors.shape[1], "")
        store = self._vectors(self._space)
        with self._storage.transaction():
            store.create()
            self._storage.nodes.delete(ids)
            store.add(self._storage.nodes.add(nodes, embed=True), vectors)
        return ids

    def get(self, text_id: str) -> list[float]:
        """Return the vector of a node.

        Raises:
            KeyError: there is none.

        """
        key = self._storage.nodes.keys_of([text_id])[text_id]
        vectors = {} if self._space is None else self._vectors(self._space).get([key])
        return [float(number) for number in vectors[key]]

    def delete(self, ref_doc_id: str) -> None:
        """Remove a document and its nodes."""
        with self._storage.transaction():
            self._storage.documents.delete_document(ref_doc_id)

    def delete_nodes(self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None) -> None:
        """Remove the nodes with some ids that pass the filters."""
        with self._storage.transaction():
            self._storage.nodes.delete([node.node_id for node in self.get_nodes(node_ids, filters)])

    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        """Return the nodes a query finds, best first; ``desktop_rag.vector_stores.modes`` says how."""
        return VectorStoreQueryResult() if self._space is None else self._vectors(self._space).query(query)

    def get_nodes(
        self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None
    ) -> list[TextNode]:
        """Return the nodes with some ids that pass the filters."""
        return list(self._storage.nodes.find(NodeFilter(filters, node_ids)))

    def clear(self) -> None:
        """Remove all documents and nodes."""
        with self._storage.transaction():
            for info in self._storage.docstore.documents():
                self._storage.documents.delete_document(info.doc_id)
            self.delete_nodes()

    def persist(self, persist_path: str | Path) -> None:
        """Write everything to a folder, or an index file."""
        self._storage.persist(persist_path)

    def _vectors(self, space: EmbeddingSpace) -> SqliteVecVectorStore:
        return SqliteVecVectorStore(self._storage.connection, space, self._cache)
