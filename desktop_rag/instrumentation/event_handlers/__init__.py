"""What hears of events."""

from desktop_rag.instrumentation.event_handlers.base import BaseEventHandler
from desktop_rag.instrumentation.event_handlers.null import NullEventHandler

__all__ = ["BaseEventHandler", "NullEventHandler"]
