"""VectorStoreIndex: the library's face for programs, and what the window and command line use."""

from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.errors import BugError
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.retrievers.fusion import QueryFusionRetriever
from desktop_rag.retrievers.vector import VectorIndexRetriever
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.vector_cache import VectorCache

FUSION_DEPTH = 50
SEARCH_MODES = ("hybrid", "vector", "bm25")


class VectorStoreIndex:
    """An open index file and the model its vectors were made with.

    ``cache`` outlives the open file: it makes the next search of a large index fast.
    """

    def __init__(self, storage: StorageContext, embed_model: BaseEmbedding, cache: VectorCache | None = None) -> None:
        self.storage = storage
        self.embed_model = embed_model
        self._cache = cache

    def as_retriever(self, similarity_top_k: int = 2, mode: str = "hybrid") -> BaseRetriever:
        """Return a retriever: ``hybrid`` (words and meaning, fused by score), ``vector`` or ``bm25``."""
        if mode == "vector":
            return VectorIndexRetriever(self.storage, self.embed_model, similarity_top_k, self._cache)
        if mode == "bm25":
            return BM25Retriever(self.storage, similarity_top_k)
        if mode != "hybrid":
            raise BugError(f"unknown retrieval mode {mode!r}")
        depth = max(FUSION_DEPTH, similarity_top_k)
        return QueryFusionRetriever(
            [
                VectorIndexRetriever(self.storage, self.embed_model, depth, self._cache),
                BM25Retriever(self.storage, depth),
            ],
            similarity_top_k,
        )
