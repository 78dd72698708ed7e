"""What LlamaIndex's users know by heart: parameters and defaults (0.14.14) of the names that this library shares.

``signatures.json`` has, for every public name of both, the parameters of its constructor and main methods with their
defaults ("required", or "..." for what is not a plain value). What is missing or other here is named in the table
“Parameters that are missing, or other” of LLAMAINDEX.md, and nothing else is.
"""

import enum
import importlib
import inspect
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Unpack, get_args, get_origin

import pytest

import desktop_rag
from tests.test_exports import PACKAGES

KNOWN: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("signatures.json").read_text("utf-8"))
TABLE = Path(desktop_rag.__file__).with_name("LLAMAINDEX.md").read_text("utf-8").split("\n## ")
NOTHING = {"None", "()", "[]", "{}", "''"}
Parameters = dict[str, str]
DECLARED = {"response_kwargs", "fields"}  # only what templates, and subclasses, have


@cache
def ours(name: str) -> Any:  # noqa: ANN401 - classes and functions
    packages = map(
        importlib.import_module, ["desktop_rag", *(f"desktop_rag.llamaindex.{package}" for package in PACKAGES)]
    )
    return next(getattr(package, name) for package in packages if name in package.__all__)


def shown(default: object) -> str:
    if default is inspect.Parameter.empty:
        return "required"
    value = default.value if isinstance(default, enum.Enum) else default
    plain = value is None or isinstance(value, str | int | float | bool) or value in ((), [], {})
    return repr(value) if plain and len(repr(value)) <= 60 else "..."


def parameters(function: Callable[..., object]) -> tuple[Parameters, bool]:
    """Return parameters with their defaults, those of a ``TypedDict`` too, and whether any other name is taken."""
    found: Parameters = {}
    takes_all = False
    for name, one in inspect.signature(function).parameters.items():
        if one.kind is one.VAR_KEYWORD:
            options = get_args(one.annotation)[0] if get_origin(one.annotation) is Unpack else None
            found |= dict.fromkeys(options.__annotations__, "...") if options else {}
            takes_all = takes_all or (options is None and name not in DECLARED)
        elif one.kind is not one.VAR_POSITIONAL:
            found[name] = shown(one.default)
    return found, takes_all


def is_same(theirs: str, mine: str) -> bool:
    """Whether two defaults are, as far as they are plain; what they require may be optional here."""
    return theirs == mine or "..." in {theirs, mine} or theirs == "required" or {theirs, mine} <= NOTHING


def differences(name: str) -> Iterator[str]:
    """Yield the names of parameters and methods of a class, or a function, that are missing or other."""
    for method, wanted in KNOWN[name].items():
        made = ours(name) if method in {"__init__", "()"} else getattr(ours(name), method, None)
        if made is None:
            yield method
            continue
        mine, takes_all = parameters(made)
        yield from (one for one in wanted if one not in mine and not takes_all)
        yield from (one for one, default in wanted.items() if one in mine and not is_same(default, mine[one]))


def named() -> set[tuple[str, str]]:
    """Return the classes with the parameters that the table names for them."""
    (section,) = [part for part in TABLE if part.startswith("Parameters that are missing, or other")]
    cells = [row.split("|")[1:3] for row in section.splitlines() if row.startswith("| `")]
    words = [[re.findall(r"`(\w+)`", cell) for cell in row] for row in cells]
    return {(name, parameter) for found, names in words for name in names for parameter in found}


SIGNATURES = sorted(name for name in KNOWN if "values" not in KNOWN[name])


@pytest.mark.parametrize("name", SIGNATURES)
def test_parameters_and_defaults_are_those_of_llama_index(name: str) -> None:
    assert {(name, other) for other in differences(name)} <= named()


def test_the_table_names_nothing_that_is_as_in_llama_index() -> None:
    others = {(name, other) for name in SIGNATURES for other in differences(name)}
    assert {other for _, other in named()} == {other for _, other in others}
    assert {name for name, _ in named()} == {name for name, _ in others}


@pytest.mark.parametrize("name", sorted(set(KNOWN) - set(SIGNATURES)))
def test_kinds_and_modes_have_the_same_values(name: str) -> None:
    assert {str(one.value) for one in ours(name)} >= set(KNOWN[name]["values"])
