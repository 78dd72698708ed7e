"""LlamaIndex's callbacks: handlers that hear of every stage of a program's calls, and the manager that holds them."""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.callbacks.base import BaseCallbackHandler, CallbackManager, EventPayload
    from desktop_rag.callbacks.llama_debug import LlamaDebugHandler
    from desktop_rag.callbacks.token_counting import TokenCountingHandler
    from desktop_rag.core.instrumentation import CBEvent, CBEventType

__all__ = [
    "BaseCallbackHandler",
    "CBEvent",
    "CBEventType",
    "CallbackManager",
    "EventPayload",
    "LlamaDebugHandler",
    "TokenCountingHandler",
]

__getattr__ = lazily(
    __name__,
    {
        "base": ("BaseCallbackHandler", "CallbackManager", "EventPayload"),
        "llama_debug": ("LlamaDebugHandler",),
        "token_counting": ("TokenCountingHandler",),
        "desktop_rag.core.instrumentation": ("CBEvent", "CBEventType"),
    },
)
