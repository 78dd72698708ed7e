"""Order recognised lines, and return their words in reading order as PyMuPDF does for a page."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from desktop_rag.readers.ocr.engine import Line
from desktop_rag.readers.pages.page_text import Box, RawWord

_GUTTER = 1.2  # heights of a line: the least distance of columns
_LEAST_LINES = 4  # of a column
_FILLED = 0.55  # of a column's width: its lines are this long; shorter ones are cells of a table
_PARAGRAPH = 1.7  # heights of a line from middle to middle: more is a new block
_SAME_SIZE = 0.25  # difference of heights within which lines count as equally high
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A line, and its box in a frame where text runs from left to right and down."""

    line: Line
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def words_in_reading_order(lines: Sequence[Line]) -> list[RawWord]:
    """Return the words of lines in the order of reading, in pixels of the picture."""
    if not lines:
        return []
    height = float(np.median([line.box.height for line in lines]))
    words: list[RawWord] = []
    block, row = 0, 0
    before: _Placed | None = None
    for column in _columns(_framed(lines), height):
        before = None
        for placed in _rows(column):
            if before is None or _new_block(before, placed):
                block += 1
            row += 1
            words += ((*box, text, block, row) for box, text in _words(placed.line, height))
            before = placed
    return words


def _framed(lines: Sequence[Line]) -> list[_Placed]:
    """Turn all lines by the direction of the longest ones (a skewed scan, a page on its side)."""
    longest = sorted(lines, key=_length)[-9:]
    angles = [np.arctan2(line.box.along[1], line.box.along[0]) for line in longest]
    angle = float(np.median(angles))
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    return [_framed_line(line, cos, sin) for line in lines]


def _framed_line(line: Line, cos: float, sin: float) -> _Placed:
    (left, top), (ax, ay), (dx, dy) = line.box.corner, line.box.along, line.box.down
    corners = [(left + ax * a + dx * d, top + ay * a + dy * d) for a in (0, 1) for d in (0, 1)]
    xs = [x * cos + y * sin for x, y in corners]
    ys = [y * cos - x * sin for x, y in corners]
    return _Placed(line, min(xs), min(ys), max(xs), max(ys))


def _columns(lines: list[_Placed], height: float) -> Iterator[list[_Placed]]:
    """Yield the columns in the order of reading; what runs across them divides them into an upper and a lower part."""
    gutter = _gutter(lines, height)
    if gutter is None:
        yield lines
        return
    across = sorted((line for line in lines if line.left < gutter < line.right), key=_middle)
    above = -float("inf")
    for line in across:
        yield from _halves([part for part in lines if above <= part.middle < line.middle], gutter, height)
        yield [line]
        above = line.middle
    yield from _halves([part for part in lines if above <= part.middle], gutter, height)


def _halves(lines: list[_Placed], gutter: float, height: float) -> Iterator[list[_Placed]]:
    for side in _sides(lines, gutter):
        if side:
            yield from _columns(side, height)


def _sides(lines: list[_Placed], gutter: float) -> tuple[list[_Placed], list[_Placed]]:
    return [line for line in lines if line.right <= gutter], [line for line in lines if line.left >= gutter]


def _gutter(lines: list[_Placed], height: float) -> float | None:
    """Return the gap between columns of running text, None where there is one column (or a table)."""
    if len(lines) < 2 * _LEAST_LINES:
        return None
    span = _width(lines)
    narrow = [line for line in lines if line.right - line.left < 0.6 * span]  # headings may run across
    if len(narrow) < max(2 * _LEAST_LINES, 0.8 * len(lines)):
        return None
    for middle in _gaps(narrow, _GUTTER * height / 2):
        if all(_is_column(side) for side in _sides(narrow, middle)):
            return middle
    return None


def _gaps(lines: list[_Placed], least: float) -> Iterator[float]:
    """Yield the middles of the gaps, from left to right, that no line reaches into."""
    first, *others = sorted(lines, key=_left)
    reach = first.right
    for line in others:
        if line.left - reach > least:
            yield (reach + line.left) / 2
        reach = max(reach, line.right)


def _width(lines: list[_Placed]) -> float:
    return max(line.right for line in lines) - min(line.left for line in lines)


def _is_column(lines: list[_Placed]) -> bool:
    """Return True if lines are running text: most of them fill the width."""
    if len(lines) < _LEAST_LINES:
        return False
    return float(np.median([line.right - line.left for line in lines])) > _FILLED * _width(lines)


def _rows(lines: list[_Placed]) -> list[_Placed]:
    """Return the lines from top to bottom, those beside each other from left to right."""
    ordered: list[_Placed] = []
    row: list[_Placed] = []
    for line in sorted(lines, key=_middle):
        if row and line.middle - row[0].middle > 0.5 * min(line.height, row[0].height):
            ordered += sorted(row, key=_left)
            row = []
        row.append(line)
    return ordered + sorted(row, key=_left)


def _new_block(before: _Placed, after: _Placed) -> bool:
    """Return True if a paragraph begins: a gap, or letters of another size."""
    small, large = sorted((before.height, after.height))
    return after.middle - before.middle > _PARAGRAPH * small or large > (1 + 2 * _SAME_SIZE) * small


def _words(line: Line, usual: float) -> Iterator[tuple[Box, str]]:
    """Yield the words of a line with their boxes; lines about as high as most are made just as high."""
    box, places = line.box, line.places
    pitch = 1 / max(2, len(places)) / 2
    trim = (box.height - usual) / 2 if abs(box.height - usual) < _SAME_SIZE * usual else 0.0
    level = abs(box.along[1]) < 0.05 * abs(box.along[0])
    for match in _WORD.finditer(line.text):
        first, last = match.start(), match.end() - 1
        left = (places[first - 1] + places[first]) / 2 if first else max(0.0, places[0] - 2 * pitch)
        right = (places[last] + places[last + 1]) / 2 if last + 1 < len(places) else min(1.0, places[last] + 2 * pitch)
        x0, y0, x1, y1 = box.part(left, right)
        yield ((x0, y0 + trim, x1, y1 - trim) if level else (x0, y0, x1, y1)), match.group()


def _length(line: Line) -> float:
    return line.box.width


def _middle(placed: _Placed) -> float:
    return placed.middle


def _left(placed: _Placed) -> float:
    return placed.left
