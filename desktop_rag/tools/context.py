"""What several runs of an agent share: the conversation, and a store for what tools remember."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from types import GenericAlias
from typing import Any, ClassVar, Protocol

from desktop_rag.llms.base import LLM
from desktop_rag.memory.chat_memory_buffer import memory_for

_REQUIRED = object()


class HasModel(Protocol):
    """An agent, seen from below."""

    llm: LLM


class ContextStore:
    """Values by their names; dots lead into dictionaries (``"state.count"``)."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

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

    @asynccontextmanager
    async def edit_state(self) -> AsyncIterator[dict[str, Any]]:
        """Hand out a copy of all values to be changed; it takes their place unless the block raises."""
        edited = deepcopy(self._values)
        yield edited
        self._values = edited


class Context:
    """What runs of an agent share that get it as ``ctx``; a tool with a parameter of this type is handed it."""

    __class_getitem__: ClassVar[Any] = classmethod(
        GenericAlias
    )  # programs name the kind of their state: Context[State]

    def __init__(self, agent: HasModel) -> None:
        self.memory = memory_for(None, agent.llm)
        self.store = ContextStore()
