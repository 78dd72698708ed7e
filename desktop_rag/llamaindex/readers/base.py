"""Readers of a program's own, and how they are handed on."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import Component, Document
from desktop_rag.readers.base import BaseReader


class BasePydanticReader(Component, BaseReader):
    """A reader of one's own with fields that are given by name, and that ``load_reader`` makes again.

    ``is_remote`` is for the program to say that its documents come from elsewhere.
    """

    is_remote: bool = False


class ResourcesReaderMixin(ABC):
    """What a reader of one's own can that tells what it reads: files, channels, pages …, by their ids."""

    @abstractmethod
    def list_resources(self, *args: Any, **kwargs: Any) -> list[str]:  # noqa: ANN401 - those of the reader
        """Return the ids of what there is."""

    @abstractmethod
    def get_resource_info(self, resource_id: str, *args: Any, **kwargs: Any) -> dict[str, Any]:  # noqa: ANN401
        """Return what is known of one of them."""

    @abstractmethod
    def load_resource(self, resource_id: str, *args: Any, **kwargs: Any) -> list[Document]:  # noqa: ANN401
        """Return the documents of one of them."""

    def list_resources_with_info(self, *args: Any, **kwargs: Any) -> dict[str, dict[str, Any]]:  # noqa: ANN401
        """Return what is known of each, by id."""
        return {one: self.get_resource_info(one, *args, **kwargs) for one in self.list_resources(*args, **kwargs)}

    def load_resources(self, resource_ids: Iterable[str], *args: Any, **kwargs: Any) -> list[Document]:  # noqa: ANN401
        """Return the documents of some of them."""
        return [document for one in resource_ids for document in self.load_resource(one, *args, **kwargs)]

    async def aload_resources(
        self,
        resource_ids: Iterable[str],
        *args: Any,  # noqa: ANN401
        **kwargs: Any,  # noqa: ANN401
    ) -> dict[str, list[Document]]:
        """Return the documents of some of them, by id."""
        return {one: await self.aload_resource(one, *args, **kwargs) for one in resource_ids}

    alist_resources = asynchronous(list_resources)
    aget_resource_info = asynchronous(get_resource_info)
    aload_resource = asynchronous(load_resource)
    alist_resources_with_info = asynchronous(list_resources_with_info)


class StringIterableReader(BasePydanticReader):
    """Makes documents of texts."""

    def load_data(self, texts: Iterable[str]) -> list[Document]:
        """Return a document for each text."""
        return [Document(text=text) for text in texts]


@dataclass(slots=True)
class ReaderConfig:
    """A reader and what it is called with, for the ``readers`` of a pipeline; ``loader_name`` is for the program."""

    reader: BaseReader
    reader_args: Sequence[Any] = ()
    reader_kwargs: Mapping[str, Any] = field(default_factory=dict)
    loader_name: str | None = None

    def read(self) -> list[Document]:
        """Return the documents; raises as the reader does."""
        return self.reader.load_data(*self.reader_args, **self.reader_kwargs)
