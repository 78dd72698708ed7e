"""Breaks files at random and reads them in a child that may be killed: nothing may go wrong but in plain words."""

import contextlib
import multiprocessing
import random
import shutil
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.processes.confinement.limits import Limits, apply_limits
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.file import read_file
from tests.helpers.damage import damaged

_LIMITS = Limits(60.0, 2 << 30)
_START_SECONDS = 60.0
_SLOW = "no end"
_USES = 2_000  # files that one child reads


@dataclass(frozen=True, slots=True)
class Finding:
    """A file that a reader did not get along with; ``where`` is equal for equal faults."""

    name: str
    data: bytes
    where: str
    detail: str


class Fuzzer:
    """Reads broken forms of some files, the same ones for the same seed; ``executions`` counts them."""

    def __init__(self, corpus: Sequence[Path], scratch: Path, *, seconds: float, seed: str = "0") -> None:
        self.executions = 0
        self._corpus = corpus
        self._scratch = scratch
        self._seconds = seconds
        self._seed = seed
        self._child: _Child | None = None

    def findings(self, until: float, most: int | None = None) -> Iterator[Finding]:
        """Yield what goes wrong, until ``time.monotonic`` says so or so many files were read."""
        try:
            while time.monotonic() < until and (most is None or self.executions < most):
                finding = self._try(self.executions)
                self.executions += 1
                if finding is not None:
                    yield finding
        finally:
            if self._child is not None:
                self._child.close()

    def _try(self, number: int) -> Finding | None:
        chance = random.Random(f"{self._seed} {number}")
        source, other = self._corpus[number % len(self._corpus)], chance.choice(self._corpus)
        data = damaged(source.read_bytes(), other.read_bytes(), chance)
        path = self._scratch / f"broken{source.suffix}"
        path.write_bytes(data)
        fault = self._read(path, self._seconds)
        if fault.startswith(_SLOW):  # perhaps the machine was
            fault = self._read(path, 2 * self._seconds)
        where, _, detail = fault.partition("\n")
        return Finding(f"{number:07d} {source.name}", data, where, detail) if fault else None

    def _read(self, path: Path, seconds: float) -> str:
        """Return what goes wrong in a child, a new one where the last is gone or has done enough."""
        if self._child is not None and (not self._child.lives or self._child.uses >= _USES):
            self._child.close()
            self._child = None
        self._child = self._child or _Child()
        return self._child.read(path, self._scratch / "members", seconds)


class _Child:
    """A process that reads files one after the other."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.lives = self._connection.poll(_START_SECONDS)
        self.uses = 0

    def read(self, path: Path, members: Path, seconds: float) -> str:
        """Return what went wrong, "" for nothing: where, then in the next lines how."""
        self.uses += 1
        self._connection.recv() if self.uses == 1 else None
        self._connection.send((path, members))
        if not self._connection.poll(seconds):
            self.lives = False
            return f"{_SLOW}: {path.suffix}"
        try:
            fault: str = self._connection.recv()
        except (EOFError, OSError):
            self.lives = False
            self._process.join(5)
            return f"crash with {self._process.exitcode}: {path.suffix}"
        return fault

    def close(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.join()
        self._connection.close()


def _serve(connection: Connection) -> None:
    connection.send("ready")
    with contextlib.suppress(EOFError, OSError):
        while True:
            path, members = connection.recv()
            apply_limits(_LIMITS)
            connection.send(_fault(path, members))
            shutil.rmtree(members, ignore_errors=True)


def _fault(path: Path, members: Path) -> str:
    """Read a file as the program does, but for pictures, whose recognition takes seconds."""
    try:
        contents = read_file(path, ReadOptions(scratch=members, ocr=False))
        for page in contents.pages:
            page.text.encode()
        for member in contents.members:
            member.path.stat()
    except UserError:
        return ""
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is found
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.lineno}"
        return f"{type(error).__name__} in {place}: {path.suffix}\n{traceback.format_exc()}"
    return ""
