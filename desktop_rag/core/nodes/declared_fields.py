"""Classes of a program's own that declare their fields, as LlamaIndex's do."""

import inspect
import sys
from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from typing import Any, Self


class DeclaredFields:
    """Takes by name the fields a program's own class declares (``factor: float = 2``), as LlamaIndex's classes do.

    Each object has lists and dictionaries of its own; a default may be one of pydantic's (``Field``, ``PrivateAttr``).

    Raises:
        TypeError: there is no such field.

    """

    def __init__(self, **fields: object) -> None:
        if unknown := fields.keys() - declared(type(self)).keys():
            raise TypeError(f"{type(self).__name__} has no field {min(unknown)!r}")
        for name, value in (declared_defaults(type(self)) | fields).items():
            setattr(self, name, value)

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class, which identifies it in dictionaries."""
        return cls.__name__


class Component(DeclaredFields):
    """An object that can be converted to a dictionary and created from it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the name of the class and the object's attributes as a dict; nested ``to_dict`` methods are used."""
        held = {name: value for name, value in vars(self).items() if not name.startswith("_")}
        told = {name: value.to_dict() if hasattr(value, "to_dict") else value for name, value in held.items()}
        return {"class_name": self.class_name(), **told}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], **kwargs: Any) -> Self:  # noqa: ANN401 - those of the class
        """Return the object that ``to_dict`` described, or one with other values; raises as the class does."""
        return cls(**{name: value for name, value in data.items() if name != "class_name"} | kwargs)


def declared(kind: type[Any]) -> Mapping[str, Any]:
    """Return the types of the fields that a class and its bases declare, by their names, those of the bases first."""
    return _known(kind)


def _walked(kind: type[Any]) -> Mapping[str, Any]:
    return {name: hint for one in reversed(kind.__mro__) for name, hint in _annotations(one).items()}


_known: Callable[[Any], Mapping[str, Any]] = cache(_walked)  # type checkers take classes for unhashable


def _annotations(kind: type) -> Mapping[str, Any]:
    """Return the annotations that a class itself declares, including names that only type checkers import."""
    if sys.version_info >= (3, 14):  # classes make their annotations when they are asked for
        import annotationlib

        return annotationlib.get_annotations(kind, format=annotationlib.Format.FORWARDREF)
    return inspect.get_annotations(kind)


def declared_defaults(kind: type) -> dict[str, object]:
    """Return the defaults of the fields that a class and its bases declare, by name."""
    return {name: _default(getattr(kind, name)) for name in declared(kind) if hasattr(kind, name)}


def _default(value: Any) -> object:  # noqa: ANN401 - whatever a class holds
    """Return the value of a field that was not given."""
    if type(value).__module__.startswith("pydantic"):
        return value.default if value.default_factory is None else value.default_factory()
    return copy(value) if isinstance(value, list | dict | set) else value
