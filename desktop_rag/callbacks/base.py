"""The handler interface and the manager that calls handlers: LlamaIndex's side of ``core/instrumentation.py``."""

import enum
import uuid
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from desktop_rag.core.instrumentation import CBEvent, CBEventType, is_news, tell_program

Payload = Mapping[str, Any]
BASE_TRACE_EVENT = "root"
LEAF_EVENTS = (CBEventType.CHUNKING, CBEventType.LLM, CBEventType.EMBEDDING)


class EventPayload(enum.StrEnum):
    """The keys of payloads. Stages have JSON values: texts and ids, where LlamaIndex has objects."""

    DOCUMENTS = "documents"
    CHUNKS = "chunks"
    NODES = "nodes"
    PROMPT = "formatted_prompt"
    MESSAGES = "messages"
    COMPLETION = "completion"
    RESPONSE = "response"
    QUERY_STR = "query_str"
    SUB_QUESTION = "sub_question"
    EMBEDDINGS = "embeddings"
    TOP_K = "top_k"
    ADDITIONAL_KWARGS = "additional_kwargs"
    SERIALIZED = "serialized"
    FUNCTION_CALL = "function_call"
    FUNCTION_OUTPUT = "function_call_response"
    TOOL = "tool"
    MODEL_NAME = "model_name"
    TEMPLATE = "template"
    TEMPLATE_VARS = "template_vars"
    SYSTEM_PROMPT = "system_prompt"
    QUERY_WRAPPER_PROMPT = "query_wrapper_prompt"
    EXCEPTION = "exception"


class BaseCallbackHandler(ABC):
    """A handler for the start and end of every stage, on the thread that runs it; kinds of stage can be ignored.

    It is given to a ``CallbackManager``, or to ``instrumentation.running`` for one job alone.
    """

    event_starts_to_ignore: tuple[CBEventType, ...] = ()
    event_ends_to_ignore: tuple[CBEventType, ...] = ()

    def __init__(
        self,
        event_starts_to_ignore: Sequence[CBEventType] | None = None,
        event_ends_to_ignore: Sequence[CBEventType] | None = None,
    ) -> None:
        self.event_starts_to_ignore = tuple(event_starts_to_ignore or ())
        self.event_ends_to_ignore = tuple(event_ends_to_ignore or ())

    @abstractmethod
    def on_event_start(
        self,
        event_type: CBEventType,
        payload: Payload | None = None,
        event_id: str = "",
        parent_id: str = "",
        **kwargs: Any,  # noqa: ANN401 - a caller's own
    ) -> str:
        """Handle the start of a stage, whose payload holds what went in; return the id of the event."""

    @abstractmethod
    def on_event_end(
        self,
        event_type: CBEventType,
        payload: Payload | None = None,
        event_id: str = "",
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        """Handle the end of a stage, whose payload holds what came out."""

    @abstractmethod
    def start_trace(self, trace_id: str | None = None) -> None:
        """Handle the start of a trace: a call that belongs to no other."""

    @abstractmethod
    def end_trace(self, trace_id: str | None = None, trace_map: Mapping[str, list[str]] | None = None) -> None:
        """Handle the end of a trace; ``trace_map`` has the ids of the stages inside each stage."""

    def stage_began(self, event: CBEvent) -> None:
        """Handle the start of a stage of this program (see ``StageListener``)."""
        if event.event_type not in self.event_starts_to_ignore:
            parent = BASE_TRACE_EVENT if event.parent_id is None else _id(event, event.parent_id)
            self.on_event_start(event.event_type, dict(event.payload), _id(event, event.id), parent)

    def stage_ended(self, event: CBEvent) -> None:
        """Handle the end of a stage."""
        if event.event_type not in self.event_ends_to_ignore:
            texts = {EventPayload.CHUNKS.value: list(event.texts)} if event.texts else {}
            self.on_event_end(event.event_type, event.payload | texts, _id(event, event.id))


class CallbackManager(BaseCallbackHandler):
    """Notifies its handlers of stages: those of its part, or as ``Settings.callback_manager`` of all calls.

    A program may tell of stages of its own with ``event``. Outside of a trace each stage that is inside no other
    begins one. Two managers with the same handlers would count twice: a part hears through the nearest one only.
    """

    def __init__(self, handlers: list[BaseCallbackHandler] | None = None) -> None:
        super().__init__()
        self.handlers = [] if handlers is None else handlers
        self._trace_map: dict[str, list[str]] = defaultdict(list)
        # of this manager alone: stages of another one, around it, are not its own
        self._inside: ContextVar[tuple[str, ...]] = ContextVar("desktop_rag_callbacks_inside", default=())
        self._traces: ContextVar[tuple[str, ...]] = ContextVar("desktop_rag_callbacks_traces", default=())

    @property
    def trace_map(self) -> dict[str, list[str]]:
        """The ids of the stages inside each stage of the latest trace."""
        return self._trace_map

    def add_handler(self, handler: BaseCallbackHandler) -> None:
        """Add a handler."""
        self.handlers.append(handler)
        _register_if_program(self)

    def remove_handler(self, handler: BaseCallbackHandler) -> None:
        """Remove a handler."""
        self.handlers.remove(handler)

    def set_handlers(self, handlers: list[BaseCallbackHandler]) -> None:
        """Replace the handlers."""
        self.handlers = handlers
        _register_if_program(self)

    def on_event_start(
        self,
        event_type: CBEventType,
        payload: Payload | None = None,
        event_id: str | None = None,
        parent_id: str | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> str:
        """Notify the handlers that a stage begins; return its id, by which it is ended."""
        event_id = event_id or str(uuid.uuid4())
        inside = self._inside.get()
        parent_id = parent_id or (inside[-1] if inside else BASE_TRACE_EVENT)
        self._trace_map[parent_id].append(event_id)
        for handler in self.handlers:
            if event_type not in handler.event_starts_to_ignore:
                handler.on_event_start(event_type, payload, event_id=event_id, parent_id=parent_id, **kwargs)
        if event_type not in LEAF_EVENTS:
            self._inside.set((*inside, event_id))
        return event_id

    def on_event_end(
        self,
        event_type: CBEventType,
        payload: Payload | None = None,
        event_id: str | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        """Notify the handlers that a stage ended."""
        event_id = event_id or str(uuid.uuid4())
        for handler in self.handlers:
            if event_type not in handler.event_ends_to_ignore:
                handler.on_event_end(event_type, payload, event_id=event_id, **kwargs)
        if event_type not in LEAF_EVENTS:
            self._inside.set(self._inside.get()[:-1])  # stages end in the reverse order of their beginnings

    @contextmanager
    def event(
        self, event_type: CBEventType, payload: Payload | None = None, event_id: str | None = None
    ) -> Iterator["EventContext"]:
        """Record a stage of the program's own; an error that ends it early becomes its payload."""
        stage = EventContext(self, event_type, event_id)
        stage.on_start(payload)
        try:
            yield stage
        except Exception as error:
            if is_news(error):
                stage.on_end({EventPayload.EXCEPTION: error})
            raise
        finally:
            stage.on_end()  # nothing, if the error ended it

    @contextmanager
    def as_trace(self, trace_id: str) -> Iterator[None]:
        """Make one trace of all stages inside."""
        self.start_trace(trace_id)
        try:
            yield
        except Exception as error:
            if is_news(error):
                self.on_event_start(CBEventType.EXCEPTION, {EventPayload.EXCEPTION: error})
            raise
        finally:
            self.end_trace(trace_id)

    def start_trace(self, trace_id: str | None = None) -> None:
        """Begin a trace, unless one is on."""
        if trace_id is None:
            return
        traces = self._traces.get()
        if not traces:
            self._trace_map = defaultdict(list)
            self._inside.set(())
            for handler in self.handlers:
                handler.start_trace(trace_id)
        self._traces.set((*traces, trace_id))

    def end_trace(self, trace_id: str | None = None, trace_map: Mapping[str, list[str]] | None = None) -> None:
        """End a trace; the handlers are notified when it was the outermost."""
        traces = self._traces.get()
        if trace_id is None or not traces:
            return
        self._traces.set(traces[:-1])
        if len(traces) == 1:
            for handler in self.handlers:
                handler.end_trace(trace_id, trace_map=self._trace_map if trace_map is None else trace_map)

    def stage_began(self, event: CBEvent) -> None:
        """Handle the start of a stage of this program."""
        if not self.handlers:
            return
        if event.parent_id is None and not self._traces.get():
            self._trace_map = defaultdict(list)
            for handler in self.handlers:
                handler.start_trace(event.event_type.value)
        parent = self._enclosing_stage() if event.parent_id is None else _id(event, event.parent_id)
        self._trace_map[parent].append(_id(event, event.id))
        for handler in self.handlers:
            handler.stage_began(event)

    def stage_ended(self, event: CBEvent) -> None:
        """Handle the end of a stage."""
        for handler in self.handlers:
            handler.stage_ended(event)
        if event.parent_id is None and not self._traces.get():
            for handler in self.handlers:
                handler.end_trace(event.event_type.value, trace_map=self._trace_map)

    def _enclosing_stage(self) -> str:
        """Return the id of the program's own stage that this call is inside."""
        inside = self._inside.get()
        return inside[-1] if inside else BASE_TRACE_EVENT


class EventContext:
    """One stage of a program's own: it begins and ends once, whoever says so first."""

    def __init__(self, callback_manager: CallbackManager, event_type: CBEventType, event_id: str | None = None) -> None:
        self._callback_manager = callback_manager
        self._event_type = event_type
        self._event_id = event_id or str(uuid.uuid4())
        self.started = False
        self.finished = False

    def on_start(self, payload: Payload | None = None, **kwargs: Any) -> None:  # noqa: ANN401
        """Record that the stage begins."""
        if not self.started:
            self.started = True
            self._callback_manager.on_event_start(self._event_type, payload, self._event_id, **kwargs)

    def on_end(self, payload: Payload | None = None, **kwargs: Any) -> None:  # noqa: ANN401
        """Record that the stage ended."""
        if not self.finished:
            self.finished = True
            self._callback_manager.on_event_end(self._event_type, payload, self._event_id, **kwargs)


class _Program:
    """The manager of a program's own calls: that of ``Settings``."""

    def __init__(self) -> None:
        self.manager = CallbackManager()


_program = _Program()


def _register_if_program(manager: CallbackManager) -> None:
    """Register the program's manager as a listener, now that it has handlers."""
    if manager is _program.manager:
        tell_program(manager)


def program_manager() -> CallbackManager:
    """Return the manager notified of every call of this program that belongs to no job."""
    return _program.manager


def set_program_manager(manager: CallbackManager | None) -> None:
    """Replace the program's manager; None: nobody is notified until handlers are added to the new one."""
    _program.manager = manager or CallbackManager()
    tell_program(manager)


class HasCallbackManager:
    """A part with an optional callback manager for its stages; the program's is notified anyway."""

    _callback_manager: CallbackManager | None = None

    @property
    def callback_manager(self) -> CallbackManager:
        """Its own manager, or that of ``Settings``."""
        return self._callback_manager or program_manager()

    @callback_manager.setter
    def callback_manager(self, callback_manager: CallbackManager | None) -> None:
        self._callback_manager = callback_manager

    def join_callbacks(self, of_the_whole: CallbackManager | None) -> None:
        """Use the callback manager of the whole for this part, unless it already has one."""
        if self._callback_manager is None:
            self._callback_manager = of_the_whole


def _id(event: CBEvent, number: int) -> str:
    """Return the id of a stage, which no stage of another job has."""
    return f"{event.job}-{number}"
