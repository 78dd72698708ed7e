"""Run several slow calls (model requests, searches) at once, inside the job they belong to, or one beside it all."""

import contextvars
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from desktop_rag.core.instrumentation import current_token

T = TypeVar("T")
R = TypeVar("R")
DEFAULT_WORKERS = 4


def run_parallel(
    function: Callable[[T], R],
    items: Iterable[T],
    *,
    max_workers: int = DEFAULT_WORKERS,
    on_done: Callable[[int, int], None] | None = None,
) -> list[R]:
    """Return ``function`` of every item, in order; ``on_done(done, total)`` hears of the progress.

    The first failure is raised once those that run have ended; the others are not begun. Each call sees the job's
    token and handlers. One item, or ``max_workers=1``, runs on the calling thread.
    """
    work = list(items)
    results: list[R] = []
    if len(work) <= 1 or max_workers <= 1:
        for done, item in enumerate(work, 1):
            current_token().raise_if_cancelled()
            results.append(function(item))
            if on_done:
                on_done(done, len(work))
        return results
    with ThreadPoolExecutor(min(max_workers, len(work)), thread_name_prefix="desktop-rag-parallel") as pool:
        # a copy for each: two threads cannot be in one context
        futures = [pool.submit(contextvars.copy_context().run, function, item) for item in work]
        try:
            for done, future in enumerate(futures, 1):
                results.append(future.result())
                if on_done:
                    on_done(done, len(work))
        finally:
            # those that have not begun; leaving the pool waits for the others
            for future in futures:
                future.cancel()
    return results


def run_in_background(function: Callable[[], object], name: str) -> None:
    """Run a short function on a thread of that name; the program may end without waiting for it."""
    threading.Thread(target=function, name=name, daemon=True).start()
