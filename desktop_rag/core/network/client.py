"""The HTTP client through which everything goes: it obeys the offline switch and counts what passes."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx

from desktop_rag.core.network.head_limit import HeadLimit
from desktop_rag.core.network.offline import OFFLINE, is_this_computer
from desktop_rag.core.network.traffic import TRAFFIC, HostTraffic, Purpose, begun, purpose_of

_MOST_REDIRECTS = 10
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol, httpx.LocalProtocolError)


class CountingClient(httpx.Client):
    """A client whose every request, redirects included, may be refused, and is told of (``TRAFFIC``)."""

    def __init__(self, *, purpose: Purpose | None = None, **options: Any) -> None:  # noqa: ANN401 - httpx's own
        super().__init__(**options)
        self._purpose = purpose
        self._head_limit = HeadLimit()

    def send(  # noqa: D102 - httpx's
        self,
        request: httpx.Request,
        *,
        stream: bool = False,
        auth: Any = httpx.USE_CLIENT_DEFAULT,  # noqa: ANN401 - httpx's own
        follow_redirects: Any = httpx.USE_CLIENT_DEFAULT,  # noqa: ANN401 - httpx's own
    ) -> httpx.Response:
        follows = self.follow_redirects if follow_redirects is httpx.USE_CLIENT_DEFAULT else bool(follow_redirects)
        response = self._send_counted(request, auth)
        for _ in range(_MOST_REDIRECTS):
            if not follows or response.next_request is None:
                break
            response.close()
            # one by one, because each may lead to another computer
            response = self._send_counted(response.next_request, auth)
        if not stream:
            try:
                response.read()
            except BaseException:
                response.close()
                raise
        return response

    def _send_counted(self, request: httpx.Request, auth: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        """Send one request; its reply tells what passed when it is closed."""
        OFFLINE.check(request.url.host)
        self._head_limit.watch(request)
        exchange = _Exchange(request, self._purpose or purpose_of(request.url.path))
        try:
            response = super().send(request, stream=True, auth=auth, follow_redirects=False)
        except BaseException as error:
            exchange.end(was_sent=not isinstance(error, _NOT_SENT))
            raise
        exchange.received = _head_size(response.headers)
        if isinstance(response.stream, httpx.SyncByteStream):
            response.stream = _CountedStream(response.stream, exchange)
        return response


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
        """Tell what passed, once."""
        happened, self._begun = self._begun, None
        if happened is None:
            return
        headers = self._request.headers
        body = headers.get("content-length", "0")
        sent = len(self._request.url.raw_path) + _head_size(headers) + (int(body) if body.isdigit() else 0)
        TRAFFIC.note(
            replace(happened, last=time.time(), requests=0, bytes_out=sent if was_sent else 0, bytes_in=self.received)
        )


class _CountedStream(httpx.SyncByteStream):
    """The body of a reply, counted as it comes."""

    def __init__(self, stream: httpx.SyncByteStream, exchange: _Exchange) -> None:
        self._stream = stream
        self._exchange = exchange

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            self._exchange.received += len(chunk)
            yield chunk

    def close(self) -> None:
        try:
            self._stream.close()
        finally:
            self._exchange.end()


def _head_size(headers: httpx.Headers) -> int:
    """Return the size of a head: its headers, each with two separators and a line end, and its first line."""
    return sum(len(name) + len(value) + 4 for name, value in headers.raw) + 20
