"""Coroutines run from code that does not wait, and several of them at once."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from desktop_rag.core.parallel import R, finished

__all__ = ["DEFAULT_NUM_WORKERS", "asyncio_run", "batch_gather", "run_jobs"]
DEFAULT_NUM_WORKERS = 4


def asyncio_run(coro: Coroutine[Any, Any, R]) -> R:
    """Return what a coroutine returns, also where a loop runs already (LlamaIndex's)."""
    return finished(lambda: coro)


async def run_jobs(
    jobs: Sequence[Coroutine[Any, Any, R]],
    show_progress: bool = False,  # noqa: ARG001, FBT001, FBT002 - LlamaIndex's
    workers: int = DEFAULT_NUM_WORKERS,
    desc: str | None = None,  # noqa: ARG001
) -> list[R]:
    """Return what coroutines return, in their order; ``workers`` of them run at once."""
    free = asyncio.Semaphore(workers)

    async def one(job: Coroutine[Any, Any, R]) -> R:
        async with free:
            return await job

    return list(await asyncio.gather(*map(one, jobs)))


async def batch_gather(
    tasks: Sequence[Coroutine[Any, Any, R]],
    batch_size: int = 10,
    verbose: bool = False,  # noqa: ARG001, FBT001, FBT002 - LlamaIndex's
) -> list[R]:
    """Return what coroutines return, in their order; ``batch_size`` of them run at once."""
    return await run_jobs(tasks, workers=batch_size)
