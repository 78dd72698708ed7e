"""The connections that the program opened and still holds."""

import socket
import weakref
from typing import Any

_held: "weakref.WeakSet[socket.socket]" = weakref.WeakSet()
_connect = socket.socket.connect


def note_connections() -> None:
    """Remember each connection from now on."""
    socket.socket.connect = _noting  # type: ignore[assignment, method-assign]


def open_connections() -> set[socket.socket]:
    """Return those that are open."""
    return {end for end in list(_held) if end.fileno() >= 0}


def _noting(end: socket.socket, address: Any) -> None:  # noqa: ANN401 - the library's
    _held.add(end)
    _connect(end, address)
