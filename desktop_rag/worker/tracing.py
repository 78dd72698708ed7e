"""Listens to the stages of an answer: tells the listeners what happens now and keeps what "Why this answer?" shows."""

import threading
from collections.abc import Callable

from desktop_rag.events import AgentStepTaken, AnswerStage, Event
from desktop_rag.instrumentation import CBEvent, CBEventType
from desktop_rag.results import AgentStep, TraceEvent, Usage

_LONGEST_TEXT = 20_000  # characters of one text of a payload; prompts are kept whole up to this
_MOST_ITEMS = 200
_STAGES = {
    CBEventType.RETRIEVE: "searching", CBEventType.RERANKING: "searching", CBEventType.AGENT_STEP: "thinking",
    CBEventType.SUB_QUESTION: "writing queries",
}  # fmt: skip


class Tracer:
    """Hears of the stages of one job, from all of its threads."""

    def __init__(self, emit: Callable[[Event], None], job_id: int) -> None:
        self._emit = emit
        self._job_id = job_id
        self._lock = threading.Lock()
        self._events: list[CBEvent] = []
        self._steps: list[AgentStep] = []
        self._stage = ""

    def on_event_start(self, event: CBEvent) -> None:
        """Tell what begins."""
        with self._lock:
            self._events.append(event)
        self.tell(_STAGES.get(event.event_type, ""))

    def on_event_end(self, event: CBEvent) -> None:
        """Tell of an agent's step once it was made."""
        if event.event_type is CBEventType.AGENT_STEP and event.payload.get("tool"):
            step = _step(len(self._steps) + 1, event.payload)
            self._steps.append(step)
            self._emit(AgentStepTaken(self._job_id, step))

    def tell(self, stage: str, detail: str = "") -> None:
        """Tell the listeners of another stage."""
        if stage and (stage != self._stage or detail):
            self._stage = stage
            self._emit(AnswerStage(self._job_id, stage, detail))

    @property
    def steps(self) -> tuple[AgentStep, ...]:
        """What an agent did."""
        return tuple(self._steps)

    def trace(self) -> tuple[TraceEvent, ...]:
        """Return every stage in the order in which they began."""
        with self._lock:
            events = list(self._events)
        return tuple(
            TraceEvent(
                stage.id, stage.parent_id, stage.event_type.value, round(stage.started, 4),
                round(stage.seconds or 0.0, 4), {key: _shortened(value) for key, value in stage.payload.items()},
                stage.error,
            )
            for stage in events
        )  # fmt: skip

    def usage(self) -> Usage:
        """Return the tokens of all calls together; None where no server counted."""
        with self._lock:
            calls = [stage.payload for stage in self._events if stage.event_type is CBEventType.LLM]
        return Usage(_total(calls, "prompt_tokens"), _total(calls, "completion_tokens"))


def _step(number: int, payload: dict[str, object]) -> AgentStep:
    """Return a step as it is shown."""
    texts = {key: str(payload.get(key) or "") for key in ("thought", "tool", "arguments", "observation")}
    return AgentStep(number, **texts)


def _total(calls: list[dict[str, object]], key: str) -> int | None:
    """Return the sum of what was counted."""
    counts = [value for call in calls if isinstance(value := call.get(key), int)]
    return sum(counts) if counts else None


def _shortened(value: object) -> object:
    """Return a payload value that is worth storing."""
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_TEXT else value[:_LONGEST_TEXT] + "…"
    if isinstance(value, dict):
        return {str(key): _shortened(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_shortened(item) for item in value[:_MOST_ITEMS]]
    if value is None or isinstance(value, int | float | bool):
        return value
    return str(value)
