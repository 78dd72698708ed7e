"""A handler that keeps spans, and prints them as trees."""

import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from desktop_rag.llamaindex.instrumentation.span.simple import SimpleSpan
from desktop_rag.llamaindex.instrumentation.span_handlers.base import Arguments, BaseSpanHandler


class SimpleSpanHandler(BaseSpanHandler[SimpleSpan]):
    """Keeps spans with their times."""

    def new_span(
        self,
        id_: str,
        bound_args: Arguments,  # noqa: ARG002 - the base class's, as below
        instance: Any = None,  # noqa: ANN401, ARG002
        parent_span_id: str | None = None,
        tags: dict[str, Any] | None = None,
        **kwargs: Any,  # noqa: ANN401, ARG002
    ) -> SimpleSpan:
        """Return a new span."""
        return SimpleSpan(id_=id_, parent_id=parent_span_id, tags=tags or {})

    def prepare_to_exit_span(
        self,
        id_: str,
        bound_args: Arguments,  # noqa: ARG002
        instance: Any = None,  # noqa: ANN401, ARG002
        result: Any = None,  # noqa: ANN401, ARG002
        **kwargs: Any,  # noqa: ANN401, ARG002
    ) -> SimpleSpan | None:
        """Keep a span that ended."""
        span = self.open_spans.get(id_)
        if span is not None:
            _end(span)
            with self.lock:
                self.completed_spans.append(span)
        return span

    def prepare_to_drop_span(
        self,
        id_: str,
        bound_args: Arguments,  # noqa: ARG002
        instance: Any = None,  # noqa: ANN401, ARG002
        err: BaseException | None = None,
        **kwargs: Any,  # noqa: ANN401, ARG002
    ) -> SimpleSpan | None:
        """Keep a span that ended with an error."""
        span = self.open_spans.get(id_)
        if span is not None:
            _end(span)
            span.metadata = {"error": str(err)}
            with self.lock:
                self.dropped_spans.append(span)
        return span

    def print_trace_trees(self) -> None:
        """Print what was called inside what, and for how many seconds."""
        spans = sorted([*self.completed_spans, *self.dropped_spans], key=lambda span: span.start_time)
        known = {span.id_ for span in spans}
        for span in spans:
            if span.parent_id not in known:
                sys.stdout.write("\n".join(_lines(span, spans, "", "")) + "\n\n")


def _end(span: SimpleSpan) -> None:
    span.end_time = datetime.now()  # noqa: DTZ005 - as it began: local time
    span.duration = (span.end_time - span.start_time).total_seconds()


def _lines(span: SimpleSpan, spans: list[SimpleSpan], mark: str, indent: str) -> Iterator[str]:
    """Yield the lines of a span and all inside it."""
    yield f"{mark}{span.id_} ({span.duration})"
    inside = [one for one in spans if one.parent_id == span.id_]
    for number, one in enumerate(inside):
        is_last = number == len(inside) - 1
        yield from _lines(
            one, spans, indent + ("└── " if is_last else "├── "), indent + ("    " if is_last else "│   ")
        )
