"""Spreadsheets: one page per sheet, each a Markdown table."""

from datetime import date, datetime, time, timedelta
from pathlib import Path

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from desktop_rag.errors import UserError
from desktop_rag.readers.base import NothingToRead
from desktop_rag.schema import Document

Cell = int | float | str | bool | time | date | datetime | timedelta


def load_data(path: Path) -> list[Document]:
    """Read every sheet that holds something; see ``readers.base.Reader``."""
    try:
        workbook = CalamineWorkbook.from_path(str(path))
        sheets = [(name, workbook.get_sheet_by_name(name).to_python()) for name in workbook.sheet_names]
    except PasswordError as error:
        raise UserError("The file is protected by a password.", "Save a copy without the password.") from error
    except CalamineError as error:
        raise UserError("The spreadsheet is damaged.", "Open it in its own program and save it again.") from error
    pages = [Document(text=_markdown(rows), metadata={"page_label": name}) for name, rows in sheets]
    if not any(page.text for page in pages):
        raise NothingToRead("The spreadsheet is empty.")
    return pages


def _markdown(rows: list[list[Cell]]) -> str:
    """Return the sheet as a table whose first row is the heading; blank rows are left out."""
    lines = [[_text(cell) for cell in row] for row in rows]
    filled = [line for line in lines if any(line)]
    if not filled:
        return ""
    head, *body = ["| " + " | ".join(line) + " |" for line in filled]
    rule = "|" + " --- |" * len(filled[0])
    return "\n".join([head, rule, *body])


def _text(cell: Cell) -> str:
    """Return a cell as people see it: whole numbers without a fraction, one line."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return " ".join(str(cell).replace("|", "\\|").split())
