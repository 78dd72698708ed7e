"""Doubles of services as jobs, each made from the service: what a test answers, under the names the service has.

    class PageAnswers:
        def sizes(self, first: int) -> PageSizes: ...

    worker.pages = scripted(script, "pages", Pages, PageAnswers(script))

An answer takes those arguments of the operation that it needs. What is called is bound to the operation's own
signature: an argument that it does not have fails the test, as does an answer to something the service cannot do.
"""

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from desktop_rag.core.jobs import Job, Lane
from desktop_rag.services.calls import current_call
from desktop_rag.services.operations import Operation, Service

if TYPE_CHECKING:
    from tests.helpers.script import Script

_LANES = {Lane.INDEX: Lane.INDEX, Lane.ANSWER: Lane.ANSWER, Lane.SEARCH: Lane.SEARCH, Lane.MEANING: Lane.MEANING}


_ARGUMENTS: dict[tuple[type[Service], type[object]], dict[str, tuple[str, ...]]] = {}  # looked at once


class Called(tuple[object, ...]):  # noqa: SLOT001 - it has attributes
    """The positional arguments of a call; every argument, also one left out, is an attribute by its name."""

    def __new__(cls, given: tuple[object, ...], values: dict[str, object]) -> Self:
        call = super().__new__(cls, (_fixed(value) for value in given))
        call.__dict__.update({name: _fixed(value) for name, value in values.items()})
        return call

    def __repr__(self) -> str:
        return f"{super().__repr__()} of {self.__dict__}"

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # noqa: ANN401 - whatever the operation takes


class ScriptedJobs:
    """See ``scripted``."""

    def __init__(self, script: "Script", part: str, service: type[Service], answers: object) -> None:
        self._script = script
        self._part = part
        self._service = service
        self._answers = answers
        key = (service, type(answers))
        if key not in _ARGUMENTS:
            _ARGUMENTS[key] = _arguments(*key)
        self._taken = _ARGUMENTS[key]

    def __getattr__(self, name: str) -> Callable[..., Job[Any]]:
        if name.startswith("__"):
            raise AttributeError(name)
        return functools.partial(self._submit, name, _operation(self._service, name))

    def _submit(self, name: str, operation: Operation[..., Any], /, *args: object, **kwargs: object) -> Job[Any]:
        bound = _signature(self._service, name).bind(None, *args, **kwargs)
        bound.apply_defaults()
        values = dict(list(bound.arguments.items())[1:])
        self._script.calls.append((f"{self._part}.{name}", Called(args, values)))
        assert name in self._taken, f"nothing is scripted for {self._part}.{name}"
        answer = getattr(self._answers, name)
        taken = {one: values[one] for one in self._taken[name]}

        def run(_: Job[Any]) -> object:
            result = answer(**taken)
            if operation.changed:
                current_call().changed(operation.subject(*args, **kwargs), *operation.changed)
            return result

        lane = _LANES.get(operation.lane(*args, **kwargs), Lane.VIEW)
        return self._script.lanes.submit(lane, operation.kind, run, operation.library(*args, **kwargs))


def scripted(script: "Script", part: str, service: type[Service], answers: object) -> Any:  # noqa: ANN401 - a twin
    """Return the jobs of a service that answer as ``answers`` says; calls are noted as those of ``part``."""
    return ScriptedJobs(script, part, service, answers)


def _operation(service: type[Service], name: str) -> Operation[..., Any]:
    operation = getattr(service, name)
    assert isinstance(operation, Operation), f"{service.__name__}.{name} is no operation"
    return operation


def _arguments(service: type[Service], answers: type[object]) -> dict[str, tuple[str, ...]]:
    """Return the arguments that each answer takes; the operation of its name has them all."""
    taken: dict[str, tuple[str, ...]] = {}
    for name, answer in inspect.getmembers(answers, callable):
        if name[0] != "_":
            taken[name] = tuple(inspect.signature(answer).parameters)[1:]
            unknown = set(taken[name]) - _signature(service, name).parameters.keys()
            assert not unknown, f"{service.__name__}.{name} does not take {unknown}"
    return taken


def _signature(service: type[Service], name: str) -> inspect.Signature:
    return _signature_of(_operation(service, name).function)


@functools.cache
def _signature_of(function: Callable[..., object]) -> inspect.Signature:
    return inspect.signature(function)


def _fixed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
