"""A server on an address of this machine that other machines could reach: it counts who knocks, and what comes."""

import contextlib
import socket
import threading
from typing import Self

import pytest

_ELSEWHERE = ("192.0.2.254", 9)  # reserved for documentation: nothing is sent to find out our own address


def own_address() -> str:
    """Return an address of this machine that is not the loopback; skip the test on a machine without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(_ELSEWHERE)
        address = str(probe.getsockname()[0])
        if not address.startswith("127."):
            return address
    pytest.skip("this machine has no address in a network")


class CountingServer:
    """Takes connections, keeps what it is sent, and answers nothing but an empty page."""

    def __init__(self, host: str = "") -> None:
        self.host = host or own_address()
        self.connections = 0
        self.received = b""
        self._socket = socket.create_server((self.host, 0))
        self._socket.settimeout(0.02)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="counting-server")

    @property
    def url(self) -> str:
        """The address without a path."""
        return f"http://{self.host}:{self._socket.getsockname()[1]}"

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(OSError):
                connection, _ = self._socket.accept()
                self.connections += 1
                with connection:
                    connection.settimeout(1)
                    self.received += connection.recv(65536)
                    connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
