"""Sheets: the rows and cells of a page that is a table, with their places."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import is_row, is_rule
from desktop_rag.readers.section_headings import LEVEL, heading_text
from desktop_rag.readers.shapes.blocks import DOCUMENT, Line, blocks_of, row_cells
from desktop_rag.readers.shapes.model import Block, Cell, Kind

Row = tuple[Cell, ...]


def with_reader_headings(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks of a text that goes to its end, its reader's headings known as such.

    They are the last ones: a heading further up that reads the same is the file's own.
    """
    result = list(blocks)
    for at in range(len(result) - 1, -1, -1):
        block = result[at]
        if block.kind is not Kind.HEADING or block.level > LEVEL:
            continue
        if block.level < LEVEL or not isinstance(heading_text(block.text), UserText):
            break
        result[at] = replace(block, by_reader=True)
    return tuple(result)


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet: its heading, its rows, and the notes below it (comments, charts)."""

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


def _grid(rows: list[Row], notes: tuple[Block, ...]) -> Grid:
    heading, body = (rows[0], rows[1:]) if len(rows) > 1 else ((), rows)
    return Grid(heading, tuple(body), max(map(len, rows)), notes)
