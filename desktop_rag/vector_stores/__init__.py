"""Vectors in the index file, and the ways of searching them.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.vector_stores.filters import parse_filters
    from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
    from desktop_rag.vector_stores.types import (
        ExactMatchFilter,
        FilterCondition,
        FilterOperator,
        MetadataFilter,
        MetadataFilters,
        VectorStoreQuery,
        VectorStoreQueryMode,
        VectorStoreQueryResult,
    )

__all__ = [
    "ExactMatchFilter",
    "FilterCondition",
    "FilterOperator",
    "MetadataFilter",
    "MetadataFilters",
    "SqliteVecVectorStore",
    "VectorStoreQuery",
    "VectorStoreQueryMode",
    "VectorStoreQueryResult",
    "parse_filters",
]

__getattr__ = lazily(
    __name__,
    {
        "filters": ("parse_filters",),
        "sqlite_vec": ("SqliteVecVectorStore",),
        "types": (
            "ExactMatchFilter",
            "FilterCondition",
            "FilterOperator",
            "MetadataFilter",
            "MetadataFilters",
            "VectorStoreQuery",
            "VectorStoreQueryMode",
            "VectorStoreQueryResult",
        ),
    },
)
