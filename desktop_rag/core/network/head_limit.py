"""The head of a reply, or a whole refusal, comes within the time limit, even where it trickles byte by byte."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import httpcore
import httpx

Trace = Callable[[str, Mapping[str, Any]], None]
"""What httpcore tells of a request: the name of an event, and what belongs to it."""


def add_trace(request: httpx.Request, trace: Trace) -> None:
    """Have ``trace`` told of what happens to a request, after those that are told already."""
    before: Trace | None = request.extensions.get("trace")

    def both(event: str, info: Mapping[str, Any]) -> None:
        if before is not None:
            before(event, info)
        trace(event, info)

    request.extensions = {**request.extensions, "trace": both}


class HeadLimit:
    """Ends the waiting for the heads of replies to one client; httpcore's own limit begins anew with every byte.

    The body of a refusal is waited for no longer than its head: it is no answer that may take its time.

    A request waits on the thread that sent it, so each thread has its own deadline.
    """

    def __init__(self) -> None:
        self._waiting = threading.local()

    def watch(self, request: httpx.Request) -> None:
        """Limit one request by its own time limit for reading, from when the server has all of it.

        Waiting for longer then raises httpx.ReadTimeout.
        """
        seconds: float | None = request.extensions.get("timeout", {}).get("read")

        def trace(event: str, info: Mapping[str, Any]) -> None:
            if event.endswith(("connect_tcp.complete", "start_tls.complete")):
                self._limit_reads(info["return_value"])
            elif event.endswith("send_request_body.complete") and seconds is not None:
                self._waiting.until = time.monotonic() + seconds
            elif event.endswith("receive_response_headers.complete") and _is_success(info["return_value"]):
                self._waiting.until = None

        self._waiting.until = None
        add_trace(request, trace)

    def _limit_reads(self, stream: Any) -> None:  # noqa: ANN401 - httpcore's
        """Have a connection wait no longer than until the deadline of the thread that reads."""
        read: Callable[[int, float | None], bytes] = stream.read

        def limited(max_bytes: int, timeout: float | None = None) -> bytes:
            until: float | None = getattr(self._waiting, "until", None)
            if until is None:
                return read(max_bytes, timeout)
            left = until - time.monotonic()
            if left <= 0:
                raise httpcore.ReadTimeout("the reply is not complete")
            return read(max_bytes, left if timeout is None else min(timeout, left))

        stream.read = limited


def _is_success(head: Sequence[Any]) -> bool:
    """Whether a head, which is HTTP's version, the status and more, begins an answer."""
    return int(head[1]) < HTTPStatus.MULTIPLE_CHOICES
