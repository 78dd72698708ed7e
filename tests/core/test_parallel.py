"""What follows a stream works beside it: it sees the latest state and never makes the stream wait."""

import logging
import sys
import threading
import time

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, contained
from desktop_rag.core.instrumentation import current_token, running
from desktop_rag.core.parallel import (
    PATIENCE,
    Follower,
    SupervisedThread,
    answers_within,
    calling_after_work,
    run_ahead,
    run_in_background,
)
from tests.helpers.waiting import wait_until

WAIT = 10


def test_of_what_comes_during_a_call_only_the_latest_is_seen() -> None:
    seen: list[int] = []
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()

    def follow(number: int) -> None:
        seen.append(number)
        begun.set()
        go_on.wait(WAIT)
        if number == 99:
            done.set()

    with Follower(follow, "following") as follower:
        follower.hand(0)
        assert begun.wait(WAIT)
        for number in range(1, 100):
            follower.hand(number)
        go_on.set()
        assert done.wait(WAIT)
    assert seen == [0, 99]


def test_handing_on_does_not_wait_for_a_slow_call() -> None:
    go_on = threading.Event()
    with Follower(lambda _: go_on.wait(WAIT), "following") as follower:
        started = time.monotonic()
        for number in range(1000):
            follower.hand(number)
        assert time.monotonic() - started < WAIT / 2
        go_on.set()


def test_leaving_waits_for_the_call_that_runs_and_begins_no_other() -> None:
    ended: list[int] = []
    begun = threading.Event()

    def follow(number: int) -> None:
        begun.set()
        time.sleep(0.05)
        ended.append(number)

    with Follower(follow, "following") as follower:
        follower.hand(1)
        assert begun.wait(WAIT)
        follower.hand(2)
    assert ended == [1]
    assert not any(thread.name == "following" for thread in threading.enumerate())


def test_it_belongs_to_the_job_that_began_it() -> None:
    tokens: list[object] = []
    heard = threading.Event()

    def follow(_: int) -> None:
        tokens.append(current_token())
        heard.set()

    with running() as token, Follower(follow, "following") as follower:
        follower.hand(1)
        assert heard.wait(WAIT)
    assert tokens == [token]


def test_a_failure_is_raised_where_it_is_left() -> None:
    begun = threading.Event()

    def fail(_: int) -> None:
        begun.set()
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"), Follower(fail, "following") as follower:  # noqa: PT012
        follower.hand(1)
        assert begun.wait(WAIT)


def test_a_failure_of_the_stream_itself_comes_first() -> None:
    begun = threading.Event()

    def fail(_: int) -> None:
        begun.set()
        raise ValueError("no")

    with pytest.raises(KeyError), Follower(fail, "following") as follower:  # noqa: PT012
        follower.hand(1)
        assert begun.wait(WAIT)
        raise KeyError


def test_what_hangs_is_not_waited_for(faults: list[logging.LogRecord]) -> None:
    release = threading.Event()

    def fail() -> bool:
        raise ValueError("no answer")

    began = time.monotonic()
    assert answers_within([lambda: True, lambda: release.wait(20), fail, lambda: False], 0.3) == [
        True,
        None,
        None,
        False,
    ]
    assert time.monotonic() - began < 5
    release.set()
    assert answers_within([], 1.0) == []
    assert len(faults) == 1


class Failing:
    """Fails as often as it is told to, then waits for its end."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = list(errors)
        self.over = threading.Event()
        self.waits = threading.Event()
        self.told = 0

    def run(self) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.waits.set()
        self.over.wait(20)

    def tell(self) -> None:
        self.told += 1
        raise OSError("nobody can be told")


def test_a_thread_that_fails_begins_again_and_tells_once(faults: list[logging.LogRecord]) -> None:
    one = Failing(ValueError("a"), SystemExit(1), KeyboardInterrupt())
    thread = SupervisedThread(one.run, "desktop-rag-test", one.over, one.tell)
    thread.start()
    assert one.waits.wait(20)
    assert one.told == 1
    one.over.set()
    thread.join(20)
    assert [fault.getMessage() for fault in faults].count("the thread desktop-rag-test failed") == 3
    assert len(faults) == 4


def test_a_thread_that_fails_while_the_program_ends_is_not_begun_again(faults: list[logging.LogRecord]) -> None:
    one = Failing(ValueError("a"), ValueError("b"))
    one.over.set()
    thread = SupervisedThread(one.run, "desktop-rag-test", one.over, one.tell)
    thread.start()
    thread.join(20)
    assert (len(one.errors), one.told, len(faults)) == (1, 0, 1)


def test_what_a_function_in_the_background_raises_is_logged(faults: list[logging.LogRecord]) -> None:
    def leave() -> None:
        raise SystemExit(1)

    run_in_background(leave, "desktop-rag-leaving")
    wait_until(lambda: bool(faults), WAIT)
    assert [fault.getMessage() for fault in faults] == ["the thread desktop-rag-leaving failed"]


def test_what_is_contained_goes_on_and_only_faults_are_logged(faults: list[logging.LogRecord]) -> None:
    log, passed = logging.getLogger("desktop_rag.test"), []
    for error in (ValueError("a"), SystemExit(1), CancelledError()):
        with contained(log, "it failed"):
            raise error
        passed.append(error)  # type: ignore[unreachable]
    assert len(passed) == 3
    assert [fault.getMessage() for fault in faults] == ["it failed", "it failed"]


def test_what_works_too_long_is_interrupted() -> None:
    called, until, worked = threading.Event(), time.monotonic() + 30, time.thread_time()
    with calling_after_work(0.2, called.set):
        while not called.is_set() and time.monotonic() < until:
            pass
    assert called.is_set()
    assert time.thread_time() - worked < 0.2 * PATIENCE


def test_what_waits_is_interrupted_much_later() -> None:
    called, began = threading.Event(), time.monotonic()
    with calling_after_work(0.1, called.set):
        assert called.wait(30)
    assert sys.platform != "linux" or time.monotonic() - began >= 0.1 * PATIENCE


def test_what_ends_in_time_is_not_interrupted() -> None:
    called = threading.Event()
    with calling_after_work(0.1, called.set):
        pass
    time.sleep(0.2)
    assert not called.is_set()


def test_what_is_worked_on_ahead_comes_in_order_each_inside_the_job() -> None:
    token = CancelToken()

    def work(number: int) -> tuple[int, bool]:
        time.sleep(0.02 if number % 2 else 0.0)
        return number, current_token() is token

    with running(token):
        assert list(run_ahead(work, range(20))) == [(number, True) for number in range(20)]


def test_while_one_result_is_used_the_next_is_worked_on_and_no_other_is_begun() -> None:
    begun: list[int] = []
    results = run_ahead(lambda number: begun.append(number) or number, range(100))
    assert next(results) == 0
    wait_until(lambda: len(begun) >= 2, WAIT)
    assert len(begun) <= 3
    results.close()
    assert len(begun) <= 3
    assert not [one for one in threading.enumerate() if one.name.startswith("desktop-rag-ahead")]


def test_a_failure_ahead_is_raised_in_its_turn() -> None:
    results = run_ahead(lambda number: 1 // (2 - number), range(100))
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ZeroDivisionError):
        next(results)
