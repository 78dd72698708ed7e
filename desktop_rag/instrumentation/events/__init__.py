"""What is told of a program's calls."""

from desktop_rag.instrumentation.events.base import BaseEvent

__all__ = ["BaseEvent"]
