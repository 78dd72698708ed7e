"""Spool the pieces of a large document between the process that reads it and the one that stores it."""

import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from desktop_rag.core.codec import decode, encode
from desktop_rag.core.disk_space import is_no_space, no_space
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.records import Piece

_LENGTH = struct.Struct("<Q")  # of the piece that follows; 0 is the end
_MOST_BYTES = 1 << 30  # of a piece: they are cut at two million characters


class SpoolWriter:
    """Writes pieces to a file, which is made with the first one; leaving the block normally completes it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    @property
    def used(self) -> bool:
        """True if anything was written."""
        return self._file is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        file = self._file
        if file is None:
            return
        complete = False
        try:
            if error is None:
                self._dump(b"")
                complete = True
        finally:
            with suppress(OSError):  # what did not fit on the disk does not fit now either
                file.close()
            if not complete:
                discard_spool(str(self._path))

    def write(self, piece: Piece) -> None:
        """Add a piece.

        Raises:
            NoSpaceError: there is no room for it.
            UserError: it cannot be written for another reason.

        """
        self._dump(encode(piece))

    def _dump(self, data: bytes) -> None:
        try:
            if self._file is None:
                make_folders(self._path.parent)
                self._file = self._path.open("wb")
            self._file.write(_LENGTH.pack(len(data)) + data)
            # a full disk is told now, while there is somebody to hear it, not when the file is closed
            self._file.flush()
        except OSError as error:
            if is_no_space(error):
                raise no_space(self._path.parent) from error
            raise UserError(
                UserText("The text of the file cannot be saved: {reason}.", reason=reason_of(error)),
                "Check the disk.",
                retryable=True,
            ) from error


def read_spool(path: str) -> Iterator[Piece]:
    """Yield the pieces in order, one in memory at a time, and remove the file behind them; none for the path "".

    Raises:
        UserError: the file is not there or not complete.

    """
    if not path:
        return
    try:
        with Path(path).open("rb") as file:
            # the end is marked: a file that was cut off must not pass for a short one
            while length := _LENGTH.unpack(file.read(_LENGTH.size))[0]:
                yield decode(file.read(min(length, _MOST_BYTES)), Piece)
        discard_spool(path)
    except (OSError, struct.error, ValueError) as error:
        raise UserError(
            "The text of a large file was lost before it was stored.",
            "Check the disk. The file will be read again on the next run.",
            retryable=True,
        ) from error


def discard_spool(path: str) -> None:
    """Remove a spool file; nothing happens when there is none."""
    if path:
        Path(path).unlink(missing_ok=True)
