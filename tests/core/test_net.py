"""Addresses, proxies, and what connection errors say."""

import http.server
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.network.offline import is_loopback
from desktop_rag.core.network.reply_limits import EndlessReplyError
from desktop_rag.text.translations import GERMAN, sentences
from tests.helpers.certificate import tls_of_server
from tests.helpers.scripted_server import Reply, ScriptedServer


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("localhost:11434", "http://localhost:11434"),
        (" 192.168.1.5:8080/ ", "http://192.168.1.5:8080"),
        ("nas.local:1234/v1", "http://nas.local:1234/v1"),
        ("api.example.com/v1/", "https://api.example.com/v1"),
        ("http://0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("https://[::1]:8080", "https://[::1]:8080"),
    ],
)
def test_addresses_are_completed(typed: str, address: str) -> None:
    assert net.normalise_address(typed) == address


@pytest.mark.parametrize("typed", ["", "ftp://example.com", "http://", "http://a b", "http://x:99999", "http://[::1"])
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(UserError, match="not an address"):
        net.normalise_address(typed)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "x.localhost"])
def test_loopback(host: str) -> None:
    assert is_loopback(f"http://{host}:80")


@pytest.mark.parametrize("host", ["example.com", "10.0.0.1", "localhost.example.com", "[::2]"])
def test_not_loopback(host: str) -> None:
    assert not is_loopback(f"http://{host}:80")


def test_this_computer_is_never_asked_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer() as server, ScriptedServer() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.ollama_url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        with net.open_client(server.base_url, timeout=2) as client:
            assert client.get(f"{server.base_url}/models").is_success
        assert server.requests[0].headers["user-agent"].startswith("DesktopRAG/")
        assert not proxy.requests


def _error(url: str, timeout: float = 2.0) -> UserError:
    with net.open_client(url, timeout=timeout) as client:
        try:
            client.get(url)
        except httpx.HTTPError as error:
            return net.connection_error(error, url)
    raise AssertionError("no error")


def test_refused() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    error = _error(f"http://127.0.0.1:{port}")
    assert isinstance(error, net.NothingThereError)
    assert error.message == f"No server responds at 127.0.0.1:{port}."
    assert error.next_step


def test_unknown_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert "no server named nowhere.invalid" in _error("http://nowhere.invalid/").message


def test_https_to_a_plain_server() -> None:
    with ScriptedServer() as server:
        error = _error(server.ollama_url.replace("http:", "https:"))
    assert error.message == f"The server at {server.ollama_url[7:]} uses http, not https."
    assert error.next_step == f"Write the address as {server.ollama_url}."


def test_a_self_signed_certificate_is_named(tls_server: tuple[str, ssl.SSLContext]) -> None:
    url, _ = tls_server
    error = _error(url)
    assert error.message == f"The certificate of {url[8:]} is self-signed, so the connection is not secure."
    assert "SSL_CERT_FILE" in error.next_step
    assert "selbst signiert" in sentences(GERMAN).translated(error.message)


def test_a_server_that_wants_https_is_known(tls_server: tuple[str, ssl.SSLContext]) -> None:
    url, _ = tls_server
    address = url.replace("https:", "http:")
    assert net.speaks_https(address)
    assert net.https_error(address).next_step == f"Write the address as {url}."
    with ScriptedServer() as server:
        assert not net.speaks_https(server.ollama_url)


@pytest.mark.parametrize("answers", [True, False])
def test_a_proxy_that_fails_is_named_and_not_the_server(monkeypatch: pytest.MonkeyPatch, answers: bool) -> None:
    for name in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with ScriptedServer() as server:
        place = server.ollama_url.removeprefix("http://") if answers else "127.0.0.1:9"
        monkeypatch.setenv("https_proxy", f"http://user:secret@{place}")
        error = _error("https://api.example.com/v1")
    said = "refused the connection" if answers else "does not answer"
    assert error.message == f"The proxy at {place} {said}."
    assert "proxy settings" in error.next_step
    assert "secret" not in str(error)


def test_silence() -> None:
    with _silent_port() as port:
        error = _error(f"http://127.0.0.1:{port}", timeout=0.2)
    assert "did not answer in time" in error.message
    assert error.retryable


def test_no_message_shows_a_password() -> None:
    assert "secret" not in str(_error("http://user:secret@127.0.0.1:9"))


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cancel_wakes_a_waiting_read(scheme: str) -> None:
    """With https: during the handshake."""
    cancel = CancelToken()
    with _silent_port() as port:
        url = f"{scheme}://127.0.0.1:{port}"
        timer = threading.Timer(0.2, cancel.cancel)
        timer.start()
        started = time.monotonic()
        with (
            net.cancellable_client(url, cancel, timeout=30) as client,
            pytest.raises(httpx.HTTPError),
        ):
            client.get(url)
        assert time.monotonic() - started < 5  # of thirty seconds
        timer.join()


def test_cancel_wakes_a_waiting_read_inside_tls(
    tls_server: tuple[str, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, trusted = tls_server
    monkeypatch.setattr(net, "_ssl_context", lambda: trusted)
    cancel = CancelToken()
    timer = threading.Timer(0.3, cancel.cancel)
    started = time.monotonic()
    timer.start()
    with net.cancellable_client(url, cancel, timeout=30) as client, pytest.raises(httpx.HTTPError):
        client.get(url)
    assert 0.25 < time.monotonic() - started < 5  # of thirty seconds
    timer.join()


def test_lines_are_split_at_newlines_only() -> None:
    body = "data: a\u2028b\u0085c\r\n\r\ndata: ü\nlast".encode()
    response = httpx.Response(200, content=(body[index : index + 1] for index in range(len(body))))
    lines = list(net.iter_lines(response, CancelToken()))
    assert lines == ["data: a\u2028b\u0085c".encode(), b"", "data: ü".encode(), b"last"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_lines_are_the_same_with_every_end_and_however_they_arrive(end: str, size: int) -> None:
    body = end.join(["data: a", "data: b", "", "data: c", "", "", "last"]).encode()
    chunks = (body[start : start + size] for start in range(0, len(body), size))
    lines = list(net.iter_lines(httpx.Response(200, content=chunks), CancelToken()))
    assert lines == [b"data: a", b"data: b", b"", b"data: c", b"", b"", b"last"]


def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "MAX_LINE_BYTES", 1000)
    response = httpx.Response(200, content=(b"x" * 100 for _ in range(100)))
    with pytest.raises(EndlessReplyError):
        list(net.iter_lines(response, CancelToken()))


def test_lines_end_when_cancelled() -> None:
    cancel = CancelToken()
    with ScriptedServer() as server:
        server.script(Reply(tokens=["a"] * 50, delay=0.01))
        with (
            net.cancellable_client(server.base_url, cancel, timeout=5) as client,
            client.stream(
                "POST",
                f"{server.base_url}/chat/completions",
                json={"model": "scripted-model", "messages": [], "stream": True},
            ) as response,
        ):
            lines = net.iter_lines(response, cancel)
            next(lines)
            cancel.cancel()
            with pytest.raises(CancelledError):
                list(lines)


@contextmanager
def _silent_port() -> Iterator[int]:
    """Accept connections (in the kernel) and never answer."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(5)
        yield listener.getsockname()[1]


class _SilentHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.connection.settimeout(5)
        self.connection.recv(1)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Be quiet."""


@pytest.fixture
def tls_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, ssl.SSLContext]]:
    """An HTTPS server that reads a request and says nothing, and a context that trusts it."""
    pytest.importorskip("cryptography")
    context, certificate = tls_of_server(tmp_path_factory.mktemp("tls"))
    with http.server.HTTPServer(("127.0.0.1", 0), _SilentHandler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"https://127.0.0.1:{server.server_address[1]}", ssl.create_default_context(cafile=certificate)
        finally:
            server.shutdown()
            thread.join()
