"""Jobs go on in other lanes, and end exactly once."""

import logging
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.events import TERMINAL_EVENTS, Event, JobCancelled, JobFailed, JobFinished, ProblemMet
from desktop_rag.core.jobs import Continue, Job, JobKind, Lane
from desktop_rag.services.calls import current_call
from desktop_rag.worker.lanes import EventBus, Lanes
from tests.helpers import panic as panicking

WAIT = 10


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def lanes(events: list[Event]) -> Iterator[Lanes]:
    bus = EventBus()
    bus.subscribe(events.append)
    lanes = Lanes({Lane.INDEX: 1, Lane.EMBED: 1}, bus)
    yield lanes
    lanes.close(2)


def ends(events: list[Event], job: Job[str]) -> list[type[Event]]:
    return [type(event) for event in events if event.job_id == job.id and isinstance(event, TERMINAL_EVENTS)]


def going_on(lane: Lane, result: str) -> Continue[str]:
    return Continue(lane, lambda: f"{result} as {current_call().id}")


def test_the_same_job_ends_in_the_other_lane(lanes: Lanes, events: list[Event]) -> None:
    job = lanes.submit(Lane.INDEX, JobKind.ADD, lambda _: going_on(Lane.EMBED, "done"))
    assert job.result(WAIT) == f"done as {job.id}"
    assert job.lane == Lane.EMBED
    assert ends(events, job) == [JobFinished]
    back = lanes.submit(Lane.INDEX, JobKind.ADD, lambda _: Continue(Lane.EMBED, lambda: going_on(Lane.INDEX, "back")))
    assert back.result(WAIT) == f"back as {back.id}"
    assert back.lane == Lane.INDEX
    assert lanes.running("", JobKind.ADD) == []


def test_one_that_embeds_for_hours_holds_up_no_reading(lanes: Lanes, events: list[Event]) -> None:
    busy, release = threading.Event(), threading.Event()

    def embed() -> str:
        busy.set()
        release.wait(WAIT)
        return "embedded"

    first = lanes.submit(Lane.INDEX, JobKind.ADD, lambda _: Continue(Lane.EMBED, embed), "a")
    assert busy.wait(WAIT)
    second = lanes.submit(Lane.INDEX, JobKind.ADD, lambda _: going_on(Lane.EMBED, "b"), "b")
    assert lanes.submit(Lane.INDEX, JobKind.ADD, lambda _: "read", "c").result(WAIT) == "read"
    assert second in lanes.in_lane(Lane.EMBED)
    assert not second.done
    second.cancel()  # behind the first: it ends at once all the same
    with pytest.raises(CancelledError):
        second.result(1)
    assert ends(events, second) == [JobCancelled]
    assert lanes.in_lane(Lane.EMBED) == [first]
    release.set()
    assert first.result(WAIT) == "embedded"
    assert lanes.submit(Lane.EMBED, JobKind.READ, lambda _: "free").result(WAIT) == "free"
    assert ends(events, second) == [JobCancelled]


def test_failing_stopping_and_closing_in_the_other_lane(lanes: Lanes, events: list[Event]) -> None:
    def fail() -> str:
        raise UserError("no")

    job = lanes.submit(Lane.INDEX, JobKind.ADD, lambda _: Continue(Lane.EMBED, fail))
    with pytest.raises(UserError, match="no"):
        job.result(WAIT)

    def cancelled(job: Job[str]) -> Continue[str]:
        job.cancel()
        return going_on(Lane.EMBED, "never")

    stopped = lanes.submit(Lane.INDEX, JobKind.ADD, cancelled)
    with pytest.raises(CancelledError):
        stopped.result(WAIT)
    assert not stopped.interrupted
    begun = threading.Event()

    def until_stopped(job: Job[str]) -> Continue[str]:
        begun.set()
        job.token.wait(WAIT)
        return going_on(Lane.EMBED, "never")

    last = lanes.submit(Lane.INDEX, JobKind.ADD, until_stopped)
    waiting = lanes.submit(Lane.INDEX, JobKind.ADD, lambda _: "never")
    assert begun.wait(WAIT)
    lanes.close(2)
    for one in (last, waiting, lanes.submit(Lane.INDEX, JobKind.ADD, lambda _: "never")):
        with pytest.raises(CancelledError):
            one.result(WAIT)
        assert ends(events, one) == [JobCancelled]
    assert last.interrupted


def test_only_jobs_of_one_library_are_stopped(lanes: Lanes) -> None:
    begun = threading.Semaphore(0)

    def until_stopped(job: Job[str]) -> str:
        begun.release()
        job.token.wait(WAIT)
        return "stopped"

    reading = lanes.submit(Lane.INDEX, JobKind.ADD, until_stopped, "add")
    other = lanes.submit(Lane.EMBED, JobKind.ADD, until_stopped, "add b")
    queued = lanes.submit(Lane.INDEX, JobKind.BUILD, lambda _: "built", "add")
    assert begun.acquire(timeout=WAIT)
    assert begun.acquire(timeout=WAIT)
    assert lanes.running("add", JobKind.ADD, JobKind.BUILD) == [reading, queued]
    lanes.stop("add", JobKind.ADD)
    assert reading.interrupted
    assert queued.result(WAIT) == "built"
    assert lanes.running("add b", JobKind.ADD) == [other]
    assert not other.done


def leave(_: Job[str]) -> str:
    """End the program, as a plug-in may."""
    sys.exit("a plug-in wants to leave")


def interrupt(_: Job[str]) -> str:
    raise KeyboardInterrupt


def panic(_: Job[str]) -> str:
    panicking.panic()
    return "never"


@pytest.mark.parametrize("fatal", [leave, interrupt, panic])
def test_what_is_no_exception_ends_the_job_and_not_the_lane(
    lanes: Lanes, events: list[Event], fatal: Callable[[Job[str]], str], faults: list[logging.LogRecord]
) -> None:
    job = lanes.submit(Lane.INDEX, JobKind.ANSWER, fatal)
    with pytest.raises(BugError) as raised:
        job.result(WAIT)
    assert raised.value.__cause__ is not None
    assert not isinstance(raised.value.__cause__, Exception)
    assert lanes.submit(Lane.INDEX, JobKind.READ, lambda _: "alive").result(WAIT) == "alive"
    assert ends(events, job) == [JobFailed]
    assert [fault.getMessage() for fault in faults] == ["answer job failed"]


@pytest.mark.parametrize("error", [ValueError, SystemExit])
def test_a_listener_that_fails_holds_up_nobody(error: type[BaseException], faults: list[logging.LogRecord]) -> None:
    heard: list[Event] = []

    def fail(_: Event) -> None:
        raise error("in a listener")

    bus = EventBus()
    bus.subscribe(fail)
    bus.subscribe(heard.append)
    lanes = Lanes({Lane.INDEX: 1}, bus)
    for _ in range(3):
        assert lanes.submit(Lane.INDEX, JobKind.READ, lambda _: "done").result(WAIT) == "done"
    lanes.close(2)
    assert [type(event) for event in heard] == [JobFinished] * 3
    assert [fault.getMessage() for fault in faults] == ["a listener failed at JobFinished"]


def test_who_waits_for_a_job_cannot_keep_its_end_from_the_others(
    lanes: Lanes, events: list[Event], faults: list[logging.LogRecord]
) -> None:
    go_on = threading.Event()
    job = lanes.submit(Lane.INDEX, JobKind.READ, lambda _: str(go_on.wait(WAIT)))
    job.future.add_done_callback(lambda _: sys.exit(1))
    go_on.set()
    assert lanes.submit(Lane.INDEX, JobKind.READ, lambda _: "alive").result(WAIT) == "alive"
    assert ends(events, job) == [JobFinished]
    assert len(faults) == 1


def test_a_thread_of_a_lane_that_fails_itself_begins_again(
    lanes: Lanes, events: list[Event], faults: list[logging.LogRecord]
) -> None:
    assert lanes.submit(Lane.INDEX, JobKind.READ, lambda _: "before").result(WAIT) == "before"
    lanes._lanes[Lane.INDEX].queue.put(lambda: sys.exit("out of the lane"))
    assert lanes.submit(Lane.INDEX, JobKind.READ, lambda _: "after").result(WAIT) == "after"
    assert [event.error.retryable for event in events if isinstance(event, ProblemMet)] == [False]
    assert [fault.getMessage() for fault in faults] == ["the thread desktop-rag-index-0 failed"]
