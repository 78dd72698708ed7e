"""The HTTP client through which everything goes: it obeys the offline switch and counts what passes."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any

import httpx

from desktop_rag.core.network.offline import OFFLINE, is_this_computer
from desktop_rag.core.network.reply_limits import (
    BODY_SECONDS,
    REFUSAL_BYTES,
    REPLY_BYTES,
    Deadlines,
    add_trace,
    beginning,
    bounded,
    take_packing,
    unpacked,
)
from desktop_rag.core.network.traffic import TRAFFIC, HostTraffic, Purpose, begun, purpose_of

_MOST_REDIRECTS = 10
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol, httpx.LocalProtocolError)


class OpenLines:
    """The connections of one client, which ``OFFLINE`` cuts when it is switched on; close it with the client."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ends: list[Callable[[], None]] = []

    def watch(self, request: httpx.Request) -> None:
        """Learn of the connection that will carry a request to another computer."""
        if not is_this_computer(request.url.host):
            add_trace(request, self._trace)

    def close(self) -> None:
        """Let go of the connections."""
        with self._lock:
            ends, self._ends = self._ends, []
        for end in ends:
            end()

    def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        if event.endswith("connect_tcp.complete"):
            # of its own: TLS takes the original away
            line: socket.socket = info["return_value"].get_extra_info("socket").dup()
            forget = OFFLINE.opened(lambda: shut_down(line))
            with self._lock:
                self._ends += [forget, line.close]


def shut_down(line: socket.socket) -> None:
    """End both directions, whatever state the connection is in; this wakes a thread that waits for data."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


class CountingClient(httpx.Client):
    """A client that may refuse each request, redirects included, and records it (``TRAFFIC``).

    Of a reply that is not streamed at most ``most_bytes`` are read, after unpacking, for ``body_seconds`` or the
    longest silence, whichever is longer; of a refusal only its beginning.
    """

    def __init__(
        self,
        *,
        purpose: Purpose | None = None,
        most_bytes: int = REPLY_BYTES,
        body_seconds: float = BODY_SECONDS,
        **options: Any,  # noqa: ANN401 - httpx's own
    ) -> None:
        super().__init__(**options)
        # what is not packed cannot grow when it is unpacked
        self.headers["Accept-Encoding"] = "identity"
        self._purpose = purpose
        self._most_bytes = most_bytes
        self._body_seconds = body_seconds
        self._deadlines = Deadlines()
        self._lines = OpenLines()

    def end_body_within(self, seconds: float) -> None:
        """Wait no longer for the rest of the reply that this thread reads; httpx.ReadTimeout then."""
        self._deadlines.end_within(seconds)

    def close(self) -> None:  # noqa: D102 - httpx's
        super().close()
        self._lines.close()

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        super().__exit__(exc_type, exc_value, traceback)
        self._lines.close()

    def send(  # noqa: D102 - httpx's
        self,
        request: httpx.Request,
        *,
        stream: bool = False,
        auth: Any = httpx.USE_CLIENT_DEFAULT,  # noqa: ANN401 - httpx's own
        follow_redirects: Any = httpx.USE_CLIENT_DEFAULT,  # noqa: ANN401 - httpx's own
    ) -> httpx.Response:
        follows = self.follow_redirects if follow_redirects is httpx.USE_CLIENT_DEFAULT else bool(follow_redirects)
        response = self._send_counted(request, auth, is_stream=stream)
        for _ in range(_MOST_REDIRECTS):
            if not follows or response.next_request is None:
                break
            response.close()
            # one by one, because each may lead to another computer
            response = self._send_counted(response.next_request, auth, is_stream=stream)
        if not stream:
            try:
                response.read()
            except BaseException:
                response.close()
                raise
        return response

    def _send_counted(self, request: httpx.Request, auth: Any, *, is_stream: bool) -> httpx.Response:  # noqa: ANN401 - httpx's own
        """Send one request; its traffic is recorded when the reply is closed."""
        OFFLINE.check(request.url.host)
        self._lines.watch(request)
        longest_silence: float | None = request.extensions.get("timeout", {}).get("read")
        whole = None if is_stream else max(longest_silence or 0.0, self._body_seconds)
        self._deadlines.watch(request, longest_silence, whole)
        exchange = _Exchange(request, self._purpose or purpose_of(request.url.path))
        try:
            with _as_transport_errors():
                response = super().send(request, stream=True, auth=auth, follow_redirects=False)
        except BaseException as error:
            exchange.end(was_sent=not isinstance(error, _NOT_SENT))
            raise
        exchange.received = _head_size(response.headers)
        # a server may name any of Python's codecs as its charset, also those that are none for texts
        response.encoding = "utf-8"
        if isinstance(response.stream, httpx.SyncByteStream):
            most_bytes = self._most_bytes if response.is_success and not is_stream else None
            response.stream = _WatchedStream(
                response.stream,
                exchange,
                take_packing(response),
                most_bytes,
                partial(self._deadlines.piece_within, longest_silence),
                is_refusal=not response.is_success,
            )
        return response


@contextmanager
def _as_transport_errors() -> Iterator[None]:
    """Turn errors of a reply that httpx does not know into transport errors."""
    try:
        yield
    except (ValueError, OverflowError, RecursionError, httpx.InvalidURL) as error:  # the last: of a redirect
        raise httpx.RemoteProtocolError(f"{type(error).__name__}: {error}") from error


class _Exchange:
    """One request and its reply."""

    def __init__(self, request: httpx.Request, purpose: Purpose) -> None:
        self._request = request
        url = request.url
        host = f"[{url.host}]" if ":" in url.host else url.host
        place = f"{host}:{url.port}" if url.port else host
        self._begun: HostTraffic | None = begun(place, purpose, is_this_computer=is_this_computer(url.host))
        self.received = 0
        TRAFFIC.note(self._begun)

    def end(self, *, was_sent: bool = True) -> None:
        """Record the traffic of the request, once."""
        happened, self._begun = self._begun, None
        if happened is None:
            return
        headers = self._request.headers
        body = headers.get("content-length", "0")
        sent = len(self._request.url.raw_path) + _head_size(headers) + (int(body) if body.isdigit() else 0)
        TRAFFIC.note(
            replace(happened, last=time.time(), requests=0, bytes_out=sent if was_sent else 0, bytes_in=self.received)
        )


class _WatchedStream(httpx.SyncByteStream):
    """The body of a reply: unpacked, counted as it comes, and no longer than it may be."""

    def __init__(
        self,
        stream: httpx.SyncByteStream,
        exchange: _Exchange,
        packing: tuple[str, ...],
        most_bytes: int | None,
        before_piece: Callable[[], None],
        *,
        is_refusal: bool,
    ) -> None:
        self._stream = stream
        self._exchange = exchange
        self._packing = packing
        self._most_bytes = most_bytes
        self._before_piece = before_piece
        self._is_refusal = is_refusal

    def __iter__(self) -> Iterator[bytes]:
        body = unpacked(self._counted(), self._packing)
        if self._is_refusal:
            return beginning(body, REFUSAL_BYTES)
        return body if self._most_bytes is None else bounded(body, self._most_bytes)

    def close(self) -> None:
        try:
            self._stream.close()
        finally:
            self._exchange.end()

    def _counted(self) -> Iterator[bytes]:
        with _as_transport_errors():
            self._before_piece()
            for chunk in self._stream:
                self._exchange.received += len(chunk)
                yield chunk
                self._before_piece()  # now: whoever takes the pieces may be slow


def _head_size(headers: httpx.Headers) -> int:
    """Return the size of a head: its headers, each with two separators and a line end, and its first line."""
    return sum(len(name) + len(value) + 4 for name, value in headers.raw) + 20
