"""Paragraphs whose lines stand far apart: PyMuPDF takes each of their lines for a block of its own."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.readers.pages.page_tables import Row

_SAME_DISTANCE = 0.08  # of the distance between lines
_SAME_HEIGHT = 0.85
_APART = 3.5  # heights, from one line to the next
_INDENT = 0.6  # heights
_LEAST_LINES = 3
_WIDE = 8  # heights: narrower ones are numbers of lines, names of axes
_FULL = 0.8  # of the column's width: the line was broken, and did not end
_MOSTLY = 0.5  # of the lines of a page
_ITEM = re.compile(r"[•◦▪●■‣·*–—-]|\(?\w{1,3}[.)]|[（(]\w{1,3}[）)]")
_SENTENCE_END = re.compile(r"[.!?:;。！？：；]['\"”’」』)）\]]*$")


class _Line(NamedTuple):
    """A row of plain text: its box in points, its first and last word, and the numbers of their blocks."""

    left: float
    top: float
    right: float
    bottom: float
    first: str
    last: str
    upper: int
    lower: int

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def is_item(self) -> bool:
        return _ITEM.fullmatch(self.first) is not None


def joined_blocks(rows: Sequence[Row]) -> dict[int, int]:
    """Return the blocks that continue the paragraph of a block above, each with that paragraph's first block.

    A line goes on with the full one above it; of two lines alone, the second must begin in small letters. Where a
    sentence ended, most lines of the page must stand apart, and the line must not be short as a heading is: else one
    that begins both a block and a sentence begins a paragraph.
    """
    first: dict[int, int] = {}
    lines = [_line(row) for row in rows]
    spaced = _is_spaced(lines)
    for run in _runs(lines):
        left, right = min(line.left for line in run), max(line.right for line in run)
        # only a full line was broken by the edge of the column
        broken = left + _FULL * (right - left)
        for above, below in pairwise(run):
            likely = len(run) >= _LEAST_LINES or below.first[0].islower()
            if likely and above.lower != below.upper and _is_one(above, below, broken, spaced=spaced):
                first[below.upper] = first.get(above.lower, above.lower)
    return first


def _is_one(above: _Line, below: _Line, broken: float, *, spaced: bool) -> bool:
    """Return True if two lines are of one paragraph; those that reach ``broken`` continue in the next line."""
    if above.right < broken or _is_set_off(above, below):
        return False
    return _SENTENCE_END.search(above.last) is None or (spaced and below.right >= broken)


def _line(row: Row) -> _Line | None:
    """Return a row of plain text, nothing for what is in a table or may be."""
    if row.table or len(row.cells) != 1:
        return None
    words = row.cells[0]
    return _Line(*row.box, first=words[0][4], last=words[-1][4], upper=words[0][5], lower=words[-1][5])


def _is_spaced(lines: Sequence[_Line | None]) -> bool:
    """Return True if most lines of a page are alone in their blocks."""
    sizes = Counter(line.upper for line in lines if line is not None)
    return list(sizes.values()).count(1) > _MOSTLY * sizes.total()


def _is_set_off(above: _Line, below: _Line) -> bool:
    """Return True if a line begins an item of a list, or is indented as the first one of a paragraph."""
    indented = below.left - above.left > _INDENT * above.height
    return below.is_item or (indented and not above.is_item)


def _runs(lines: Sequence[_Line | None]) -> list[list[_Line]]:
    """Return lines that stand below each other at one distance."""
    runs: list[list[_Line]] = [[]]
    for line in lines:
        last = runs[-1]
        if line is None:
            runs.append([])
        elif not last or _goes_on(last, line):
            last.append(line)
        else:
            runs.append([last[-1], line] if _goes_on(last[-1:], line) else [line])
    return [run for run in runs if len(run) > 1]


def _goes_on(run: Sequence[_Line], line: _Line) -> bool:
    """Return True if a line stands at the same distance below the last one as that one below the line before it."""
    above = run[-1]
    distance = line.bottom - above.bottom
    low, high = sorted((above.height, line.height))
    near = 0 < distance <= _APART * high and abs(line.left - above.left) <= _APART * high
    evenly = len(run) < 2 or abs(distance - (above.bottom - run[-2].bottom)) <= _SAME_DISTANCE * distance
    wide = max(above.right - above.left, line.right - line.left) >= _WIDE * high
    return near and evenly and wide and low >= _SAME_HEIGHT * high
