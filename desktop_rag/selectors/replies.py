"""Read which choices a model's reply names."""

import re
from collections.abc import Iterator, Sequence

from desktop_rag.core.output_parsers import parse_json, parse_lines, parse_numbers
from desktop_rag.selectors.base import SelectorResult, SingleSelection

NOTHING_NAMED = "The model's reply named none of the choices."
_NUMBER_KEYS = ("choice", "index", "number", "answer", "selection", "id", "name")
_WHITE = re.compile(r"[\s_-]+")
_FIRST_UNSPACED = "\u0e00"  # Thai; Chinese, Japanese and Korean follow


def selection_of(reply: str, names: Sequence[str], at_most: int, *, fall_back_on_all: bool) -> SelectorResult:
    """Return the choices that a reply names, each once; the first one (or all of them) when it names none."""
    found: dict[int, SingleSelection] = {}
    for selection in _read(reply, names):
        found.setdefault(selection.index, selection)
    if found:
        return SelectorResult(list(found.values())[:at_most])
    fallback = range(len(names) if fall_back_on_all else 1)
    return SelectorResult([SingleSelection(index) for index in fallback][:at_most], NOTHING_NAMED)


def _read(reply: str, names: Sequence[str]) -> list[SingleSelection]:
    """Return the selections of JSON, else of lines that begin with a number, else of any number or name."""
    value = parse_json(reply)
    chosen = list(choices_of_json(value, names)) if isinstance(value, dict | list | int) else []
    if chosen:
        return chosen
    lines = [SingleSelection(index) for line in parse_lines(reply) if (index := _index(line, names)) is not None]
    if lines:
        return lines
    named = _named(reply, names)
    numbers = [number - 1 for number in parse_numbers(reply) if 0 < number <= len(names)]
    surest = named if len(named) == 1 else numbers or named  # "recipes, for 2 reasons"
    return [SingleSelection(index) for index in surest]


def choices_of_json(value: object, names: Sequence[str]) -> Iterator[SingleSelection]:
    """Yield the selections in a JSON value, however deep they lie."""
    if isinstance(value, list):
        for item in value:
            yield from choices_of_json(item, names)
        return
    if not isinstance(value, dict):
        index = _index(value, names)
        if index is not None:
            yield SingleSelection(index)
        return
    lowered = {str(key).lower(): item for key, item in value.items()}
    for key in _NUMBER_KEYS:
        index = _index(lowered.get(key), names)
        if index is not None:
            yield SingleSelection(index, str(lowered.get("reason", "")))
            return
    for item in value.values():
        if isinstance(item, dict | list):
            yield from choices_of_json(item, names)


def _index(value: object, names: Sequence[str]) -> int | None:
    """Return the position of a choice that is named by its number or its name."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        named = [index for index, name in enumerate(names) if name and _plain(name) == _plain(value)]
        if named:
            return named[0]
        numbers = parse_numbers(value) if len(value) < 20 else []
        value = numbers[0] if len(numbers) == 1 else 0
    return int(value) - 1 if 0 < value <= len(names) else None


def _named(reply: str, names: Sequence[str]) -> list[int]:
    """Return the positions of the names that occur in the reply, in the order in which they do."""
    text = _plain(reply)
    places = {index: _place(_plain(name), text) for index, name in enumerate(names)}
    return sorted((index for index, place in places.items() if place >= 0), key=places.__getitem__)


def _place(name: str, text: str) -> int:
    """Return the position of a name as a whole word, -1 without one; single letters are no names in prose.

    Scripts that put no spaces between words have no words of their own: there, anywhere will do.
    """
    if len(name) < 2:
        return -1
    spaced = max(name) < _FIRST_UNSPACED
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)" if spaced else re.escape(name), text)
    return found.start() if found else -1


def _plain(text: str) -> str:
    """Return a name without the differences that models make."""
    return _WHITE.sub(" ", text).strip(" .,:;'\"`*()[]").casefold()
