"""What hears of spans."""

from desktop_rag.instrumentation.span_handlers.base import BaseSpanHandler
from desktop_rag.instrumentation.span_handlers.null import NullSpanHandler
from desktop_rag.instrumentation.span_handlers.simple import SimpleSpanHandler

__all__ = ["BaseSpanHandler", "NullSpanHandler", "SimpleSpanHandler"]
