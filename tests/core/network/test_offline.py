"""The offline switch: what is this computer, what is refused, and when."""

import logging
import socket
import urllib.request
from collections.abc import Callable, Iterator

import httpx
import pytest

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.network.offline import OFFLINE, OfflineError, OfflineSwitch, is_this_computer
from tests.helpers.counting_server import CountingServer
from tests.helpers.scripted_server import ScriptedServer


@pytest.fixture
def counting() -> Iterator[CountingServer]:
    with CountingServer() as server:
        yield server


@pytest.fixture
def offline() -> Iterator[None]:
    end = OFFLINE.follow(lambda: True)
    yield
    end()


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "127.0.0.1",
        "127.8.9.10",
        "::1",
        "[::1]",
        "::ffff:127.0.0.1",
    ],
)
def test_what_is_this_computer(host: str) -> None:
    assert is_this_computer(host)


@pytest.mark.parametrize(
    "host",
    [
        "0.0.0.0",
        "::",
        "192.168.1.2",
        "10.0.0.1",
        "::ffff:10.0.0.1",
        "fe80::1%lo",
        "example.com",
        "localhost.example.com",
        "127.0.0.1.example.com",
        "gpu",
        "gpu.local",
        "2130706433",
    ],
)
def test_what_is_not(host: str) -> None:
    assert not is_this_computer(host)


def test_it_is_on_while_anyone_wants_it() -> None:
    switch, wanted = OfflineSwitch(), [False]
    end_first, end_second = switch.follow(lambda: wanted[0]), switch.follow(lambda: False)
    switch.check("example.com")
    wanted[0] = True
    with pytest.raises(OfflineError):
        switch.check("example.com")
    switch.check("localhost")
    end_first()
    end_first()
    switch.check("example.com")
    end_second()


def test_every_open_connection_is_cut_though_one_cannot_be(faults: list[logging.LogRecord]) -> None:
    switch, cut = OfflineSwitch(), list[str]()

    def fail() -> None:
        raise OSError("cannot be closed")

    closed = [switch.opened(fail), switch.opened(lambda: cut.append("second"))]
    end = switch.follow(lambda: True)
    switch.enforce()
    end()
    for close in closed:
        close()
    assert cut
    assert faults


def _look_up(_server: CountingServer) -> None:
    socket.getaddrinfo("models.example.com", 443)


def _look_up_old(_server: CountingServer) -> None:
    socket.gethostbyname("models.example.com")


def _connect(server: CountingServer) -> None:
    with socket.create_connection((server.host, server.port), timeout=1):
        pass


def _datagram(server: CountingServer) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.sendto(b"x", (server.host, server.port))


def _urllib(server: CountingServer) -> None:
    urllib.request.urlopen(server.url, timeout=1)


def _other_library(server: CountingServer) -> None:
    httpx.get(server.url, trust_env=False)


def _our_client(server: CountingServer) -> None:
    with net.open_client(server.url, timeout=1) as client:
        client.get(server.url)


def _our_client_elsewhere(server: CountingServer) -> None:
    with net.open_client("http://localhost:1", timeout=1) as client:
        client.get(server.url)


def _our_stream(server: CountingServer) -> None:
    with (
        net.cancellable_client(server.url, CancelToken(), timeout=1) as client,
        client.stream("POST", server.url, content=b"secret"),
    ):
        pass


WAYS: list[Callable[[CountingServer], None]] = [
    _look_up,
    _look_up_old,
    _connect,
    _datagram,
    _urllib,
    _other_library,
    _our_client,
    _our_client_elsewhere,
    _our_stream,
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__.strip("_"))
@pytest.mark.usefixtures("counting", "offline")
def test_nothing_leaves_this_computer(way: Callable[[CountingServer], None], counting: CountingServer) -> None:
    with pytest.raises(OfflineError, match="working offline, so nothing was sent to") as caught:
        way(counting)
    assert (counting.connections, counting.received) == (0, b"")
    assert caught.value.next_step.startswith("Turn off “Work offline”")
    assert not caught.value.retryable


def test_the_server_would_have_heard_of_it(counting: CountingServer) -> None:
    _our_client(counting)
    assert counting.connections == 1
    assert counting.received.startswith(b"GET / HTTP/1.1")


@pytest.mark.usefixtures("offline")
def test_programs_on_this_computer_are_still_reached() -> None:
    with ScriptedServer() as server, net.open_client(server.base_url, timeout=2) as client:
        assert client.get(f"{server.base_url}/models").is_success
        assert client.get(f"http://localhost:{server.ollama_url.rpartition(':')[2]}/v1/models").is_success


@pytest.mark.usefixtures("counting", "offline")
def test_a_server_on_this_computer_leads_nowhere_else(counting: CountingServer) -> None:
    with ScriptedServer() as server:
        server.pages["/away"] = {}
        moved = {"Location": f"{counting.url}/file"}
        with net.open_client(server.ollama_url, timeout=2) as client:
            client.event_hooks = {"response": [lambda response: _redirect(response, moved)], "request": []}
            with pytest.raises(OfflineError):
                client.get(f"{server.ollama_url}/away", follow_redirects=True)
        assert counting.connections == 0


def _redirect(response: httpx.Response, headers: dict[str, str]) -> None:
    response.status_code = 302
    response.headers.update(headers)


def test_a_wrapped_refusal_is_still_told_as_such() -> None:
    error = httpx.ConnectError("no")
    error.__cause__ = OfflineError("example.com")
    told = net.connection_error(error, "https://example.com")
    assert told is error.__cause__
