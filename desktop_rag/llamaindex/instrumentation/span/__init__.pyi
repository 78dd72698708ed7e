from desktop_rag.llamaindex.instrumentation.span.base import BaseSpan as BaseSpan, active_span_id as active_span_id
from desktop_rag.llamaindex.instrumentation.span.simple import SimpleSpan as SimpleSpan
