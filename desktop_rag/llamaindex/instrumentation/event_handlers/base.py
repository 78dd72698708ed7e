"""The base of event handlers."""

from abc import abstractmethod
from typing import Any

from pydantic import BaseModel, ConfigDict

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class BaseEventHandler(BaseModel):
    """Hears of events, on the thread they happen on; what it raises is logged, and changes nothing else."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class."""
        return cls.__name__

    @abstractmethod
    def handle(self, event: BaseEvent, **kwargs: Any) -> Any:  # noqa: ANN401 - LlamaIndex's
        """Take note of an event."""

    async def ahandle(self, event: BaseEvent, **kwargs: Any) -> Any:  # noqa: ANN401
        """Take note of an event that was told with ``aevent``."""
        return self.handle(event, **kwargs)
