"""Events that programs, tools and agents exchange in a run; their fields are attributes."""

import json
from collections.abc import Collection, ItemsView, KeysView, Mapping, ValuesView
from dataclasses import fields, is_dataclass
from typing import Any, Self

from desktop_rag.core.media.dumping import plain
from desktop_rag.core.schema import declared_defaults


class Event:
    """An event of a program in a run: fields by their names, which are attributes, also undeclared ones.

    It can be read as a dictionary too (``event["name"]``, ``event.get("name")``). Of what a class of one's own declares
    (``message: str = ""``), the defaults count. ``model_dump`` returns the fields, but for those that ``kept_out``
    names.
    """

    kept_out = frozenset[str]()

    def __init__(self, **given: Any) -> None:  # noqa: ANN401 - any fields
        vars(self).update(declared_defaults(type(self)) | given)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any field
        raise AttributeError(f"{type(self).__name__} has no {name!r}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment] # events can be changed

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - any field
        return vars(self)[name]

    def __setitem__(self, name: str, value: object) -> None:
        vars(self)[name] = value

    def __contains__(self, name: object) -> bool:
        return name in vars(self)

    def get(self, name: str, default: object = None) -> Any:  # noqa: ANN401
        """Return a field, or ``default`` where there is none."""
        return vars(self).get(name, default)

    def keys(self) -> KeysView[str]:
        """Return the names of the fields."""
        return vars(self).keys()

    def values(self) -> ValuesView[Any]:
        """Return the fields without their names."""
        return vars(self).values()

    def items(self) -> ItemsView[str, Any]:
        """Return the fields with their names."""
        return vars(self).items()

    def model_dump(self, *, mode: str = "python", exclude: Collection[str] = ()) -> dict[str, Any]:
        """Return the fields, those inside too, but for the ones to ``exclude``; “json” has values of JSON only."""
        left_out = {*exclude, *self.kept_out}
        return {name: plain(_taken_apart(value), mode) for name, value in vars(self).items() if name not in left_out}

    def model_dump_json(self, *, exclude: Collection[str] = ()) -> str:
        """Return the result of ``model_dump`` as JSON; values unknown to JSON become texts."""
        return json.dumps(self.model_dump(mode="json", exclude=exclude), ensure_ascii=False, default=str)

    @classmethod
    def model_validate(cls, obj: "Mapping[str, Any] | Event") -> Self:
        """Return the event that has these fields; TypeError where one is missing."""
        return obj if isinstance(obj, cls) else cls(**dict(obj.items()))


def _taken_apart(value: Any) -> Any:  # noqa: ANN401 - whatever is told
    """Return the fields of an object without ``model_dump``."""
    if hasattr(value, "model_dump") or not is_dataclass(value) or isinstance(value, type):
        return value
    return {one.name: getattr(value, one.name) for one in fields(value)}
