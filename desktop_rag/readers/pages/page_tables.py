"""Tables on a page, found by where the words stand: rows whose cells are aligned.

PyMuPDF gives the words of a table cell by cell, so that a number loses the name of its row.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

Box = tuple[float, float, float, float]
RawWord = tuple[float, float, float, float, str, int, int]
"""A word as PyMuPDF tells it: its box, what it says, the number of its block and of its line."""
Cell = list[RawWord]

_GAP = 0.8  # heights of a word: cells stand farther apart than words do
_LEVEL = 0.5  # heights: words on one line
_ALIGNED = 4.0  # points
_LEAST_ROWS = 3
_LABEL = 90  # characters of the first cell
_SHORT = 30  # characters of the other cells
_APART = 3.2  # heights between the rows of a table
_BETWEEN = 2  # rows of one cell between others
_MARKS = r"(?:\s?(?:[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\(\w\)|\[[\d,]+\]))*"  # of notes
_YEAR = re.compile(rf"(?:19|20)\d\d{_MARKS}")
_MOST_HEAD_LINES = 16  # single lines of names above a table
_HEAD_HEIGHT = 6.0  # heights of a row that names of columns may take
_LEAST_NAMED = 2  # columns
_PREFIX = re.compile(r"[$€£¥₩₹]|US\$|\(")
_SUFFIX = re.compile(r"[%)*]+|[$€£¥₩₹]?\)|pts|pt|bps|x")
_NUMBER = re.compile(
    r"(?:[$€£¥₩₹]\s?)?[(\-–+]?\s?(?:[$€£¥₩₹]\s?)?\d[\d,.'\u00a0 ]*\)?\s?[%x]?\)?"
    rf"{_MARKS}|[—–-]+|n/?[am]\.?|NM|\*+",
    re.IGNORECASE,
)


class Row(NamedTuple):
    """Words that stand on one line and follow each other, as cells; ``table`` numbers the table, 0: none."""

    cells: tuple[Cell, ...]
    table: int = 0

    @property
    def box(self) -> Box:
        """The box around the row."""
        words = self.cells[0] if len(self.cells) == 1 else [word for cell in self.cells for word in cell]
        left, top, right, bottom, _, _, _ = zip(*words, strict=True)
        return min(left), min(top), max(right), max(bottom)


def rows_of(words: Sequence[RawWord]) -> list[Row]:
    """Return the words of a page as rows, in their order; those of tables are marked and have all their cells."""
    rows = [_row(line) for line in _lines(words)]
    # most pages have no table: the rest costs nothing for them
    if sum(_is_tabular(row) for row in rows) < _LEAST_ROWS:
        return rows
    marked: list[Row] = []
    done = 0
    for number, (start, end) in enumerate(_regions(rows), 1):
        columns = _columns(rows[start:end])
        first, below = _stacked_head(rows, done, start, end, columns)
        marked += rows[done:first]
        if first < below:
            marked += _stacked(rows[first:below], columns, number)
        marked += [Row(_padded(row.cells, columns), number) for row in rows[below:end]]
        done = end
    return marked + list(rows[done:])


def _lines(words: Sequence[RawWord]) -> Iterator[list[RawWord]]:
    """Yield groups of words that follow each other from left to right on one level."""
    line: list[RawWord] = []
    right = top = bottom = 0.0
    for word in words:
        x0, y0, x1, y1, _, _, _ = word
        if line and (
            x0 < right - 1
            or ((y0 != top or y1 != bottom) and abs(top + bottom - y0 - y1) >= 2 * _LEVEL * min(bottom - top, y1 - y0))
        ):
            yield line
            line = []
        line.append(word)
        right, top, bottom = x1, y0, y1
    if line:
        yield line


def _row(line: list[RawWord]) -> Row:
    """Cut a line into cells; signs of currency and brackets belong to their number."""
    _, y0, right, y1, _, _, _ = line[0]
    height = y1 - y0
    starts: list[int] = []
    for place, (x0, y0, x1, y1, _, _, _) in enumerate(line):
        before, height = height, y1 - y0
        if x0 - right > _GAP * min(height, before):
            starts.append(place)
        right = x1
    if not starts:
        return Row((line,))
    cells = [line[start:end] for start, end in pairwise([0, *starts, len(line)])]
    merged: list[Cell] = []
    for cell in (part for whole in cells for part in _split_sign(whole)):
        text = _text(cell)
        if merged and (_SUFFIX.fullmatch(text) or _PREFIX.fullmatch(_text(merged[-1]))):
            merged[-1] = merged[-1] + cell
        else:
            merged.append(cell)
    return Row(tuple(merged))


def _split_sign(cell: Cell) -> list[Cell]:
    """Take a sign of currency at the end of a number away: it belongs to the next one."""
    if len(cell) > 1 and _PREFIX.fullmatch(cell[-1][4]) and _NUMBER.fullmatch(cell[-2][4]):
        return [cell[:-1], cell[-1:]]
    return [cell]


def _is_tabular(row: Row) -> bool:
    """Whether a row may be one of a table: several cells, most of them short."""
    if len(row.cells) < 2:
        return False
    texts = [_text(cell) for cell in row.cells]
    # the first cell names the row, and may be long
    others = texts[1:]
    short = sum(len(text) <= _SHORT for text in others)
    return len(texts[0]) <= _LABEL and short == len(others) and len(texts[0]) > 1


def _regions(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    start, last = -1, -1
    for place, row in enumerate(rows):
        tabular = _is_tabular(row)
        if start >= 0 and not _continues(rows, last, place, tabular=tabular):
            if _is_table(rows[start : last + 1]):
                yield start, last + 1
            start = -1
        if tabular:
            start = place if start < 0 else start
            last = place
    if start >= 0 and _is_table(rows[start : last + 1]):
        yield start, last + 1


def _continues(rows: Sequence[Row], last: int, place: int, *, tabular: bool) -> bool:
    """Whether a row may still belong to the table whose last certain row is ``last``."""
    if place - last > _BETWEEN + tabular:
        return False
    above, row = rows[place - 1].box, rows[place].box
    height = min(above[3] - above[1], row[3] - row[1])
    near = -height < row[1] - above[3] < _APART * height
    text = _text(rows[place].cells[0])
    return near and (tabular or (len(rows[place].cells) == 1 and len(text) <= _LABEL and not text.endswith(".")))


def _is_table(rows: Sequence[Row]) -> bool:
    """Whether rows are a table: enough of them, aligned below each other, with numbers or few words."""
    tabular = [row for row in rows if _is_tabular(row)]
    if len(tabular) < _LEAST_ROWS:
        return False
    pairs = pairwise(tabular)
    aligned = sum(_are_aligned(one, other) for one, other in pairs)
    texts = [_text(cell) for row in tabular for cell in row.cells[1:]]
    numbers = sum(_NUMBER.fullmatch(text) is not None for text in texts)
    return aligned >= 0.6 * (len(tabular) - 1) and (numbers >= 0.4 * len(texts) or _median_length(texts) <= 12)


def _are_aligned(one: Row, other: Row) -> bool:
    """Whether a cell of one row begins or ends where a cell of the other does, the first cells aside."""
    return any(
        abs(mine[0][0] - yours[0][0]) < _ALIGNED or abs(mine[-1][2] - yours[-1][2]) < _ALIGNED
        for mine in one.cells[1:]
        for yours in other.cells[1:]
    )


def _columns(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Return from where to where the columns reach, as the fullest rows show them; nothing when they don't agree."""
    most = max(len(row.cells) for row in rows)
    full = [row for row in rows if len(row.cells) == most]
    columns = [
        (min(row.cells[place][0][0] for row in full), max(row.cells[place][-1][2] for row in full))
        for place in range(most)
    ]
    apart = all(left[1] <= right[0] for left, right in pairwise(columns))
    return columns if apart and len(full) > 1 else []


def _stacked_head(
    rows: Sequence[Row], done: int, start: int, end: int, columns: list[tuple[float, float]]
) -> tuple[int, int]:
    """Return from where to where lines above a table, and its first ones, name its columns; no lines when none do."""
    nothing = (start, start)
    if not columns:
        return nothing
    below = next((place for place in range(start, end) if _has_number(rows[place])), start)
    if any(not _above(row, columns) for row in rows[start:below]):
        below = start
    top = rows[below].box
    height = top[3] - top[1]
    first = start
    named: set[int] = set()
    while first > done and start - first < _MOST_HEAD_LINES:
        row = rows[first - 1]
        near = top[1] - _HEAD_HEIGHT * height <= row.box[1] <= top[1] - height / 2
        places = _above(row, columns)
        if not near or not places:
            break
        named.update(places)
        first -= 1
    return (first, below) if len(named - {0}) >= _LEAST_NAMED else nothing


def _has_number(row: Row) -> bool:
    return any(_NUMBER.fullmatch(_text(cell)) for cell in row.cells[1:])


def _above(row: Row, columns: list[tuple[float, float]]) -> list[int]:
    """Return the columns that the words of a row stand above, [] when they are no names or reach over others."""
    places = [_nearest(cell, columns) for cell in row.cells]
    for place, cell in zip(places, row.cells, strict=True):
        text = _text(cell)
        before = columns[place - 1][1] if place else cell[0][0]
        after = columns[place + 1][0] if place + 1 < len(columns) else cell[-1][2]
        is_name = len(text) <= _SHORT and not text.endswith((".", ":")[: 2 if place else 1])
        is_name = is_name and (_NUMBER.fullmatch(text) is None or _YEAR.fullmatch(text) is not None)
        if not is_name or cell[0][0] < before or cell[-1][2] > after:
            return []
    return places


def _stacked(rows: Sequence[Row], columns: list[tuple[float, float]], table: int) -> list[Row]:
    """Return lines that name columns as one row, and labels below them as rows of their own."""
    count = len(rows)
    while _above(rows[count - 1], columns) == [0]:
        count -= 1
    cells: list[Cell] = [[] for _ in columns]
    for row in sorted(rows[:count], key=lambda row: row.box[1]):
        for cell in row.cells:
            cells[_nearest(cell, columns)] += cell
    return [Row(tuple(cells), table), *(row._replace(table=table) for row in rows[count:])]


def _over_groups(cells: tuple[Cell, ...], columns: list[tuple[float, float]]) -> list[int] | None:
    """Return the columns that names over equally many columns each begin with, None when they are no such names."""
    labelled = cells[0][0][0] < columns[0][1]
    values = cells[labelled:]
    wide, rest = divmod(len(columns) - 1, len(values) or len(columns))
    if rest or wide < 2 or any(_NUMBER.fullmatch(_text(cell)) for cell in values):
        return None
    places = [1 + number * wide for number in range(len(values))]
    for place, cell in zip(places, values, strict=True):
        middle = (cell[0][0] + cell[-1][2]) / 2
        # the middle of the name is that of its columns, and not the middle of one of them
        centre = (columns[place][0] + columns[place + wide - 1][1]) / 2
        if abs(middle - centre) > (columns[place][1] - columns[place][0]) / 2 + _ALIGNED:
            return None
    return [0, *places] if labelled else places


def _padded(cells: tuple[Cell, ...], columns: list[tuple[float, float]]) -> tuple[Cell, ...]:
    """Return a row with an empty cell in every column it has nothing in, unless a cell reaches over columns."""
    if len(cells) < 2 or len(cells) >= len(columns):
        return cells
    places = _over_groups(cells, columns) or [_nearest(cell, columns) for cell in cells]
    if len(set(places)) < len(places):
        return cells
    padded: list[Cell] = [[] for _ in columns]
    for place, cell in zip(places, cells, strict=True):
        padded[place] = cell
    return tuple(padded)


def _nearest(cell: Cell, columns: list[tuple[float, float]]) -> int:
    middle = (cell[0][0] + cell[-1][2]) / 2
    overlaps = [min(cell[-1][2], right) - max(cell[0][0], left) for left, right in columns]
    best = max(overlaps)
    if best > 0:
        return overlaps.index(best)
    distances = [abs(middle - (left + right) / 2) for left, right in columns]
    return distances.index(min(distances))


def _median_length(texts: Sequence[str]) -> int:
    return sorted(map(len, texts))[len(texts) // 2]


def _text(cell: Cell) -> str:
    return " ".join(word[4] for word in cell)
