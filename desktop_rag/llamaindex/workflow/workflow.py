"""Workflows of a program's own: steps that events set off, and that answer with events."""

import asyncio
import inspect
import logging
import time
from collections.abc import AsyncIterator, Callable, Generator
from dataclasses import dataclass
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints, overload

from desktop_rag.agent.run_events import WorkflowTimeoutError
from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.user_text import UserText
from desktop_rag.llamaindex.workflow.events import InputRequiredEvent, StartEvent, StopEvent
from desktop_rag.llamaindex.workflow.resource import Resource, ResourceManager, resources_of
from desktop_rag.llamaindex.workflow.retry_policy import RetryPolicy
from desktop_rag.tools.context import Context
from desktop_rag.tools.events import Event

_LOG = logging.getLogger(__name__)
_WORKERS = "__step_workers__"
_RETRY_POLICY = "__step_retry_policy__"
DEFAULT_WORKERS = 4
DEFAULT_TIMEOUT = 45.0
Function = TypeVar("Function", bound=Callable[..., Any])


class WorkflowValidationError(UnusableInputError):
    """The steps of a workflow do not fit together."""


@overload
def step(func: Function) -> Function: ...


@overload
def step(
    *, num_workers: int = DEFAULT_WORKERS, retry_policy: RetryPolicy | None = None
) -> Callable[[Function], Function]: ...


def step(
    func: Function | None = None, *, num_workers: int = DEFAULT_WORKERS, retry_policy: RetryPolicy | None = None
) -> Any:
    """Make a method a step of its workflow, of which so many may be at work at once.

    It is set off by the kind of event that its parameter names (``ev: Asked | Answered``), and the event it returns
    sets off others. A parameter of the type ``Context`` is handed that of the run, one that is annotated with a
    ``Resource`` what this makes. ``retry_policy`` says when a step that failed is tried again.
    """

    def mark(function: Function) -> Function:
        setattr(function, _WORKERS, num_workers)
        setattr(function, _RETRY_POLICY, retry_policy)
        return function

    return mark if func is None else mark(func)


@dataclass(frozen=True)
class _Step:
    """A step of a workflow, and what sets it off."""

    name: str
    function: Callable[..., Any]
    event_name: str
    kinds: tuple[type[Event], ...]
    ctx_name: str
    state: type | None
    resources: dict[str, Resource]
    free: asyncio.Semaphore
    retry_policy: RetryPolicy | None


class Workflow:
    """Lets steps set each other off, from a ``StartEvent`` to a ``StopEvent``, whose ``result`` is the run's.

    A subclass has methods marked with ``step``; those that are not asynchronous run on other threads. ``timeout`` are
    the seconds that a run may take (None: as many as it needs); ``verbose`` logs which step begins.

    Raises:
        WorkflowValidationError: no step begins, or one names no event (when it is run).

    """

    def __init__(
        self,
        timeout: float | None = DEFAULT_TIMEOUT,
        *,
        verbose: bool = False,
        resource_manager: ResourceManager | None = None,
    ) -> None:
        self.timeout = timeout
        self.log_level = logging.INFO if verbose else logging.DEBUG
        self._resources = resource_manager or ResourceManager()

    def run(
        self,
        ctx: Context | None = None,
        start_event: StartEvent | None = None,
        **kwargs: Any,  # noqa: ANN401 - fields of the start event
    ) -> "WorkflowHandler":
        """Begin, on the loop that is running; await what is returned for the result. ``ctx``: that of earlier runs."""
        steps = _steps_of(self)
        kinds = [kind for one in steps for kind in one.kinds if issubclass(kind, StartEvent)]
        if not kinds:
            raise WorkflowValidationError("No step takes a StartEvent.", "Give the first one a parameter of that type.")
        context = ctx or Context(self)
        context.store.take_form(next((one.state for one in steps if one.state), None))
        return WorkflowHandler(self, steps, context, start_event or kinds[0](**kwargs))


class WorkflowHandler:
    """A run of a workflow: await it for the result, or read what it tells with ``stream_events`` first."""

    def __init__(self, workflow: Workflow, steps: list[_Step], ctx: Context, start_event: StartEvent) -> None:
        self.ctx = ctx
        self._workflow, self._steps = workflow, steps
        self._loop = asyncio.get_running_loop()
        self._told: asyncio.Queue[Event | None] = asyncio.Queue()
        self._stop: asyncio.Future[StopEvent] = self._loop.create_future()
        self._at_work: set[asyncio.Task[None]] = set()
        self._run = self._loop.create_task(self._go(start_event))

    def __await__(self) -> Generator[Any, Any, Any]:
        """Return the result."""
        return self._run.__await__()

    async def stream_events(self) -> AsyncIterator[Event]:
        """Yield what steps write to the stream, as they do it, and the ``StopEvent`` at last."""
        while (event := await self._told.get()) is not None:
            yield event

    def is_done(self) -> bool:
        """Whether it has ended."""
        return self._run.done()

    async def cancel_run(self) -> None:
        """End the run, and wait until it has ended."""
        self._run.cancel()
        await asyncio.wait([self._run])

    async def _go(self, start_event: StartEvent) -> Any:  # noqa: ANN401 - what the program's steps give
        self.ctx.listener = lambda event: self._loop.call_soon_threadsafe(self._told.put_nowait, event)
        self.ctx.deliver = self._deliver
        self.ctx.is_running = True
        try:
            self._set_off(start_event)
            async with asyncio.timeout(self._workflow.timeout):
                stop = await self._stop
        except TimeoutError as error:
            raise WorkflowTimeoutError(f"The workflow took longer than {self._workflow.timeout} seconds.") from error
        else:
            self._told.put_nowait(stop)
            return stop.result if type(stop) is StopEvent else stop
        finally:
            self.ctx.is_running, self.ctx.deliver = False, None
            for task in self._at_work:
                task.cancel()
            self._loop.call_soon(self._told.put_nowait, None)

    def _deliver(self, event: Event) -> bool:
        """Set off the steps that take an event; return whether there are any."""
        taken = isinstance(event, StopEvent) or any(isinstance(event, one.kinds) for one in self._steps)
        if taken:
            self._loop.call_soon_threadsafe(self._set_off, event)
        return taken

    def _set_off(self, event: Event) -> None:
        if isinstance(event, StopEvent):
            if not self._stop.done():
                self._stop.set_result(event)
            return
        for one in self._steps:
            if isinstance(event, one.kinds):
                task = self._loop.create_task(self._do(one, event))
                self._at_work.add(task)
                task.add_done_callback(self._at_work.discard)

    async def _do(self, one: _Step, event: Event) -> None:
        """Do a step; what it returns sets off others, what it raises ends the run."""
        given: dict[str, Any] = {one.event_name: event} | ({one.ctx_name: self.ctx} if one.ctx_name else {})
        try:
            async with one.free:
                _LOG.log(self._workflow.log_level, "%s takes %s", one.name, event)
                given |= await self._workflow._resources.for_step(one.resources)  # noqa: SLF001 - its own module's
                made = await _tried(one, given)
        except Exception as error:  # noqa: BLE001 - a program's own; raised where the run is awaited
            if not self._stop.done():
                self._stop.set_exception(error)
            return
        if isinstance(made, InputRequiredEvent):
            self.ctx.write_event_to_stream(made)
        if isinstance(made, Event):
            self.ctx.send_event(made)


async def _tried(one: _Step, given: dict[str, Any]) -> Any:  # noqa: ANN401 - what the program's step gives
    """Return what a step gives, after as many attempts as its policy wants."""
    began, attempts = time.monotonic(), 0
    while True:
        attempts += 1
        try:
            if inspect.iscoroutinefunction(one.function):
                return await one.function(**given)
            return await asyncio.to_thread(one.function, **given)
        except Exception as error:
            policy = one.retry_policy
            delay = policy.next(time.monotonic() - began, attempts, error) if policy else None
            if delay is None:
                raise
            _LOG.info("%s failed and is tried again in %s s", one.name, delay, exc_info=True)
        await asyncio.sleep(delay)


def _steps_of(workflow: Workflow) -> list[_Step]:
    """Return the steps of a workflow, those of its bases first."""
    names = dict.fromkeys(name for kind in reversed(type(workflow).__mro__) for name in vars(kind))
    methods = {
        name: getattr(workflow, name) for name in names if hasattr(getattr(type(workflow), name, None), _WORKERS)
    }
    return [_step_of(name, method) for name, method in methods.items()]


def _step_of(name: str, method: Callable[..., Any]) -> _Step:
    try:
        hints = get_type_hints(method)
    except NameError:  # classes that are known where the method was written only
        hints = {one.name: one.annotation for one in inspect.signature(method).parameters.values()}
    hints.pop("return", None)
    kinds = {parameter: _kinds_in(hint) for parameter, hint in hints.items()}
    event_name = next((parameter for parameter, found in kinds.items() if found), "")
    if not event_name:
        raise WorkflowValidationError(
            UserText("The step {name} names no event.", name=name), "Give it a parameter with the type of one."
        )
    ctx_name = next((parameter for parameter, hint in hints.items() if (get_origin(hint) or hint) is Context), "")
    return _Step(
        name,
        method,
        event_name,
        kinds[event_name],
        ctx_name,
        next(iter(get_args(hints.get(ctx_name))), None),
        resources_of(method),
        asyncio.Semaphore(getattr(method, _WORKERS)),
        getattr(method, _RETRY_POLICY),
    )


def _kinds_in(hint: object) -> tuple[type[Event], ...]:
    """Return the kinds of events that an annotation names."""
    parts = get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)
    return tuple(part for part in parts if isinstance(part, type) and issubclass(part, Event))
