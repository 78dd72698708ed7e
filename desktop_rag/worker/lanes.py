"""Runs jobs on threads, in lanes that don't wait for one another."""

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, TypeVar

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError, as_bug, contained, only_errors
from desktop_rag.core.events import Event, JobCancelled, JobFailed, JobFinished, ProblemMet
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import Continue, Job, JobKind, Lane
from desktop_rag.core.parallel import Listeners, SupervisedThread
from desktop_rag.core.user_text import UserText
from desktop_rag.services.calls import OtherJobs, ServiceCall, calling

T = TypeVar("T")
Listener = Callable[[Event], None]
STOP_SECONDS = 20.0  # for jobs to stop: children are killed at once, storing a file of 10,000 passages takes a second
_POLL_SECONDS = 0.1
_log = logging.getLogger(__name__)


class EventBus:
    """Hands every event to every listener, on the thread that emits it."""

    def __init__(self) -> None:
        self._listeners = Listeners[Event]()
        self._faulty: tuple[object, ...] = ()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; return a function that removes it."""
        return self._listeners.add(listener)

    def emit(self, event: Event) -> None:
        """Pass an event to every listener; a failing one holds up neither the others nor the event's subject."""
        for listener in self._listeners:
            try:
                with only_errors():
                    listener(event)
            except Exception as error:  # noqa: BLE001 - logged once: each word of an answer is an event
                if listener not in self._faulty:
                    self._faulty = (*self._faulty, listener)
                    _log.error("a listener failed at %s", type(event).__name__, exc_info=error)


class _Queue:
    """The jobs of a lane and the threads that work on them; threads start with the first job."""

    def __init__(self, name: Lane, size: int) -> None:
        self.name = name
        self.size = size
        self.queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.threads: list[SupervisedThread] = []

    def work(self) -> None:
        """Run jobs until stopped."""
        while (task := self.queue.get()) is not None:
            task()


class Lanes(OtherJobs):
    """The threads of a worker.

    Every job ends in exactly one of JobFinished, JobFailed and JobCancelled, also when it never started.
    """

    def __init__(self, sizes: Mapping[Lane, int], bus: EventBus) -> None:
        self._lanes = {name: _Queue(name, size) for name, size in sizes.items()}
        self._bus = bus
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._open: dict[int, Job[Any]] = {}
        self._closed = False
        self._is_over = threading.Event()

    def submit(
        self, lane: Lane, kind: JobKind, function: Callable[[Job[T]], T | Continue[T]], library: str = ""
    ) -> Job[T]:
        """Queue ``function`` and return its job; after ``close`` the job is cancelled at once."""
        job: Job[T] = Job(next(self._ids), kind, library)
        self._enqueue(lane, job, function)
        return job

    def running(self, library: str, *kinds: JobKind) -> list[Job[Any]]:
        """Return the jobs of some kinds that are queued or running for a library."""
        with self._lock:
            return [job for job in self._open.values() if job.library == library and job.kind in kinds]

    def in_lane(self, lane: Lane) -> list[Job[Any]]:
        """Return the jobs that are queued or running in a lane."""
        with self._lock:
            return [job for job in self._open.values() if job.lane == lane]

    def stop(self, library: str, *kinds: JobKind, token: CancelToken | None = None) -> None:
        """Interrupt the jobs of some kinds for a library and wait for their end, ``STOP_SECONDS`` at most.

        Raises:
            UserError: one of them does not end: a drive or a program that it waits for hangs.
            CancelledError: ``token`` was cancelled.

        """
        self.wait_for(library, self.interrupt(library, *kinds), token)

    def wait_for(self, library: str, jobs: Sequence[Job[Any]], token: CancelToken | None = None) -> None:
        """Wait for the end of cancelled jobs; raises as ``stop`` does."""
        deadline = time.monotonic() + STOP_SECONDS
        for job in jobs:
            while not job.done:
                if time.monotonic() > deadline:
                    raise _still_busy(library)
                job.wait(_POLL_SECONDS)
                if token is not None:
                    token.raise_if_cancelled()

    def cancel_all(self) -> None:
        """Cancel every job and take no new ones."""
        with self._lock:
            self._closed = True
            jobs = list(self._open.values())
        self._is_over.set()
        for job in jobs:
            job.interrupt()

    def close(self, seconds: float) -> None:
        """Cancel everything and wait up to ``seconds`` for the threads to end; idempotent."""
        self.cancel_all()
        with self._lock:
            jobs = list(self._open.values())
            threads = [thread for lane in self._lanes.values() for thread in lane.threads]
        for lane in self._lanes.values():
            # one for each thread: each takes one and ends
            for _ in lane.threads:
                lane.queue.put(None)
        deadline = time.monotonic() + seconds
        for thread in threads:
            thread.join(deadline - time.monotonic())
        for job in jobs:
            self._end(job, CancelledError())

    def _start(self, lane: _Queue) -> None:
        """Start the lane's threads when the first job arrives."""
        while len(lane.threads) < lane.size:
            name = f"desktop-rag-{lane.name}-{len(lane.threads)}"
            thread = SupervisedThread(lane.work, name, self._is_over, self._tell_restarted)
            try:
                thread.start()
            except RuntimeError:  # the system has no more of them
                if not lane.threads:
                    raise
                return
            lane.threads.append(thread)

    def _tell_restarted(self) -> None:
        """Emit a message that one of the program's threads failed and continues."""
        message = UserText("A fault in the program interrupted a part of it. That part was started again.")
        step = UserText("Try again what you did last. The program's log has the details.")
        self._bus.emit(ProblemMet(0, UserError(message, step)))

    def _enqueue(self, name: Lane, job: Job[T], function: Callable[[Job[T]], T | Continue[T]]) -> None:
        """Let a lane run a job when it comes to it; one that is cancelled before that ends at once."""
        lane, waiting = self._lanes[name], ExitStack()
        failure: Exception = CancelledError()
        # registered before it is queued: cancelling in between would be missed
        waiting.enter_context(job.token.closing(lambda: self._end(job, CancelledError())))
        with self._lock:
            closed = self._closed
            if not closed:
                self._open[job.id] = job
                job.lane = name
                try:
                    self._start(lane)
                except RuntimeError as error:
                    closed, failure = True, _no_threads(error)
                else:
                    lane.queue.put(lambda: self._run(job, function, waiting))
        # cancelled before it stood in ``_open``: nobody else would take it out
        if closed or job.done:
            self._end(job, failure)
            self._claim(job)

    def _run(self, job: Job[T], function: Callable[[Job[T]], T | Continue[T]], waiting: ExitStack) -> None:
        """Run one job to its end, or to the point where another lane continues it."""
        try:
            # whatever ends the call, Exception or not, the job ends with it and the thread goes on
            with only_errors(), running(job.token), calling(self._call(job)):
                waiting.close()
                # it may have been cancelled, and ended, while it waited
                job.token.raise_if_cancelled()
                result = function(job)
                if isinstance(result, Continue):
                    self._go_on(job, result)
                    return
        except (CancelledError, UserError) as error:
            self._end(job, CancelledError() if job.token.cancelled else error)
        except Exception as error:  # noqa: BLE001 - the one place where our bugs end: logged and reported
            _log.exception("%s job failed", job.kind)
            self._end(job, CancelledError() if job.token.cancelled else as_bug(error))
        else:
            if self._claim(job):
                self._settle(lambda: job.future.set_result(result), JobFinished(job.id, result))

    def _go_on(self, job: Job[T], there: Continue[T]) -> None:
        self._enqueue(there.lane, job, lambda _: there.function())

    def _call(self, job: Job[Any]) -> ServiceCall:
        """Return a job as services see it: its token, and where its events go."""
        return ServiceCall(job.id, job.token, self._bus.emit, lambda: job.interrupted)

    def _end(self, job: Job[T], error: Exception) -> None:
        """Settle a job that has no result and announce it."""
        if self._claim(job):
            cancelled = isinstance(error, CancelledError)
            event = JobCancelled(job.id) if cancelled else JobFailed(job.id, error)
            self._settle(lambda: job.future.set_exception(error), event)

    def _settle(self, settle: Callable[[], object], event: Event) -> None:
        """Release those who wait for a job, then announce its end, whatever the first of them do."""
        with contained(_log, "what waits for a job failed"):
            settle()
        self._bus.emit(event)

    def _claim(self, job: Job[T]) -> bool:
        """Return True if the caller is the one to settle the job."""
        with self._lock:
            # out of the list before anybody hears of the end, so that ``running`` agrees with what they heard
            self._open.pop(job.id, None)
        return job.claim_end()


def _still_busy(library: str) -> UserError:
    """Return the error for a library whose jobs do not stop."""
    return UserError(
        UserText("“{name}” is still being worked on, and that could not be stopped yet.", name=library),
        UserText("Try again in a minute. If a drive does not answer, disconnect it first."),
        retryable=True,
    )


def _no_threads(error: RuntimeError) -> UserError:
    """Return the error for a job that no thread can be started for."""
    return UserError(
        UserText("The system lets the program start no more threads: {reason}.", reason=str(error)),
        UserText("Close other programs and try again."),
        retryable=True,
    )
