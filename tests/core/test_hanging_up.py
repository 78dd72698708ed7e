"""A token cuts a connection whenever it is set: before it is made, while it waits, and when everything has come."""

import http.server
import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.network import offline
from desktop_rag.core.network.reply_limits import EndlessReplyError
from tests.helpers.scripted_server import Reply, ScriptedServer

LONG = 30.0  # seconds that nobody waits


@pytest.fixture
def slow() -> Iterator[ScriptedServer]:
    """A server that answers nothing for a long time."""
    with ScriptedServer() as server:
        server.default = Reply(hang=True)
        yield server


def post(client: httpx.Client, server: ScriptedServer) -> httpx.Response:
    return client.post(f"{server.base_url}/chat/completions", json={"model": "m", "messages": [], "stream": True})


def test_a_connection_that_is_made_after_cancelling_is_cut(slow: ScriptedServer) -> None:
    cancel = CancelToken()
    started = time.monotonic()
    with net.cancellable_client(slow.base_url, cancel, timeout=LONG) as client:
        cancel.cancel()
        with pytest.raises(httpx.HTTPError):
            post(client, slow)
    assert time.monotonic() - started < LONG / 3


def test_a_token_that_was_set_before_the_client_was_opened_counts(slow: ScriptedServer) -> None:
    cancel = CancelToken()
    cancel.cancel()
    started = time.monotonic()
    with net.cancellable_client(slow.base_url, cancel, timeout=LONG) as client, pytest.raises(httpx.HTTPError):
        post(client, slow)
    assert time.monotonic() - started < LONG / 3


def test_a_token_set_after_the_client_was_closed_does_no_harm() -> None:
    cancel = CancelToken()
    with ScriptedServer() as server:
        with net.cancellable_client(server.base_url, cancel, timeout=5) as client:
            assert client.get(f"{server.base_url}/models").is_success
        cancel.cancel()
        with net.open_client(server.base_url, timeout=5) as other:
            assert other.get(f"{server.base_url}/models").is_success


def test_hooks_change_a_request_before_it_is_sent() -> None:
    def sign(request: httpx.Request) -> None:
        request.headers["x-signed"] = "yes"

    with ScriptedServer() as server:
        with net.cancellable_client(
            server.base_url, CancelToken(), timeout=5, headers={"x-own": "1"}, hooks=[sign]
        ) as client:
            client.get(f"{server.base_url}/models")
        assert server.requests[0].headers["x-signed"] == "yes"
        assert server.requests[0].headers["x-own"] == "1"


@pytest.mark.parametrize("body", [b"whole\n", b"whole\nrest", b""], ids=["whole", "with a rest", "empty"])
def test_a_reply_that_ends_because_it_was_cancelled_is_no_end(body: bytes) -> None:
    cancel = CancelToken()

    def chunks() -> Iterator[bytes]:
        yield body
        cancel.cancel()

    with pytest.raises(CancelledError):
        list(net.iter_lines(httpx.Response(200, content=chunks()), cancel))


def test_no_line_comes_after_cancelling() -> None:
    cancel = CancelToken()
    lines = net.iter_lines(httpx.Response(200, content=iter([b"one\ntwo\n", b"three\n"])), cancel)
    assert next(lines) == b"one"
    cancel.cancel()
    with pytest.raises(CancelledError):
        next(lines)


@pytest.mark.parametrize("length", [999, 1000])
def test_a_line_of_the_longest_length_is_read(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "MAX_LINE_BYTES", 1000)
    body = [b"x" * length, b"\nnext"]
    assert list(net.iter_lines(httpx.Response(200, content=iter(body)), CancelToken())) == [b"x" * length, b"next"]


def test_a_longer_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "MAX_LINE_BYTES", 1000)
    with pytest.raises(EndlessReplyError):
        list(net.iter_lines(httpx.Response(200, content=iter([b"x" * 1001, b"\n"])), CancelToken()))


def test_this_computer_must_react_sooner_than_others() -> None:
    with net.open_client("http://localhost:1", timeout=60) as here, net.open_client("http://a.b", timeout=60) as there:
        assert here.timeout.connect is not None
        assert there.timeout.connect is not None
        assert 1 <= here.timeout.connect < there.timeout.connect < 60
        assert here.timeout.read == there.timeout.read == 60
    with net.open_client("http://localhost:1", timeout=60, connect_timeout=0.5) as told:
        assert (told.timeout.connect, told.timeout.read) == (0.5, 60)


def test_redirects_are_not_followed_they_would_carry_the_key_along() -> None:
    with ScriptedServer() as other, _redirecting(f"{other.base_url}/models") as address:
        with net.open_client(address, timeout=5, headers={"authorization": "Bearer secret"}) as client:
            assert client.get(address).status_code == 302
        assert other.requests == []


class _redirecting:  # noqa: N801 - used as a function
    """A server that sends everybody elsewhere."""

    def __init__(self, target: str) -> None:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(302)
                self.send_header("location", target)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Be quiet."""

        self._server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> str:
        self._thread.start()
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.mark.parametrize(
    ("host", "is_local"),
    [
        ("localhost", True), ("127.0.0.1", True), ("[::1]", True), ("nas", True), ("nas.local", True),
        ("box.lan", True), ("db.internal", True), ("10.1.2.3", True), ("172.16.0.1", True), ("192.168.0.9", True),
        ("[fd00::1]", True), ("8.8.8.8", False), ("172.32.0.1", False), ("example.com", False),
        ("local.example.com", False), ("[2001:4860:4860::8888]", False), ("NAS.LOCAL", True),
    ],
)  # fmt: skip
def test_which_servers_are_in_ones_own_network(host: str, is_local: bool) -> None:
    assert offline.is_local(f"http://{host}:8080/v1") is is_local


@pytest.mark.parametrize(
    ("error", "kind", "said", "retryable"),
    [
        (httpx.ConnectTimeout("x"), UserError, "example.com:8080 cannot be reached", True),
        (httpx.ConnectError("x"), UserError, "example.com:8080 cannot be reached", True),
        (httpx.ReadTimeout("x"), net.LateReplyError, "did not answer in time", True),
        (httpx.PoolTimeout("x"), net.LateReplyError, "did not answer in time", True),
        (httpx.ProxyError("x"), UserError, "proxy refused", False),
        (httpx.UnsupportedProtocol("x"), UserError, "not valid", False),
        (httpx.InvalidURL("x"), UserError, "not valid", False),
        (httpx.RemoteProtocolError("Server disconnected."), net.ConnectionCutError, "was lost", True),
        (httpx.RemoteProtocolError("x"), net.UnreadableReplyError, "unreadable reply.", True),
        (httpx.ReadError("x"), net.ConnectionCutError, "was lost", True),
        (httpx.DecodingError("x"), net.UnreadableReplyError, "unreadable reply.", True),
        (ValueError("x"), UserError, "unreadable reply (ValueError)", False),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_every_failure_is_said_in_plain_words(
    error: Exception,
    kind: type[UserError],
    said: str,
    retryable: bool,
) -> None:
    told = net.connection_error(error, "http://user:secret@example.com:8080/v1")
    assert type(told) is kind
    assert said in told.message
    assert told.retryable is retryable
    assert told.next_step
    assert "secret" not in f"{told}{told.next_step}"


def test_the_cause_of_an_error_says_more_than_the_error() -> None:
    outer = httpx.ConnectError("failed")
    outer.__cause__ = OSError("wrapped")
    outer.__cause__.__context__ = ConnectionRefusedError()
    assert isinstance(net.connection_error(outer, "http://example.com"), net.NothingThereError)
