"""An OpenAI-compatible embedding server on 127.0.0.1 that does what a test tells it.

with EmbeddingServer() as server:
    server.script((500, {}), (429, {"Retry-After": "0.1"}))
    ... OpenAILikeEmbedding("m", server.address) ...
    assert len(server.requests) == 3
"""

import hashlib
import json
import threading
import time
from collections import deque
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import numpy as np

Answer = tuple[int, dict[str, str]] | tuple[int, dict[str, str], str]
"""Status, headers, and the body if it is not to be the usual error."""
Refuse = Callable[[list[str]], Answer | None]
Change = Callable[[dict[str, Any]], Any]


def vector_of(text: str, dimensions: int = 8) -> list[float]:
    """Return the vector this server has for a text."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
    return [float(value) for value in np.random.default_rng(seed).standard_normal(dimensions) * 3]


class EmbeddingServer:
    """Scripted answers come first, one for each request, then vectors. Change the attributes as needed.

    ``refuse`` may look at the texts and return an answer instead; ``change`` may change the body that is sent.
    ``port`` lets a server come back where one was before.
    """

    def __init__(self, port: int = 0) -> None:
        self.dimensions = 8
        self.hang = False
        self.seconds = 0.0  # that an answer takes
        self.dies_after: int | None = None  # further requests; then the connection is cut and nothing listens
        self.facts: dict[str, Any] = {}  # what is answered to a GET, or a POST elsewhere, by path
        self.refuse: Refuse = _accept
        self.change: Change = _as_it_is
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.times: list[float] = []
        self.stopping = threading.Event()
        self._script: deque[Answer] = deque()
        self._http = _Server(("127.0.0.1", port), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    @property
    def texts(self) -> list[str]:
        """Every text of every request, in order."""
        return [text for request in self.requests for text in request["input"]]

    @property
    def sizes(self) -> list[int]:
        """How many texts each request had."""
        return [len(request["input"]) for request in self.requests]

    def script(self, *answers: Answer) -> None:
        self._script.extend(answers)

    def answer(self, body: dict[str, Any]) -> tuple[int, dict[str, str], str]:
        scripted = self._script.popleft() if self._script else self.refuse(body["input"])
        if scripted is not None:
            status, headers, *text = scripted
            return status, headers, text[0] if text else json.dumps({"error": {"message": "scripted failure"}})
        data = [
            {"object": "embedding", "index": index, "embedding": vector_of(text, self.dimensions)}
            for index, text in enumerate(body["input"])
        ]
        return 200, {}, json.dumps(self.change({"object": "list", "data": data, "model": body["model"]}))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Listen no more; idempotent."""
        if not self.stopping.is_set():
            self.stopping.set()
            self._http.shutdown()
            self._thread.join()
            self._http.server_close()

    def dies_now(self) -> bool:
        """Count a request; whether it is the one that the server does not survive."""
        if self.dies_after is None:
            return False
        self.dies_after -= 1
        if self.dies_after >= 0:
            return False
        self._http.socket.close()  # nothing listens from now on
        return True


def _accept(_: list[str]) -> None:
    return None


def _as_it_is(body: dict[str, Any]) -> Any:  # noqa: ANN401
    return body


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    owner: EmbeddingServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that go away are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Be quiet."""

    def do_GET(self) -> None:
        facts = self.server.owner.facts.get(self.path)
        self._send(200 if facts is not None else 404, {}, json.dumps(facts or {}))

    def do_POST(self) -> None:
        owner = self.server.owner
        if not self.path.endswith("/embeddings"):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()
            return
        if owner.dies_now():
            self.close_connection = True
            return
        owner.times.append(time.monotonic())
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        owner.requests.append(body)
        owner.paths.append(self.path)
        owner.headers.append({name.lower(): value for name, value in self.headers.items()})
        if owner.hang:
            owner.stopping.wait(20)
            return
        owner.stopping.wait(owner.seconds)
        self._send(*owner.answer(body))

    def _send(self, status: int, headers: dict[str, str], text: str) -> None:
        raw = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)
