"""Listens to the stages of an answer: tells the listeners what happens now and keeps what "Why this answer?" shows."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence

from desktop_rag.core.errors import UserError, contained
from desktop_rag.core.events import AgentStepTaken, AnswerStage, AnswerThought, Event, ModelAwaited
from desktop_rag.core.instrumentation import CBEvent, CBEventType, ModelState, Progress
from desktop_rag.core.payloads import AgentStepPayload, LLMPayload
from desktop_rag.core.results.answers import AgentStep, TraceEvent, Usage
from desktop_rag.llms.window import NoRoomError

_LONGEST_TEXT = 20_000  # characters of one text of a payload; prompts are kept whole up to this
_SHORTEST_TEXT = 100
_MOST_ITEMS = 200
_MOST_EVENTS = 1000
_LARGEST = 2_000_000  # characters of a whole trace
_log = logging.getLogger(__name__)
_STAGES = {
    CBEventType.RETRIEVE: "searching",
    CBEventType.RERANKING: "searching",
    CBEventType.AGENT_STEP: "thinking",
    CBEventType.SUB_QUESTION: "writing queries",
}


class Tracer:
    """A listener for the stages of one job, on all of its threads; calls ``on_step`` after each step of an agent.

    What it hears of goes on whatever goes wrong here: that is logged.
    """

    def __init__(self, emit: Callable[[Event], None], job_id: int, on_step: Callable[[], object]) -> None:
        self._emit = emit
        self._on_step = on_step
        self._job_id = job_id
        self._lock = threading.Lock()
        # held while it is told of, as calls end and begin in several threads; one may end while another is told of
        self._calls_lock = threading.RLock()
        self._open_calls = 0
        self._events: list[CBEvent] = []
        self._steps: list[AgentStep] = []
        self._stage = ""
        self._stage_began = 0.0
        self._stage_told = 0.0

    def on_progress(self, progress: Progress) -> None:
        """Emit the state of a model's server; seconds of loading and thinking, at most once a second."""
        with contained(_log, "what a model's server does cannot be told"):
            self._tell_progress(progress)

    def _tell_progress(self, progress: Progress) -> None:
        state = progress.state
        if progress.thought:
            self._emit(AnswerThought(self._job_id, progress.thought))
        waits_on = self._stage == ModelState.LOADING and not progress.total
        if waits_on and state in (ModelState.CONNECTING, ModelState.READING):
            return  # the server is asked again whether it has loaded the model
        if state in (ModelState.LOADING, ModelState.THINKING) and state == self._stage:
            self._tell_seconds(state)
        else:
            self.tell(state.value, f"{progress.done:,} of {progress.total:,} tokens" if progress.total else "")

    def _tell_seconds(self, state: ModelState) -> None:
        now = time.monotonic()
        if now - self._stage_told >= 1:
            self._stage_told = now
            self._emit(AnswerStage(self._job_id, state.value, f"{now - self._stage_began:.0f} s"))

    def stage_began(self, event: CBEvent) -> None:
        """Record a stage that begins, and emit it; a stage that fails is recorded by its exception."""
        if event.event_type is CBEventType.EXCEPTION:
            return
        with self._lock:
            self._events.append(event)
        with contained(_log, "a stage of an answer cannot be told"):
            if event.event_type is CBEventType.LLM:
                self._count_calls(1)
            self.tell(_STAGES.get(event.event_type, ""))

    def stage_ended(self, event: CBEvent) -> None:
        """Record an agent's step that has ended, and emit it, as well as the last word of a model."""
        if event.event_type is CBEventType.LLM:
            with contained(_log, "the last word of a model cannot be told"):
                self._count_calls(-1)
        if event.event_type is CBEventType.AGENT_STEP:
            with contained(_log, "a step of an agent cannot be told"):
                self._tell_step(event)

    def _count_calls(self, change: int) -> None:
        """Emit ``ModelAwaited`` when the first call of a model begins, and when the last open one ends."""
        with self._calls_lock:
            was_awaited = self._open_calls > 0
            self._open_calls += change
            if (is_awaited := self._open_calls > 0) != was_awaited:
                self._emit(ModelAwaited(self._job_id, is_awaited))

    def _tell_step(self, event: CBEvent) -> None:
        told = AgentStepPayload.of(event.payload)
        if told.tool:
            step = AgentStep(len(self._steps) + 1, told.thought, told.tool, told.arguments, told.observation)
            self._steps.append(step)
            self._emit(AgentStepTaken(self._job_id, step))
            self._on_step()

    def tell(self, stage: str, detail: str = "") -> None:
        """Emit the next stage."""
        if stage and (stage != self._stage or detail):
            self._stage = stage
            self._stage_began = self._stage_told = time.monotonic()
            self._emit(AnswerStage(self._job_id, stage, detail))

    @property
    def steps(self) -> tuple[AgentStep, ...]:
        """The steps of an agent."""
        return tuple(self._steps)

    def trace(self) -> tuple[TraceEvent, ...]:
        """Return the stages in the order in which they began; of very many, the first and the last ones.

        It is kept in conversations, so it is never large: where it would be, its texts are shortened.
        """
        with self._lock:
            events = list(self._events)
        if len(events) > _MOST_EVENTS:
            events = events[: _MOST_EVENTS // 2] + events[-_MOST_EVENTS // 2 :]
        longest = _LONGEST_TEXT
        trace = _trace(events, longest)
        while longest > _SHORTEST_TEXT and _size(trace) > _LARGEST:
            longest //= 4
            trace = _trace(events, longest)
        return trace

    def calls(self) -> list[LLMPayload]:
        """Return the calls of models, in the order in which they began."""
        with self._lock:
            return [LLMPayload.of(stage.payload) for stage in self._events if stage.event_type is CBEventType.LLM]

    def is_of_model(self, error: UserError) -> bool:
        """Return True if a call of a model ended with this error, or could not even be made."""
        with self._lock:
            failed = [stage.error for stage in self._events if stage.event_type is CBEventType.LLM]
        return isinstance(error, NoRoomError) or str(error) in failed

    def usage(self) -> Usage:
        """Return the tokens of all calls together; None where no server counted."""
        calls = self.calls()
        return Usage(
            _total(call.prompt_tokens for call in calls),
            _total(call.completion_tokens for call in calls),
            _total(call.cached_tokens for call in calls),
        )


def _total(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _trace(events: Sequence[CBEvent], longest: int) -> tuple[TraceEvent, ...]:
    """Return stages with texts of at most ``longest`` characters; a parent that was left out is no parent."""
    known = {stage.id for stage in events}
    return tuple(
        TraceEvent(
            stage.id,
            stage.parent_id if stage.parent_id in known else None,
            stage.event_type.value,
            round(stage.started, 4),
            round(stage.seconds or 0.0, 4),
            {key: _shortened(value, longest) for key, value in stage.payload.items()},
            stage.error[:longest],
        )
        for stage in events
    )


def _size(trace: Sequence[TraceEvent]) -> int:
    """Return about how many characters a trace takes."""
    return sum(len(json.dumps(stage.payload)) + len(stage.error) for stage in trace)


def _shortened(value: object, longest: int) -> object:
    """Return a payload value that is worth storing."""
    if isinstance(value, str):
        return value if len(value) <= longest else value[:longest] + "…"
    if isinstance(value, dict):
        return {str(key): _shortened(item, longest) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_shortened(item, longest) for item in value[:_MOST_ITEMS]]
    if value is None or isinstance(value, int | float | bool):
        return value
    return str(value)
