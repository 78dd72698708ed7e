"""Sheets: the rows and cells of a page that is a table, or of separated values, with their places."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_rag.readers.shapes.blocks import DOCUMENT, blocks_of
from desktop_rag.readers.shapes.lines import Line
from desktop_rag.readers.shapes.model import Block, Cell
from desktop_rag.readers.shapes.sections import with_reader_headings
from desktop_rag.readers.shapes.table_rows import is_row, is_rule, row_cells

_SEPARATORS = ";\t|,"  # of several that fit, the first: a comma may be that of a number
_SAMPLE = 20_000  # characters that tell what separates values
_LONGEST = 20_000  # characters of a value in quotation marks
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet: its heading, its rows, and what stands below it (comments, charts)."""

    heading: Row
    rows: tuple[Row, ...]
    columns: int
    notes: tuple[Block, ...] = ()


def sheet_grid(text: str) -> Grid | None:
    """Return the sheet that a spreadsheet's reader wrote; None when the text does not begin with one."""
    rows: list[Row] = []
    position = 0
    has_rule = False
    for match in re.finditer(r"[^\n]*\n?", text):
        line = Line(match.group().rstrip("\n"), match.start())
        if not is_row(line.text):
            break
        position = match.end()
        if len(rows) == 1 and not has_rule and is_rule(line.text):
            has_rule = True
        else:
            rows.append(tuple(Cell(cell.text.replace("\\|", "|"), cell.start, cell.end) for cell in row_cells(line)))
    if not has_rule:
        return None
    return _grid(rows, with_reader_headings(blocks_of(text, position, len(text), DOCUMENT)))


def values_grid(text: str, *, tabs: bool = False) -> Grid | None:
    """Return separated values as a sheet whose heading is the first row; None when there is nothing."""
    rows = list(_rows_of_values(text, "\t" if tabs else _separator(text)))
    return _grid(rows, ()) if rows else None


def _grid(rows: list[Row], notes: tuple[Block, ...]) -> Grid:
    heading, body = (rows[0], rows[1:]) if len(rows) > 1 else ((), rows)
    return Grid(heading, tuple(body), max(map(len, rows)), notes)


def _separator(text: str) -> str:
    """Return what separates the values: what stands equally often in most of the first lines."""
    lines = [line for line in text[:_SAMPLE].split("\n")[:50] if line.strip()]
    unquoted = [re.sub(r'"[^"]*"', "", line) for line in lines]

    def evenness(separator: str) -> tuple[int, int]:
        counts = [line.count(separator) for line in unquoted]
        usual = max(set(counts), key=counts.count, default=0)
        return (counts.count(usual) if usual else 0, usual)

    return max(_SEPARATORS, key=evenness)


def _rows_of_values(text: str, separator: str) -> Iterator[Row]:
    between = re.escape(separator)
    value = re.compile(
        rf'[ ]*"(?P<quoted>(?:[^"]|""){{0,{_LONGEST}}})"[ ]*(?P<end>{between}|\n|\Z)'
        rf"|(?P<plain>[^{between}\n]*)(?P<stop>{between}|\n|\Z)"
    )
    row: list[Cell] = []
    for match in value.finditer(text):
        group = "quoted" if match["quoted"] is not None else "plain"
        words = match[group].replace('""', '"') if group == "quoted" else match[group].strip()
        row.append(Cell(words, *match.span(group)))
        if (match["end"] if group == "quoted" else match["stop"]) != separator:
            if any(cell.text for cell in row):
                yield tuple(row)
            row = []
