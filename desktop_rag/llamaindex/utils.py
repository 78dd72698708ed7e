"""Helpers under LlamaIndex's names."""

import asyncio
import inspect
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import islice
from typing import Any, TypeVar

from desktop_rag.core.media.binary import resolve_binary
from desktop_rag.text.tokenizer import get_tokenizer

__all__ = [
    "ErrorToRetry",
    "aretry_on_exceptions_with_backoff",
    "get_retry_on_exceptions_with_backoff_decorator",
    "get_tokenizer",
    "get_tqdm_iterable",
    "iter_batch",
    "resolve_binary",
    "retry_on_exceptions_with_backoff",
    "truncate_text",
]
_LOG = logging.getLogger(__name__)
T = TypeVar("T")


def truncate_text(text: str, max_length: int) -> str:
    """Return at most so many characters of a text, the last three of them dots where something is missing."""
    if len(text) <= max_length:
        return text
    return f"{text[: max_length - 3]}..." if max_length >= 3 else text[:max_length]


def iter_batch(iterable: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield lists of ``size`` items; the last may have fewer."""
    items = iter(iterable)
    while batch := list(islice(items, size)):
        yield batch


def get_tqdm_iterable(items: Iterable[T], show_progress: bool, desc: str, total: int | None = None) -> Iterable[T]:  # noqa: FBT001 - LlamaIndex's
    """Return the items, with a bar in the terminal while they are read if ``show_progress``."""
    if not show_progress:
        return items
    from rich.progress import track

    return track(items, desc, total)


@dataclass(frozen=True)
class ErrorToRetry:
    """A kind of error after which a call is tried again; of those, only what ``check_fn`` says yes to."""

    exception_cls: type[Exception]
    check_fn: Callable[[Any], bool] | None = None

    def covers(self, error: Exception) -> bool:
        """Return True if a call that raised this error is tried again."""
        return isinstance(error, self.exception_cls) and (self.check_fn is None or self.check_fn(error))


def retry_on_exceptions_with_backoff(
    lambda_fn: Callable[[], T],
    errors_to_retry: Sequence[ErrorToRetry],
    max_tries: int = 10,
    min_backoff_secs: float = 0.5,
    max_backoff_secs: float = 60.0,
) -> T:
    """Return what a function returns, called again after errors of these kinds, ``max_tries`` times in all.

    The pauses begin with ``min_backoff_secs`` and double up to ``max_backoff_secs``.

    Raises:
        ValueError: no kind of error is named.

    """
    pauses = _pauses(errors_to_retry, max_tries, min_backoff_secs, max_backoff_secs)
    while True:
        try:
            return lambda_fn()
        except _kinds(errors_to_retry) as error:
            time.sleep(_pause_after(error, errors_to_retry, pauses))


async def aretry_on_exceptions_with_backoff(
    async_fn: Callable[[], Awaitable[T]],
    errors_to_retry: Sequence[ErrorToRetry],
    max_tries: int = 10,
    min_backoff_secs: float = 0.5,
    max_backoff_secs: float = 60.0,
) -> T:
    """Return what a coroutine function returns; see ``retry_on_exceptions_with_backoff``."""
    pauses = _pauses(errors_to_retry, max_tries, min_backoff_secs, max_backoff_secs)
    while True:
        try:
            return await async_fn()
        except _kinds(errors_to_retry) as error:
            pause = _pause_after(error, errors_to_retry, pauses)
        await asyncio.sleep(pause)


def get_retry_on_exceptions_with_backoff_decorator(
    *retry_args: Any,  # noqa: ANN401 - those of ``retry_on_exceptions_with_backoff``
    **retry_kwargs: Any,  # noqa: ANN401
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that calls functions and coroutine functions again after errors."""

    def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.iscoroutinefunction(function):

            @wraps(function)
            async def awaited(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - the function's
                return await aretry_on_exceptions_with_backoff(
                    lambda: function(*args, **kwargs), *retry_args, **retry_kwargs
                )

            return awaited

        @wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
            return retry_on_exceptions_with_backoff(lambda: function(*args, **kwargs), *retry_args, **retry_kwargs)

        return called

    return decorator


def _pauses(errors: Sequence[ErrorToRetry], max_tries: int, shortest: float, longest: float) -> Iterator[float]:
    """Return the pauses after the failures; there is none after the last."""
    if not errors:
        raise ValueError("At least one error to retry needs to be provided")
    return (min(shortest * 2**number, longest) for number in range(max_tries - 1))


def _kinds(errors: Sequence[ErrorToRetry]) -> tuple[type[Exception], ...]:
    return tuple(one.exception_cls for one in errors)


def _pause_after(error: Exception, errors: Sequence[ErrorToRetry], pauses: Iterator[float]) -> float:
    """Return the next pause; raise the error where there is none, or no check says yes to it."""
    pause = next(pauses, None) if any(one.covers(error) for one in errors) else None
    if pause is None:
        raise error
    _LOG.info("Trying again in %s s", pause, exc_info=error)
    return pause
