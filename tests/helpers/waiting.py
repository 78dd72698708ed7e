"""Waiting for something to become true."""

import time
from collections.abc import Callable

_PAUSE = 0.02


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    """Return as soon as ``condition`` holds; fail when it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not become true in time"
        time.sleep(_PAUSE)
