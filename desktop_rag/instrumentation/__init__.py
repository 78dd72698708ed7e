"""LlamaIndex's instrumentation: what a program's calls tell of themselves, as events and spans, and handlers of both.

``get_dispatcher().add_event_handler(...)`` hears of every call that belongs to no job; ``@dispatcher.span`` and
``dispatcher.event`` tell of a program's own.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.instrumentation.dispatcher import (
        Dispatcher,
        DispatcherSpanMixin,
        Manager,
        get_dispatcher,
        instrument_tags,
        root_dispatcher,
        root_manager,
    )
    from desktop_rag.instrumentation.event_handlers import NullEventHandler
    from desktop_rag.instrumentation.span_handlers import NullSpanHandler

__all__ = [
    "Dispatcher",
    "DispatcherSpanMixin",
    "Manager",
    "NullEventHandler",
    "NullSpanHandler",
    "get_dispatcher",
    "instrument_tags",
    "root_dispatcher",
    "root_manager",
]

__getattr__ = lazily(
    __name__,
    {
        "dispatcher": (
            "Dispatcher",
            "DispatcherSpanMixin",
            "Manager",
            "get_dispatcher",
            "instrument_tags",
            "root_dispatcher",
            "root_manager",
        ),
        "event_handlers": ("NullEventHandler",),
        "span_handlers": ("NullSpanHandler",),
    },
)
