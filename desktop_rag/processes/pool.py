"""Child processes for everything that touches files of unknown origin: parsing and page rendering.

A crash, a hang or a blow-up of memory ends the child, marks that one file, and the run goes on.
"""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.processes.child import Child, ChildDiedError, Message, too_large, too_slow
from desktop_rag.processes.confinement.limits import Limits
from desktop_rag.processes.confinement.setup import ChildSetup
from desktop_rag.processes.scratch import ScratchFolder

T = TypeVar("T")
# Native parsers leak, so children are replaced now and then. A start takes two seconds of the processor, as long as 70
# files; a child that read 1,800 held 592 MB, and 584 after the first 750.
FILES_PER_CHILD = 2000
POLL_SECONDS = 0.1
_MEMORY_LIMIT = 4 * 1024**3
_LARGE = 1024**3  # a child that holds more when it has nothing to do is replaced


class RunningTask(Generic[T]):
    """A task in a child; ``result`` or ``cancel`` must be called once."""

    def __init__(self, children: "ChildProcesses", child: Child, task: int, limits: Limits) -> None:
        self._children = children
        self._child = child
        self._task = task
        self._limits = limits
        self._deadline = time.monotonic() + limits.seconds

    def result(self, timeout: float | None = None, token: CancelToken | None = None) -> T:
        """Wait for the result.

        Raises:
            UserError: it took too long, needed too much memory, or the child crashed.
            CancelledError: the job was stopped, or the program closes; the child is killed.
            TimeoutError: ``timeout`` seconds passed; the child is killed.

        """
        end = time.monotonic() + timeout if timeout is not None else None
        try:
            message = self._next(end, token)
            while message.task != self._task:  # who had the child before did not wait for its last word
                message = self._next(end, token)
        except ChildDiedError as death:
            self.cancel()
            raise self._children.explained(death) from death
        except BaseException:
            self.cancel()
            raise
        self._children.give_back(self._child)
        if message.kind == "failed":
            raise too_large() if isinstance(message.value, MemoryError) else message.value
        result: T = message.value
        return result

    def cancel(self) -> None:
        """Kill the child."""
        self._children.discard(self._child)

    def _next(self, end: float | None, token: CancelToken | None) -> Message:
        while not self._child.connection.poll(POLL_SECONDS):
            self._check(end, token)
        return self._child.receive()

    def _check(self, end: float | None, token: CancelToken | None) -> None:
        """Raise when there is no point in waiting longer."""
        if token is not None:
            token.raise_if_cancelled()
        now = time.monotonic()
        if now > self._deadline:
            raise too_slow()
        if not self._child.measure(self._limits.memory):
            raise too_large()
        if end is not None and now > end:
            raise TimeoutError


class ChildProcesses:
    """A small warm pool of children, started with the first task and closed for good.

    ``niceness`` lets them give way to others; after ``tasks_per_child`` tasks (0: never) a child is replaced.
    With ``scratch`` they are confined (``processes.confinement``). Safe to use from several threads.
    """

    def __init__(
        self, size: int, *, niceness: int = 0, tasks_per_child: int = 0, scratch: ScratchFolder | None = None
    ) -> None:
        self.size = size
        """How many tasks run side by side."""
        self.scratch = scratch
        self._niceness = niceness
        self._tasks_per_child = tasks_per_child
        self._lock = threading.Lock()
        self._places = threading.Semaphore(size)
        self._idle: list[Child] = []
        self._busy: set[Child] = set()
        self._closed = False

    def schedule(
        self, function: Callable[..., T], *args: object, seconds: float, memory: int = _MEMORY_LIMIT
    ) -> RunningTask[T]:
        """Start ``function(*args)`` in a child, which is killed after ``seconds``.

        Raises:
            UserError: the program is closing, or cannot start a child.

        """
        limits = Limits(seconds, memory)
        child = self.lease()
        child.used += 1
        try:
            task = child.send(function, *args, limits=limits)
        except ChildDiedError as death:
            self.discard(child)
            raise self.explained(death) from death
        return RunningTask(self, child, task, limits)

    def run(
        self,
        function: Callable[..., T],
        *args: object,
        seconds: float,
        token: CancelToken,
        memory: int = _MEMORY_LIMIT,
    ) -> T:
        """Run ``function(*args)`` in a child and wait; at most ``size`` at a time.

        Raises:
            UserError: it took too long, needed too much memory, or the child crashed.
            CancelledError: the job was stopped; the child is killed.

        """
        # waits in short steps: a semaphore does not hear of cancelling
        while not self._places.acquire(timeout=POLL_SECONDS):
            token.raise_if_cancelled()
        try:
            return self.schedule(function, *args, seconds=seconds, memory=memory).result(token=token)
        finally:
            self._places.release()

    def lease(self) -> Child:
        """Return a child that nobody uses, a new one if need be; ``give_back`` or ``discard`` it.

        Raises:
            UserError: the program is closing, or cannot start a child.

        """
        with self._lock:
            if self._closed:
                raise UserError("The program is closing.")
            child = self._idle.pop() if self._idle else None
            if child is None:
                child = Child(ChildSetup(self._niceness, self.scratch.folder if self.scratch is not None else None))
            self._busy.add(child)
        return child

    def give_back(self, child: Child) -> None:
        """Keep a child that has nothing to do for the next task, unless it is worn out."""
        with self._lock:
            self._busy.discard(child)
            if not self._closed and len(self._idle) < self.size and not self.is_worn_out(child):
                self._idle.append(child)
                return
        child.dispose()

    def discard(self, child: Child) -> None:
        """End a child, whatever it does."""
        with self._lock:
            self._busy.discard(child)
        child.dispose()

    def is_worn_out(self, child: Child) -> bool:
        """Return True if a child has done enough, or keeps too much memory."""
        return 0 < self._tasks_per_child <= child.used or child.resident() > _LARGE

    def explained(self, death: ChildDiedError) -> UserError | CancelledError:
        """Return the error for the death of a child: the program closes, or the child's task is at fault."""
        with self._lock:
            return CancelledError() if self._closed else death.as_user_error()

    def close(self) -> None:
        """Kill the children; idempotent."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            # killed, not disposed of: the threads that listen to them do that
            for child in self._busy:
                child.kill()
        for child in idle:
            child.dispose()
