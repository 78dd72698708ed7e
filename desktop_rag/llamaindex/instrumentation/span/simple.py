"""Spans that know how long they took."""

from datetime import datetime
from typing import Any

from pydantic import Field

from desktop_rag.llamaindex.instrumentation.span.base import BaseSpan


class SimpleSpan(BaseSpan):
    """A span with its beginning, its end (local time) and its seconds; ``metadata`` has the error it ended with."""

    start_time: datetime = Field(default_factory=datetime.now)
    end_time: datetime | None = None
    duration: float = 0.0
    metadata: dict[str, Any] | None = None
