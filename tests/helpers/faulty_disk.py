"""A disk that fails when a test wants it to: SQLite reads and writes through it, whoever opens a file.

What fails is counted from ``FaultyDisk.arm`` on. Closing a file is never said to fail, as with SQLite's own disk.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import apsw
import pytest

from desktop_rag.storage.sqlite.connection import Connection

Kind = Literal["open", "read", "write", "sync", "truncate", "delete"]
_NAME = "faulty"
_CLOSE = apsw.Connection.close


@dataclass(frozen=True)
class Fault:
    """What happens: ``error`` with the SQLite code, at an operation of the ``kind``; ``short`` writes half before."""

    name: str
    kind: Kind
    error: type[apsw.Error]
    code: int
    short: bool = False

    def happen(self) -> None:
        """Fail as SQLite's own disk does."""
        failure = self.error(f"{self.name} failed")
        failure.extendedresult = self.code  # type: ignore[attr-defined] # which is how apsw is told of it
        raise failure


FAULTS = (
    Fault("open", "open", apsw.CantOpenError, apsw.SQLITE_CANTOPEN),
    Fault("read", "read", apsw.IOError, apsw.SQLITE_IOERR_READ),
    Fault("write", "write", apsw.IOError, apsw.SQLITE_IOERR_WRITE),
    Fault("full", "write", apsw.FullError, apsw.SQLITE_FULL),
    Fault("short write", "write", apsw.FullError, apsw.SQLITE_FULL, short=True),
    Fault("sync", "sync", apsw.IOError, apsw.SQLITE_IOERR_FSYNC),
    Fault("truncate", "truncate", apsw.IOError, apsw.SQLITE_IOERR_TRUNCATE),
    Fault("delete", "delete", apsw.IOError, apsw.SQLITE_IOERR_DELETE),
)


@dataclass
class FaultyDisk:
    """Counts what SQLite does, and lets one operation fail, or with ``lasting`` all of its kind from it on."""

    done: Counter[str] = field(default_factory=Counter)
    fault: Fault | None = None
    at: int = 0
    lasting: bool = False
    happened: bool = False

    def arm(self, fault: Fault | None, at: int = 0, *, lasting: bool = False) -> None:
        """Count from now on, and let the operation with the number ``at`` (from 0) fail; None: nothing fails."""
        self.done.clear()
        self.fault, self.at, self.lasting, self.happened = fault, at, lasting, False

    def fails(self, kind: Kind) -> Fault | None:
        """Count an operation; return what happens to it."""
        number = self.done[kind]
        self.done[kind] += 1
        if self.fault is None or self.fault.kind != kind:
            return None
        if number != self.at and not (self.lasting and number > self.at):
            return None
        self.happened = True
        return self.fault

    def check(self, kind: Kind) -> None:
        """Count an operation, and fail when it is its turn."""
        if fault := self.fails(kind):
            fault.happen()


class _File(apsw.VFSFile):
    """A file on the disk."""

    def __init__(self, disk: FaultyDisk, base: str, name: Any, flags: list[int]) -> None:  # noqa: ANN401 - apsw's
        self._disk = disk
        super().__init__(base, name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - SQLite's names, here and below
        self._disk.check("read")
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: ANN401, N802
        if fault := self._disk.fails("write"):
            if fault.short:
                super().xWrite(bytes(data)[: len(data) // 2], offset)
            fault.happen()
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.check("sync")
        super().xSync(flags)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.check("truncate")
        super().xTruncate(newsize)


class _System(apsw.VFS):
    """SQLite's way to the disk."""

    def __init__(self, disk: FaultyDisk) -> None:
        self._disk = disk
        self._base = apsw.vfs_names()[0]
        super().__init__(_NAME, self._base, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: ANN401, N802
        self._disk.check("open")
        return _File(self._disk, self._base, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self._disk.check("delete")
        super().xDelete(filename, syncdir)


@contextmanager
def faulty_disk() -> Iterator[FaultyDisk]:
    """Put a disk of which nothing fails yet below SQLite."""
    disk = FaultyDisk()
    system = _System(disk)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Connection, "close", _close)
        patch.setattr(apsw, "Connection", type("PlainConnection", (apsw.Connection,), {"close": _close}))
        try:
            yield disk
        finally:
            system.unregister()


def _close(connection: apsw.Connection, force: bool = False) -> None:
    """Close whatever happens, as SQLite does, and tell nobody; apsw passes on what we raised."""
    try:
        _CLOSE(connection, force)
    except (apsw.Error, SystemError):
        _CLOSE(connection, True)
