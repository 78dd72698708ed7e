"""Tables that spreadsheets open, in which nothing is taken for a formula."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import UserText

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(
    columns: Sequence[str], rows: Iterable[Sequence[str | int]], target: Path, notes: Path | None = None
) -> int:
    """Write rows to ``target`` as UTF-8 with a byte order mark; return how many there were.

    ``notes`` is the folder of the program that remembers what it writes elsewhere until that is complete.

    What stood in ``target`` stays until everything is written. A cell that a spreadsheet would take for a formula
    gets an apostrophe before it.

    Raises:
        UserError: the file cannot be written.

    """
    count, token = 0, current_token()
    try:
        with unfinished_file(target, notes) as part:
            make_private_file(part)
            with part.open("w", encoding="utf-8-sig", errors="replace", newline="") as file:
                writer = csv.writer(file)
                writer.writerow([_safe(column) for column in columns])
                for row in rows:
                    token.raise_if_cancelled()
                    writer.writerow([_safe(cell) for cell in row])
                    count += 1
            part.replace(target)
    except OSError as error:
        raise UserError(
            UserText("The list cannot be written to “{name}”.", name=target.name),
            "Close the file if another program has it open, or choose another folder.",
        ) from error
    return count


def _safe(cell: str | int) -> str | int:
    """Return a cell that no spreadsheet runs."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
