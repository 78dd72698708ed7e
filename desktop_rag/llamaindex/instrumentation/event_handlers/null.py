"""A handler that does nothing."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.event_handlers.base import BaseEventHandler
from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class NullEventHandler(BaseEventHandler):
    """Does nothing."""

    def handle(self, event: BaseEvent, **kwargs: Any) -> Any:  # noqa: ANN401 - LlamaIndex's
        """Do nothing."""
