"""One child process, the pipe to it, and its messages: decoded by type, without running anything in them.

Each child has its own pipe and nothing is shared between children, so any of them can be killed at any moment.
A child that loses its parent ends.
"""

import contextlib
import functools
import os
import signal
import socket
import struct
import sys
import traceback
import typing
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Literal, NamedTuple, Protocol, cast

import psutil

from desktop_rag.core.codec import UndecodableError, decode, encode
from desktop_rag.core.errors import BugError, CancelledError, NoSpaceError, UserError, only_errors
from desktop_rag.processes.confinement import windows
from desktop_rag.processes.confinement.limits import Limits, apply_limits
from desktop_rag.processes.confinement.setup import ChildSetup, prepare

_END_SECONDS = 2.0
_MOST_BYTES = 1 << 30  # of one message
_REST_SECONDS = 30  # for the rest of a message that has begun: children send the whole of it at once
_NEAR = 0.5  # of the memory allowed: a crash there was for want of memory
_SMALLER = "Split it into smaller files, or save it as PDF."
Kind = Literal["part", "done", "failed"]
_KINDS: tuple[Kind, ...] = typing.get_args(Kind)
_HEAD = struct.Struct("<QB")  # number of the task, kind of the message


class Closeable(Protocol):
    """A resource that is closed once."""

    def close(self) -> None:
        """Let go; idempotent."""


class ChildDiedError(Exception):
    """The child is gone; ``exit_code`` is multiprocessing's, ``near_limit``: it had used up its memory."""

    def __init__(self, exit_code: int | None, *, near_limit: bool = False) -> None:
        super().__init__(f"child ended with {exit_code}")
        self.exit_code = exit_code
        self.near_limit = near_limit

    def as_user_error(self) -> UserError:
        """Return the error for the file that the child was reading."""
        if self.near_limit:
            return too_large()
        if sys.platform != "win32" and self.exit_code == -signal.SIGXCPU:
            return too_slow()
        return UserError(
            "The file crashed the reader, so it was not read.", "Open it in the app that created it and save it again."
        )


def too_slow() -> UserError:
    """Return the error for a file that is not read in time."""
    return UserError("Reading the file took too long, so it was not read.", _SMALLER)


def too_large() -> UserError:
    """Return the error for a file that needs more memory than it may."""
    return UserError("Reading the file needs too much memory, so it was not read.", _SMALLER)


@dataclass(frozen=True, slots=True)
class _Task:
    """A task for a child."""

    number: int
    function: Callable[..., object]
    arguments: tuple[object, ...]
    limits: Limits
    streams: bool


class Message(NamedTuple):
    """A child's message about one of its tasks, by the number that ``Child.send`` returned."""

    task: int
    kind: Kind
    value: Any


class Child:
    """A running child. One thread at a time talks to it; any thread may kill it."""

    def __init__(self, setup: ChildSetup) -> None:
        self.used = 0
        """How many tasks, or files, it was given so far; for its owner to count."""
        self._sent = 0
        self._types: dict[int, AnswerTypes] = {}
        self._near_limit = False
        self._seen: psutil.Process | None = None
        # never fork: the threads, locks and Qt objects of the parent would come along
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        _limit_waiting(self.connection)
        self._process = context.Process(target=_serve, args=(theirs, setup), name="desktop-rag-child", daemon=True)
        # Numpy's threads wait for one another busily: 30 ms for a product of half a millisecond beside other programs.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        try:
            self._process.start()
        except OSError as error:
            self.connection.close()
            raise UserError("The program cannot start its file reader.", "Restart the program.") from error
        else:
            self._job = _job_of(self._process.sentinel, setup.memory)
        finally:
            # only the child holds its end now: when it dies, reading from the pipe ends
            theirs.close()

    def send(self, function: Callable[..., object], *arguments: object, limits: Limits, streams: bool = False) -> int:
        """Let the child run a function after its earlier tasks; return the number of this task.

        One that ``streams`` gets a callable as its first argument; what it tells comes as messages of kind "part".

        Raises:
            ChildDiedError: there is no child any more.

        """
        self._sent += 1
        self._types[self._sent] = answer_types(function)
        try:
            self.connection.send(_Task(self._sent, function, arguments, limits, streams))
        except OSError as error:
            raise self._death() from error
        return self._sent

    def receive(self) -> Message:
        """Return the next message, waiting for it.

        Raises:
            ChildDiedError: the child ended instead.

        """
        try:
            message = from_bytes(self.connection.recv_bytes(_MOST_BYTES), self._types.__getitem__)
        except (OSError, EOFError, UndecodableError) as error:
            self.kill()  # if it still runs, it sent what our code does not send: it is not ours any more
            raise self._death() from error
        if message.kind != "part":
            del self._types[message.task]
        return message

    def measure(self, allowed: int) -> bool:
        """Look how much memory the child uses; whether it is within the limit."""
        used = self.resident()
        self._near_limit = used > _NEAR * allowed
        return used <= allowed

    def resident(self) -> int:
        """Return the resident memory of the child in bytes, 0 when it is gone."""
        try:
            return int(self._watched().memory_info().rss)
        except psutil.Error:
            return 0

    def processor_seconds(self) -> float:
        """Return the CPU seconds of the child so far, 0 when it is gone."""
        try:
            times = self._watched().cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system)

    def _watched(self) -> psutil.Process:
        """Return the child as the system sees it; psutil.Error when it is gone."""
        if self._seen is None:
            self._seen = psutil.Process(self._process.pid)
        return self._seen

    @property
    def process(self) -> int | None:
        """The child's number, as the system counts processes."""
        return self._process.pid

    def is_alive(self, patience: float = 0.0) -> bool:
        """Return True if the child still runs; a dying one is waited for, ``patience`` seconds at most."""
        self._process.join(patience)
        return self._process.is_alive()

    def kill(self) -> None:
        """End the child at once; its listener is notified that it died."""
        self._process.kill()

    def dispose(self) -> None:
        """End the child and release it; by the thread that listened to it.

        One that hangs in the kernel, with a drive that does not answer, ends when it can; nobody waits for it.
        """
        self._process.kill()
        self._process.join(_END_SECONDS)
        self.connection.close()
        if self._job is not None:
            self._job.close()

    def _death(self) -> ChildDiedError:
        # the pipe breaks a moment before the exit code is known
        self._process.join(1)
        return ChildDiedError(self._process.exitcode, near_limit=self._near_limit)


def _job_of(process: int, memory: int) -> Closeable | None:
    """Return a job that ends a child with this program on Windows; None elsewhere, where children end themselves."""
    if sys.platform == "win32":
        with contextlib.suppress(OSError):
            return windows.Job(process, memory)
    return None


def _limit_waiting(connection: Connection) -> None:
    """Make reading fail when a begun message stalls; pipes of Windows have whole messages only."""
    if sys.platform != "win32":
        with socket.socket(fileno=os.dup(connection.fileno())) as end:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("@ll", _REST_SECONDS, 0))


def _serve(connection: Connection, setup: ChildSetup) -> None:
    """Run in the child: one task after the other until the parent is gone."""
    prepare(setup)
    while True:
        try:
            task: _Task = connection.recv()
            connection.send_bytes(_answer(connection, task))
        except (EOFError, OSError):
            return


def _answer(connection: Connection, task: _Task) -> bytes:
    """Run one task; its failure, or a result that cannot be sent, is a message like any other."""
    apply_limits(task.limits)

    def tell(value: object) -> None:
        connection.send_bytes(to_bytes(task.number, "part", value))

    arguments = (tell, *task.arguments) if task.streams else task.arguments
    try:
        with only_errors():
            return to_bytes(task.number, "done", task.function(*arguments))
    except Exception as error:  # noqa: BLE001 - for the parent to judge
        return to_bytes(task.number, "failed", failure(error))


class AnswerTypes(NamedTuple):
    """The types of a function's result, and of the parts it sends through the callable that is its first argument."""

    done: Any
    part: Any


@dataclass(frozen=True, slots=True)
class _Failure:
    """An error on its way to the parent."""

    kind: Literal["person", "no space", "memory", "cancelled", "bug"]
    message: str = ""
    next_step: str = ""
    retryable: bool = False

    @classmethod
    def of(cls, error: Exception) -> "_Failure":
        """Return the parent's form of an error."""
        if isinstance(error, UserError):
            kind: Literal["person", "no space"] = "no space" if isinstance(error, NoSpaceError) else "person"
            return cls(kind, error.message, error.next_step, error.retryable)
        if isinstance(error, (MemoryError, CancelledError)):
            return cls("memory" if isinstance(error, MemoryError) else "cancelled")
        return cls("bug", "".join(traceback.format_exception(error)))

    def as_error(self) -> Exception:
        """Return the error again."""
        match self.kind:
            case "person" | "no space":
                kind = UserError if self.kind == "person" else NoSpaceError
                return kind(self.message, self.next_step, retryable=self.retryable)
            case "memory":
                return MemoryError()
            case "cancelled":
                return CancelledError()
            case _:
                return BugError(self.message)


def failure(error: Exception) -> _Failure:
    """Return an error as the value of a message of kind "failed"."""
    return _Failure.of(error)


@functools.cache
def answer_types(function: Callable[..., object]) -> AnswerTypes:
    """Return the types in a function's annotations; plain values where there are none."""
    hints = dict(typing.get_type_hints(function))
    done = hints.pop("return", Any)
    tells = typing.get_args(next(iter(hints.values()), None))
    return AnswerTypes(done, tells[0][0] if tells and isinstance(tells[0], list) and tells[0] else Any)


def to_bytes(task: int, kind: Kind, value: object) -> bytes:
    """Return a message as it is sent.

    Raises:
        TypeError: the value cannot be sent.

    """
    return _HEAD.pack(task, _KINDS.index(kind)) + encode(value)


def from_bytes(data: bytes, types_of: Callable[[int], AnswerTypes]) -> Message:
    """Return the message in some bytes; ``types_of`` returns the types of a task, KeyError for one never sent.

    Raises:
        UndecodableError: they are none.

    """
    try:
        task, place = _HEAD.unpack_from(data)
        kind, types, body = _KINDS[place], types_of(task), memoryview(data)[_HEAD.size :]
    except (struct.error, LookupError) as error:
        raise UndecodableError("not a message") from error
    if kind == "failed":
        return Message(task, kind, decode(body, _Failure).as_error())
    return Message(task, kind, decode(body, cast("type[object]", types.done if kind == "done" else types.part)))
