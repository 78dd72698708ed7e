"""Spans that ended early."""

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class SpanDropEvent(BaseEvent):
    """A span ended with an error."""

    err_str: str
