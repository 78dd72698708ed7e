"""Spans: what began and ended, inside what."""

from desktop_rag.instrumentation.span.base import BaseSpan, active_span_id
from desktop_rag.instrumentation.span.simple import SimpleSpan

__all__ = ["BaseSpan", "SimpleSpan", "active_span_id"]
