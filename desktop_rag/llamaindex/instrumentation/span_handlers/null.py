"""A handler that does nothing."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.span.base import BaseSpan
from desktop_rag.llamaindex.instrumentation.span_handlers.base import BaseSpanHandler


class NullSpanHandler(BaseSpanHandler[BaseSpan]):
    """Keeps nothing."""

    def new_span(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - those of the base class
        """Return nothing."""

    def prepare_to_exit_span(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Return nothing."""

    def prepare_to_drop_span(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Return nothing."""
