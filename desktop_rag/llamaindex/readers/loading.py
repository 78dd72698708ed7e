"""Readers from what ``to_dict`` tells of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.user_text import UserText
from desktop_rag.llamaindex.readers.base import BasePydanticReader
from desktop_rag.readers.base import BaseReader


def load_reader(data: Mapping[str, Any] | BaseReader) -> BaseReader:
    """Return the reader that was described, also one of a program's own class; a reader is returned as it is.

    Raises:
        ValueError: no class is named, or there is none of this name.

    """
    if isinstance(data, BaseReader):
        return data
    name = data.get("class_name")
    if name is None:
        raise UnusableInputError("Must specify `class_name` in reader data.", "Use what to_dict of a reader returned.")
    for kind in _below(BasePydanticReader):
        if kind.class_name() == name:
            return kind.from_dict(data)
    raise UnusableInputError(
        UserText("Reader class name {name} not found.", name=name), "Import the module that has the class."
    )


def _below(kind: type[BasePydanticReader]) -> Iterator[type[BasePydanticReader]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)
