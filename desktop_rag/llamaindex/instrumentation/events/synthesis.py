"""The writing of answers."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class SynthesizeStartEvent(BaseEvent):
    """An answer is to be written."""

    query: Any


class SynthesizeEndEvent(BaseEvent):
    """An answer was written."""

    query: Any
    response: Any


class GetResponseStartEvent(BaseEvent):
    """It is written of these texts."""

    query_str: str
    text_chunks: list[str]


class GetResponseEndEvent(BaseEvent):
    """It was."""


class GetMessageResponseStartEvent(BaseEvent):
    """An answer is written of messages."""

    query_str: str
    message_chunks: list[Any]


class GetMessageResponseEndEvent(BaseEvent):
    """It was."""
