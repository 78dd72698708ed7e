"""Clauses: lines that begin with a label which others go on from, as 2.1 and 2.2, § 3 and § 4, (a) and (b), 第3条."""

import re
from collections import defaultdict
from functools import lru_cache

_HAN = "一二三四五六七八九"
_SMALL = "a-zß-öø-ÿ"
_LABEL = re.compile(
    rf"""^[ \t\u3000]*(?:
      (?P<number>\d{{1,3}}(?:\.\d{{1,3}}){{1,5}})\.?[ \t\u3000]+(?=[^\W\d_{_SMALL}]|["“„«(\[「（])
    | (?P<sign>§§?|(?i:article|section|clause|artikel|abschnitt|ziffer|art[íi]culo|secci[óo]n|cl[áa]usula|articolo
        |artigo)[ ]|(?i:art)\.[ ]?)[ \t]*(?P<named>\d{{1,4}})[a-z]?\b
    | 第[ \t]*(?P<counted>[0-9０-９{_HAN}十百〇]{{1,5}})[ \t]*(?P<unit>[条條款項项章節节])
    | [(（]?(?P<item>\d{{1,2}}|[a-z]|[ivx]{{2,5}}|[{_HAN}十]{{1,3}})[)）](?=[ \t\u3000]|[^\x00-\u02ff])
    | (?P<listed>[{_HAN}十]{{1,3}})、
    )""",
    re.MULTILINE | re.VERBOSE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10}
Place = tuple[str, tuple[int, ...]]
"""A kind of label, and its numbers."""


@lru_cache(256)
def clause_starts(text: str) -> tuple[int, ...]:
    """Return the starts of lines that are separate clauses, in order.

    A label counts when another line has the one before or after it. So a line of running text that begins with a
    number is none.
    """
    if "\n" not in text:
        return ()
    found = [(match.start(), _places(match)) for match in _LABEL.finditer(text)]
    known: dict[tuple[str, int], set[tuple[int, ...]]] = defaultdict(set)
    for _, places in found:
        for kind, numbers in places:
            known[kind, len(numbers)].add(numbers)
    return tuple(
        start
        for start, places in found
        if any(_has_neighbour(numbers, known[kind, len(numbers)]) for kind, numbers in places)
    )


def _has_neighbour(numbers: tuple[int, ...], others: set[tuple[int, ...]]) -> bool:
    """Return True if the label before or after one is known, or for 3.1 a clause below 2 or 4."""
    *above, last = numbers
    if (*above, last + 1) in others or (*above, last - 1) in others:
        return True
    return bool(above) and any(abs(other[0] - numbers[0]) == 1 for other in others)


def _places(label: re.Match[str]) -> list[Place]:
    """Return the possible places of a label; (v) is a letter and a number."""
    if number := label["number"]:
        return [("number", tuple(map(int, number.split("."))))]
    if named := label["named"]:
        return [(label["sign"].strip().casefold(), (int(named),))]
    if counted := label["counted"]:
        return [(label["unit"], (_value(counted),))]
    if listed := label["listed"]:
        return [("listed", (_value(listed),))]
    item = label["item"]
    if not (item.isascii() and item.isalpha()):
        return [("item", (_value(item),))]
    places: list[Place] = [("letter", (ord(item),))] if len(item) == 1 else []
    return [*places, ("roman", (_roman(item),))] if set(item) <= set(_ROMAN) else places


def _roman(text: str) -> int:
    values = [_ROMAN[letter] for letter in text]
    return sum(-one if one < max(values[place:]) else one for place, one in enumerate(values))


def _value(text: str) -> int:
    """Return a number below a hundred in Chinese or Western figures; a number far from all others for any other."""
    if text.isdecimal():
        return int(text[:9])
    tens, ten, ones = text.partition("十")
    if len(tens) > 1 or len(ones) > 1 or "百" in text or "〇" in text or not ten:
        return _HAN.find(text) + 1 if len(text) == 1 else -1000
    return 10 * (_HAN.find(tens) + 1 if tens else 1) + (_HAN.find(ones) + 1 if ones else 0)
