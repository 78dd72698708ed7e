"""Text files for other people, written piece by piece: what stood there stays until everything is written."""

from collections.abc import Iterable
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import UserText


def write_pieces(pieces: Iterable[str], target: Path, notes: Path | None = None) -> None:
    """Write pieces of a text to ``target`` as UTF-8; ``notes`` as in ``core.csv_files.write_csv``.

    Raises:
        UserError: the file cannot be written.
        CancelledError: the current token was cancelled.

    """
    token = current_token()
    try:
        with unfinished_file(target, notes) as part:
            make_private_file(part)
            with part.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
                for piece in pieces:
                    token.raise_if_cancelled()
                    file.write(piece)
            part.replace(target)
    except OSError as error:
        raise UserError(
            UserText("“{name}” cannot be written: {reason}.", name=target.name, reason=reason_of(error)),
            "Close the file if another program has it open, or choose another folder.",
        ) from error
