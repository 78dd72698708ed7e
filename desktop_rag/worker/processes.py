"""Child processes for everything that touches files of unknown origin: parsing and page rendering.

A crash, a hang or a blow-up of memory ends the child, marks that one file, and the run goes on.
"""

import contextlib
import multiprocessing.context
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from concurrent.futures import CancelledError as FutureCancelledError
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from desktop_rag.cancel import CancelToken
from desktop_rag.errors import CancelledError, UserError
from desktop_rag.ingestion.parse import parse_file
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.storage.docstore import DocumentRecord

T = TypeVar("T")
_MEMORY_LIMIT = 4 * 1024**3
FILES_PER_CHILD = 500  # native parsers leak: children are replaced now and then
_BASE_SECONDS = 60.0
_SECONDS_PER_MB = 10.0
_POLL = 0.1


def prepare_child(niceness: int) -> None:
    """Set up a child: it gives way to the window, and cannot take all memory."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
    if sys.platform != "win32":
        import resource
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # end at once, also in the middle of native code
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_LIMIT, _MEMORY_LIMIT))


class _Starter(multiprocessing.context.SpawnContext):
    """Starts the children of one pool and knows them, so that they can be ended before what they share is taken away.

    A child that is still starting would otherwise tell of that on the terminal.
    """

    def __init__(self) -> None:
        super().__init__()
        self._started: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override] # noqa: N802, ANN401
        """Return a child that is about to start (the pool's way of asking for one)."""
        process = SpawnProcess(*args, **kwargs)
        self._started = [*(child for child in self._started if child.is_alive()), process]
        return process

    def kill(self) -> None:
        """End every child at once."""
        for child in self._started:
            if child.is_alive():
                child.kill()


class ChildProcesses:
    """A small warm pool of children, started with the first task and closed for good.

    ``niceness`` lets them give way to others; after ``tasks_per_child`` tasks (0: never) a child is replaced.
    """

    def __init__(self, size: int, *, niceness: int = 0, tasks_per_child: int = 0) -> None:
        self._size = size
        self._niceness = niceness
        self._tasks_per_child = tasks_per_child
        self._lock = threading.Lock()
        self._starter = _Starter()
        self._pool: ProcessPool | None = None
        self._closed = False

    @property
    def size(self) -> int:
        """How many tasks run side by side."""
        return self._size

    def schedule(self, function: Callable[..., T], *args: object, seconds: float) -> "ProcessFuture[T]":
        """Run ``function(*args)`` in a child, which is killed after ``seconds``.

        Raises:
            UserError: the program is closing.

        """
        with self._lock:
            if self._closed:
                raise UserError("The program is closing.")
            if self._pool is None or not self._pool.active:
                self._pool = ProcessPool(
                    max_workers=self._size,
                    max_tasks=self._tasks_per_child,
                    initializer=prepare_child,
                    initargs=[self._niceness],
                    context=self._starter,
                )
            return self._pool.schedule(function, args=list(args), timeout=seconds)

    def run(self, function: Callable[..., T], *args: object, seconds: float, token: CancelToken) -> T:
        """Run ``function(*args)`` in a child and wait.

        Raises:
            UserError: it took too long, or the child crashed.
            CancelledError: the job was stopped; the child is killed.

        """
        future = self.schedule(function, *args, seconds=seconds)
        with token.closing(future.cancel):
            while not future.done():
                wait([future], _POLL)
                token.raise_if_cancelled()
        return _result(future)

    def close(self) -> None:
        """Kill the children; idempotent."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()
            self._starter.kill()
            pool.join()


class ParserPool:
    """Parses files in children, a few ahead of the one who stores them (so memory stays flat)."""

    def __init__(self, children: ChildProcesses) -> None:
        self._children = children

    def parse_files(
        self, files: Iterable[FoundFile], token: CancelToken, splitting: Splitting
    ) -> Iterator[DocumentRecord]:
        """Yield a record for every file, cut as ``splitting`` says, as they get done."""
        waiting = iter(files)
        running: dict[ProcessFuture[DocumentRecord], FoundFile] = {}
        try:
            while True:
                token.raise_if_cancelled()
                while len(running) < 2 * self._children.size and (file := next(waiting, None)) is not None:
                    if file.reason:
                        yield _unread(file, file.state, file.reason)
                    else:
                        running[self._schedule(file, splitting)] = file
                if not running:
                    return
                wait(running, _POLL, return_when=FIRST_COMPLETED)
                for future in [future for future in running if future.done()]:
                    yield _record(future, running.pop(future))
        finally:
            for future in running:
                future.cancel()

    def _schedule(self, file: FoundFile, splitting: Splitting) -> "ProcessFuture[DocumentRecord]":
        """Hand one file to a child; larger files may take longer."""
        seconds = _BASE_SECONDS + _SECONDS_PER_MB * file.size / 1e6
        return self._children.schedule(parse_file, file.path, file.size, file.mtime_ns, splitting, seconds=seconds)


def _record(future: "ProcessFuture[DocumentRecord]", file: FoundFile) -> DocumentRecord:
    """Return the child's record, or one that says what became of the child."""
    try:
        return _result(future)
    except UserError as error:
        return _unread(file, "failed", error.message)


def _unread(file: FoundFile, state: str, reason: str) -> DocumentRecord:
    """Return the record of a file that was not read."""
    return DocumentRecord(file.path, file.size, file.mtime_ns, b"", {}, state=state, reason=reason)


def _result(future: "ProcessFuture[T]") -> T:
    """Return a child's result; its death becomes a plain sentence."""
    try:
        return future.result()
    except FutureCancelledError as error:
        raise CancelledError from error
    except FutureTimeoutError as error:
        raise UserError("Reading the file took too long, so it was set aside.") from error
    except (ProcessExpired, BrokenProcessPool) as error:
        raise UserError("The file crashed the reader, so it was set aside.") from error
    except MemoryError as error:
        raise UserError("The file needs too much memory to read, so it was set aside.") from error
