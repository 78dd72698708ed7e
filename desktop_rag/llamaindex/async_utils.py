"""Coroutines run from code that does not wait."""

from collections.abc import Coroutine
from typing import Any

from desktop_rag.core.parallel import R, finished

__all__ = ["asyncio_run"]


def asyncio_run(coro: Coroutine[Any, Any, R]) -> R:
    """Return what a coroutine returns, also where a loop runs already (LlamaIndex's)."""
    return finished(lambda: coro)
