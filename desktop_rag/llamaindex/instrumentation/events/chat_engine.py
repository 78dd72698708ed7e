"""Answers of chat engines that are streamed."""

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class StreamChatStartEvent(BaseEvent):
    """An answer begins."""


class StreamChatEndEvent(BaseEvent):
    """It has come."""


class StreamChatErrorEvent(BaseEvent):
    """It failed."""

    exception: Exception


class StreamChatDeltaReceivedEvent(BaseEvent):
    """A piece of it came."""

    delta: str
