"""A token is set once; whatever waits on it wakes."""

import threading

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError

WAIT = 10


def test_a_token_is_open_until_it_is_cancelled_and_then_for_good() -> None:
    token = CancelToken()
    token.raise_if_cancelled()
    assert not token.wait(0)
    for _ in range(2):
        token.cancel()
        assert token.cancelled
        assert token.wait(WAIT)
        with pytest.raises(CancelledError):
            token.raise_if_cancelled()


def test_a_closer_is_called_once_however_often_one_cancels() -> None:
    token, closed = CancelToken(), list[str]()
    with token.closing(lambda: closed.append("closed")):
        assert closed == []
        token.cancel()
        token.cancel()
    assert closed == ["closed"]


def test_a_closer_that_comes_too_late_is_called_at_once() -> None:
    token, closed = CancelToken(), list[str]()
    token.cancel()
    with token.closing(lambda: closed.append("closed")):
        assert closed == ["closed"]


def test_a_closer_is_forgotten_where_its_block_ends_also_by_an_error() -> None:
    token, closed = CancelToken(), list[str]()
    with pytest.raises(ValueError, match="broken"), token.closing(lambda: closed.append("closed")):
        raise ValueError("broken")
    token.cancel()
    assert closed == []


def test_every_closer_that_is_open_is_called() -> None:
    token, closed = CancelToken(), list[str]()
    with token.closing(lambda: closed.append("outer")):
        with token.closing(lambda: closed.append("gone")):
            pass
        with token.closing(lambda: closed.append("inner")):
            token.cancel()
    assert closed == ["outer", "inner"]


def test_a_closer_may_end_its_own_block_in_another_thread() -> None:
    token, entered, woken = CancelToken(), threading.Event(), threading.Event()

    def read() -> None:
        with token.closing(woken.set):
            entered.set()
            woken.wait(WAIT)

    reader = threading.Thread(target=read)
    reader.start()
    assert entered.wait(WAIT)
    token.cancel()
    reader.join(WAIT)
    assert not reader.is_alive()


def test_cancelling_wakes_who_sleeps() -> None:
    token, answers = CancelToken(), list[bool]()
    sleeper = threading.Thread(target=lambda: answers.append(token.wait(WAIT)))
    sleeper.start()
    token.cancel()
    sleeper.join(WAIT)
    assert answers == [True]
