"""One way to speak HTTP for every part of the program: time limits, proxies, cancelling, readable errors."""

import base64
import functools
import socket
import ssl
import threading
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

import httpx

from desktop_rag import __version__
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.log import remember_login
from desktop_rag.core.network.client import CountingClient, shut_down
from desktop_rag.core.network.offline import OFFLINE, OfflineError, host_of, is_local, is_loopback
from desktop_rag.core.network.reply_limits import BODY_SECONDS, REPLY_BYTES, EndlessReplyError, add_trace, bounded
from desktop_rag.core.network.traffic import Purpose
from desktop_rag.core.user_text import UserText

USER_AGENT = f"DesktopRAG/{__version__}"
MAX_LINE_BYTES = 8_000_000
MAX_STREAM_BYTES = 200_000_000  # 128,000 tokens as events of 250 bytes take 32 MB, with probabilities five times that
_ANY_ADDRESS = "0.0.0.0"  # noqa: S104 - what servers print as their address, replaced before use


class ConnectionCutError(UserError):
    """The server hung up before it had sent everything."""


class UnreadableReplyError(UserError):
    """The bytes received are no reply, or not compressed as the reply's header says."""


class LateReplyError(UserError):
    """Nothing came in time."""


class NothingThereError(UserError):
    """The computer answered, but no program listens at that port."""


def normalise_address(text: str) -> str:
    """Return an address a person typed as a URL: scheme added, white space and last slashes removed.

    Raises:
        UserError: it is not an http address.

    """
    address = text.strip()
    if "://" not in address:
        # servers of one's own rarely have a certificate
        address = f"{'http' if is_local(f'http://{address}') else 'https'}://{address}"
    try:
        parts = urlsplit(address)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or any(character.isspace() for character in address):
        shown = text.strip().rpartition("@")[2]  # before it, there may be a password
        raise UserError(
            UserText("“{shown}” is not an address.", shown=shown), "It should look like http://localhost:11434."
        )
    # what a server listens on is no address to connect to on Windows
    return address.rstrip("/").replace(f"//{_ANY_ADDRESS}", "//127.0.0.1", 1)


def split_login(address: str) -> tuple[str, dict[str, str]]:
    """Return a URL without the user and password in it, and the header that carries them; none without a login."""
    parts = urlsplit(address)
    login, at, place = parts.netloc.rpartition("@")
    if not at:
        return address, {}
    remember_login(login)
    user, _, password = login.partition(":")
    token = base64.b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode()
    return urlunsplit(parts._replace(netloc=place)), {"Authorization": f"Basic {token}"}


def open_client(
    address: str,
    *,
    timeout: float,
    connect_timeout: float | None = None,
    headers: Mapping[str, str] | None = None,
    purpose: Purpose | None = None,
    most_bytes: int = REPLY_BYTES,
    body_seconds: float = BODY_SECONDS,
) -> httpx.Client:
    """Return a client for ``address``; close it after use. Without a ``purpose``, the paths decide it.

    Its requests raise OfflineError while the person works offline and they would leave this computer. ``timeout`` is
    the longest silence in seconds. Replies that are not streamed are at most ``most_bytes`` long, and their bodies come
    within ``body_seconds``, or ``timeout`` if that is longer. This computer's own servers are never asked through a
    proxy. Redirects are not followed: they would carry the key to another server.
    """
    loopback = is_loopback(address)
    connect = connect_timeout if connect_timeout is not None else (3.0 if loopback else 10.0)
    sent = httpx.Headers({"User-Agent": USER_AGENT})
    sent.update(headers or {})
    return CountingClient(
        purpose=purpose,
        most_bytes=most_bytes,
        body_seconds=body_seconds,
        timeout=httpx.Timeout(timeout, connect=connect),
        headers=sent,
        trust_env=not loopback,
        verify=_ssl_context(),
        follow_redirects=False,
    )


@contextmanager
def cancellable_client(
    address: str,
    cancel: CancelToken,
    *,
    timeout: float,
    headers: Mapping[str, str] | None = None,
    hooks: Sequence[Callable[[httpx.Request], None]] = (),
    on_sent: Callable[[], object] = lambda: None,
    purpose: Purpose | None = None,
    most_bytes: int = REPLY_BYTES,
) -> Iterator[httpx.Client]:
    """Give a client for one request whose connections are cut at once when ``cancel`` is set.

    Every waiting read then ends with an error, from whatever thread the token was set. Only looking up a name
    and reaching a server that does not react cannot be cut short; the client's connect time limits them.
    ``hooks`` may change a request before it is sent; ``on_sent`` is called when the server has all of it.
    """
    line = _Line(on_sent)
    with open_client(address, timeout=timeout, headers=headers, purpose=purpose, most_bytes=most_bytes) as client:
        client.event_hooks = {"request": [*hooks, line.watch], "response": []}
        try:
            with cancel.closing(line.hang_up):
                yield client
        finally:
            line.forget()


def iter_lines(
    response: httpx.Response, cancel: CancelToken, on_chunk: Callable[[bytes], object] = lambda _: None
) -> Iterator[bytes]:
    r"""Yield the body's lines as they arrive, split at ``\n``, ``\r\n`` and ``\r`` only.

    ``on_chunk`` is called with each chunk before it is split.

    Raises:
        CancelledError: the token was set.
        EndlessReplyError: a line, or the whole, has no end; what was yielded before remains valid.

    """
    rest, size, ended = list[bytes](), 0, b""  # the line that goes on, in pieces
    for chunk in bounded(response.iter_bytes(), MAX_STREAM_BYTES):
        cancel.raise_if_cancelled()
        on_chunk(chunk)
        # a line is told as soon as its \r has come: the \n that follows in the next chunk ends no other
        new = chunk.removeprefix(b"\n") if ended == b"\r" else chunk
        ended = chunk[-1:]
        # not ``iter_lines`` of httpx: it also splits at characters that JSON may contain
        *lines, last = new.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            yield b"".join([*rest, line])
            rest, size = [], 0
            cancel.raise_if_cancelled()
        if last:
            rest.append(last)
            size += len(last)
        if size > MAX_LINE_BYTES:
            raise EndlessReplyError(f"a line of more than {MAX_LINE_BYTES:,} bytes")
    cancel.raise_if_cancelled()
    if rest:
        yield b"".join(rest)


def end_body_within(client: httpx.Client, seconds: float) -> None:
    """Wait no longer for the rest of the reply that this thread reads; httpx.ReadTimeout then."""
    if isinstance(client, CountingClient):
        client.end_body_within(seconds)


def connection_error(error: Exception, address: str) -> UserError:
    """Return the error for a request to ``address`` that failed before or while its reply came."""
    place = place_of(address)
    causes = list(_causes(error))
    if offline := next((cause for cause in causes if isinstance(cause, OfflineError)), None):
        return offline
    if offline := offline_error(address):
        return offline
    # most particular first: httpx hides the reason of the system among the causes of its own error
    if _any(causes, ssl.SSLError):
        return _security_error(next(cause for cause in causes if isinstance(cause, ssl.SSLError)), place)
    if (proxy := proxy_of(address)) and _any(causes, (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError)):
        return _proxy_error(place_of(proxy), is_refusal=_any(causes, httpx.ProxyError))
    if _any(causes, socket.gaierror):
        return UserError(
            UserText("There is no server named {place}.", place=place),
            "Check the spelling and the internet connection.",
        )
    if _any(causes, ConnectionRefusedError):
        return NothingThereError(
            UserText("No server responds at {place}.", place=place),
            "Start the program that serves the model, or check the address.",
        )
    return _request_error(error, causes, place)


def offline_error(address: str) -> OfflineError | None:
    """Return the reason why a connection to ``address`` was lost, if it is that the person works offline now."""
    return OfflineError(host_of(address), was_open=True) if OFFLINE.is_on and not is_loopback(address) else None


def proxy_of(address: str) -> str:
    """Return the address of the proxy through which requests to ``address`` go, "" without one."""
    host = host_of(address)
    if is_loopback(address) or urllib.request.proxy_bypass(host):
        return ""
    proxies = urllib.request.getproxies()
    return proxies.get(urlsplit(address).scheme) or proxies.get("all") or ""


def speaks_https(address: str) -> bool:
    """Ask an http:// address whether its server wants https:// instead; for two seconds at most."""
    secure = f"https://{address.partition('://')[2]}"
    try:
        with open_client(secure, timeout=2.0, connect_timeout=2.0, body_seconds=0.0) as client:
            client.get(secure)
    except httpx.HTTPError as error:
        return _any(list(_causes(error)), ssl.SSLCertVerificationError)  # no certificate without https
    return True


def https_error(address: str) -> UserError:
    """Return the error for a server that requires https."""
    place = place_of(address)
    return UserError(
        UserText("The server at {place} uses https, not http.", place=place),
        UserText("Write the address as https://{place}.", place=place),
    )


def _security_error(error: ssl.SSLError, place: str) -> UserError:
    """Return the error for a failure of TLS, with its next step."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return UserError(_certificate_problem(error.verify_code, place), _TRUST_IT)
    if error.reason in _NOT_TLS:
        return UserError(
            UserText("The server at {place} uses http, not https.", place=place),
            UserText("Write the address as http://{place}.", place=place),
        )
    return UserError(
        UserText("The connection to {place} could not be secured.", place=place),
        "Check the address (http:// for most servers in your own network) and this computer's date.",
    )


_NOT_TLS = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST", "PACKET_LENGTH_TOO_LONG")
_TRUST_IT = (
    "If the server is yours, set the environment variable SSL_CERT_FILE to the file of its certificate and start "
    "again. Otherwise check the address and this computer's date."
)


def _certificate_problem(code: int, place: str) -> UserText:
    """Return the fault of a server's certificate, by one of OpenSSL's X509_V_ERR_…."""
    match code:
        case 10:
            return UserText("The certificate of {place} has expired, so the connection is not secure.", place=place)
        case 18 | 19:
            return UserText("The certificate of {place} is self-signed, so the connection is not secure.", place=place)
        case 20:
            return UserText(
                "The certificate of {place} comes from an authority that this computer does not know, so the "
                "connection is not secure.",
                place=place,
            )
        case 62 | 64:
            return UserText(
                "The certificate of {place} is for another name, so the connection is not secure.", place=place
            )
        case _:
            return UserText("The certificate of {place} is not valid, so the connection is not secure.", place=place)


def _proxy_error(proxy: str, *, is_refusal: bool) -> UserError:
    """Return the error for a proxy that refused or did not answer."""
    if is_refusal:
        return UserError(
            UserText("The proxy at {proxy} refused the connection.", proxy=proxy),
            "Check its address, name and password in this computer's proxy settings.",
        )
    next_step = "Start it, or check this computer's proxy settings (HTTPS_PROXY, NO_PROXY)."
    return UserError(UserText("The proxy at {proxy} does not answer.", proxy=proxy), next_step, retryable=True)


def _request_error(error: Exception, causes: list[BaseException], place: str) -> UserError:
    """Return the error for a failure without a reason from the operating system."""
    if _any(causes, EndlessReplyError):
        return UserError(
            UserText("{place} sent far more than it was asked for, so it was cut off.", place=place),
            UserText("Check the address, or restart the server."),
        )
    if _any(causes, httpx.DecodingError):
        return _unreadable(place)
    broken = next((cause for cause in causes if isinstance(cause, httpx.RemoteProtocolError)), None)
    if broken is not None and not any(sign in str(broken) for sign in _HUNG_UP):
        return _unreadable(place)
    for kinds, kind, message, next_step, retryable in _REASONS:
        if _any(causes, kinds):
            return kind(message(place), next_step, retryable=retryable)
    return UserError(
        UserText("{place} sent an unreadable reply ({name}).", place=place, name=type(error).__name__),
        "Check the address.",
    )


def _unreadable(place: str) -> UnreadableReplyError:
    return UnreadableReplyError(
        UserText("{place} sent an unreadable reply.", place=place), "Check the address, or the proxy.", retryable=True
    )


_HUNG_UP = ("disconnected", "closed connection")  # httpcore's and h11's words; all others are about what came
_REASONS: tuple[tuple[tuple[type[Exception], ...], type[UserError], Callable[[str], str], str, bool], ...] = (
    (
        (httpx.ConnectTimeout, httpx.ConnectError), UserError,
        lambda place: UserText("{place} cannot be reached.", place=place),
        "Check the address, the network and the firewall.", True,
    ),
    (
        (httpx.TimeoutException,), LateReplyError,
        lambda place: UserText("{place} did not answer in time.", place=place),
        "Try again, choose a smaller model, or raise “Time limit” in the settings.", True,
    ),
    (
        (httpx.ProxyError,), UserError,
        lambda _: "The proxy refused the connection.", "Check this computer's proxy settings.", False,
    ),
    (
        (httpx.InvalidURL, httpx.UnsupportedProtocol), UserError,
        lambda _: "The address of the model is not valid.", "It should look like http://localhost:11434.", False,
    ),
    (
        (httpx.TransportError,), ConnectionCutError,
        lambda _: "The connection to the model was lost.", "Try again.", True,
    ),
)  # fmt: skip


class _Line:
    """The connections of one client, so that another thread can hang up.

    Closing a socket does not wake a thread that waits for its data; shutting it down does. It is done on
    a duplicate: TLS takes the original away, already during its handshake.
    """

    def __init__(self, on_sent: Callable[[], object]) -> None:
        self._lock = threading.Lock()
        self._on_sent = on_sent
        self._sockets: list[socket.socket] = []
        self._hung_up = False

    def watch(self, request: httpx.Request) -> None:
        """Learn of the connection that will carry this request."""
        # nothing else gives the socket before the request is sent
        add_trace(request, self._trace)

    def hang_up(self) -> None:
        """Cut all open and future connections."""
        with self._lock:
            self._hung_up = True
            for sock in self._sockets:
                shut_down(sock)

    def forget(self) -> None:
        """Let go of the connections."""
        with self._lock:
            while self._sockets:
                self._sockets.pop().close()

    def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Remember each new connection; call ``_on_sent`` when a request was sent."""
        if event.endswith("send_request_body.complete"):
            self._on_sent()
        if not event.endswith("connect_tcp.complete"):
            return
        sock: socket.socket = info["return_value"].get_extra_info("socket").dup()
        with self._lock:
            self._sockets.append(sock)
            # cancelled while it was still connecting
            if self._hung_up:
                shut_down(sock)


@functools.cache
def _ssl_context() -> ssl.SSLContext:
    """Load the certificates once."""
    return httpx.create_ssl_context()


def place_of(address: str) -> str:
    """Return host and port for a message, without any password in the URL."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return address
    return f"{parts.hostname}:{port}" if port else parts.hostname or address


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and its causes."""
    current: BaseException | None = error
    while current is not None:
        yield current
        current = current.__cause__ or current.__context__


def _any(causes: list[BaseException], kinds: type[BaseException] | tuple[type[BaseException], ...]) -> bool:
    """Return True if one of the causes is of these kinds."""
    return any(isinstance(cause, kinds) for cause in causes)
