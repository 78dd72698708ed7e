"""A handler that does nothing."""

from typing import Any

from desktop_rag.instrumentation.event_handlers.base import BaseEventHandler
from desktop_rag.instrumentation.events.base import BaseEvent


class NullEventHandler(BaseEventHandler):
    """Does nothing."""

    def handle(self, event: BaseEvent, **kwargs: Any) -> Any:  # noqa: ANN401 - LlamaIndex's
        """Do nothing."""
