"""The index of vectors, as programs make and ask it."""

from typing import TYPE_CHECKING, Any, Self

from desktop_rag.indices import vector_store
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.storage.storage_context import StorageContext

if TYPE_CHECKING:
    from desktop_rag.embeddings.base import BaseEmbedding
    from desktop_rag.storage.vector_queries import VectorStore


class VectorStoreIndex(BaseIndex, vector_store.VectorStoreIndex):
    """Documents and nodes of a storage, searched by meaning and by words."""

    kind = "vector"

    @classmethod
    def from_vector_store(
        cls,
        vector_store: "VectorStore",
        embed_model: "BaseEmbedding | None" = None,
        storage_context: StorageContext | None = None,
        **options: Any,  # noqa: ANN401 - those of the class
    ) -> Self:
        """Return an index over what a vector store holds already; documents are added to ``storage_context`` as well.

        Raises:
            ValueError: the vector store does not keep the texts of its nodes.

        """
        if not vector_store.stores_text:
            raise ValueError("an index over a vector store alone needs one that keeps the texts of its nodes")
        storage = storage_context or StorageContext()
        storage.vector_store = vector_store
        return cls(storage_context=storage, embed_model=embed_model, **options)

    _vector_store = vector_store.VectorStoreIndex.vector_store  # where many of LlamaIndex's programs look for it


GPTVectorStoreIndex = VectorStoreIndex
"""LlamaIndex's older name."""
