"""Cells of spreadsheets as a sheet shows them, rows of the same width with merged cells, and formulas as text."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from desktop_rag.core.schema import Document, Metadata
from desktop_rag.readers.office.number_formats import Shown, general
from desktop_rag.readers.plain import markdown_text

Cell = int | float | str | bool | time | date | datetime | timedelta | Shown
Row = tuple[int, list[Cell]]
"""The number of a row, from 1, and its cells from the first column on, as far as there are any."""
Range = tuple[int, int, int, int]
"""First row, first column, last row, last column: rows from 1, columns from 0."""
_KNOWN_AHEAD = 50_000  # cells that are looked at before the first row is told: they say how wide a sheet is
_WIDEST = 16_384  # columns: Excel's
_MOST_KEPT, _LONGEST_KEPT = 50_000, 40  # texts of cells, and their characters
_REFERENCE = re.compile(
    r"(\"[^\"]*\"|'[^']*'!)"  # texts and names of sheets stay as they are
    r"|(?<![\w.$])(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\w.(])"
    r"|(?<![\w.$])(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\w.(])"
    r"|(?<![\w.$])(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.])"
)
_FUTURE = re.compile(r"_xl(?:fn|ws|udf)\.(?:_xl(?:fn|ws|udf)\.)*", re.IGNORECASE)
_LINK = re.compile(r"\s*HYPERLINK\(\s*\"([^\"]+)\"(?:\s*[,;]\s*\"([^\"]*)\"\s*\)\s*$)?", re.IGNORECASE)
_ROWS, _COLUMNS = 1_048_576, 16_384  # Excel's


@dataclass(slots=True)
class Sheet:
    """A sheet: its name, its rows as they are read, and the links of its cells, known when its rows are read.

    A link is the text of its cell and the address. The rows can be taken once.
    """

    name: str
    rows: Iterable[Sequence[Cell]]
    links: list[tuple[str, str]] = field(default_factory=list)


class ExactWords(NamedTuple):
    """Words by which a place of a page is found as well, although they do not stand there."""

    position: int
    words: str


class SheetPage(Document):
    """A page of a sheet; ``exact`` has the numbers and days behind what its cells show, by their place."""

    __slots__ = ("exact",)

    def __init__(self, text: str, exact: Sequence[ExactWords], metadata: Metadata | None = None) -> None:
        Document.__init__(self, text, metadata=metadata)
        self.exact = exact

    def exact_words(self, start: int, end: int) -> str:
        """Return the words of a part of the page that do not stand in it."""
        first, last = (bisect_left(self.exact, place, key=itemgetter(0)) for place in (start, end))
        return " ".join(words for _, words in self.exact[first:last])


class CellLines(dict[str, str]):
    """Texts of cells in one line, made when they are asked for; short ones, of which many come again, are kept."""

    def __missing__(self, text: str) -> str:
        line = _line(text)
        if len(text) <= _LONGEST_KEPT and len(self) < _MOST_KEPT:
            self[text] = line
        return line

    def row(self, cells: Iterable[Cell]) -> list[str]:
        """Return ``cell_text`` of each cell."""
        return [
            self[cell] if type(cell) is str else self[cell.text] if type(cell) is Shown else cell_text(cell)
            for cell in cells
        ]


def cell_text(cell: Cell) -> str:
    """Return a cell as people see it, in one line."""
    if type(cell) is int:
        return str(cell)
    if type(cell) is float:
        return general(cell)
    text = cell.text if type(cell) is Shown else cell
    if isinstance(text, str):
        return _line(text)
    if isinstance(text, bool):
        return "TRUE" if text else "FALSE"
    return general(text) if isinstance(text, float) else str(text)


def _line(text: str) -> str:
    # most texts are in one line, and to make sure takes longer than all else
    is_line = text.isprintable() and "|" not in text and "  " not in text and text[:1] != " " != text[-1:]
    return text if is_line else markdown_text.cell(text)


def cell_value(cell: Cell) -> int | float | str | bool | time | date | datetime | timedelta:
    """Return the value of a cell, whatever its display."""
    return cell.value if isinstance(cell, Shown) else cell


def exact_words(row: Sequence[Cell]) -> str:
    """Return further search words for the cells of a row: numbers and days that are displayed otherwise."""
    return " ".join([cell.exact for cell in row if type(cell) is Shown and cell.exact])


def even_rows(rows: Iterable[Row], merged: "MergedCells | None" = None) -> Iterator[Sequence[Cell]]:
    """Yield rows of the same width from the first row of the sheet on, without empty columns before the first one.

    Rows that are not told are empty. What is merged downwards stands in each row that it covers.
    """
    filled = merged.fill(rows) if merged is not None else iter(rows)
    ahead: list[Row] = []
    seen = 0
    for row in filled:
        ahead.append(row)
        seen += len(row[1])
        if seen > _KNOWN_AHEAD:
            break
    else:
        filled = iter(())
    width = max((len(cells) for _, cells in ahead), default=0)
    # of a sheet that goes on, a later row may begin further left
    left = min(map(_first, ahead), default=0) if seen <= _KNOWN_AHEAD else 0
    empty: Sequence[Cell] = [""] * (width - left)
    number = 0
    for here, cells in chain(ahead, filled):
        while number < here - 1:
            number += 1
            yield empty
        number = here
        missing = width - len(cells)
        yield (cells[left:] if left else cells) + [""] * missing if left or missing > 0 else cells


def _first(row: Row) -> int:
    return next((column for column, cell in enumerate(row[1]) if cell not in {"", None}), _WIDEST)


class MergedCells:
    """The merged cells of a sheet, which may become known with the rows that they begin in."""

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        self._beginning: dict[int, list[tuple[int, int]]] = {}
        for first, column, last, _ in ranges:
            self.add(first, column, last)

    def add(self, first: int, column: int, last: int) -> None:
        """Note that a cell reaches down to a row."""
        if last > first:
            self._beginning.setdefault(first, []).append((column, last))

    def fill(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield rows, with what is merged into them from above; rows of nothing else stay as they are."""
        open_cells: dict[int, tuple[int, Cell]] = {}
        for number, cells in rows:
            if open_cells:
                open_cells = {column: one for column, one in open_cells.items() if one[0] >= number}
            if open_cells and any(one not in {"", None} for one in cells):
                cells.extend([""] * (max(open_cells) + 1 - len(cells)))
                for column, (_, cell) in open_cells.items():
                    cells[column] = cell
            for column, last in self._beginning.pop(number, ()):
                if column < len(cells) and cells[column] not in {"", None}:
                    open_cells[column] = (last, cells[column])
            yield number, cells


def shown_formula(text: str) -> str:
    """Return a formula as people see it, ``=A2+B2``, without the marks of functions that came later."""
    return f"={_FUTURE.sub('', text).lstrip('=')}"


def link_of(formula: str) -> tuple[str, str] | None:
    """Return the text, as far as the formula has it, and the address of a ``HYPERLINK("…")``, None for any other."""
    found = _LINK.match(formula)
    return (found[2] or "", found[1]) if found is not None else None


def moved(formula: str, rows: int, columns: int) -> str:
    """Return a formula moved by ``rows`` down and ``columns`` to the right."""

    def at(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        if match[3]:
            return f"{match[2]}{_column(match[2], match[3], columns)}{match[4]}{_row(match[4], match[5], rows)}"
        if match[7]:
            first, last = _column(match[6], match[7], columns), _column(match[8], match[9], columns)
            return f"{match[6]}{first}:{match[8]}{last}"
        return f"{match[10]}{_row(match[10], match[11], rows)}:{match[12]}{_row(match[12], match[13], rows)}"

    return _REFERENCE.sub(at, formula)


def column_number(letters: str) -> int:
    """Return the number of a column, from 1, by its letters."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _row(fixed: str, number: str, further: int) -> str:
    return number if fixed else str((int(number) - 1 + further) % _ROWS + 1)


def _column(fixed: str, letters: str, further: int) -> str:
    if fixed:
        return letters
    number = (column_number(letters) - 1 + further) % _COLUMNS + 1
    text = ""
    while number:
        number, place = divmod(number - 1, 26)
        text = chr(ord("A") + place) + text
    return text
