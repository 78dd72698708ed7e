"""Failures."""

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class ExceptionEvent(BaseEvent):
    """A call has failed."""

    exception: BaseException
