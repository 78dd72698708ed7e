"""Helpers that integrations import."""

import asyncio
import time

import pytest

from desktop_rag.llamaindex.async_utils import batch_gather, run_jobs
from desktop_rag.llamaindex.utils import (
    ErrorToRetry,
    get_retry_on_exceptions_with_backoff_decorator,
    get_tqdm_iterable,
    iter_batch,
    retry_on_exceptions_with_backoff,
)


class Failing:
    """Raises its errors one after the other, then returns how often it was called."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.calls = 0

    def __call__(self) -> int:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return self.calls


def test_batches() -> None:
    assert list(iter_batch(range(5), 2)) == [[0, 1], [2, 3], [4]]
    assert list(iter_batch(iter("abcd"), 2)) == [["a", "b"], ["c", "d"]]
    assert list(iter_batch([], 3)) == []


def test_a_bar_hands_out_the_items(capsys: pytest.CaptureFixture[str]) -> None:
    items = [1, 2, 3]
    assert get_tqdm_iterable(items, show_progress=False, desc="Reading") is items
    assert list(get_tqdm_iterable(items, show_progress=True, desc="Reading")) == items
    assert "Reading" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("errors", "check", "calls", "raised"),
    [
        ([ConnectionError()], None, 2, None),
        ([ConnectionResetError()], None, 2, None),  # a kind of that error
        ([ConnectionError()] * 5, None, 3, ConnectionError),
        ([KeyError()], None, 1, KeyError),
        ([ConnectionError("busy"), ConnectionError("gone")], lambda error: "busy" in str(error), 2, ConnectionError),
    ],
)
def test_calls_are_tried_again(
    errors: list[Exception], check: object, calls: int, raised: type[Exception] | None
) -> None:
    kinds = [ErrorToRetry(ConnectionError, check)]  # type: ignore[arg-type]
    decorated = get_retry_on_exceptions_with_backoff_decorator(kinds, max_tries=3, min_backoff_secs=0)
    plain, wrapped, awaited = (Failing(*errors) for _ in range(3))

    @decorated
    async def wait() -> int:
        return awaited()

    for call in (
        lambda: retry_on_exceptions_with_backoff(plain, kinds, max_tries=3, min_backoff_secs=0),
        decorated(wrapped.__call__),
        lambda: asyncio.run(wait()),
    ):
        if raised is None:
            assert call() == calls
        else:
            with pytest.raises(raised):
                call()
    assert plain.calls == wrapped.calls == awaited.calls == calls


def test_pauses_double() -> None:
    began = time.monotonic()
    errors = [ConnectionError()] * 3
    retry_on_exceptions_with_backoff(Failing(*errors), [ErrorToRetry(ConnectionError)], 4, 0.02, 0.03)
    assert time.monotonic() - began >= 0.02 + 0.03 + 0.03
    with pytest.raises(ValueError, match="At least one"):
        retry_on_exceptions_with_backoff(Failing(), [])


def test_jobs_run_beside_each_other() -> None:
    at_work: list[int] = [0, 0]

    async def job(number: int) -> int:
        at_work[0] += 1
        at_work[1] = max(at_work)
        await asyncio.sleep(0.001 * (5 - number))
        at_work[0] -= 1
        return number

    assert asyncio.run(run_jobs([job(number) for number in range(5)], workers=2)) == list(range(5))
    assert at_work == [0, 2]
    assert asyncio.run(batch_gather([job(number) for number in range(5)], batch_size=3)) == list(range(5))
    assert at_work == [0, 3]
