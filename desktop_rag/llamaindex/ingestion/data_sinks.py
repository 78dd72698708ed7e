"""Vector stores that a pipeline can write to."""

from typing import Any

from desktop_rag.llamaindex.ingestion.component import ConfigurableComponent, ConfigurableKind, Configured, T
from desktop_rag.llamaindex.vector_stores.chroma import ChromaVectorStore
from desktop_rag.llamaindex.vector_stores.qdrant import QdrantVectorStore


class ConfigurableDataSinks(ConfigurableComponent):
    """The kinds of stores."""

    CHROMA = ConfigurableKind(name="Chroma", component_type=ChromaVectorStore)
    QDRANT = ConfigurableKind(name="Qdrant", component_type=QdrantVectorStore)

    def build_configured_data_sink(self, component: object) -> "ConfiguredDataSink[Any]":
        """Return a store under the name of this kind; ValueError when it is of another one."""
        return self.under_name(self.value.name, component, ConfiguredDataSink)


class ConfiguredDataSink(Configured[T]):
    """A store of vectors under its name."""

    @classmethod
    def from_component(cls, component: object) -> "ConfiguredDataSink[Any]":
        """Return a store under the name of its kind; ValueError when there is none for its class."""
        return ConfigurableDataSinks.from_component(component).build_configured_data_sink(component)

    @property
    def configurable_data_sink_type(self) -> ConfigurableDataSinks:
        """Its kind."""
        return ConfigurableDataSinks.from_component(self.component)
