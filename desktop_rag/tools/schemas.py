"""The schema of a function's arguments: from its signature, and what its docstring says of them."""

import builtins
import functools
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

_PLAIN = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.KEYWORD_ONLY,
)
_DESCRIBED = (
    re.compile(r":param (\w+): (.+)"),
    re.compile(r"^\s*(\w+)\s*\(.*?\):\s*(.+)$", re.MULTILINE),
    re.compile(r"@param (\w+)\s+(.+)"),
)


def create_schema_from_function(
    name: str,
    func: Callable[..., object],
    additional_fields: Sequence[tuple[Any, ...]] | None = None,
    ignore_fields: Collection[str] | None = None,
) -> "type[BaseModel]":
    """Return a pydantic model of a function's parameters; those without a type that can be found take anything.

    ``additional_fields`` are (name, type) or (name, type, default). Descriptions come from ``Annotated``, from
    ``Field``, or from the docstring (Sphinx's, Google's and Javadoc's ways of writing them).
    """
    from pydantic import BaseModel, ConfigDict, create_model

    parameters = inspect.signature(func).parameters
    hints = _types_of(func)
    said = param_docs(func)
    skipped = {"self", *(ignore_fields or ())}
    fields: dict[str, Any] = {}
    for number, one in enumerate(parameters.values()):
        if one.kind in _PLAIN and one.name not in skipped:
            hidden = one.name.startswith("_") or hasattr(BaseModel, one.name)
            # the true name is an alias then: pydantic has methods called like some parameters
            fields[f"field_{number}" if hidden else one.name] = _field(
                one, hints.get(one.name, Any), said.get(one.name), has_alias=hidden
            )
    for field_name, kind, *default in additional_fields or ():
        fields[field_name] = (kind, *default) if default else (kind, ...)
    takes_more = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())
    config = ConfigDict(extra="allow" if takes_more else "ignore", arbitrary_types_allowed=True)
    model: type[BaseModel] = create_model(name, __config__=config, **fields)
    return model


def without_fields(schema: "type[BaseModel]", names: Collection[str]) -> "type[BaseModel]":
    """Return a model with the fields of another but some."""
    from pydantic import create_model

    kept: dict[str, Any] = {
        name: (one.annotation, one) for name, one in schema.model_fields.items() if (one.alias or name) not in names
    }
    model: type[BaseModel] = create_model(schema.__name__, __config__=schema.model_config, **kept)
    return model


@functools.cache
def question_schema() -> "type[BaseModel]":
    """Return a pydantic model of the arguments of tools that take a question."""
    from pydantic import create_model

    return create_model("DefaultToolFnSchema", input=(str, ...))


def fields_among_defaults(func: Callable[..., object]) -> frozenset[str]:
    """Return the names of the parameters whose default is a ``Field`` of pydantic."""
    parameters = inspect.signature(func).parameters.values()
    return frozenset(one.name for one in parameters if as_field(one.default) is not None)


def param_docs(func: Callable[..., object]) -> dict[str, str]:
    """Return the docstring's descriptions of a function's parameters; of two for one, the first counts."""
    known = inspect.signature(func).parameters
    said: dict[str, str] = {}
    for pattern in _DESCRIBED:
        for name, description in pattern.findall(inspect.getdoc(func) or ""):
            if name in known:
                said.setdefault(name, description.strip())
    return said


def _types_of(func: Callable[..., object]) -> dict[str, Any]:
    """Return the types of a function's parameters; names that only type checkers import stand for anything."""
    try:
        return get_type_hints(func, include_extras=True)
    except TypeError:  # an object that can be called
        return {}
    except NameError:
        known = vars(builtins) | getattr(inspect.unwrap(func), "__globals__", {})
        return get_type_hints(func, localns=defaultdict(lambda: Any, known), include_extras=True)


def shown_parameter(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter as a reader of the signature wants it: with the type and the default that pydantic's mean."""
    kind, default = parameter.annotation, parameter.default
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if (field := as_field(default)) is not None:
        default = inspect.Parameter.empty if field.is_required() else field.get_default(call_default_factory=True)
    return parameter.replace(annotation=kind, default=default)


def as_field(default: object) -> "FieldInfo | None":
    """Return the default of a parameter where it is a ``Field`` of pydantic."""
    if "pydantic" not in sys.modules:
        return None
    from pydantic.fields import FieldInfo

    return default if isinstance(default, FieldInfo) else None


def _field(parameter: inspect.Parameter, hint: object, said: str | None, *, has_alias: bool) -> tuple[Any, "FieldInfo"]:
    """Return a parameter as a type and a field."""
    from pydantic import Field
    from pydantic.fields import FieldInfo

    options: dict[str, Any] = {"alias": parameter.name} if has_alias else {}
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    if not any(isinstance(note, FieldInfo) and note.description for note in notes):
        options["description"] = next((note for note in notes if isinstance(note, str)), said)
    if (own := as_field(parameter.default)) is not None:
        # what it says itself goes before what is said of it elsewhere
        return Annotated[hint, Field(**options)], own
    return hint, Field(... if parameter.default is inspect.Parameter.empty else parameter.default, **options)
