"""When a step of a workflow that failed is tried again: ``step(retry_policy=...)``."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@runtime_checkable
class RetryPolicy(Protocol):
    """Decides whether a step is tried again; a program may write its own."""

    def next(self, elapsed_time: float, attempts: int, error: Exception) -> float | None:
        """Return the seconds to wait before the next attempt; None lets the error end the run.

        ``elapsed_time`` are the seconds since the first attempt began, ``attempts`` how many there were.
        """


@dataclass(frozen=True)
class ConstantDelayRetryPolicy:
    """Tries ``maximum_attempts`` times in all, ``delay`` seconds after each failure."""

    maximum_attempts: int = 3
    delay: float = 5

    def next(self, elapsed_time: float, attempts: int, error: Exception) -> float | None:  # noqa: ARG002 - the protocol's
        """Return the delay while attempts are left."""
        return self.delay if attempts < self.maximum_attempts else None
