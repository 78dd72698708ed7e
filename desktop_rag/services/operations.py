"""Decorators that declare services' calls as operations: their lane, kind, and what they change.

    class Libraries(Service):
        @changes("indexes", stopping=FILLING)
        def delete(self, name: str) -> None: ...

``Libraries(...).delete("Papers")`` deletes; ``worker.libraries.delete("Papers")`` returns the ``Job`` that does so.
Jobs are about the library that the argument ``name`` names, if there is one.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from desktop_rag.core.events import StoreKind
from desktop_rag.core.jobs import Continue, Job, JobKind, Lane

P = ParamSpec("P")
T = TypeVar("T")
FILLING = (JobKind.ADD, JobKind.REFRESH, JobKind.BUILD, JobKind.TABLE, JobKind.CHANGE_EMBEDDER)
"""The jobs that change a library for as long as they take."""
_LIBRARY = "name"


class Service:
    """A group of the program's operations: each public method is an ``Operation``."""


class AsJobs:
    """For type checkers, mixed into a service: its operations return jobs (``worker.service_jobs.ServiceJobs``)."""


class Operation(Generic[P, T]):
    """A method of a service, with the parameters for running it as a job.

    A function that returns ``Continue`` goes on in another lane; called plainly, on the same thread.
    """

    def __init__(
        self,
        function: Callable[Concatenate[Any, P], T | Continue[T]],
        lane: Lane | Callable[..., Lane],
        kind: JobKind,
        changed: tuple[StoreKind, ...] = (),
        stopping: tuple[JobKind, ...] = (),
    ) -> None:
        self._lane = lane
        self.kind = kind
        self.changed = changed
        """What views show of the thing that the first argument names, and is different once the job is done."""
        self.stopping = stopping
        """The jobs for the same library that end before this one begins."""
        self.function = function
        self.__doc__ = function.__doc__

    @functools.cached_property
    def _arguments(self) -> tuple[str, ...]:
        return tuple(inspect.signature(self.function).parameters)[1:]

    @overload
    def __get__(self, service: AsJobs, owner: type) -> Callable[P, Job[T]]: ...
    @overload
    def __get__(self, service: Service, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, service: None, owner: type) -> Self: ...
    def __get__(self, service: AsJobs | Service | None, owner: type) -> Any:
        return self if service is None else functools.partial(self.finished, service)

    def finished(self, service: object, *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the method of a service, to its end in any lane."""
        result = self.function(service, *args, **kwargs)
        while isinstance(result, Continue):
            result = result.function()
        return result

    def lane(self, *args: P.args, **kwargs: P.kwargs) -> Lane:
        """Return the lane in which a call with these arguments waits for its turn."""
        return self._lane if isinstance(self._lane, Lane) else self._lane(*args, **kwargs)

    def library(self, *args: P.args, **kwargs: P.kwargs) -> str:
        """Return the library that a call with these arguments is about, "" for none."""
        return self._argument(_LIBRARY, args, kwargs) if _LIBRARY in self._arguments else ""

    def subject(self, *args: P.args, **kwargs: P.kwargs) -> str:
        """Return the name or number of the thing that a call with these arguments changes."""
        return self._argument(self._arguments[0], args, kwargs)

    def _argument(self, name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> str:
        place = self._arguments.index(name)
        return str(args[place] if place < len(args) else kwargs.get(name, ""))


def reads(function: Callable[Concatenate[Any, P], T]) -> Operation[P, T]:
    """Mark a call that changes nothing and is done in a moment."""
    return Operation(function, Lane.VIEW, JobKind.READ)


def runs(
    lane: Lane | Callable[..., Lane], kind: JobKind
) -> Callable[[Callable[Concatenate[Any, P], T | Continue[T]]], Operation[P, T]]:
    """Mark a call that waits in a lane: always the same, or the one that a function returns for its arguments."""
    return lambda function: Operation(function, lane, kind)


def changes(
    *kinds: StoreKind, lane: Lane = Lane.CHANGE, kind: JobKind = JobKind.CHANGE, stopping: tuple[JobKind, ...] = ()
) -> Callable[[Callable[Concatenate[Any, P], T]], Operation[P, T]]:
    """Mark a call that changes the views' data: things of some ``kinds``, of the name in its first argument.

    Jobs of the kinds ``stopping`` for the same library end before it begins: it then waits in a lane of its own.
    """
    return lambda function: Operation(function, Lane.STOP if stopping else lane, kind, kinds, stopping)
