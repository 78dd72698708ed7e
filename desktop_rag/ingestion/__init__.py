"""From files and documents to nodes in a store.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.ingestion.pipeline import DocstoreStrategy, IngestionPipeline
    from desktop_rag.ingestion.transformations import (
        IngestionCache,
        TransformComponent,
        arun_transformations,
        get_transformation_hash,
        run_transformations,
    )

__all__ = [
    "DocstoreStrategy",
    "IngestionCache",
    "IngestionPipeline",
    "TransformComponent",
    "arun_transformations",
    "get_transformation_hash",
    "run_transformations",
]

__getattr__ = lazily(
    __name__,
    {
        "pipeline": (
            "DocstoreStrategy",
            "IngestionPipeline",
        ),
        "transformations": (
            "IngestionCache",
            "TransformComponent",
            "get_transformation_hash",
            "run_transformations",
            "arun_transformations",
        ),
    },
)
