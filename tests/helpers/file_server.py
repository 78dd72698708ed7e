"""A server of one large file on 127.0.0.1 that redirects, cuts and lies as a test tells it."""

import hashlib
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


@dataclass
class Behaviour:
    """How the file is served; lists are used up, one entry for each GET."""

    cut_after: list[int] = field(default_factory=list)  # bytes of the body, then the connection is dropped
    statuses: list[int] = field(default_factory=list)  # instead of the file
    ranges: bool = True
    redirect: str = "/blob"  # where the address leads; "" for nowhere
    linked_etag: str | None = None  # None: the right one; "" for none
    linked_size: int | None = None
    body: bytes | None = None  # another file than announced
    block_pause: float = 0.0  # seconds between blocks of 100,000 bytes
    hang_after: int | None = None  # bytes, then silence until the server closes


class FileServer:
    """Serves ``content`` at ``address``; ``requests`` are the (method, path, Range) that came."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.sha256 = hashlib.sha256(content).hexdigest()
        self.behaviour = Behaviour()
        self.requests: list[tuple[str, str, str]] = []
        self.closing = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def address(self) -> str:
        """The address that the catalogue would name."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/resolve/model.gguf"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


class _Server(ThreadingHTTPServer):
    def __init__(self, owner: FileServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that go away are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    server: "_Server"

    def log_message(self, *_: object) -> None:
        """Stay silent."""

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        how = self.server.owner.behaviour
        self.server.owner.requests.append((self.command, self.path, self.headers.get("Range", "")))
        if how.redirect and self.path.startswith("/resolve"):
            self._redirect(how)
        elif self.command == "GET" and how.statuses:
            self.send_response(how.statuses.pop(0))
            self.end_headers()
        else:
            self._file(how)

    def _redirect(self, how: Behaviour) -> None:
        self.send_response(302)
        etag = self.server.owner.sha256 if how.linked_etag is None else how.linked_etag
        if etag:
            self.send_header("x-linked-etag", f'"{etag}"')
        self.send_header("x-linked-size", str(how.linked_size or len(self.server.owner.content)))
        self.send_header("Location", how.redirect)
        self.end_headers()

    def _file(self, how: Behaviour) -> None:
        body = self.server.owner.content if how.body is None else how.body
        found = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", "")) if how.ranges else None
        start = int(found[1]) if found else 0
        if found and start >= len(body):
            self.send_response(416)
            self.end_headers()
            return
        self.send_response(206 if found else 200)
        if found:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        if self.command == "GET":
            self._send(body[start:], how)

    def _send(self, rest: bytes, how: Behaviour) -> None:
        if how.hang_after is not None:
            self.wfile.write(rest[: how.hang_after])
            self.wfile.flush()
            self.server.owner.closing.wait(30)
        elif how.block_pause:
            for start in range(0, len(rest), 100_000):
                self.server.owner.closing.wait(how.block_pause)
                self.wfile.write(rest[start : start + 100_000])
        else:
            self.wfile.write(rest[: how.cut_after.pop(0)] if how.cut_after else rest)
