"""A part of a pipeline: its kind, and the object itself."""

import inspect
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Annotated, Any, Generic, Self, TypeVar, Unpack, cast, get_args, get_origin

from pydantic import BaseModel, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from desktop_rag.core.schema import DeclaredFields, declared

T = TypeVar("T")
F = TypeVar("F", bound="Configured[Any]")
_JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


class ConfigurableKind(BaseModel):
    """A kind of part: its name for people, which no other has, and its class."""

    name: str
    component_type: type[object]


class ConfigurableComponent(Enum):
    """Kinds of parts; their values are ``ConfigurableKind``."""

    @classmethod
    def from_component(cls, component: object) -> Self:
        """Return the kind of an object.

        Raises:
            ValueError: there is none for its class.

        """
        for kind in cls:
            if kind.value.component_type is type(component):
                return kind
        names = ", ".join(kind.value.component_type.__name__ for kind in cls)
        raise ValueError(f"{type(component).__name__} is no component of {cls.__name__}; there are {names}")

    def under_name(self, name: str, component: object, form: type[F]) -> F:
        """Return an object under a name, as the form of its class has it.

        Raises:
            ValueError: it is of another kind.

        """
        if not isinstance(component, self.value.component_type):
            wanted = self.value.component_type.__name__
            raise ValueError(f"{self} takes a {wanted}, not a {type(component).__name__}")  # noqa: TRY004 - LlamaIndex's
        of_class: type[F] = cast("Any", form)[self.value.component_type]
        return of_class(name=name, component=component)


class _ByItsConstructor:
    """Tells pydantic that any object of a class will do, and what the class is made with."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        is_class = isinstance(source, type) and source is not Any
        return core_schema.is_instance_schema(source) if is_class else handler(source)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return constructor_schema(schema["cls"]) if schema["type"] == "is-instance" else handler(schema)


class Configured(BaseModel, Generic[T]):
    """A part of a pipeline under its name."""

    name: str
    component: Annotated[T, _ByItsConstructor()]


def constructor_schema(component_type: type[object]) -> dict[str, Any]:
    """Return the JSON schema of what a class is made with; what JSON does not have is told by its name only."""
    properties: dict[str, Any] = {}
    required = []
    for name, kind, default in _parameters(component_type):
        properties[name] = {"title": name.replace("_", " ").capitalize()}
        if kind in _JSON_TYPES:
            properties[name]["type"] = _JSON_TYPES[kind]
        if default is inspect.Parameter.empty:
            required.append(name)
        elif default is None or type(default) in _JSON_TYPES:
            properties[name]["default"] = default
    return {"title": component_type.__name__, "type": "object", "properties": properties, "required": required}


def _parameters(component_type: type[object]) -> Iterator[tuple[str, Any, object]]:
    """Yield name, type and default of what a class takes; what has a default that nobody tells has None."""
    if issubclass(component_type, DeclaredFields):
        for name, kind in declared(component_type).items():
            yield name, kind, getattr(component_type, name, None)
    for parameter in inspect.signature(component_type).parameters.values():
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            yield parameter.name, parameter.annotation, parameter.default
        elif get_origin(parameter.annotation) is Unpack:
            options: Mapping[str, object] = get_args(parameter.annotation)[0].__annotations__
            yield from ((name, kind, None) for name, kind in options.items())
