"""How long a model is waited for: somebody who asks a question waits less than a run in the background."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from desktop_rag.core.errors import UserError


@dataclass(frozen=True, slots=True)
class Patience:
    """At most so many further tries, and so many seconds for each; None leaves it to the model."""

    retries: int | None = None
    seconds: float | None = None


_NO_LIMITS = Patience()
_PATIENCE: ContextVar[Patience] = ContextVar("patience", default=_NO_LIMITS)


def patience() -> Patience:
    """Return what holds here."""
    return _PATIENCE.get()


@contextmanager
def limited(retries: int, seconds: float | None = None) -> Iterator[None]:
    """Inside, models wait no longer than this; what is stricter already stays."""
    outer = _PATIENCE.get()
    if outer.retries is not None:
        retries = min(retries, outer.retries)
    if outer.seconds is not None:
        seconds = outer.seconds if seconds is None else min(seconds, outer.seconds)
    token = _PATIENCE.set(Patience(retries, seconds))
    try:
        yield
    finally:
        _PATIENCE.reset(token)


class TextRefusedError(UserError):
    """It may be about the texts that were sent: others may work. ``retry_after``: see ``BusyError``."""

    def __init__(
        self, message: str, next_step: str = "", *, retryable: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(message, next_step, retryable=retryable)
        self.retry_after = retry_after
