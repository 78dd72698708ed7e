"""The base of events."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field

from desktop_rag.llamaindex.instrumentation.span.base import active_span_id


def _present_span() -> str | None:
    return active_span_id.get()


class BaseEvent(BaseModel):
    """An event with its time (local), its id, and the span it happened in.

    What events hold of a call (questions, nodes, messages, answers) are the objects that the call itself has.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, protected_namespaces=())

    timestamp: datetime = Field(default_factory=datetime.now)
    id_: str = Field(default_factory=lambda: str(uuid4()))
    span_id: str | None = Field(default_factory=_present_span)
    tags: dict[str, Any] = Field(default_factory=dict)

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class."""
        return cls.__name__

    def model_dump(self, **kwargs: Any) -> dict[str, Any]:  # noqa: ANN401 - pydantic's
        """Return the fields, and the name of the class."""
        return {**super().model_dump(**kwargs), "class_name": self.class_name()}

    def dict(self, **kwargs: Any) -> dict[str, Any]:  # noqa: ANN401
        """Return what ``model_dump`` does."""
        return self.model_dump(**kwargs)
