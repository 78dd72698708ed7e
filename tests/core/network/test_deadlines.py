"""Replies that trickle byte by byte, over real sockets."""

import time
from collections.abc import Iterator

import httpx
import pytest

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from tests.helpers.scripted_server import Reply, ScriptedServer

LIMIT = 0.3
LONG = 5.0


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def ask(client: httpx.Client, server: ScriptedServer) -> httpx.Response:
    return client.post(f"{server.base_url}/chat/completions", json={"model": "scripted-model", "messages": []})


TRICKLES = [
    pytest.param(Reply(head_trickle=0.02), id="a head without end"),
    pytest.param(Reply(status=500, body="x" * 400, body_trickle=0.02), id="a long refusal"),
    pytest.param(Reply(status=302, body="x" * 400, body_trickle=0.02), id="a long word of another address"),
]


@pytest.mark.parametrize("reply", TRICKLES)
def test_a_reply_that_trickles_ends_at_the_time_limit(server: ScriptedServer, reply: Reply) -> None:
    server.script(reply)
    started = time.monotonic()
    with net.open_client(server.base_url, timeout=LIMIT) as client, pytest.raises(httpx.ReadTimeout):
        ask(client, server)
    assert LIMIT <= time.monotonic() - started < LONG / 2


def test_a_client_limits_each_of_its_requests_anew(server: ScriptedServer) -> None:
    server.script(Reply(first_delay=LIMIT * 0.7), Reply(first_delay=LIMIT * 0.7), Reply(head_trickle=0.02))
    with net.open_client(server.base_url, timeout=LIMIT) as client:
        assert ask(client, server).is_success
        assert ask(client, server).is_success
        with pytest.raises(httpx.ReadTimeout):
            ask(client, server)


def test_an_answer_may_take_longer_than_its_head(server: ScriptedServer) -> None:
    server.script(Reply(tokens=["a"] * 8, delay=LIMIT / 3))
    with net.open_client(server.base_url, timeout=LIMIT) as client:
        assert ask(client, server).is_success


def test_a_request_that_can_be_cancelled_is_limited_too(server: ScriptedServer) -> None:
    server.script(Reply(head_trickle=0.02))
    started = time.monotonic()
    with (
        net.cancellable_client(server.base_url, CancelToken(), timeout=LIMIT) as client,
        pytest.raises(httpx.ReadTimeout),
    ):
        ask(client, server)
    assert time.monotonic() - started < LONG / 2
