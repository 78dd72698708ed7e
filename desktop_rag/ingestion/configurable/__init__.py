"""What a pipeline can be made of, with names for people and forms for programs (LlamaIndex's enumerations)."""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.ingestion.configurable.data_sinks import ConfigurableDataSinks, ConfiguredDataSink
    from desktop_rag.ingestion.configurable.data_sources import (
        ConfigurableDataSources,
        ConfiguredDataSource,
        DocumentGroup,
    )
    from desktop_rag.ingestion.configurable.transformations import (
        ConfigurableTransformations,
        ConfiguredTransformation,
        TransformationCategories,
    )

__all__ = [
    "ConfigurableDataSinks",
    "ConfigurableDataSources",
    "ConfigurableTransformations",
    "ConfiguredDataSink",
    "ConfiguredDataSource",
    "ConfiguredTransformation",
    "DocumentGroup",
    "TransformationCategories",
]

__getattr__ = lazily(
    __name__,
    {
        "data_sinks": ("ConfigurableDataSinks", "ConfiguredDataSink"),
        "data_sources": ("ConfigurableDataSources", "ConfiguredDataSource", "DocumentGroup"),
        "transformations": (
            "ConfigurableTransformations",
            "ConfiguredTransformation",
            "TransformationCategories",
        ),
    },
)
