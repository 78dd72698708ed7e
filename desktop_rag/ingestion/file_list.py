"""The list of a library's files as a table that spreadsheets open."""

import csv
import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.results.files import FileStatus
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import UserText

COLUMNS = ("File", "State", "Reason", "Pages", "Size in bytes", "Changed", "Path", "Inside of")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def export_csv(rows: Iterator[FileStatus], target: Path, notes: Path | None = None) -> int:
    """Write the rows to ``target`` as UTF-8 with a byte order mark; return how many there were.

    ``notes`` is the folder of the program that remembers what it writes elsewhere until that is complete.

    What stood in ``target`` stays until everything is written. A cell that a spreadsheet would take for a formula
    gets an apostrophe before it.

    Raises:
        UserError: the file cannot be written.

    """
    try:
        with unfinished_file(target, notes) as part:
            make_private_file(part)
            count = _write(rows, part)
            part.replace(target)
    except OSError as error:
        raise UserError(
            UserText("The list cannot be written to “{name}”.", name=target.name),
            "Close the file if another program has it open, or choose another folder.",
        ) from error
    return count


def _write(rows: Iterator[FileStatus], path: Path) -> int:
    """Write every row; return how many there were."""
    count, token = 0, current_token()
    with path.open("w", encoding="utf-8-sig", errors="replace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in rows:
            token.raise_if_cancelled()
            writer.writerow(_cells(row))
            count += 1
    return count


def _cells(row: FileStatus) -> tuple[str | int, ...]:
    """Return the cells of a row, safe to open."""
    changed = ""
    if row.modified > 0:
        changed = dt.datetime.fromtimestamp(row.modified, dt.UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return (
        _text(shown_name(row.path)),
        row.state.value,
        _text(row.reason),
        row.pages or "",
        row.size,
        changed,
        _text(row.path),
        _text(row.container),
    )


def _text(text: str) -> str:
    """Return a text that no spreadsheet runs."""
    return f"'{text}" if text.startswith(_FORMULA) else text
