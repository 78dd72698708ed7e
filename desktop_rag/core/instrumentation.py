"""Events that the stages of the pipeline emit, and the cancel token that their work checks.

A job runs inside ``running(token, handlers)``. Each stage is wrapped in ``event(CBEventType.X, ...)``; handlers hear of
its start and its end, with payload and seconds. The context follows the call, not the process: two jobs never mix,
and ``parallel.run_parallel`` takes it into its threads. ``callbacks`` makes LlamaIndex's handlers of it.
"""

import enum
import itertools
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar, runtime_checkable

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError


class CBEventType(enum.StrEnum):
    """The kinds of stage."""

    CHUNKING = "chunking"
    NODE_PARSING = "node_parsing"
    EMBEDDING = "embedding"
    LLM = "llm"
    QUERY = "query"
    RETRIEVE = "retrieve"
    SYNTHESIZE = "synthesize"
    TREE = "tree"
    SUB_QUESTION = "sub_question"
    TEMPLATING = "templating"
    FUNCTION_CALL = "function_call"
    RERANKING = "reranking"
    AGENT_STEP = "agent_step"
    EXCEPTION = "exception"


@dataclass(slots=True)
class CBEvent:
    """One stage: ``payload`` holds JSON values, filled while it runs; ``seconds`` is None until it ends.

    ``started`` is in seconds since the job began; ``error`` is the message of what ended the stage early. ``texts``
    are what is embedded, ``objects`` what went in and came out: for handlers to look at, not to keep, and gone once the
    stage was told to all of them. ``id`` counts the stages of one job, ``job`` the jobs of this process.
    """

    id: int
    parent_id: int | None
    event_type: CBEventType
    started: float
    payload: dict[str, object] = field(default_factory=dict)
    seconds: float | None = None
    error: str = ""
    texts: Sequence[str] = ()
    objects: dict[str, Any] = field(default_factory=dict)
    job: int = 0


class StageListener(Protocol):
    """A listener for every stage, called on the thread that runs it."""

    def stage_began(self, event: CBEvent) -> None:
        """Handle the start of a stage; its payload holds the input."""

    def stage_ended(self, event: CBEvent) -> None:
        """Handle the end of a stage; its payload also holds the output."""


class ModelState(enum.StrEnum):
    """The states of a model's server before and while it answers."""

    CONNECTING = "connecting"
    LOADING = "loading"
    READING = "reading"
    THINKING = "thinking"
    WRITING = "writing"


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a model's server: ``done`` of ``total`` tokens where it counts them, and its thoughts."""

    state: ModelState
    done: int = 0
    total: int = 0
    thought: str = ""


@runtime_checkable
class PieceListener(Protocol):
    """A listener that also receives each piece of a model's text."""

    def piece_came(self, event: CBEvent, piece: Any) -> None:  # noqa: ANN401 - a ChatDelta
        """Take note of it."""


@runtime_checkable
class ProgressHandler(Protocol):
    """A handler that also receives the progress of models' servers."""

    def on_progress(self, progress: Progress) -> None:
        """Take note of it."""


_JOBS = itertools.count(1)


@dataclass(frozen=True, slots=True)
class _Run:
    """The state that all stages of one job share."""

    token: CancelToken
    handlers: tuple[StageListener, ...]
    ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    began: float = field(default_factory=time.monotonic)
    number: int = field(default_factory=lambda: next(_JOBS))


T = TypeVar("T")
_TOLD = "event_added"  # LlamaIndex's mark of exceptions that handlers have heard of
_run: ContextVar[_Run | None] = ContextVar("desktop_rag_run", default=None)
_parent: ContextVar[int | None] = ContextVar("desktop_rag_parent", default=None)


class _Program:
    """The listeners for stages that belong to no job: those of a program's own calls."""

    def __init__(self) -> None:
        self.run: _Run | None = None
        self.listeners: dict[str, StageListener] = {}


_program = _Program()


def tell_program(listener: StageListener | None, place: str = "callbacks") -> None:
    """Register a listener for every stage that belongs to no job, replacing the one registered for this place."""
    known = {other: one for other, one in _program.listeners.items() if other != place}
    _program.listeners = known if listener is None else {**known, place: listener}
    listeners = tuple(_program.listeners.values())
    _program.run = _Run(CancelToken(), listeners) if listeners else None


def _job() -> _Run | None:
    """Return the job this call belongs to; outside of any, the program's listeners."""
    return _run.get() or _program.run


@contextmanager
def running(token: CancelToken | None = None, handlers: Sequence[StageListener] = ()) -> Iterator[CancelToken]:
    """Run the block as one job that ``token`` cancels and ``handlers`` listen to."""
    token = token or CancelToken()
    reset_run = _run.set(_Run(token, tuple(handlers)))
    reset_parent = _parent.set(None)
    try:
        yield token
    finally:
        _parent.reset(reset_parent)
        _run.reset(reset_run)


@contextmanager
def stopped_by(token: CancelToken) -> Iterator[None]:
    """Let ``token`` stop the block, beside the job it belongs to."""
    run = _job()
    reset = _run.set(_Run(token, ()) if run is None else replace(run, token=token))
    try:
        with run.token.closing(token.cancel) if run else nullcontext():
            yield
    finally:
        _run.reset(reset)


def _joined_by(listener: StageListener | None) -> _Run | None:
    """Return the job with a part's own listener in it; None if there is none, or it already listens."""
    run = _job()
    if listener is None or (run is not None and listener in run.handlers):
        return None
    return _Run(CancelToken(), (listener,)) if run is None else replace(run, handlers=(*run.handlers, listener))


@contextmanager
def also_notified(listener: StageListener | None) -> Iterator[None]:
    """Add a part's own listener for the stages inside the block, beside the listeners of the job."""
    inner = _joined_by(listener)
    if inner is None:
        yield
        return
    reset = _run.set(inner)
    try:
        yield
    finally:
        _run.reset(reset)


def each_notified(listener: StageListener | None, pieces: Iterator[T]) -> Iterator[T]:
    """Yield the pieces of a stream; a part's own listener receives the stages that happen while it is read."""
    inner = _joined_by(listener)  # one for the whole stream: its stages belong together
    if inner is None:
        yield from pieces
        return
    missing: Any = object()
    try:
        while True:
            reset = _run.set(inner)
            try:
                piece = next(pieces, missing)
            finally:
                _run.reset(reset)
            if piece is missing:
                return
            yield piece
    finally:
        if isinstance(pieces, Generator):
            pieces.close()


def tell_piece(stage: CBEvent, piece: object) -> None:
    """Send a piece of a model's text to the job's listeners."""
    run = _job()
    for handler in run.handlers if run else ():
        if isinstance(handler, PieceListener):
            handler.piece_came(stage, piece)


def tell_progress(progress: Progress) -> None:
    """Send the progress of a model's server to the job's handlers."""
    run = _job()
    for handler in run.handlers if run else ():
        if isinstance(handler, ProgressHandler):
            handler.on_progress(progress)


def current_token() -> CancelToken:
    """Return the token of the job this call belongs to; outside of any job, one that nobody cancels."""
    run = _run.get()
    return run.token if run else CancelToken()


@contextmanager
def event(event_type: CBEventType, objects: dict[str, Any] | None = None, /, **payload: object) -> Iterator[CBEvent]:
    """Wrap one stage; its results go into the event's ``payload``. Stages inside are its children.

    ``objects`` are what goes in: handlers see them, and what is put beside them on the way.

    Raises:
        CancelledError: the job was told to stop before the stage began.

    """
    with leaf_event(event_type, objects, **payload) as stage:
        reset = _parent.set(stage.id or None)
        try:
            yield stage
        finally:
            _parent.reset(reset)


@contextmanager
def leaf_event(
    event_type: CBEventType, objects: dict[str, Any] | None = None, /, **payload: object
) -> Iterator[CBEvent]:
    """Wrap one stage without stages inside; the form for generators, whose body runs in many places.

    Raises:
        CancelledError: the job was told to stop before the stage began.

    """
    run = _job()
    if run is None:
        yield CBEvent(0, None, event_type, 0.0, payload)
        return
    run.token.raise_if_cancelled()
    began = time.monotonic()
    stage = CBEvent(next(run.ids), _parent.get(), event_type, began - run.began, payload, job=run.number)
    stage.objects |= objects or {}
    for handler in run.handlers:
        handler.stage_began(stage)
    try:
        yield stage
    except BaseException as error:
        stage.error = str(error) or type(error).__name__
        stage.objects["error"] = error
        _tell_exception(run, stage, error)
        raise
    finally:
        stage.seconds = time.monotonic() - began
        for handler in run.handlers:
            handler.stage_ended(stage)
        stage.texts, stage.objects = (), {}


def is_news(error: Exception) -> bool:
    """Return True the first time an exception is seen, and mark it as seen."""
    if hasattr(error, _TOLD):
        return False
    setattr(error, _TOLD, True)
    return True


def _tell_exception(run: _Run, stage: CBEvent, error: BaseException) -> None:
    """Report the exception that ended a stage to the handlers once, not again where the stages around it end too."""
    if not isinstance(error, Exception) or isinstance(error, CancelledError) or not is_news(error):
        return
    told: dict[str, object] = {"exception": type(error).__name__, "message": str(error)}
    now = time.monotonic() - run.began
    event = CBEvent(next(run.ids), stage.id, CBEventType.EXCEPTION, now, told, 0.0, stage.error, job=run.number)
    for handler in run.handlers:
        handler.stage_began(event)
        handler.stage_ended(event)


def inside(stage: CBEvent, pieces: Iterator[T]) -> Iterator[T]:
    """Yield a generator's items; the stages it begins while it runs are inside ``stage``."""
    try:
        while True:
            reset = _parent.set(stage.id or None)
            try:
                piece = next(pieces)
            except StopIteration:
                return
            finally:
                _parent.reset(reset)  # before the caller goes on: what it begins is not inside
            yield piece
    finally:
        if isinstance(pieces, Generator):
            pieces.close()


class StageRecorder:
    """Keeps every stage of a job, in the order in which they began."""

    def __init__(self) -> None:
        self.events: list[CBEvent] = []

    def stage_began(self, event: CBEvent) -> None:
        """Keep the stage; it fills up while it runs."""
        self.events.append(event)

    def stage_ended(self, event: CBEvent) -> None:
        """Do nothing: the stage is kept already."""

    def get_events(self, event_type: CBEventType) -> list[CBEvent]:
        """Return the stages of one kind."""
        return [stage for stage in self.events if stage.event_type is event_type]

    def flush_event_logs(self) -> None:
        """Forget the stages of earlier jobs."""
        self.events.clear()
