"""Asynchronous twins: the same results on another thread, stopped with the task, nothing left behind."""

import asyncio
import inspect
import threading
import time
from collections.abc import Iterator

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import CBEvent, current_token, event, running
from desktop_rag.core.instrumentation import CBEventType as Kind
from desktop_rag.core.parallel import asynchronous, asynchronous_stream
from desktop_rag.llamaindex.async_utils import asyncio_run


class Worker:
    """Does slow things that a token stops."""

    def __init__(self) -> None:
        self.threads: list[str] = []
        self.stopped = threading.Event()
        self.closed = threading.Event()

    def add(self, one: int, *, other: int = 1) -> int:
        self.threads.append(threading.current_thread().name)
        with event(Kind.QUERY):
            return one + other

    def wait(self) -> None:
        try:
            current_token().wait(20)
            current_token().raise_if_cancelled()
        except CancelledError:
            self.stopped.set()
            raise

    def count(self, most: int) -> Iterator[int]:
        try:
            with event(Kind.QUERY):
                for number in range(most):
                    current_token().raise_if_cancelled()
                    yield number
        finally:
            self.closed.set()

    aadd = asynchronous(add)
    await_ = asynchronous(wait)
    acount = asynchronous_stream(count)


class Doubled(Worker):
    def add(self, one: int, *, other: int = 1) -> int:
        return 2 * super().add(one, other=other)


class Heard:
    def __init__(self) -> None:
        self.kinds: list[Kind] = []

    def stage_began(self, event: CBEvent) -> None:
        self.kinds.append(event.event_type)

    def stage_ended(self, event: CBEvent) -> None:
        pass


def test_the_result_comes_from_another_thread() -> None:
    worker = Worker()
    assert asyncio.run(worker.aadd(1, other=2)) == 3
    assert worker.threads != [threading.main_thread().name]


def test_what_a_subclass_makes_of_the_method_counts() -> None:
    assert asyncio.run(Doubled().aadd(1)) == 4


def test_several_run_at_once() -> None:
    async def all_of_them() -> list[int]:
        return await asyncio.gather(*(Worker().aadd(number) for number in range(10)))

    assert asyncio.run(all_of_them()) == list(range(1, 11))


def test_errors_are_those_of_the_method() -> None:
    with pytest.raises(TypeError):
        asyncio.run(Worker().aadd("x"))  # type: ignore[arg-type]


def test_cancelling_the_task_stops_the_work_and_waits_for_its_end() -> None:
    worker = Worker()

    async def cancelled() -> None:
        task = asyncio.create_task(worker.await_())
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert worker.stopped.is_set()

    started = time.monotonic()
    asyncio.run(cancelled())
    assert time.monotonic() - started < 10


def test_the_job_it_belongs_to_stops_it_too_and_its_handlers_hear_of_it() -> None:
    heard, token, worker = Heard(), CancelToken(), Worker()

    async def inside() -> None:
        assert await worker.aadd(1) == 2
        threading.Timer(0.05, token.cancel).start()
        with pytest.raises(CancelledError):
            await worker.await_()

    with running(token, [heard]):
        asyncio.run(inside())
    assert heard.kinds == [Kind.QUERY]


class TestStreams:
    def test_all_pieces_in_order(self) -> None:
        async def collected() -> list[int]:
            return [number async for number in await Worker().acount(5)]

        assert asyncio.run(collected()) == [0, 1, 2, 3, 4]

    def test_one_that_is_left_is_closed(self) -> None:
        worker = Worker()

        async def first() -> int:
            stream = await worker.acount(1000)
            number = await anext(stream)
            await stream.aclose()
            return number

        assert asyncio.run(first()) == 0
        assert worker.closed.is_set()


def test_twins_take_what_their_methods_take() -> None:
    assert inspect.signature(Worker.aadd) == inspect.signature(Worker.add)
    assert inspect.signature(Worker.acount) == inspect.signature(Worker.count)


def test_a_coroutine_is_run_to_its_end_whether_or_not_a_loop_runs() -> None:
    async def double(number: int) -> int:
        await asyncio.sleep(0)
        return number * 2

    async def inside() -> int:
        return asyncio_run(double(3))

    assert (asyncio_run(double(2)), asyncio.run(inside())) == (4, 6)
