"""Sources that a pipeline can read documents from."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from desktop_rag.core.schema import Document, TextNode, new_id
from desktop_rag.llamaindex.ingestion.component import ConfigurableComponent, ConfigurableKind, Configured, T
from desktop_rag.llamaindex.readers.base import ReaderConfig
from desktop_rag.readers.base import BaseReader


class DocumentGroup(BaseReader):
    """Documents that belong together, mostly the pages of the file that is at ``file_path``."""

    def __init__(self, file_path: str, documents: Sequence[Document]) -> None:
        self.file_path = file_path
        self.documents = list(documents)

    @property
    def file_name(self) -> str:
        """The name of the file."""
        return Path(self.file_path).name

    def lazy_load_data(self, *args: object, **kwargs: object) -> Iterable[Document]:  # noqa: ARG002 - those of a reader
        """Return the documents."""
        return self.documents


class ConfigurableDataSources(ConfigurableComponent):
    """The kinds of sources."""

    READER = ConfigurableKind(name="Reader", component_type=ReaderConfig)
    DOCUMENT_GROUP = ConfigurableKind(name="Document Group", component_type=DocumentGroup)
    TEXT_NODE = ConfigurableKind(name="Text Node", component_type=TextNode)
    DOCUMENT = ConfigurableKind(name="Document", component_type=Document)

    def build_configured_data_source(self, component: object, name: str | None = None) -> "ConfiguredDataSource[Any]":
        """Return a source under a name: that of the file of documents, or one of its own, where none is given.

        Raises:
            ValueError: it is of another kind than this one.

        """
        if name is None and isinstance(component, DocumentGroup):
            name = component.file_path
        return self.under_name(name or f"{self.value.name} [{new_id()}]", component, ConfiguredDataSource)


class ConfiguredDataSource(Configured[T]):
    """A source under its name."""

    @classmethod
    def from_component(cls, component: object, name: str | None = None) -> "ConfiguredDataSource[Any]":
        """Return a source under its name; ValueError when there is no kind for its class."""
        return ConfigurableDataSources.from_component(component).build_configured_data_source(component, name)

    @property
    def configurable_data_source_type(self) -> ConfigurableDataSources:
        """Its kind."""
        return ConfigurableDataSources.from_component(self.component)
