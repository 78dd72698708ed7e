"""The library's own vectors as LlamaIndex's users handle them: by nodes."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np

from desktop_rag.core.schema import (
    DEFAULT_METADATA_TEMPLATE,
    DEFAULT_TEXT_TEMPLATE,
    EmbeddingSpace,
    Matrix,
    NodeRelationship,
    RelatedNodeInfo,
    TextNode,
    Vector,
)
from desktop_rag.storage.filters import MetadataFilters, NodeFilter
from desktop_rag.storage.sqlite.vectors.spaces import active_space
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import (
    DEFAULT_PERSIST_DIR,
    DEFAULT_VECTOR_STORE,
    VECTOR_STORE_SUFFIX,
    StorageContext,
    described,
)
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from desktop_rag.vector_stores.types import (
    NO_DOCUMENT,
    PLACE_KEYS,
    BaseVectorStore,
    VectorStoreQuery,
    VectorStoreQueryResult,
    node_to_metadata_dict,
)

_CONTENT_KEY = "_node_content"
_UNCHANGING = (str, int, float, bool, type(None))


@dataclass
class SimpleVectorStoreData:
    """The content of a vector store, by the ids of its nodes: vectors, source documents (or "None"), metadata."""

    embedding_dict: dict[str, list[float]] = field(default_factory=dict)
    text_id_to_ref_doc_id: dict[str, str] = field(default_factory=dict)
    metadata_dict: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON values, for ``from_dict``."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "SimpleVectorStoreData":
        """Return the data from the dict of ``to_dict``; ValueError when it is something else."""
        return msgspec.convert(dict(data), cls)


class SimpleVectorStore(BaseVectorStore):
    """Nodes with vectors in an index file, or in memory without ``storage``; every query mode.

    Documents, nodes, words and vectors are one file: what is added here is in its docstore, what is deleted here is
    gone there too. Vectors are kept with unit length, unless ``space`` names another similarity than the cosine.
    Without ``space`` they are those that the file holds. What ``data`` tells is added, nodes without their texts.

    Nodes of a store in memory are put into its tables when something is asked of them: adding takes a fifth of that.
    """

    def __init__(
        self,
        storage: StorageContext | None = None,
        space: EmbeddingSpace | None = None,
        cache: VectorCache | None = None,
        *,
        data: SimpleVectorStoreData | None = None,
    ) -> None:
        self._tables = storage or StorageContext()
        self._given_space = space
        self._cache = cache or VectorCache()
        self._alone = storage is None  # nobody else sees what is there, or is not there yet
        self._dimensions: int | None = None  # of its vectors, once there are any
        self._waiting: dict[str, tuple[TextNode, Vector]] = {}
        if data is not None:
            self.add([_node_of(node_id, data) for node_id in data.embedding_dict])

    @classmethod
    def from_persist_path(cls, persist_path: str | Path) -> Self:
        """Return the store that ``persist`` wrote."""
        return cls(StorageContext.from_defaults(persist_path))

    @classmethod
    def from_persist_dir(
        cls, persist_dir: str | Path = DEFAULT_PERSIST_DIR, namespace: str = DEFAULT_VECTOR_STORE
    ) -> Self:
        """Return the vectors of a ``StorageContext`` that was persisted to a folder, or those plugged in by a name.

        Raises:
            UnusableInputError: nothing was stored there.

        """
        plugged = Path(persist_dir) / f"{namespace}{VECTOR_STORE_SUFFIX}"
        return cls.from_persist_path(
            persist_dir if namespace == DEFAULT_VECTOR_STORE and not plugged.exists() else plugged
        )

    @classmethod
    def from_namespaced_persist_dir(cls, persist_dir: str | Path = DEFAULT_PERSIST_DIR) -> dict[str, Self]:
        """Return the vectors of a persisted ``StorageContext`` and those that were plugged in, by their names."""
        found = sorted(place.name for place in Path(persist_dir).glob(f"*{VECTOR_STORE_SUFFIX}"))
        names = dict.fromkeys([DEFAULT_VECTOR_STORE, *(name.removesuffix(VECTOR_STORE_SUFFIX) for name in found)])
        return {name: cls.from_persist_dir(persist_dir, name) for name in names}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return a store from the dict of ``to_dict``, or the ``to_dict`` of its ``data``."""
        if "embedding_dict" in data:
            return cls(data=SimpleVectorStoreData.from_dict(data))
        return cls(StorageContext.from_dict(data))

    def to_dict(self) -> dict[str, Any]:
        """Return the whole store as JSON values, for ``from_dict``: the content of ``persist``, as text."""
        return dict(described(self._storage))

    @property
    def data(self) -> SimpleVectorStoreData:
        """The content of the store: a copy of it all, made at each access."""
        found = SimpleVectorStoreData()
        space = self._space
        if space is None:
            return found
        nodes = self.get_nodes()
        keys = self._storage.nodes.keys_of([node.node_id for node in nodes])
        vectors = self._vectors(space).get(list(keys.values()))
        for node in nodes:
            if (key := keys[node.node_id]) in vectors:
                found.embedding_dict[node.node_id] = vectors[key].tolist()
                found.text_id_to_ref_doc_id[node.node_id] = node.ref_doc_id or NO_DOCUMENT
                metadata = node_to_metadata_dict(node, remove_text=True)
                found.metadata_dict[node.node_id] = {k: v for k, v in metadata.items() if k != _CONTENT_KEY}
        return found

    _data = data  # where LlamaIndex's programs found it before

    @property
    def client(self) -> StorageContext:
        """The storage."""
        with self._tables.connection.lock:
            self._alone = False
            return self._storage

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_tables": self.client}  # which a copy may share

    def add(self, nodes: Sequence[TextNode]) -> list[str]:
        """Store nodes, which have their vectors, in place of those with the same ids; return the ids."""
        ids = [node.node_id for node in nodes]
        if not nodes:
            return ids
        vectors = np.array([node.get_embedding() for node in nodes], np.float32)
        with self._tables.connection.lock:
            if self._may_wait(nodes, vectors):
                for node, vector in zip(nodes, vectors, strict=True):
                    self._waiting.pop(node.id_, None)  # the later one stands behind the others
                    self._waiting[node.id_] = (_kept(node), vector)
            else:
                self._write(nodes, vectors)
        return ids

    def get(self, text_id: str) -> list[float]:
        """Return the vector of a node.

        Raises:
            KeyError: there is none.

        """
        key = self._storage.nodes.keys_of([text_id])[text_id]
        space = self._space
        vectors = {} if space is None else self._vectors(space).get([key])
        return [float(number) for number in vectors[key]]

    def delete(self, ref_doc_id: str) -> None:
        """Remove a document and its nodes."""
        with self._storage.transaction():
            self._storage.documents.delete_document(ref_doc_id)

    def delete_nodes(self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None) -> None:
        """Remove the nodes with some ids that pass the filters."""
        with self._storage.transaction():
            self._storage.nodes.delete([node.node_id for node in self.get_nodes(node_ids, filters)])

    def query(self, query: VectorStoreQuery, *, mmr_threshold: float | None = None) -> VectorStoreQueryResult:
        """Return the nodes a query finds, best first; ``desktop_rag.vector_stores.sqlite_vec`` says how.

        ``mmr_threshold`` counts in place of the query's.
        """
        if mmr_threshold is not None:
            query = replace(query, mmr_threshold=mmr_threshold)
        space = self._space
        return VectorStoreQueryResult() if space is None else self._vectors(space).query(query)

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

    def persist(self, persist_path: str | Path = DEFAULT_PERSIST_DIR) -> None:
        """Write everything to a folder, or an index file."""
        self._storage.persist(persist_path)

    @property
    def _storage(self) -> StorageContext:
        """The storage, with all that was added."""
        self._write_waiting()
        return self._tables

    def _write_waiting(self) -> None:
        """Write the added nodes into the tables."""
        with self._tables.connection.lock:
            waiting, self._waiting = self._waiting, {}
            if waiting:
                nodes, vectors = zip(*waiting.values(), strict=True)
                self._write(nodes, np.stack(vectors))

    def _may_wait(self, nodes: Sequence[TextNode], vectors: Matrix) -> bool:
        """Return True if adding nodes to the tables can wait, for nobody sees these and nothing can fail."""
        if not self._alone or not all(map(_is_plain, nodes)):
            return False
        if self._dimensions is None:
            with self._tables.transaction():
                self._created(vectors.shape[1])
        return vectors.shape == (len(nodes), self._dimensions)

    def _write(self, nodes: Sequence[TextNode], vectors: Matrix) -> None:
        """Put nodes into the tables, in place of those with the same ids."""
        storage = self._storage
        with storage.transaction():
            store = self._created(vectors.shape[1])
            storage.nodes.delete([node.id_ for node in nodes])
            store.add(storage.nodes.add(nodes, embed=True), vectors)

    def _created(self, dimensions: int) -> SqliteVecVectorStore:
        """Return the vectors, which have a table now."""
        space = self._space or EmbeddingSpace("program", "vectors", dimensions, "")
        store = self._vectors(space)
        store.create()
        self._dimensions = space.dimensions
        return store

    @property
    def _space(self) -> EmbeddingSpace | None:
        """The space that vectors are in; None when there are none yet."""
        return self._given_space or active_space(self._storage.connection)

    def _vectors(self, space: EmbeddingSpace) -> SqliteVecVectorStore:
        return SqliteVecVectorStore(self._storage.connection, space, self._cache)


def _is_plain(node: TextNode) -> bool:
    """Return True if a node is of the usual kind: a copy of its fields stays what it is now, and can be stored."""
    return (
        type(node) is TextNode
        and type(node.text) is str
        and type(node.id_) is str
        and node.text_template == DEFAULT_TEXT_TEMPLATE
        and node.metadata_template == DEFAULT_METADATA_TEMPLATE
        and all(type(key) is str and type(value) in _UNCHANGING for key, value in node.metadata.items())
        and not any(isinstance(related, list) for related in node.relationships.values())
    )


def _kept(node: TextNode) -> TextNode:
    """Return a plain node, without its vector, that stays when the program changes its own."""
    made = copy(node)
    made.metadata, made.relationships = dict(node.metadata), dict(node.relationships)
    made.excluded_embed_metadata_keys = list(node.excluded_embed_metadata_keys)
    made.excluded_llm_metadata_keys = list(node.excluded_llm_metadata_keys)
    made.embedding = None
    return made


def _node_of(node_id: str, data: SimpleVectorStoreData) -> TextNode:
    """Return a node made from some data."""
    told = data.metadata_dict.get(node_id) or {}
    node = TextNode(
        id_=node_id,
        metadata={key: value for key, value in told.items() if key not in PLACE_KEYS},
        embedding=np.asarray(data.embedding_dict[node_id], np.float32),
    )
    if (doc_id := data.text_id_to_ref_doc_id.get(node_id, NO_DOCUMENT)) != NO_DOCUMENT:
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(doc_id)
    return node
