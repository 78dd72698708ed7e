"""Review tables for other programs: a table for spreadsheets, and JSON."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.review import Cell, CellState, ReviewTable
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.services.review.workbook import write_workbook

STATES = {
    CellState.FOUND: UserText("found"),
    CellState.NOT_STATED: UserText("not stated"),
    CellState.DISAGREES: UserText("disagrees"),
    CellState.UNREADABLE: UserText("not readable"),
    CellState.FAILED: UserText("failed"),
    CellState.NOT_ASKED: UserText("not asked"),
    CellState.WAITING: UserText("not filled yet"),
    CellState.BY_HAND: UserText("set by hand"),
}
_BETWEEN = " … "  # two quotations


def write_table(table: ReviewTable, target: Path, notes: Path | None, say: Say = str) -> int:
    """Write a table as CSV or XLSX, as the name ends; return the number of rows.

    CSV has of each cell its value, state, page and quotation; a workbook has the latter in comments.

    Raises:
        UserError: the file cannot be written.

    """
    if target.suffix.lower() == ".xlsx":
        return write_workbook(table, target, notes, {state: say(text) for state, text in STATES.items()}, say)
    columns = [say(UserText("File"))]
    for one in table.definition.columns:
        columns += [one.name, *(f"{one.name}: {say(part)}" for part in (_STATE, _PLACE, _QUOTATION))]
    return write_csv([*columns, say(UserText("Path"))], _rows(table, say), target, notes)


_STATE, _PLACE, _QUOTATION = UserText("state"), UserText("page"), UserText("quotation")


def table_json(table: ReviewTable) -> dict[str, object]:
    """Return everything but the rows as JSON has it."""
    return {
        "library": table.library,
        "table": table.definition.name,
        "columns": [asdict(one) for one in table.definition.columns],
        "model": table.model,
        "read": table.read,
        "files": table.files,
        "unread": [asdict(one) for one in table.unread],
        "made": table.made,
        "kept": table.kept,
        "changes": asdict(table.changes) if table.changes is not None else None,
    }


def rows_json(table: ReviewTable) -> Iterator[dict[str, object]]:
    """Yield the rows as JSON has them, the cells by the names of their columns."""
    names = [one.name for one in table.definition.columns]
    for row in table.rows:
        cells = {name: asdict(cell) for name, cell in zip(names, row.cells, strict=True)}
        yield {"file": row.file, "cells": cells}


def place_of(file: str, cell: Cell) -> str:
    """Return the pages of a cell's quotations, "" where the file has none."""
    if not (is_paged(file) or has_slides(file)):
        return ""
    return ", ".join(dict.fromkeys(place.page_label or str(place.page) for place in cell.places))


def _rows(table: ReviewTable, say: Say) -> Iterator[list[str]]:
    for row in table.rows:
        line = [shown_name(row.file)]
        for cell in row.cells:
            quotations = _BETWEEN.join(" ".join(place.quote.split()) for place in cell.places)
            line += [cell.value, say(STATES[cell.state]), place_of(row.file, cell), quotations or say(cell.reason)]
        yield [*line, row.file]
