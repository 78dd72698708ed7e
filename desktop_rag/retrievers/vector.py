"""Search by meaning: nearest vectors."""

from dataclasses import replace

from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.schema import NodeWithScore, QueryBundle
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from desktop_rag.vector_stores.vector_cache import VectorCache


class VectorIndexRetriever(BaseRetriever):
    """Returns the ``similarity_top_k`` nodes nearest to the question; scores are cosines.

    ``cache`` is for programs that search more than once.
    """

    def __init__(
        self,
        storage: StorageContext,
        embed_model: BaseEmbedding,
        similarity_top_k: int = 2,
        cache: VectorCache | None = None,
    ) -> None:
        self._storage = storage
        self._embed_model = embed_model
        self._similarity_top_k = similarity_top_k
        self._cache = cache

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        store = SqliteVecVectorStore(self._storage.connection, self._embed_model.space, self._cache)
        if not store.exists or not query_bundle.embedding_strs:
            return []
        embedding = query_bundle.embedding
        if embedding is None:
            embedding = get_agg_embedding_from_queries(self._embed_model, query_bundle.embedding_strs)
        hits = store.query(embedding, self._similarity_top_k)
        nodes = self._storage.docstore.get_nodes([rowid for rowid, _ in hits])
        found = [NodeWithScore(nodes[rowid], score) for rowid, score in hits if rowid in nodes]
        return [replace(node, found_by=("meaning",)) for node in found]
