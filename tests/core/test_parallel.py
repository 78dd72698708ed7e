"""What follows a stream works beside it: it sees the latest state and never makes the stream wait."""

import threading
import time

import pytest

from desktop_rag.core.instrumentation import current_token, running
from desktop_rag.core.parallel import Follower

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
