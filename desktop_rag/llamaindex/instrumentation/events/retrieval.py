"""Searches."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class RetrievalStartEvent(BaseEvent):
    """A retriever is asked."""

    str_or_query_bundle: Any


class RetrievalEndEvent(BaseEvent):
    """A retriever has found nodes."""

    str_or_query_bundle: Any
    nodes: list[Any]
