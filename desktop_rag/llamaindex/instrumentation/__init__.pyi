from desktop_rag.llamaindex.instrumentation.dispatcher import (
    DISPATCHER_SPAN_DECORATED_ATTR as DISPATCHER_SPAN_DECORATED_ATTR,
    Dispatcher as Dispatcher,
    DispatcherSpanMixin as DispatcherSpanMixin,
    Manager as Manager,
    get_dispatcher as get_dispatcher,
    instrument_tags as instrument_tags,
    root_dispatcher as root_dispatcher,
    root_manager as root_manager,
)
from desktop_rag.llamaindex.instrumentation.event_handlers.null import NullEventHandler as NullEventHandler
from desktop_rag.llamaindex.instrumentation.span_handlers.null import NullSpanHandler as NullSpanHandler
