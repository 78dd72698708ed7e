"""Time limits for embedding requests: shorter for a person's question than for a run in the background."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """The maximum of further tries, and of seconds for each; None leaves it to the model."""

    retries: int | None = None
    seconds: float | None = None


_NO_LIMITS = RequestLimits()
_LIMITS: ContextVar[RequestLimits] = ContextVar("request_limits", default=_NO_LIMITS)


def request_limits() -> RequestLimits:
    """Return the limits that hold here."""
    return _LIMITS.get()


@contextmanager
def limited(retries: int, seconds: float | None = None) -> Iterator[None]:
    """Limit the waiting of models inside; stricter limits stay."""
    outer = _LIMITS.get()
    if outer.retries is not None:
        retries = min(retries, outer.retries)
    if outer.seconds is not None:
        seconds = outer.seconds if seconds is None else min(seconds, outer.seconds)
    token = _LIMITS.set(RequestLimits(retries, seconds))
    try:
        yield
    finally:
        _LIMITS.reset(token)
