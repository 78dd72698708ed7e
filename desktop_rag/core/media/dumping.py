"""The methods by which LlamaIndex's programs write, read and copy objects (pydantic's names), for dataclasses."""

import base64
import enum
import json
from collections.abc import Collection, Mapping
from copy import copy, deepcopy
from dataclasses import fields
from pathlib import PurePath
from typing import Any, ClassVar, Self


class Dumpable:
    """A dataclass that can be written as a dictionary or JSON, and made of either again.

    ``hidden`` names the fields that are not written. A class whose fields are no plain values turns dictionaries into
    them when it is made.
    """

    __slots__ = ()
    hidden: ClassVar[frozenset[str]] = frozenset()

    def model_dump(
        self, *, mode: str = "python", exclude: Collection[str] = (), exclude_none: bool = False
    ) -> dict[str, Any]:
        """Return the fields, but for those excluded; with the ``mode`` "json" all values are values of JSON."""
        left_out = self.hidden | set(exclude)
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in left_out}  # type: ignore[arg-type]
        kept = {name: value for name, value in values.items() if value is not None or not exclude_none}
        return {name: plain(value, mode) for name, value in kept.items()}

    def model_dump_json(self, *, indent: int | None = None, exclude: Collection[str] = ()) -> str:
        """Return the result of ``model_dump`` as JSON."""
        return json.dumps(self.model_dump(mode="json", exclude=exclude), ensure_ascii=False, indent=indent)

    @classmethod
    def model_validate(cls, obj: "Self | Mapping[str, Any]") -> Self:
        """Return an instance made from a dictionary, or the object itself.

        Raises:
            TypeError: the dictionary describes something else.

        """
        return cls(**obj) if isinstance(obj, Mapping) else obj

    @classmethod
    def model_validate_json(cls, json_data: str | bytes) -> Self:
        """Return an instance made from JSON; raises as ``model_validate`` does."""
        return cls.model_validate(json.loads(json_data))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with other values for some fields; a ``deep`` one shares nothing with this object."""
        made = deepcopy(self) if deep else copy(self)
        for name, value in (update or {}).items():
            setattr(made, name, value)
        return made

    @classmethod
    def parse_obj(cls, obj: Mapping[str, Any]) -> Self:
        """Call ``model_validate``: pydantic's earlier name."""
        return cls.model_validate(obj)

    @classmethod
    def parse_raw(cls, b: str | bytes) -> Self:
        """Call ``model_validate_json``: pydantic's earlier name."""
        return cls.model_validate_json(b)

    dict, json, copy = model_dump, model_dump_json, model_copy  # pydantic's earlier names


def plain(value: Any, mode: str = "python") -> Any:  # noqa: ANN401 - whatever a field holds
    """Return a value as dictionaries, lists and plain values; with the ``mode`` "json" only as JSON has them."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode=mode)
    if isinstance(value, Mapping):
        return {plain(key, mode): plain(item, mode) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item, mode) for item in value]
    if hasattr(value, "tolist"):  # vectors
        return value.tolist()
    return _as_json(value) if mode == "json" else value


def _as_json(value: Any) -> Any:  # noqa: ANN401 - a single value
    """Return a single value as JSON has it; bytes in base64, unless they are letters of it already."""
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, bytes):
        return value.decode() if value.isascii() else base64.b64encode(value).decode()
    if isinstance(value, PurePath):
        return str(value)
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)
