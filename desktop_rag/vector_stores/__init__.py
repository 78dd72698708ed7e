"""Vectors in the index file or in another database, and the ways of searching them.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.vector_stores.chroma import ChromaVectorStore
    from desktop_rag.vector_stores.filters import parse_filters
    from desktop_rag.vector_stores.modes import get_top_k_embeddings, get_top_k_mmr_embeddings
    from desktop_rag.vector_stores.qdrant import QdrantVectorStore
    from desktop_rag.vector_stores.query_spec import (
        MetadataInfo,
        VectorStoreInfo,
        VectorStoreQueryOutputParser,
        VectorStoreQuerySpec,
    )
    from desktop_rag.vector_stores.simple import SimpleVectorStore
    from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
    from desktop_rag.vector_stores.types import (
        BasePydanticVectorStore,
        BaseVectorStore,
        ExactMatchFilter,
        FilterCondition,
        FilterOperator,
        MetadataFilter,
        MetadataFilters,
        VectorStore,
        VectorStoreQuery,
        VectorStoreQueryMode,
        VectorStoreQueryResult,
    )

__all__ = [
    "BasePydanticVectorStore",
    "BaseVectorStore",
    "ChromaVectorStore",
    "ExactMatchFilter",
    "FilterCondition",
    "FilterOperator",
    "MetadataFilter",
    "MetadataFilters",
    "MetadataInfo",
    "QdrantVectorStore",
    "SimpleVectorStore",
    "SqliteVecVectorStore",
    "VectorStore",
    "VectorStoreInfo",
    "VectorStoreQuery",
    "VectorStoreQueryMode",
    "VectorStoreQueryOutputParser",
    "VectorStoreQueryResult",
    "VectorStoreQuerySpec",
    "get_top_k_embeddings",
    "get_top_k_mmr_embeddings",
    "parse_filters",
]

__getattr__ = lazily(
    __name__,
    {
        "modes": (
            "get_top_k_embeddings",
            "get_top_k_mmr_embeddings",
        ),
        "chroma": ("ChromaVectorStore",),
        "filters": ("parse_filters",),
        "qdrant": ("QdrantVectorStore",),
        "query_spec": (
            "MetadataInfo",
            "VectorStoreInfo",
            "VectorStoreQueryOutputParser",
            "VectorStoreQuerySpec",
        ),
        "simple": ("SimpleVectorStore",),
        "sqlite_vec": ("SqliteVecVectorStore",),
        "types": (
            "BasePydanticVectorStore",
            "BaseVectorStore",
            "ExactMatchFilter",
            "FilterCondition",
            "FilterOperator",
            "MetadataFilter",
            "MetadataFilters",
            "VectorStore",
            "VectorStoreQuery",
            "VectorStoreQueryMode",
            "VectorStoreQueryResult",
        ),
    },
)
