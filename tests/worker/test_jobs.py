"""Jobs as their callers see them, and what runs calls of services as jobs."""

import threading
from collections.abc import Iterator

import pytest

from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.events import Event, JobCancelled, JobFailed, JobFinished, StoreChanged
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.services.calls import ServiceCall
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import EventBus, Lanes

WAIT = 10


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def runner(events: list[Event]) -> Iterator[JobRunner]:
    bus = EventBus()
    bus.subscribe(events.append)
    lanes = Lanes({Lane.VIEW: 1, Lane.CHANGE: 1, Lane.SEARCH: 2}, bus)
    yield JobRunner(lanes, bus.emit)
    lanes.close(2)


def ended(job: Job[object]) -> None:
    """Wait for the end, whatever it is; the one after it has begun when the terminal event was sent."""
    job.wait(WAIT)
    assert job.done


def test_a_call_knows_its_job(runner: JobRunner, events: list[Event]) -> None:
    calls: list[ServiceCall] = []
    job = runner.run(Lane.SEARCH, JobKind.SEARCH, calls.append, "lib")
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
def test_who_stopped_a_job_first_counts(runner: JobRunner, first: str, *, interrupted: bool) -> None:
    begun = threading.Event()

    def until_stopped(call: ServiceCall) -> None:
        begun.set()
        call.token.wait(WAIT)
        call.token.raise_if_cancelled()

    job = runner.run(Lane.VIEW, JobKind.ADD, until_stopped)
    assert begun.wait(WAIT)
    getattr(job, first)()
    job.cancel()
    with pytest.raises(CancelledError):
        job.result(WAIT)
    assert job.interrupted is interrupted


def test_a_change_tells_the_views_after_it_was_made_and_before_it_ends(runner: JobRunner, events: list[Event]) -> None:
    made: list[int] = []
    job = runner.change_library(lambda: made.append(len(events)), "lib", "documents")
    job.result(WAIT)
    ended(runner.run(Lane.CHANGE, JobKind.READ, lambda _: None))
    changed = StoreChanged(job.id, frozenset({"indexes", "documents"}), ("lib",))
    assert made == [0]
    assert events[:2] == [changed, JobFinished(job.id, None)]


def test_a_change_that_fails_tells_the_views_nothing(runner: JobRunner, events: list[Event]) -> None:
    def fail() -> None:
        raise UserError("It cannot be done.", "Leave it.")

    job = runner.change(fail, ["conversations"], "c1")
    with pytest.raises(UserError, match=r"It cannot be done\. Leave it\."):
        job.result(WAIT)
    ended(runner.run(Lane.CHANGE, JobKind.READ, lambda _: None))
    assert [type(event) for event in events] == [JobFailed, JobFinished]


def test_a_fault_of_ours_is_told_as_one_with_its_cause(
    runner: JobRunner, events: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[object] = []
    monkeypatch.setattr("desktop_rag.worker.lanes._log.exception", lambda *args: logged.append(args))
    job = runner.read(lambda: {}["missing"])
    with pytest.raises(BugError, match="KeyError: 'missing'") as error:
        job.result(WAIT)
    assert isinstance(error.value.__cause__, KeyError)
    assert logged == [("%s job failed", JobKind.READ)]
    assert runner.read(lambda: "alive").result(WAIT) == "alive"


def test_an_error_after_the_job_was_cancelled_is_its_end_and_no_failure(runner: JobRunner, events: list[Event]) -> None:
    def fail(call: ServiceCall) -> None:
        call.token.cancel()
        raise UserError("The connection was cut.")

    job = runner.run(Lane.VIEW, JobKind.ANSWER, fail)
    with pytest.raises(CancelledError):
        job.result(WAIT)
    ended(runner.read(lambda: None))
    assert events[0] == JobCancelled(job.id)


def test_a_job_that_is_done_cannot_be_cancelled_any_more(runner: JobRunner, events: list[Event]) -> None:
    job = runner.read(lambda: "done")
    assert job.result(WAIT) == "done"
    job.cancel()
    job.interrupt()
    ended(runner.read(lambda: None))
    assert job.result(0) == "done"
    assert [event for event in events if event.job_id == job.id] == [JobFinished(job.id, "done")]


def test_waiting_for_a_result_has_an_end(runner: JobRunner) -> None:
    go_on = threading.Event()
    job = runner.read(lambda: go_on.wait(WAIT))
    with pytest.raises(TimeoutError):
        job.result(0.01)
    assert not job.done
    go_on.set()
    assert job.result(WAIT)


def test_jobs_of_one_lane_run_in_their_order_and_their_numbers_go_up(runner: JobRunner) -> None:
    order: list[int] = []
    jobs = [runner.read(lambda number=number: order.append(number)) for number in range(20)]  # type: ignore[misc]
    for job in jobs:
        job.result(WAIT)
    assert order == list(range(20))
    assert [job.id for job in jobs] == sorted({job.id for job in jobs})


def test_a_lane_has_as_many_threads_as_it_may() -> None:
    lanes = Lanes({Lane.VIEW: 1, Lane.SEARCH: 2}, EventBus())
    runner, both = JobRunner(lanes, lambda _: None), threading.Barrier(2, timeout=WAIT)
    before = threading.active_count()
    jobs = [runner.run(Lane.SEARCH, JobKind.SEARCH, lambda _: both.wait()) for _ in range(6)]
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
