"""7z archives."""

import logging
import struct
import sys
from collections.abc import Mapping
from datetime import datetime
from lzma import LZMAError
from pathlib import Path

import py7zr
from py7zr.exceptions import AbsolutePathError, ArchiveError, DecompressionBombError, PasswordRequired
from py7zr.io import Py7zIO, WriterFactory

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers.unpacking import BOMB, EnoughError, Sink, Unpacker

_BROKEN = (
    ArchiveError,
    AbsolutePathError,
    LZMAError,
    OSError,
    EOFError,
    ValueError,
    struct.error,
    OverflowError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    AssertionError,
    NotImplementedError,
    RuntimeError,
)


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Take a 7z archive apart.

    Raises:
        UserError: nothing of it could be read.
        NothingToRead: there is nothing in it.

    """
    logging.getLogger("py7zr").setLevel(logging.CRITICAL)
    unpacker = Unpacker(path, options, name, wanted)
    damaged = False
    try:
        with path.open("rb") as file, py7zr.SevenZipFile(file, max_extract_size=unpacker.most_bytes) as archive:
            _unpack(archive, unpacker)
    except PasswordRequired:
        unpacker.left_out["locked"] += 1
    except (EnoughError, DecompressionBombError) as error:
        unpacker.note_stop(str(error) if isinstance(error, EnoughError) else BOMB)
    except UserError:
        raise
    except _BROKEN:
        damaged = True
    return unpacker.archive_contents(damaged=damaged)


def _unpack(archive: py7zr.SevenZipFile, unpacker: Unpacker) -> None:
    """Unpack the members in one pass."""
    if archive.needs_password():
        raise PasswordRequired("", "")
    names: dict[str, str] = {}
    times: dict[str, float | None] = {}
    for entry in archive.list():
        if entry.is_file and not entry.is_symlink and entry.filename not in names:
            name = unpacker.name(entry.filename)
            if name:
                names[entry.filename], times[entry.filename] = name, _time(entry.creationtime)
    sinks = _Sinks(unpacker, names, times)
    try:
        if names:
            archive.extract(targets=set(names), factory=sinks)
    finally:
        sinks.abandon()


class _Sinks(WriterFactory):
    """Makes the outputs for the members of an archive; a repeated name is skipped."""

    def __init__(self, unpacker: Unpacker, names: Mapping[str, str], times: Mapping[str, float | None]) -> None:
        self._unpacker = unpacker
        self._last = _Writer(None)
        self._names = {_plain(raw): (name, times[raw]) for raw, name in names.items()}

    def create(self, filename: str) -> Py7zIO:
        """Return the output for a member."""
        name, modified = self._names.pop(_plain(filename), ("", None))
        self._last = _Writer(self._unpacker.begin(name, modified) if name else None)
        return self._last

    def abandon(self) -> None:
        """Forget a member that was not finished."""
        self._last.close(complete=False)


class _Writer(Py7zIO):
    """Hands a member's bytes on."""

    def __init__(self, sink: Sink | None) -> None:
        self._sink = sink
        self._size = 0

    def write(self, s: bytes | bytearray) -> int:
        """Take bytes."""
        self._size += len(s)
        if self._sink is not None:
            self._sink.write(s)
        return len(s)

    def read(self, size: int | None = None) -> bytes:  # noqa: ARG002 - py7zr's
        """Return nothing: it is only written."""
        return b""

    def seek(self, offset: int, whence: int = 0) -> int:  # noqa: ARG002 - py7zr's
        """Stay."""
        return 0

    def flush(self) -> None:
        """Do nothing."""

    def size(self) -> int:
        """Return the number of bytes written."""
        return self._size

    def close(self, *, complete: bool = True) -> None:
        """Keep the member, unless this is called because something went wrong."""
        if self._sink is not None:
            self._sink.close(complete=complete and sys.exception() is None)
            self._sink = None


def _plain(name: str) -> str:
    """Return a name as it is before and after py7zr made it a path."""
    return "/".join(part for part in name.replace("\\", "/").split("/") if part not in {"", "."})


def _time(when: datetime | None) -> float | None:
    return when.timestamp() if when else None
