"""The one object through which the window hears the worker: events in, Qt signals out.

The worker calls ``_listen`` from its own threads. Everything is handed to the GUI thread, where pieces of an
answer are gathered for 40 ms and progress for 100 ms, so that a fast model cannot flood the window.
"""

import collections
import functools
import inspect
import logging
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, SignalInstance, Slot

from desktop_rag.core.errors import UserError, only_errors
from desktop_rag.core.events import (
    TERMINAL_EVENTS,
    AgentStepTaken,
    AnswerChecked,
    AnswerDelta,
    AnswerReady,
    AnswerStage,
    AnswerThought,
    BuildProgress,
    ComparisonProgress,
    ContradictionProgress,
    DownloadProgress,
    Event,
    IngestProgress,
    JobFailed,
    JobFinished,
    ModelAwaited,
    PinsChanged,
    ProblemMet,
    RegisterProgress,
    SourcesFound,
    StoreChanged,
    TableProgress,
    TextCheckProgress,
)
from desktop_rag.core.parallel import run_in_background
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job
    from desktop_rag.worker.worker import Worker

T = TypeVar("T")
ErrorHandler = Callable[[UserError], None]
Handlers = tuple[Callable[[Any], None], ErrorHandler | None]
DELTA_MS = 40
PROGRESS_MS = 100
_log = logging.getLogger(__name__)


class Bridge(QObject):
    """Turns the worker's events into signals on the GUI thread and calls back when jobs end."""

    ingest_progress = Signal(object)  # IngestProgress
    build_progress = Signal(object)  # BuildProgress
    download_progress = Signal(object)  # DownloadProgress
    answer_stage = Signal(object)  # AnswerStage
    sources_found = Signal(object)  # SourcesFound
    answer_delta = Signal(int, str)  # job id, text gathered for a moment
    answer_restarted = Signal(int)  # job id: what was shown of its answer were thoughts
    answer_thought = Signal(int, str)  # the same of what the model thinks
    answer_checked = Signal(object)  # AnswerChecked
    answer_ready = Signal(object)  # AnswerReady
    model_awaited = Signal(object)  # ModelAwaited
    register_progress = Signal(object)  # RegisterProgress
    table_progress = Signal(object)  # TableProgress
    comparison_progress = Signal(object)  # ComparisonProgress
    contradiction_progress = Signal(object)  # ContradictionProgress
    text_check_progress = Signal(object)  # TextCheckProgress
    pins_changed = Signal(object)  # PinsChanged
    agent_step = Signal(object)  # AgentStepTaken
    store_changed = Signal(object)  # StoreChanged
    job_ended = Signal(object)  # JobFinished, JobFailed or JobCancelled
    failed = Signal(object)  # UserError of a job nobody handles
    problem_met = Signal(object)  # UserError of what belongs to no job
    _arrived = Signal()
    _called = Signal(object, object)  # callback, result

    def __init__(self, worker: "Worker", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = worker
        self._lock = threading.Lock()
        self._emitting = threading.Lock()
        self._is_closed = False
        self._inbox: collections.deque[Event] = collections.deque()
        self._is_woken = False
        self._handlers: dict[int, list[Handlers]] = {}
        self._deltas: dict[int, list[str]] = {}
        self._thoughts: dict[int, list[str]] = {}
        self._started: set[int] = set()
        self._progress: dict[tuple[str, str], IngestProgress | BuildProgress] = {}
        self._signals: dict[type[Event], SignalInstance] = {
            StoreChanged: self.store_changed,
            AnswerStage: self.answer_stage,
            SourcesFound: self.sources_found,
            AnswerChecked: self.answer_checked,
            AnswerReady: self.answer_ready,
            DownloadProgress: self.download_progress,
            RegisterProgress: self.register_progress,
            TableProgress: self.table_progress,
            ComparisonProgress: self.comparison_progress,
            ContradictionProgress: self.contradiction_progress,
            TextCheckProgress: self.text_check_progress,
            ModelAwaited: self.model_awaited,
            PinsChanged: self.pins_changed,
            AgentStepTaken: self.agent_step,
        }
        self._delta_timer = single_shot(self, DELTA_MS, self._flush_deltas)
        self._progress_timer = single_shot(self, PROGRESS_MS, self._flush_progress)
        self._arrived.connect(self._drain, Qt.ConnectionType.QueuedConnection)
        self._called.connect(self._return, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe = worker.subscribe(self._listen)

    def run(self, job: "Job[T]", on_result: Callable[[T], None], on_error: ErrorHandler | None = None) -> "Job[T]":
        """Call back on the GUI thread when ``job`` ends; nothing is called for a cancelled job.

        A callback whose widget is gone by then is skipped. Without ``on_error`` the ``failed`` signal tells. Several
        may wait for one job; it must not have ended on this thread yet.
        """
        # not too late for a job that is done: its end reaches this thread through a queued signal
        self._handlers.setdefault(job.id, []).append((on_result, on_error))
        return job

    def start(self, job: "Job[T]", on_error: ErrorHandler | None = None) -> "Job[T]":
        """Let ``job`` run; only its failure is of interest."""
        return self.run(job, _ignore, on_error)

    def call(self, function: Callable[[], T], on_result: Callable[[T], None], on_error: ErrorHandler) -> None:
        """Run a short blocking function (keychain, settings file) off the GUI thread and call back on it.

        Whatever it raises reaches ``on_error`` as a sentence: one of the two is called.
        """
        run_in_background(functools.partial(self._call, function, on_result, on_error), "desktop-rag-call")

    def close(self) -> None:
        """Stop listening; events and results already on their way are dropped."""
        with self._emitting:
            self._is_closed = True
        self._unsubscribe()
        self._delta_timer.stop()
        self._progress_timer.stop()
        with self._lock:
            self._inbox.clear()
        self._handlers.clear()

    def _call(self, function: Callable[[], T], on_result: Callable[[T], None], on_error: ErrorHandler) -> None:
        """Call on the current thread; the result is passed on through a queued signal."""
        outcome: tuple[Callable[..., None], object]
        try:
            with only_errors():
                outcome = on_result, function()
        except Exception as error:  # noqa: BLE001 - logged, and told in plain words
            outcome = on_error, as_user_error(error)
        self._emit(self._called, *outcome)

    @Slot(object, object)
    def _return(self, callback: Callable[[object], None], result: object) -> None:
        """Hand the result of ``call`` to its caller, if that still exists."""
        if _is_alive(callback):
            callback(result)

    def _listen(self, event: Event) -> None:
        """Take an event in any thread; wake the GUI thread once for a burst."""
        # one queued call for a burst: ``_drain`` takes all there is
        with self._lock:
            self._inbox.append(event)
            wake, self._is_woken = not self._is_woken, True
        if wake:
            self._emit(self._arrived)

    def _emit(self, signal: SignalInstance, *values: object) -> None:
        """Emit a queued signal on any thread.

        The window may close meanwhile and Qt destroy this object; to emit from one that is being destroyed is a
        segmentation fault. So closing waits until nobody emits, and nobody emits afterwards.
        """
        with self._emitting:
            if not self._is_closed and shiboken6.isValid(self):
                signal.emit(*values)

    @Slot()
    def _drain(self) -> None:
        """Handle the arrived events, in order; an error at one does not hold up the next ones."""
        with self._lock:
            self._is_woken = False
        while (event := self._next()) is not None:
            try:
                with only_errors():
                    self._handle(event)
            except Exception as error:  # noqa: BLE001 - logged, and told in plain words
                self.failed.emit(as_user_error(error))

    def _next(self) -> Event | None:
        with self._lock:
            return self._inbox.popleft() if self._inbox else None

    def _handle(self, event: Event) -> None:
        if isinstance(event, AnswerDelta):
            self._take_delta(event)
        elif isinstance(event, AnswerThought):
            self._thoughts.setdefault(event.job_id, []).append(event.text)
            if not self._delta_timer.isActive():
                self._delta_timer.start()
        elif isinstance(event, IngestProgress | BuildProgress):
            kind = event.kind if isinstance(event, BuildProgress) else ""
            self._progress[event.index_name, kind] = event
            if not self._progress_timer.isActive():
                self._progress_timer.start()
        else:
            self._flush_deltas()
            self._pass_on(event)

    def _pass_on(self, event: Event) -> None:
        if isinstance(event, TERMINAL_EVENTS):
            self._end(event)
        elif isinstance(event, ProblemMet):
            self.problem_met.emit(as_user_error(event.error))
        elif (signal := self._signals.get(type(event))) is not None:
            signal.emit(event)

    def _take_delta(self, event: AnswerDelta) -> None:
        """Show the first words of an answer at once, gather the following ones."""
        if event.is_start:
            self._deltas.pop(event.job_id, None)
            self.answer_restarted.emit(event.job_id)
        # how long the first word takes is what people notice
        if event.job_id not in self._started:
            self._started.add(event.job_id)
            self.answer_delta.emit(event.job_id, event.text)
            return
        self._deltas.setdefault(event.job_id, []).append(event.text)
        if not self._delta_timer.isActive():
            self._delta_timer.start()

    def _flush_deltas(self) -> None:
        thoughts, self._thoughts = self._thoughts, {}
        for job_id, pieces in thoughts.items():
            self.answer_thought.emit(job_id, "".join(pieces))
        deltas, self._deltas = self._deltas, {}
        for job_id, pieces in deltas.items():
            self.answer_delta.emit(job_id, "".join(pieces))

    def _flush_progress(self) -> None:
        progress, self._progress = self._progress, {}
        for event in progress.values():
            signal = self.build_progress if isinstance(event, BuildProgress) else self.ingest_progress
            signal.emit(event)

    def _end(self, event: Event) -> None:
        self._started.discard(event.job_id)
        # the last state of a job must not come after its end
        self._flush_progress()
        # taken out first: a callback may start a job of its own
        handlers = self._handlers.pop(event.job_id, [])
        try:
            if isinstance(event, JobFinished):
                for on_result, _ in handlers:
                    if _is_alive(on_result):
                        on_result(event.result)
            elif isinstance(event, JobFailed):
                self._fail(as_user_error(event.error), [on_error for _, on_error in handlers])
        finally:
            self.job_ended.emit(event)  # whatever a callback does: buttons wait for it

    def _fail(self, error: UserError, handlers: Sequence[ErrorHandler | None]) -> None:
        """Call the error handlers of a failed job, or emit the error when there are none."""
        told = [on_error for on_error in handlers if on_error is not None]
        if not told:
            self.failed.emit(error)
        for on_error in told:
            if _is_alive(on_error):
                on_error(error)


def as_user_error(error: Exception) -> UserError:
    """Return an error in the person's language; a bug is logged and becomes a plain sentence."""
    if isinstance(error, UserError):
        error.message, error.next_step = words.sentence(error.message), words.sentence(error.next_step)
        return error
    _log.error("something failed unexpectedly", exc_info=error)
    return UserError(
        QCoreApplication.translate("Bridge", "Something went wrong inside the program."),
        QCoreApplication.translate("Bridge", "Try again. The program's log has the details."),
    )


def _ignore(_result: object) -> None:
    """Take a result nobody needs."""


def _is_alive(callback: Callable[..., None]) -> bool:
    """Return True if the Qt object still exists whose method the callback is, or in whose method it was written."""
    function = callback.func if isinstance(callback, functools.partial) else callback
    owner = getattr(function, "__self__", None)
    if owner is None and inspect.isfunction(function) and "self" in function.__code__.co_freevars:
        owner = (function.__closure__ or ())[function.__code__.co_freevars.index("self")].cell_contents
    return not isinstance(owner, QObject) or shiboken6.isValid(owner)
