"""Record each contacted host: when, why, and how many bytes went out and came in."""

import contextlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Literal, get_args

from desktop_rag.core.parallel import Listeners
from desktop_rag.core.private_files import make_folders, make_private_file
from desktop_rag.core.shared_files import BusyFileError, locked, set_aside, write_whole
from desktop_rag.core.user_text import UserText

Purpose = Literal["chat", "embedding", "reranking", "models", "download", "asked", "other"]
"""Why a host was contacted: to write an answer, for vectors, to judge passages, to ask about models, for a file …

"asked" is the other way round: a program of this computer, which stands in the place of the host, asked this one.
"""

_ENDINGS: tuple[tuple[str, Purpose], ...] = (
    ("/chat/completions", "chat"),
    ("/completions", "chat"),
    ("/api/chat", "chat"),
    ("/api/generate", "chat"),
    ("/embeddings", "embedding"),
    ("/api/embed", "embedding"),
    ("/rerank", "reranking"),
    ("/reranking", "reranking"),
    ("/api/pull", "download"),
    ("/models", "models"),
    ("/tags", "models"),
    ("/show", "models"),
    ("/ps", "models"),
    ("/props", "models"),
    ("/tokenize", "models"),
    ("/version", "models"),
    ("/info", "models"),
)
_PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
_LARGEST = 256_000  # bytes of the file; then it is summed up
_MOST_ROWS = 200
_LONGEST_WAIT = 1.0  # seconds of a request
_IF_DAMAGED = UserText("It listed the computers that were contacted. The entries that could be read are still listed.")


@dataclass(frozen=True, slots=True)
class HostTraffic:
    """The traffic between this program and one host for one purpose; times in seconds since 1970.

    ``bytes_out`` and ``bytes_in`` are those of requests and replies, headers included, without encryption.
    """

    host: str  # with its port where that is not the usual one; never a path or a login
    purpose: Purpose
    is_this_computer: bool
    first: float
    last: float
    requests: int = 0
    bytes_out: int = 0
    bytes_in: int = 0

    def plus(self, other: "HostTraffic") -> "HostTraffic":
        """Return both as one."""
        return replace(
            self,
            first=min(self.first, other.first),
            last=max(self.last, other.last),
            requests=self.requests + other.requests,
            bytes_out=self.bytes_out + other.bytes_out,
            bytes_in=self.bytes_in + other.bytes_in,
        )


Listener = Callable[[HostTraffic], None]


class Traffic:
    """Notifies its listeners of every request of this process: when it begins, and when it has ended."""

    def __init__(self) -> None:
        self._listeners = Listeners[HostTraffic]()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` from now on, on the thread of the request; return a function that ends that."""
        return self._listeners.add(listener)

    def note(self, happened: HostTraffic) -> None:
        """Notify every listener."""
        for listener in self._listeners:
            listener(happened)


class TrafficLog:
    """Keeps the traffic in a small file of a data folder; it is summed up when it grows, to 200 rows.

    Several processes may write to it, under its lock. What cannot be written is kept in memory, and written later.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._unsaved: list[HostTraffic] = []

    def note(self, happened: HostTraffic) -> None:
        """Add traffic at once: a program that is killed has then recorded it."""
        with self._lock:
            self._unsaved = list(_rows([*self._unsaved, happened]))
            # a full disk, a folder that cannot be written, or a program that hangs with the lock
            with contextlib.suppress(OSError, BusyFileError):
                self._append(self._unsaved)
                self._unsaved = []

    def rows(self) -> tuple[HostTraffic, ...]:
        """Return one row for each host and purpose, the latest first."""
        with self._lock:
            return tuple(_rows([*self._stored(), *self._unsaved]))

    def clear(self) -> None:
        """Forget everything.

        Raises:
            OSError: the file cannot be deleted.

        """
        with self._lock:
            self._unsaved.clear()
            if self._file.exists():
                with locked(self._file):
                    self._file.unlink(missing_ok=True)

    def _append(self, rows: Iterable[HostTraffic]) -> None:
        lines = "".join(json.dumps(asdict(row)) + "\n" for row in rows).encode()
        make_folders(self._file.parent)
        with locked(self._file, wait=_LONGEST_WAIT):
            make_private_file(self._file)
            with self._file.open("r+b") as out:
                size = out.seek(0, os.SEEK_END)
                if size:
                    out.seek(-1, os.SEEK_END)
                    if out.read(1) != b"\n":  # a program was killed while it wrote a line
                        lines = b"\n" + lines
                try:
                    out.write(lines)
                    out.flush()
                except OSError:  # all of them are written the next time
                    out.truncate(size)
                    raise
            if size + len(lines) > _LARGEST:
                self._sum_up()

    def _sum_up(self) -> None:
        """Replace the lines by one for each host and purpose; the caller holds the lock."""
        found = list(self._read_lines())
        rows = _rows(row for row in found if row is not None)[:_MOST_ROWS]
        if None in found:
            set_aside(self._file, _IF_DAMAGED)
        write_whole(self._file, "".join(json.dumps(asdict(row)) + "\n" for row in rows).encode())

    def _stored(self) -> Iterator[HostTraffic]:
        return (row for row in self._read_lines() if row is not None)

    def _read_lines(self) -> Iterator[HostTraffic | None]:
        """Yield the row of each line, None for one that is damaged."""
        try:
            lines = self._file.read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            return
        for line in filter(str.strip, lines):
            try:
                yield _read(json.loads(line))
            except (ValueError, TypeError, KeyError, RecursionError):
                yield None


def purpose_of(path: str) -> Purpose:
    """Return the purpose of a request to a model server, by its path."""
    return next((purpose for ending, purpose in _ENDINGS if path.rstrip("/").endswith(ending)), "other")


def begun(host: str, purpose: Purpose, *, is_this_computer: bool) -> HostTraffic:
    """Return the row of a request that begins now."""
    now = time.time()
    return HostTraffic(host, purpose, is_this_computer, now, now, requests=1)


def _rows(happened: Iterable[HostTraffic]) -> list[HostTraffic]:
    found: dict[tuple[str, str], HostTraffic] = {}
    for one in happened:
        known = found.get((one.host, one.purpose))
        found[one.host, one.purpose] = known.plus(one) if known else one
    return sorted(found.values(), key=lambda row: row.last, reverse=True)


def _read(value: dict[str, object]) -> HostTraffic:
    """Return a stored row; an invalid one fails with ValueError, TypeError or KeyError."""
    host, purpose, local = value["host"], value["purpose"], value["is_this_computer"]
    first, last, *counts = (value[name] for name in ("first", "last", "requests", "bytes_out", "bytes_in"))
    known: Purpose = next((one for one in _PURPOSES if one == purpose), "other")
    numbers = [float(number) for number in (first, last, *counts) if isinstance(number, int | float)]
    if not isinstance(host, str) or not isinstance(local, bool):
        raise TypeError
    begin, end, requests, out, received = numbers
    return HostTraffic(host, known, local, begin, end, int(requests), int(out), int(received))


TRAFFIC: Final = Traffic()
