"""A request is sent again while the server is busy, but never an answer's second half."""

import threading
import time
from collections.abc import Generator, Sequence
from itertools import pairwise

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.llms import retrying
from desktop_rag.llms.base import ChatDelta
from desktop_rag.llms.failures import BusyError
from desktop_rag.llms.retrying import stream_with_retries

BUSY = BusyError("Busy.", "Wait.")
AT_ONCE = BusyError("Busy.", "Wait.", retry_after=0.0)


class Server:
    """Answers each request with the next of its replies: texts, and perhaps an error at the end."""

    def __init__(self, *replies: Sequence[str | Exception]) -> None:
        self._replies = list(replies)
        self.asked = 0
        self.closed = 0

    def start(self) -> Generator[ChatDelta]:
        reply = self._replies[self.asked]
        self.asked += 1
        try:
            for piece in reply:
                if isinstance(piece, Exception):
                    raise piece
                yield ChatDelta(piece)
        finally:
            self.closed += 1


def noted_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let every wait be over at once; return what is waited for."""
    waits: list[float] = []

    def wait(_: CancelToken, seconds: float) -> bool:
        waits.append(seconds)
        return False

    monkeypatch.setattr(CancelToken, "wait", wait)
    return waits


def answer(server: Server, max_retries: int, cancel: CancelToken | None = None) -> str:
    return "".join(delta.text for delta in stream_with_retries(server.start, cancel or CancelToken(), max_retries))


@pytest.mark.parametrize(
    ("busy", "max_retries", "asked"),
    [(0, 0, 1), (0, 3, 1), (1, 1, 2), (1, 3, 2), (3, 3, 4)],
)
def test_a_busy_server_is_asked_again(busy: int, max_retries: int, asked: int) -> None:
    server = Server(*[[AT_ONCE]] * busy, ["All ", "well."])
    assert answer(server, max_retries) == "All well."
    assert server.asked == server.closed == asked


@pytest.mark.parametrize("max_retries", [0, 1, 3])
def test_it_is_not_asked_more_often_than_that(max_retries: int) -> None:
    server = Server(*[[AT_ONCE]] * 9)
    with pytest.raises(BusyError):
        answer(server, max_retries)
    assert server.asked == max_retries + 1


def test_an_answer_that_has_begun_is_not_asked_for_again() -> None:
    server = Server(["Half", AT_ONCE], ["Whole."])
    deltas = stream_with_retries(server.start, CancelToken(), 3)
    assert next(deltas).text == "Half"
    with pytest.raises(BusyError):
        next(deltas)
    assert server.asked == 1


@pytest.mark.parametrize(
    "error", [UserError("No such model.", "Choose another."), KeyError("bug")], ids=["user", "bug"]
)
def test_other_failures_are_told_at_once(error: Exception) -> None:
    server = Server([error], ["Never."])
    with pytest.raises(type(error)):
        answer(server, 3)
    assert server.asked == 1


def test_a_server_that_wants_a_long_wait_is_left_alone() -> None:
    server = Server([BusyError("Busy.", "Wait.", retry_after=retrying.LONGEST_WISH + 1)], ["Never."])
    started = time.monotonic()
    with pytest.raises(BusyError):
        answer(server, 3)
    assert time.monotonic() - started < 5
    assert server.asked == 1


def test_the_longest_wish_is_still_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "LONGEST_WISH", 0.05)
    server = Server([BusyError("Busy.", "Wait.", retry_after=0.05)], ["Well."])
    assert answer(server, 1) == "Well."


def test_each_wait_is_twice_the_one_before_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = noted_waits(monkeypatch)
    assert answer(Server(*[[BUSY]] * 7, ["Well."]), 7) == "Well."
    assert waits[0] == retrying.FIRST_DELAY
    assert waits[-1] == retrying.LONGEST_DELAY == max(waits)
    doubled = [wait for wait in waits if wait < retrying.LONGEST_DELAY]
    assert all(after == 2 * before for before, after in pairwise(doubled))
    assert len(doubled) > 2


def test_a_wish_takes_the_place_of_our_own_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = noted_waits(monkeypatch)
    answer(Server([BusyError("Busy.", "Wait.", retry_after=12.5)], [BUSY], ["Well."]), 2)
    assert waits == [12.5, 2 * retrying.FIRST_DELAY]


def test_cancelling_ends_the_wait() -> None:
    cancel = CancelToken()
    timer = threading.Timer(0.1, cancel.cancel)
    timer.start()
    server = Server([BusyError("Busy.", "Wait.", retry_after=25.0)], ["Never."])
    started = time.monotonic()
    with pytest.raises(CancelledError):
        answer(server, 1, cancel)
    assert time.monotonic() - started < 10
    assert server.asked == 1
    timer.join()


def test_who_stops_listening_closes_the_reply() -> None:
    server = Server(["one", "two", "three"])
    deltas = stream_with_retries(server.start, CancelToken(), 3)
    next(deltas)
    deltas.close()
    assert server.closed == 1
