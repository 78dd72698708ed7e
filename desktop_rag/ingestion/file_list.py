"""The list of a library's files as a table that spreadsheets open."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.files import FileStatus

COLUMNS = ("File", "State", "Reason", "Pages", "Size in bytes", "Changed", "Path", "Inside of")


def export_csv(rows: Iterator[FileStatus], target: Path, notes: Path | None = None) -> int:
    """Write the rows to ``target``; return how many there were (see ``write_csv``).

    Raises:
        UserError: the file cannot be written.

    """
    return write_csv(COLUMNS, map(_cells, rows), target, notes)


def _cells(row: FileStatus) -> tuple[str | int, ...]:
    """Return the cells of a row."""
    changed = ""
    if row.modified > 0:
        changed = dt.datetime.fromtimestamp(row.modified, dt.UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return (
        shown_name(row.path),
        row.state.value,
        row.reason,
        row.pages or "",
        row.size,
        changed,
        row.path,
        row.container,
    )
