"""A handler that keeps what happened, for a person to look at."""

import logging
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from desktop_rag.callbacks.base import BASE_TRACE_EVENT, BaseCallbackHandler, Payload
from desktop_rag.core.instrumentation import CBEventType

K = TypeVar("K")
TIMESTAMP_FORMAT = "%m/%d/%Y, %H:%M:%S.%f"


def _now() -> str:
    return datetime.now().strftime(TIMESTAMP_FORMAT)  # noqa: DTZ005 - what a clock on the wall shows


@dataclass(slots=True)
class EventRecord:
    """The start or the end of a stage (LlamaIndex's ``CBEvent``); both have the stage's id."""

    event_type: CBEventType
    payload: Payload | None = None
    time: str = field(default_factory=_now)
    id_: str = field(default_factory=lambda: str(uuid.uuid4()))


@dataclass(frozen=True, slots=True)
class EventStats:
    """How long stages took."""

    total_secs: float
    average_secs: float
    total_count: int


class LlamaDebugHandler(BaseCallbackHandler):
    """Keeps the starts and ends of all stages, and shows a tree of them with their seconds when a trace ends.

    The tree is printed; with ``logger`` it goes there, as debug messages.
    """

    def __init__(
        self,
        event_starts_to_ignore: Sequence[CBEventType] | None = None,
        event_ends_to_ignore: Sequence[CBEventType] | None = None,
        print_trace_on_end: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's parameter
        logger: logging.Logger | None = None,
    ) -> None:
        super().__init__(event_starts_to_ignore, event_ends_to_ignore)
        self.print_trace_on_end = print_trace_on_end
        self.logger = logger
        self._sequential_events: list[EventRecord] = []
        self._trace_id: str | None = None
        self._trace_map: Mapping[str, list[str]] = {}

    @property
    def sequential_events(self) -> list[EventRecord]:
        """All starts and ends, in the order in which they came."""
        return self._sequential_events

    @property
    def event_pairs_by_type(self) -> dict[CBEventType, list[EventRecord]]:
        """The starts and ends of each kind of stage."""
        return _grouped((record.event_type, record) for record in self._sequential_events)

    @property
    def events_pairs_by_id(self) -> dict[str, list[EventRecord]]:
        """Start and end of each stage."""
        return _grouped((record.id_, record) for record in self._sequential_events)

    def on_event_start(
        self,
        event_type: CBEventType,
        payload: Payload | None = None,
        event_id: str = "",
        parent_id: str = "",  # noqa: ARG002 - the trace's map tells it
        **kwargs: Any,  # noqa: ANN401, ARG002
    ) -> str:
        """Keep the start of a stage."""
        return self._keep(event_type, payload, event_id)

    def on_event_end(
        self,
        event_type: CBEventType,
        payload: Payload | None = None,
        event_id: str = "",
        **kwargs: Any,  # noqa: ANN401, ARG002
    ) -> None:
        """Keep the end of a stage."""
        self._keep(event_type, payload, event_id)

    def _keep(self, event_type: CBEventType, payload: Payload | None, event_id: str) -> str:
        record = EventRecord(event_type, payload, **({"id_": event_id} if event_id else {}))
        self._sequential_events.append(record)
        return record.id_

    def get_events(self, event_type: CBEventType | None = None) -> list[EventRecord]:
        """Return the starts and ends of all stages, or of one kind."""
        return [record for record in self._sequential_events if event_type in (None, record.event_type)]

    def get_event_pairs(self, event_type: CBEventType | None = None) -> list[list[EventRecord]]:
        """Return start and end of each stage, or of each of one kind, in the order in which they began."""
        return list(_grouped((record.id_, record) for record in self.get_events(event_type)).values())

    def get_llm_inputs_outputs(self) -> list[list[EventRecord]]:
        """Return start and end of each call of a model: the first payload has what it was sent, the last its answer."""
        return self.get_event_pairs(CBEventType.LLM)

    def get_event_time_info(self, event_type: CBEventType | None = None) -> EventStats:
        """Return how long all stages took, or those of one kind.

        Raises:
            ValueError: there was none.

        """
        pairs = self.get_event_pairs(event_type)
        if not pairs:
            raise ValueError(f"no stage of the kind {event_type} was kept")
        total = sum(map(_seconds, pairs))
        return EventStats(total, total / len(pairs), len(pairs))

    def flush_event_logs(self) -> None:
        """Forget what was kept."""
        self._sequential_events = []

    def start_trace(self, trace_id: str | None = None) -> None:
        """Take note that a trace begins."""
        self._trace_map = {}
        self._trace_id = trace_id

    def end_trace(self, trace_id: str | None = None, trace_map: Mapping[str, list[str]] | None = None) -> None:  # noqa: ARG002 - known
        """Keep the trace, and show it where that is wanted."""
        self._trace_map = dict(trace_map or {})
        if self.print_trace_on_end:
            self.print_trace_map()

    def print_trace_map(self) -> None:
        """Show the stages of the latest trace, those inside another below it, with their seconds."""
        pairs = self.events_pairs_by_id
        waiting = [(BASE_TRACE_EVENT, 1)]
        lines = [f"Trace: {self._trace_id}"]
        while waiting:
            event_id, level = waiting.pop()
            if pair := pairs.get(event_id):
                lines.append(f"{'  ' * level}|_{pair[0].event_type} -> {_seconds(pair):.6f} seconds")
            waiting += [(inner, level + 1) for inner in reversed(self._trace_map.get(event_id, []))]
        for line in ("**********", *lines, "**********"):
            if self.logger is None:
                print(line, flush=True)  # noqa: T201 - what this handler is for
            else:
                self.logger.debug(line)


def _grouped(records: Iterable[tuple[K, EventRecord]]) -> dict[K, list[EventRecord]]:
    groups: dict[K, list[EventRecord]] = defaultdict(list)
    for key, record in records:
        groups[key].append(record)
    return dict(groups)


def _seconds(pair: Sequence[EventRecord]) -> float:
    """Return the time between a start and its end; nothing where the end has not come."""
    first, last = (datetime.strptime(record.time, TIMESTAMP_FORMAT) for record in (pair[0], pair[-1]))  # noqa: DTZ007 - as written above
    return (last - first).total_seconds()
