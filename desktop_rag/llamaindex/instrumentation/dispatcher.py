"""Dispatchers, which pass events and spans to handlers: a tree of them, all below “root”."""

import asyncio
import functools
import inspect
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any, TypeVar
from uuid import uuid4

from desktop_rag.core.instrumentation import tell_program
from desktop_rag.llamaindex.instrumentation.event_handlers.base import BaseEventHandler
from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent
from desktop_rag.llamaindex.instrumentation.events.span import SpanDropEvent
from desktop_rag.llamaindex.instrumentation.span.base import active_span_id
from desktop_rag.llamaindex.instrumentation.span_handlers.base import BaseSpanHandler

F = TypeVar("F", bound=Callable[..., Any])
DISPATCHER_SPAN_DECORATED_ATTR = "__dispatcher_span_decorated__"
_CALLS = "desktop_rag.llamaindex.instrumentation.calls"  # it tells dispatchers, so it stands above them
_LOG = logging.getLogger(__name__)
active_instrument_tags: ContextVar[dict[str, Any]] = ContextVar("instrument_tags", default={})  # noqa: B039 - replaced


@contextmanager
def instrument_tags(new_tags: dict[str, Any]) -> Iterator[None]:
    """Give all events and spans inside these tags."""
    reset = active_instrument_tags.set(new_tags)
    try:
        yield
    finally:
        active_instrument_tags.reset(reset)


class Dispatcher:
    """Tells its handlers, and those of the dispatchers above it unless it does not ``propagate``."""

    def __init__(
        self,
        name: str = "",
        event_handlers: Sequence[BaseEventHandler] = (),
        span_handlers: Sequence[BaseSpanHandler[Any]] = (),
        parent_name: str = "",
        manager: "Manager | None" = None,
        root_name: str = "root",
        propagate: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> None:
        self.name = name
        self.event_handlers = list(event_handlers)
        self.span_handlers = list(span_handlers)
        self.parent_name = parent_name
        self.manager = manager
        self.root_name = root_name
        self.propagate = propagate

    @property
    def parent(self) -> "Dispatcher":
        """The dispatcher above this one (KeyError where there is none)."""
        return (self.manager or root_manager).dispatchers[self.parent_name]

    @property
    def root(self) -> "Dispatcher":
        """The dispatcher above all."""
        return (self.manager or root_manager).dispatchers[self.root_name]

    def add_event_handler(self, handler: BaseEventHandler) -> None:
        """Tell a handler of events from now on."""
        self.event_handlers.append(handler)
        _hear_of_calls()

    def add_span_handler(self, handler: BaseSpanHandler[Any]) -> None:
        """Tell a handler of spans from now on."""
        self.span_handlers.append(handler)
        _hear_of_calls()

    def event(self, event: BaseEvent, **kwargs: Any) -> None:  # noqa: ANN401 - the handlers' own
        """Tell of an event."""
        event.tags.update(active_instrument_tags.get())
        for one in self._upwards():
            for handler in list(one.event_handlers):
                _tell(handler, handler.handle, event, **kwargs)

    async def aevent(self, event: BaseEvent, **kwargs: Any) -> None:  # noqa: ANN401
        """Tell of an event, with ``ahandle`` of the handlers."""
        event.tags.update(active_instrument_tags.get())
        handlers = [handler for one in self._upwards() for handler in one.event_handlers]
        found = await asyncio.gather(*(one.ahandle(event, **kwargs) for one in handlers), return_exceptions=True)
        for handler, error in zip(handlers, found, strict=True):
            if isinstance(error, Exception):
                _warn(handler, error)

    def get_dispatch_event(self) -> Callable[..., None]:
        """Return ``event``."""
        return self.event

    def span_enter(
        self,
        id_: str,
        bound_args: inspect.BoundArguments,
        instance: object = None,
        parent_id: str | None = None,
        tags: dict[str, Any] | None = None,
    ) -> None:
        """Tell that a span begins."""
        self._spans("span_enter", id_, bound_args, instance=instance, parent_id=parent_id, tags=tags)

    def span_exit(
        self, id_: str, bound_args: inspect.BoundArguments, instance: object = None, result: object = None
    ) -> None:
        """Tell that a span ended."""
        self._spans("span_exit", id_, bound_args, instance=instance, result=result)

    def span_drop(
        self, id_: str, bound_args: inspect.BoundArguments, instance: object = None, err: BaseException | None = None
    ) -> None:
        """Tell that a span ended with an error."""
        self._spans("span_drop", id_, bound_args, instance=instance, err=err)

    def span(self, func: F) -> F:
        """Let each call of a function, or a method, be a span; what yields is one until it has its generator."""
        if hasattr(func, DISPATCHER_SPAN_DECORATED_ATTR):
            return func
        signature = inspect.signature(func)
        is_method = next(iter(signature.parameters), "") == "self"

        def begin(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[str, inspect.BoundArguments, Any, Any]:
            instance = args[0] if is_method and args else None
            bound = signature.bind(*args, **kwargs)
            if instance is not None:
                bound.arguments.pop("self", None)
            name = func.__qualname__ if instance is None else f"{type(instance).__name__}.{func.__name__}"
            id_, parent = f"{name}-{uuid4()}", active_span_id.get()
            reset = active_span_id.set(id_)
            self.span_enter(id_, bound, instance, parent, dict(active_instrument_tags.get()))
            return id_, bound, instance, reset

        @contextmanager
        def spanned(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Callable[[Any], Any]]:
            id_, bound, instance, reset = begin(args, kwargs)
            results: list[Any] = [None]

            def keep(result: Any) -> Any:  # noqa: ANN401 - whatever the function returns
                results[0] = result
                return result

            try:
                yield keep
            except BaseException as error:
                self.event(SpanDropEvent(span_id=id_, err_str=str(error)))
                self.span_drop(id_, bound, instance, error)
                raise
            else:
                self.span_exit(id_, bound, instance, results[0])
            finally:
                active_span_id.reset(reset)

        if inspect.iscoroutinefunction(func):

            @functools.wraps(func)
            async def awaited(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
                with spanned(args, kwargs) as keep:
                    return keep(await func(*args, **kwargs))

            wrapper: Any = awaited
        else:

            @functools.wraps(func)
            def called(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
                with spanned(args, kwargs) as keep:
                    return keep(func(*args, **kwargs))

            wrapper = called
        setattr(wrapper, DISPATCHER_SPAN_DECORATED_ATTR, True)
        decorated: F = wrapper
        return decorated

    def _spans(self, what: str, id_: str, bound_args: inspect.BoundArguments, **told: Any) -> None:  # noqa: ANN401
        for one in self._upwards():
            for handler in list(one.span_handlers):
                _tell(handler, getattr(handler, what), id_=id_, bound_args=bound_args, **told)

    def _upwards(self) -> Iterator["Dispatcher"]:
        """Yield this dispatcher and those above it."""
        one: Dispatcher | None = self
        while one is not None:
            yield one
            one = one.parent if one.propagate and one.parent_name else None


class Manager:
    """All dispatchers, by their names."""

    def __init__(self, root: Dispatcher) -> None:
        self.dispatchers = {root.name: root}

    def add_dispatcher(self, dispatcher: Dispatcher) -> None:
        """Keep a dispatcher, unless there is one of its name."""
        self.dispatchers.setdefault(dispatcher.name, dispatcher)


root_dispatcher = Dispatcher("root", propagate=False)
root_manager = Manager(root_dispatcher)


def get_dispatcher(name: str = "root") -> Dispatcher:
    """Return the dispatcher of a name; a new one is below that of the package, or below “root”."""
    if name not in root_manager.dispatchers:
        package = name.rpartition(".")[0]
        parent = package if package in root_manager.dispatchers else root_dispatcher.name
        root_manager.add_dispatcher(Dispatcher(name, parent_name=parent, manager=root_manager))
    return root_manager.dispatchers[name]


class DispatcherSpanMixin:
    """Lets methods that a class writes in the place of spans, or of abstract methods, be spans as well."""

    def __init_subclass__(cls, **kwargs: Any) -> None:  # noqa: ANN401 - those of other classes
        super().__init_subclass__(**kwargs)
        dispatcher = get_dispatcher(cls.__module__)
        for name, method in list(vars(cls).items()):
            above = next((vars(one)[name] for one in cls.__mro__[1:] if name in vars(one)), None)
            wanted = hasattr(above, DISPATCHER_SPAN_DECORATED_ATTR) or getattr(above, "__isabstractmethod__", False)
            if wanted and inspect.isfunction(method) and not getattr(method, "__isabstractmethod__", False):
                setattr(cls, name, dispatcher.span(method))


def _hear_of_calls() -> None:
    """Tell dispatchers of the calls of this package, now that anybody listens."""
    heard = import_module(_CALLS).CallsAsEvents(get_dispatcher("desktop_rag"))
    tell_program(heard, "dispatcher")


def _tell(handler: object, method: Callable[..., object], *args: object, **kwargs: object) -> None:
    """Call a handler; a call that is only told of never fails because of it."""
    try:
        method(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - a program's own
        _warn(handler, error)


def _warn(handler: object, error: Exception) -> None:
    _LOG.warning("%s failed: %s: %s", type(handler).__name__, type(error).__name__, error)
