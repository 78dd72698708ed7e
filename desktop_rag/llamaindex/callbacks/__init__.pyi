from desktop_rag.callbacks.base import (
    BASE_TRACE_EVENT as BASE_TRACE_EVENT,
    BaseCallbackHandler as BaseCallbackHandler,
    CallbackManager as CallbackManager,
    EventContext as EventContext,
    EventPayload as EventPayload,
    LEAF_EVENTS as LEAF_EVENTS,
)
from desktop_rag.core.instrumentation import CBEvent as CBEvent, CBEventType as CBEventType
from desktop_rag.llamaindex.callbacks.llama_debug import (
    EventStats as EventStats,
    LlamaDebugHandler as LlamaDebugHandler,
    TIMESTAMP_FORMAT as TIMESTAMP_FORMAT,
)
from desktop_rag.llamaindex.callbacks.token_counting import (
    TokenCountingEvent as TokenCountingEvent,
    TokenCountingHandler as TokenCountingHandler,
)
