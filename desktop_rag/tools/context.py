"""The context that runs of an agent share: the conversation, and a store for tools."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from types import GenericAlias
from typing import Any, ClassVar, Protocol, TypeVar, cast

from desktop_rag.core.instrumentation import current_token
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer, memory_for
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.tools.events import Event

MEMORY = "memory"
"""Where the store has the conversation of a run, which is never copied."""
_REQUIRED = object()


class ContextStore:
    """Values by their names; dots lead into dictionaries (``"state.count"``)."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._form: Any = None

    def take_form(self, form: type | None) -> None:
        """Give out the values as a pydantic model from now on, whose defaults are those that are not there yet."""
        if form is not None and hasattr(form, "model_fields"):
            self._form = form
            self.begin(_values_of(form()))

    @property
    def state(self) -> Any:  # noqa: ANN401 - what tools share
        """The state shown to models; None when there is none."""
        return self._values.get("state")

    def begin(self, values: Mapping[str, object]) -> None:
        """Take values that are not there yet."""
        self._values = deepcopy(dict(values)) | self._values

    def to_dict(self) -> dict[str, Any]:
        """Return a copy of all values but the conversation."""
        return deepcopy({name: value for name, value in self._values.items() if name != MEMORY})

    async def get(self, path: str, default: object = _REQUIRED) -> Any:  # noqa: ANN401 - what was put there
        """Return a value, or ``default`` where there is none.

        Raises:
            ValueError: there is neither.

        """
        found: Any = self._values
        for name in path.split("."):
            if not isinstance(found, dict) or name not in found:
                if default is _REQUIRED:
                    raise ValueError(f"There is no “{path}” in the store.")
                return default
            found = found[name]
        return found

    async def set(self, path: str, value: object) -> None:
        """Put a value; the dictionaries on the way to it are made where they are missing."""
        *way, last = path.split(".")
        place = self._values
        for name in way:
            place = place.setdefault(name, {})
        place[last] = value

    async def get_state(self) -> Any:  # noqa: ANN401 - a program's own class
        """Return a copy of all values, which are attributes, too: an object of the class of a typed state."""
        return self._shown(self.to_dict())

    async def set_state(self, state: object) -> None:
        """Put other values in the place of those of their names: a mapping's, or the fields of an object."""
        self._values |= deepcopy(_values_of(state))

    async def clear(self) -> None:
        """Forget all values but the conversation."""
        self._values = {name: value for name, value in self._values.items() if name == MEMORY}

    @asynccontextmanager
    async def edit_state(self) -> AsyncIterator[Any]:
        """Hand out a copy of all values to be changed; it takes their place unless the block raises.

        Its values are attributes, too (``state.count += 1``).
        """
        kept = {name: value for name, value in self._values.items() if name == MEMORY}
        edited = self._shown(self.to_dict() | ({} if self._form else kept))
        yield edited
        self._values = kept | _values_of(edited)

    def _shown(self, values: dict[str, Any]) -> Any:  # noqa: ANN401 - a program's own class
        return _State(values) if self._form is None else self._form.model_validate(values)


def _values_of(state: object) -> dict[str, Any]:
    """Return the values of a mapping or an object by their names."""
    return dict(state if isinstance(state, Mapping) else vars(state))


class _State(dict[str, Any]):
    """Values by their names, which are attributes."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any value
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: object) -> None:
        self[name] = value


Wanted = TypeVar("Wanted", bound=Event)


class Serializer(Protocol):
    """Writes the content of a store as text, and reads it again."""

    def serialize(self, value: Any) -> str:  # noqa: ANN401 - what was put there
        """Return a value as text."""

    def deserialize(self, value: str) -> Any:  # noqa: ANN401
        """Return the value."""


class JsonSerializer:
    """Writes JSON."""

    def serialize(self, value: Any) -> str:  # noqa: ANN401 - what was put there
        """Return a value as JSON; TypeError where it is none."""
        return json.dumps(value, ensure_ascii=False)

    def deserialize(self, value: str) -> Any:  # noqa: ANN401
        """Return the value; ValueError where this is no JSON."""
        return json.loads(value)


class Context:
    """The state shared by an agent's runs with the same ``ctx``; a tool with a parameter of this type receives it.

    A tool tells whoever reads ``stream_events`` something with ``write_event_to_stream``, and asks them with
    ``wait_for_event``, which ``send_event`` answers. ``listener`` hears of it in the run that is under way;
    ``is_running`` says whether one is, and ``deliver`` hands an event to the steps of a workflow.
    """

    __class_getitem__: ClassVar[Any] = classmethod(
        GenericAlias
    )  # programs name the kind of their state: Context[State]

    def __init__(self, agent: object, initial_state: Mapping[str, object] | None = None) -> None:
        self.memory = memory_for(None, getattr(agent, "llm", None))  # workflows have none
        self.store = ContextStore()
        self.begin(initial_state)
        self.listener: Callable[[Event], object] = lambda _: None
        self.deliver: Callable[[Event], bool] | None = None
        self.is_running = False
        self._changed = threading.Lock()
        self._sent: list[Event] = []
        self._waiting: list[_Waiting] = []
        self._collected: dict[tuple[type[Event], ...], list[Event]] = {}

    @classmethod
    def from_dict(cls, agent: object, data: Mapping[str, Any], serializer: "Serializer | None" = None) -> "Context":
        """Return the context that ``to_dict`` described, for runs of an agent."""
        context = cls(agent)
        context.memory = ChatMemoryBuffer.from_dict(data["memory"])
        read = serializer.deserialize if serializer else deepcopy
        context.store.begin({name: read(value) for name, value in data["store"].items()})
        return context

    def to_dict(self, serializer: "Serializer | None" = None) -> dict[str, Any]:
        """Return the conversation and the store, for ``from_dict``.

        What tools put into the store goes through ``serializer``, which raises where it cannot write it; without one
        it is handed out as it is.
        """
        written = serializer.serialize if serializer else deepcopy
        store = {name: written(value) for name, value in self.store.to_dict().items()}
        return {"memory": self.memory.to_dict(), "store": store}

    def told(self, message: str, state_prompt: PromptTemplate | str) -> str:
        """Return the message for the model, with the shared state if there is any."""
        if not self.store.state:
            return message
        prompt = PromptTemplate(state_prompt) if isinstance(state_prompt, str) else state_prompt
        return prompt.format(state=str(self.store.state), msg=message)

    def begin(self, initial_state: Mapping[str, object] | None) -> None:
        """Take a state, unless there is one."""
        if initial_state:
            self.store.begin({"state": initial_state})

    def write_event_to_stream(self, event: Event) -> None:
        """Write an event to the readers of ``stream_events``."""
        self.listener(event)

    def send_event(self, event: Event) -> None:
        """Answer the tools that wait for this kind of event, or start the workflow steps that take it.

        What neither takes is kept for the next that waits for it.
        """
        with self._changed:
            waiting = next((one for one in self._waiting if one.fits(event)), None)
            if waiting is not None:
                self._waiting.remove(waiting)
                waiting.settle(event)
            elif self.deliver is None or not self.deliver(event):
                self._sent.append(event)

    def collect_events(self, ev: Event, expected: Sequence[type[Event]]) -> list[Event] | None:
        """Return an event together with those before it, one of each kind expected, as soon as all of them are there.

        None before that: the event is kept.
        """
        kept = self._collected.setdefault(tuple(expected), [])
        kept.append(ev)
        found: list[Event] = []
        for kind in expected:
            one = next((one for one in kept if isinstance(one, kind) and not _is_in(one, found)), None)
            if one is None:
                return None
            found.append(one)
        kept[:] = [one for one in kept if not _is_in(one, found)]
        return found

    async def get(self, path: str, default: object = _REQUIRED) -> Any:  # noqa: ANN401 - what was put there
        """Return a value of the store; raises as its ``get`` does."""
        return await self.store.get(path, default)

    async def set(self, path: str, value: object) -> None:
        """Put a value into the store."""
        await self.store.set(path, value)

    async def wait_for_event(
        self,
        event_type: type[Wanted],
        waiter_event: Event | None = None,
        waiter_id: str | None = None,
        requirements: Mapping[str, object] | None = None,
        timeout: float | None = 2000,  # noqa: ASYNC109 - LlamaIndex's
    ) -> Wanted:
        """Return an event of a kind whose fields have the values of ``requirements``, once somebody sends it.

        ``waiter_event`` is told first, once for all that wait under one ``waiter_id``.

        Raises:
            TimeoutError: nobody sent it within ``timeout`` seconds.
            CancelledError: the run was cancelled.

        """
        loop = asyncio.get_running_loop()
        waiting = _Waiting(event_type, dict(requirements or {}), waiter_id, loop, loop.create_future())
        with self._changed:
            known = next((event for event in self._sent if waiting.fits(event)), None)
            if known is not None:
                self._sent.remove(known)
                return cast("Wanted", known)
            is_asked = waiter_id is not None and any(one.waiter_id == waiter_id for one in self._waiting)
            self._waiting.append(waiting)
        if waiter_event is not None and not is_asked:
            self.write_event_to_stream(waiter_event)
        token = current_token()
        try:
            with token.closing(waiting.give_up):
                return cast("Wanted", await asyncio.wait_for(waiting.answer, timeout))
        except asyncio.CancelledError:
            token.raise_if_cancelled()
            raise
        finally:
            with self._changed:
                self._waiting = [one for one in self._waiting if one is not waiting]


def _is_in(event: Event, others: Sequence[Event]) -> bool:
    """Return True if this very event is among others; equal ones do not count."""
    return any(event is other for other in others)


@dataclass(frozen=True, eq=False)
class _Waiting:
    """A tool that waits for an event, on a separate loop."""

    event_type: type[Event]
    requirements: Mapping[str, object]
    waiter_id: str | None
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Event]"

    def fits(self, event: Event) -> bool:
        wanted = self.requirements.items()
        return isinstance(event, self.event_type) and all(event.get(name) == value for name, value in wanted)

    def settle(self, event: Event) -> None:
        self.loop.call_soon_threadsafe(self._settle, event)

    def give_up(self) -> None:
        self.loop.call_soon_threadsafe(self.answer.cancel)

    def _settle(self, event: Event) -> None:
        if not self.answer.done():
            self.answer.set_result(event)
