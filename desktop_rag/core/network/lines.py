"""The open connections to other computers, so that working offline ends those as well."""

import contextlib
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from desktop_rag.core.network.addresses import is_this_computer
from desktop_rag.core.network.deadlines import add_trace
from desktop_rag.core.network.offline import OFFLINE


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
            forget = OFFLINE.opened(lambda: _cut(line))
            with self._lock:
                self._ends += [forget, line.close]


def _cut(line: socket.socket) -> None:
    """End both directions, which wakes a thread that waits for data."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
