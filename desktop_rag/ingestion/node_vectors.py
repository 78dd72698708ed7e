"""Give the nodes of a storage their vectors."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.schema import Matrix, MetadataMode, TextNode, Vector
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import chosen_embed_model
from desktop_rag.storage.records import BATCH_SIZE
from desktop_rag.storage.sqlite.vectors.spaces import active_space
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.storage.vector_queries import VectorStore
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore


class NodeVectors:
    """Makes vectors for nodes that wait for theirs, ``batch_size`` at a time, each batch in a transaction.

    ``embed_model`` is that of ``Settings`` when there is none. Nodes whose batch failed get their vectors with the next
    update.
    """

    def __init__(
        self,
        storage: StorageContext,
        embed_model: BaseEmbedding | None,
        cache: VectorCache | None = None,
        batch_size: int = BATCH_SIZE,
    ) -> None:
        self._storage = storage
        self._embed_model = embed_model
        self._cache = cache or VectorCache()
        self._batch_size = batch_size

    @property
    def embed_model(self) -> BaseEmbedding:
        """The model of the vectors."""
        return chosen_embed_model(self._embed_model)

    @property
    def store(self) -> SqliteVecVectorStore:
        """The vectors that are there."""
        return SqliteVecVectorStore(self._storage.connection, self.embed_model.space, self._cache)

    def update(self, nodes: Sequence[TextNode]) -> None:
        """Store the vectors that ``nodes`` bring, and embed everything else that waits."""
        given = {node.id_: node.embedding for node in nodes if node.embedding is not None}
        if given or active_space(self._storage.connection) is not None:
            store = self.store
            with self._storage.transaction():
                store.create()
                rowids = self._storage.nodes.keys_of(list(given))
                _add(store, {rowid: given[node_id] for node_id, rowid in rowids.items()})
        self._embed_waiting()

    @contextmanager
    def kept(self, doc_id: str) -> Iterator[None]:
        """Keep the vectors of texts that stay the same while the nodes of a document are replaced."""
        documents = self._storage.documents
        old = documents.hashes_of(doc_id)
        vectors = {old[rowid]: vector for rowid, vector in self.store.get(old).items()} if old else {}
        yield
        if vectors:
            again = {rowid: hashed for rowid, hashed in documents.hashes_of(doc_id).items() if hashed in vectors}
            _add(self.store, {rowid: vectors[hashed] for rowid, hashed in again.items()})

    def _embed_waiting(self) -> None:
        totals = self._storage.documents.totals()
        waiting, done = totals.nodes - totals.nodes_embedded, 0
        if not waiting:
            return
        with event(CBEventType.EMBEDDING, nodes=waiting) as stage:
            while batch := self._storage.nodes.to_embed(self._batch_size):
                current_token().raise_if_cancelled()
                vectors = self.embed_model.get_text_embedding_batch(
                    [f"{heading}\n{text}" if heading else text for _, heading, text in batch]
                )
                store = self.store  # first here: the texts tell the size of a program's own vectors
                with self._storage.transaction():
                    store.create()
                    store.add([rowid for rowid, _, _ in batch], vectors)
                done += len(batch)
                stage.payload["done"] = done


def _add(store: SqliteVecVectorStore, vectors: Mapping[int, Vector]) -> None:
    """Store vectors by row id."""
    if vectors:
        matrix: Matrix = np.array(list(vectors.values()), np.float32)
        store.add(list(vectors), matrix)


class PluggedVectors:
    """Embeds nodes ``batch_size`` at a time and passes them to ``store``, as ``NodeVectors`` does for the file.

    Documents whose batch failed count as changed: the next refresh tries them again.
    """

    def __init__(
        self, storage: StorageContext, store: VectorStore, embed_model: BaseEmbedding | None, batch_size: int
    ) -> None:
        self.store = store
        self._storage = storage
        self._embed_model = embed_model
        self._batch_size = batch_size

    @property
    def embed_model(self) -> BaseEmbedding:
        """The model of the vectors."""
        return chosen_embed_model(self._embed_model)

    def update(self, nodes: Sequence[TextNode]) -> None:
        """Store nodes, those without a vector embedded."""
        if not nodes:
            return
        with event(CBEventType.EMBEDDING, nodes=len(nodes)) as stage:
            for start in range(0, len(nodes), self._batch_size):
                current_token().raise_if_cancelled()
                try:
                    self._add(nodes[start : start + self._batch_size])
                except BaseException:
                    self._mark_unfinished(nodes[start:])
                    raise
                stage.payload["done"] = min(start + self._batch_size, len(nodes))

    @contextmanager
    def kept(self, doc_id: str) -> Iterator[None]:
        """Remove the vectors of a document's nodes that are gone once it was replaced."""
        before = self._node_ids(doc_id)
        yield
        left = set(self._node_ids(doc_id))
        if left.isdisjoint(before):
            self.store.delete(doc_id)
        else:  # nodes that another index has of it
            self.store.delete_nodes([node_id for node_id in before if node_id not in left])

    def _node_ids(self, doc_id: str) -> Sequence[str]:
        info = self._storage.docstore.get_ref_doc_info(doc_id)
        return [] if info is None else info.node_ids

    def _add(self, nodes: Sequence[TextNode]) -> None:
        bare = [node for node in nodes if node.embedding is None]
        if bare:
            texts = [node.get_content(MetadataMode.EMBED) for node in bare]
            for node, vector in zip(bare, self.embed_model.get_text_embedding_batch(texts), strict=True):
                node.embedding = vector
        self.store.add(nodes)

    def _mark_unfinished(self, nodes: Sequence[TextNode]) -> None:
        docstore = self._storage.docstore
        with self._storage.transaction():
            for doc_id in {node.ref_doc_id for node in nodes if node.ref_doc_id is not None}:
                if docstore.document_exists(doc_id):
                    docstore.set_document_hash(doc_id, "")
