"""The tables of a text with the places of their cells, and the figures in them."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?[ \t]*\Z")
_BAR = re.compile(r"(?<!\\)\|")
_MARKS = " \t*_`"
_FIGURE = re.compile(
    r"(?P<open>\()?(?P<sign>[-−–+▲△]?)\s?(?:[€$£¥￥]|EUR|USD|GBP|CHF|CNY|JPY|RMB|Fr\.?|kr\.?)?\s?(?P<inner>[-−–]?)"
    r"(?P<digits>\d{1,3}(?:[,.' \u00a0\u202f’]\d{3})+(?:[.,]\d{1,4})?|\d+(?:[.,]\d{1,4})?)"
    r"\s?(?:[€$£¥￥%％]|EUR|USD|GBP|CHF|CNY|JPY|RMB|kr\.?|円|元|人|件|名|個|台|h|hrs?|kg|km|t|Std\.?|Stk\.?)?\)?[*†‡]?\Z"
)
_BLANK = re.compile(r"[-–—−./]*\Z|n\.?\s?a\.?\Z|k\.\s?A\.\Z", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:[,.' \u00a0\u202f’]\d{3})+")


class Cell(NamedTuple):
    """A cell with its words at ``start`` to ``end`` of the text."""

    words: str
    start: int
    end: int


class Table(NamedTuple):
    """A table: the names of its columns, empty where it has none, and its rows."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Figure(NamedTuple):
    """A figure of a cell, and the worth of its last decimal."""

    value: Decimal
    step: Decimal


def tables_of(text: str) -> Iterator[Table]:
    """Yield the tables of a text, whose rows are lines with bars and whose head stands above a rule."""
    place, lines = 0, list[tuple[int, str]]()
    for line in [*text.split("\n"), ""]:
        if "|" in line:
            lines.append((place, line))
        else:
            if len(lines) > 2 and _RULE.match(lines[1][1]):
                yield _table(lines)
            lines = []
        place += len(line) + 1


def _table(lines: list[tuple[int, str]]) -> Table:
    head, _, *rows = [tuple(_cells(place, line)) for place, line in lines]
    return Table(head, tuple(rows))


def _cells(place: int, line: str) -> Iterator[Cell]:
    bars = [bar.start() for bar in _BAR.finditer(line)]
    begins = not line[: bars[0]].strip()
    edges = [*([] if begins else [-1]), *bars, *([] if not line[bars[-1] + 1 :].strip() else [len(line)])]
    for left, right in pairwise(edges):
        words = line[left + 1 : right]
        start = left + 1 + len(words) - len(words.lstrip(_MARKS))
        shown = words.strip(_MARKS)
        yield Cell(shown, place + start, place + start + len(shown))


def is_blank(words: str) -> bool:
    """Return True if a cell says nothing: it counts as zero."""
    return _BLANK.match(words) is not None


def figure(words: str, point: str) -> Figure | None:
    """Return the figure that is all of a cell; ``point`` is the sign before its decimals. None for no such figure."""
    match = _FIGURE.match(words)
    if match is None:
        return None
    digits = match["digits"]
    other = "," if point == "." else "."
    grouped = _GROUPED.match(digits)
    whole, _, decimals = digits.rpartition(point) if point in digits else (digits, "", "")
    if grouped and point in whole:  # 1.234.567 where the point is the sign of decimals
        return None
    if other in decimals or (other in whole and not _GROUPED.fullmatch(whole)):
        return None
    plain = re.sub(r"[,.' \u00a0\u202f’]", "", whole)
    value = Decimal(f"{plain}.{decimals}" if decimals else plain)
    is_negative = bool(match["open"]) or match["sign"] in {"-", "−", "–", "▲", "△"} or bool(match["inner"])
    return Figure(-value if is_negative else value, Decimal(1).scaleb(-len(decimals)))


def written(value: Decimal, step: Decimal, like: str, point: str) -> str:
    """Return a figure as another one is written: its decimals, and the sign between thousands if that one has some."""
    decimals = max(0, -int(step.as_tuple().exponent))
    plain = f"{abs(value):,.{decimals}f}"
    group = _GROUPED.search(like)
    sign = re.search(r"[,.' \u00a0\u202f’]", group.group()) if group else None
    separator = sign.group() if sign else ("" if abs(value) < 10_000 else "\u202f")
    if separator == point:
        separator = ""
    text = plain.replace(",", "\0").replace(".", point).replace("\0", separator)
    return f"−{text}" if value < 0 else text
