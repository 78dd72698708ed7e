"""The base of spans."""

from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field

active_span_id: ContextVar[str | None] = ContextVar("active_span_id", default=None)
"""The span that the present call is inside of."""


class BaseSpan(BaseModel):
    """A span by its id, and that of the one it is inside of."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    id_: str = Field(default_factory=lambda: str(uuid4()))
    parent_id: str | None = None
    tags: dict[str, Any] = Field(default_factory=dict)
