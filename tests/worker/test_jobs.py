"""Jobs as their callers see them."""

import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.events import Event, JobCancelled, JobFinished
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.services.calls import ServiceCall, current_call
from desktop_rag.worker.lanes import EventBus, Lanes

T = TypeVar("T")
WAIT = 10


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def lanes(events: list[Event]) -> Iterator[Lanes]:
    bus = EventBus()
    bus.subscribe(events.append)
    lanes = Lanes({Lane.VIEW: 1, Lane.CHANGE: 1, Lane.SEARCH: 2}, bus)
    yield lanes
    lanes.close(2)


def read(lanes: Lanes, function: Callable[[], T]) -> Job[T]:
    """Run a function as lists and pages are read."""
    return lanes.submit(Lane.VIEW, JobKind.READ, lambda _: function())


def ended(job: Job[object]) -> None:
    """Wait for the end, whatever it is; the one after it has begun when the terminal event was sent."""
    job.wait(WAIT)
    assert job.done


def test_a_call_knows_its_job(lanes: Lanes, events: list[Event]) -> None:
    calls: list[ServiceCall] = []
    job = lanes.submit(Lane.SEARCH, JobKind.SEARCH, lambda _: calls.append(current_call()), "lib")
    assert job.result(WAIT) is None
    (call,) = calls
    assert (call.id, call.token, job.library, job.kind, job.lane) == (
        job.id,
        job.token,
        "lib",
        JobKind.SEARCH,
        Lane.SEARCH,
    )
    assert not call.interrupted()
    job.interrupt()
    assert call.interrupted()


@pytest.mark.parametrize(("first", "interrupted"), [("cancel", False), ("interrupt", True)])
def test_who_stopped_a_job_first_counts(lanes: Lanes, first: str, *, interrupted: bool) -> None:
    begun = threading.Event()

    def until_stopped(job: Job[None]) -> None:
        begun.set()
        job.token.wait(WAIT)
        job.token.raise_if_cancelled()

    job = lanes.submit(Lane.VIEW, JobKind.ADD, until_stopped)
    assert begun.wait(WAIT)
    getattr(job, first)()
    job.cancel()
    with pytest.raises(CancelledError):
        job.result(WAIT)
    assert job.interrupted is interrupted


def test_a_fault_of_ours_is_told_as_one_with_its_cause(
    lanes: Lanes, events: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[object] = []
    monkeypatch.setattr("desktop_rag.worker.lanes._log.exception", lambda *args: logged.append(args))
    job = read(lanes, lambda: {}["missing"])
    with pytest.raises(BugError, match="KeyError: 'missing'") as error:
        job.result(WAIT)
    assert isinstance(error.value.__cause__, KeyError)
    assert logged == [("%s job failed", JobKind.READ)]
    assert read(lanes, lambda: "alive").result(WAIT) == "alive"


def test_an_error_after_the_job_was_cancelled_is_its_end_and_no_failure(lanes: Lanes, events: list[Event]) -> None:
    def fail(job: Job[None]) -> None:
        job.token.cancel()
        raise UserError("The connection was cut.")

    job = lanes.submit(Lane.VIEW, JobKind.ANSWER, fail)
    with pytest.raises(CancelledError):
        job.result(WAIT)
    ended(read(lanes, lambda: None))
    assert events[0] == JobCancelled(job.id)


def test_a_job_that_is_done_cannot_be_cancelled_any_more(lanes: Lanes, events: list[Event]) -> None:
    job = read(lanes, lambda: "done")
    assert job.result(WAIT) == "done"
    job.cancel()
    job.interrupt()
    ended(read(lanes, lambda: None))
    assert job.result(0) == "done"
    assert [event for event in events if event.job_id == job.id] == [JobFinished(job.id, "done")]


def test_waiting_for_a_result_has_an_end(lanes: Lanes) -> None:
    go_on = threading.Event()
    job = read(lanes, lambda: go_on.wait(WAIT))
    with pytest.raises(TimeoutError):
        job.result(0.01)
    assert not job.done
    go_on.set()
    assert job.result(WAIT)


def test_jobs_of_one_lane_run_in_their_order_and_their_numbers_go_up(lanes: Lanes) -> None:
    order: list[int] = []
    jobs = [read(lanes, lambda number=number: order.append(number)) for number in range(20)]  # type: ignore[misc]
    for job in jobs:
        job.result(WAIT)
    assert order == list(range(20))
    assert [job.id for job in jobs] == sorted({job.id for job in jobs})


def test_a_lane_has_as_many_threads_as_it_may() -> None:
    lanes = Lanes({Lane.VIEW: 1, Lane.SEARCH: 2}, EventBus())
    both = threading.Barrier(2, timeout=WAIT)
    before = threading.active_count()
    jobs = [lanes.submit(Lane.SEARCH, JobKind.SEARCH, lambda _: both.wait()) for _ in range(6)]
    assert {job.result(WAIT) for job in jobs} == {0, 1}
    assert threading.active_count() - before == 2  # and none for the lane that nobody used
    lanes.close(2)


def test_listeners_hear_until_they_leave() -> None:
    bus, first, second = EventBus(), list[Event](), list[Event]()
    leave = bus.subscribe(first.append)
    bus.subscribe(second.append)
    bus.emit(Event(1))
    leave()
    leave()
    bus.emit(Event(2))
    assert (first, second) == ([Event(1)], [Event(1), Event(2)])


def test_a_listener_may_leave_while_it_is_told() -> None:
    bus, heard = EventBus(), list[str]()

    def once(_: Event) -> None:
        heard.append("once")
        leave()

    leave = bus.subscribe(once)
    bus.subscribe(lambda _: heard.append("always"))
    bus.emit(Event(1))
    bus.emit(Event(2))
    assert heard == ["once", "always", "always"]
