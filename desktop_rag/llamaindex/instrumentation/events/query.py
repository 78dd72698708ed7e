"""Questions to query engines."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class QueryStartEvent(BaseEvent):
    """An engine is asked."""

    query: Any


class QueryEndEvent(BaseEvent):
    """An engine has answered."""

    query: Any
    response: Any
