"""A model server that does what a test tells it: OpenAI's interface and Ollama's on one port of 127.0.0.1.

    with ScriptedServer() as server:
        server.script(Reply(status=500), Reply(tokens=["Hello", " world"], delay=0.01))
        ... OpenAILike("m", server.base_url) ... Ollama("m", server.ollama_url) ...
        assert len(server.chats) == 2

Scripted replies are used one after the other, then ``server.default`` for ever. A script entry, and the
default, may be a function of the request's body (a dict) that returns a Reply.
"""

import contextlib
import itertools
import json
import select
import socket
import ssl
import struct
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from desktop_rag.text.tokenizer import get_tokenizer

USUAL = (11, 7)
_LINGER_NEVER = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
_SHORT = 60  # tokens of a request up to which the usual count is told


def _honest(body: dict[str, Any]) -> tuple[int, int]:
    """Return about what a server would count; of a short request always the same."""
    words = [str(message.get("content")) for message in body.get("messages", ())]
    tokens = sum(
        get_tokenizer().count(text) for text in [*words, str(body.get("prompt", "")), str(body.get("tools", ""))]
    )
    return (USUAL[0] if tokens <= _SHORT else tokens, USUAL[1])


@dataclass
class Reply:
    """How one chat request is answered. Times are seconds."""

    tokens: list[str] = field(default_factory=lambda: ["Hello", " from", " the", " model."])
    thoughts: list[str] = field(default_factory=list)  # sent before the tokens, in the field for reasoning
    tool_calls: list[tuple[str, str]] = field(default_factory=list)  # (name, arguments), sent after the tokens
    delay: float = 0.0  # before each token
    first_delay: float = 0.0  # before the status line
    head_trickle: float = 0.0  # before each further byte of a head that has no end
    body_trickle: float = 0.0  # before each byte of ``body``
    hang: bool = False  # accept the request and never answer
    silent_after: int | None = None  # send so many tokens, then nothing more, the connection stays open
    cut_after: int | None = None  # send so many tokens, then drop the connection
    end_after: int | None = None  # send so many tokens, then end the stream properly but without a finish
    error_after: int | None = None  # send so many tokens, then an error object
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None  # sent as it is, instead of an answer
    content_type: str = "application/json"  # of ``body`` and ``raw``
    raw: Iterable[bytes] = ()  # sent as they are, chunk by chunk with ``delay`` before each, instead of an answer
    wire: bytes | None = None  # the whole reply, head included, sent as it is; then the connection is closed
    wires: Iterable[bytes] = ()  # what follows ``wire``, for ever if it has no end, with ``delay`` before each
    unread: bool = False  # only as ``everything``: send ``wire`` and end the connection before the request is read
    resets: bool = False  # end a connection with a reset (RST) instead of closing it in good order
    error: str = "scripted failure"  # the message of an error status
    finish_reason: str | None = "stop"
    usage: tuple[int, int] | None = USUAL  # prompt, completion
    whole: bool = False  # not streamed, although asked for


@dataclass(frozen=True)
class RecordedRequest:
    """What a client sent; header names are in lower case; ``body`` is parsed JSON, {} when there was none."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any
    time: float  # time.monotonic()
    query: str = ""


ReplyLike = Reply | Callable[[dict[str, Any]], Reply]


class ScriptedServer:
    """See the module. Change the attributes before or between requests."""

    def __init__(self, port: int = 0, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> None:
        self.models: list[str] = ["scripted-model"]
        self.api_key: str | None = None  # required when set
        self.default: ReplyLike = Reply()
        # path -> JSON, a Reply, or what makes either of method and body, for whatever else should be found ("/props")
        self.pages: dict[str, Any] = {}
        self.everything: Reply | None = None  # answers whatever is asked, when set
        self.pull_lines: list[dict[str, object]] = []  # of Ollama's downloads
        self.pull_delay = 0.0  # seconds before each
        self.model_extra: dict[str, Any] = {}  # further fields of each entry of /v1/models
        self.model_info: dict[str, Any] = {"scripted.context_length": 8192}  # Ollama's
        self.parameters = ""  # Ollama's
        self.capabilities: list[str] | None = None  # Ollama's
        self.requests: list[RecordedRequest] = []
        self.sent_at: list[float] = []  # time.monotonic() of each token
        self.tls = tls
        self._script: deque[ReplyLike] = deque()
        self._lock = threading.Lock()
        self.stopping = threading.Event()
        self._http = _Server((host, port), _Handler)
        self._http.scripted = self
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, name="scripted-server"
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def ollama_url(self) -> str:
        """The address without a path."""
        scheme = "https" if self.tls else "http"
        return f"{scheme}://{self._http.server_address[0]!s}:{self._http.server_address[1]}"

    @property
    def base_url(self) -> str:
        """The address of the OpenAI interface."""
        return f"{self.ollama_url}/v1"

    @property
    def chats(self) -> list[RecordedRequest]:
        """The chat requests so far."""
        with self._lock:
            return [request for request in self.requests if request.path.endswith(("/completions", "/api/chat"))]

    def script(self, *replies: ReplyLike) -> None:
        """Answer the next chat requests so."""
        with self._lock:
            self._script.extend(replies)

    def close(self) -> None:
        """Stop at once, whatever is being answered; every thread has ended afterwards."""
        if self.stopping.is_set():
            return
        self.stopping.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def next_reply(self, body: dict[str, Any]) -> Reply:
        with self._lock:
            reply = self._script.popleft() if self._script else self.default
        reply = reply if isinstance(reply, Reply) else reply(body)
        return replace(reply, usage=_honest(body)) if reply.usage is USUAL else reply

    def record(self, request: RecordedRequest) -> None:
        with self._lock:
            self.requests.append(request)


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 64
    scripted: ScriptedServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that go away in mid-answer are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = None
    server: _Server

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Be quiet."""

    def setup(self) -> None:
        if self.server.scripted.tls is not None:
            self.request = self.server.scripted.tls.wrap_socket(self.request, server_side=True)
        super().setup()
        with contextlib.suppress(OSError):  # the client may be gone
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def finish(self) -> None:
        """Close the connection: the base class knows the socket below TLS alone, which is detached."""
        try:
            super().finish()
        finally:
            if self.server.scripted.tls is not None:
                self.request.close()

    def handle_one_request(self) -> None:
        """Wait for the next request, but not longer than the server lives."""
        while not self.server.scripted.stopping.is_set():
            if select.select([self.connection], [], [], 0.02)[0]:
                everything = self.server.scripted.everything
                with contextlib.suppress(OSError):
                    if everything is not None and everything.unread:
                        self._sends_as_it_is(everything)
                    else:
                        super().handle_one_request()
                    return
                break
        self.close_connection = True

    def do_GET(self) -> None:
        self._take()
        scripted = self.server.scripted
        if self._answers_everything() or self._refuses_key():
            return
        models = scripted.models
        known = {
            "/v1/models": {
                "object": "list",
                "data": [{"id": name, "object": "model", **scripted.model_extra} for name in models],
            },
            "/api/tags": {"models": [{"name": name, "model": name} for name in models]},
            "/api/version": {"version": "0.0.0"},
            **scripted.pages,
        }
        if self.path in known:
            self._send_page(known[self.path], {})
        else:
            self._send_json(404, {"error": {"message": "Not Found"}})

    def do_POST(self) -> None:
        body = self._take()
        if self._answers_everything() or self._refuses_key():
            return
        if self.path == "/api/show" and self.path not in self.server.scripted.pages:
            self._show(body)
        elif self.path in ("/v1/chat/completions", "/v1/completions", "/api/chat"):
            self._chat(body)
        elif self.path == "/api/pull":
            self._pull()
        elif self.path in self.server.scripted.pages:
            self._send_page(self.server.scripted.pages[self.path], body)
        else:
            self._send_json(404, {"error": {"message": "Not Found"}})

    def _send_page(self, page: object, body: dict[str, Any]) -> None:
        page = page(self.command, body) if callable(page) else page
        if not isinstance(page, Reply):
            self._send_json(200, page)
        elif not self._sends_as_it_is(page):
            self._send_json(page.status, {"error": page.error}, page.headers)

    def _answers_everything(self) -> bool:
        reply = self.server.scripted.everything
        return reply is not None and self._sends_as_it_is(reply)

    def _pull(self) -> None:
        scripted = self.server.scripted
        if isinstance(page := scripted.pages.get(self.path), Reply):
            self._sends_as_it_is(page)
            return
        lines = [json.dumps(line).encode() + b"\n" for line in scripted.pull_lines]
        self._send_raw(Reply(raw=lines, delay=scripted.pull_delay, content_type="application/x-ndjson"))

    def _take(self) -> dict[str, Any]:
        self.path, _, query = self.path.partition("?")
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.loads(raw) if raw else {}
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.scripted.record(RecordedRequest(self.command, self.path, headers, body, time.monotonic(), query))
        return body

    def _refuses_key(self) -> bool:
        key = self.server.scripted.api_key
        if key is None or self.headers.get("Authorization") == f"Bearer {key}":
            return False
        self._send_json(401, {"error": {"message": "Incorrect API key provided.", "code": "invalid_api_key"}})
        return True

    def _show(self, body: dict[str, Any]) -> None:
        scripted = self.server.scripted
        if body["model"] in scripted.models:
            told = {} if scripted.capabilities is None else {"capabilities": scripted.capabilities}
            self._send_json(200, {"model_info": scripted.model_info, "parameters": scripted.parameters, **told})
        else:
            self._send_json(404, {"error": f"model '{body['model']}' not found"})

    def _chat(self, body: dict[str, Any]) -> None:
        scripted = self.server.scripted
        reply = scripted.next_reply(body)
        if self._sends_as_it_is(reply):
            return
        ollama = self.path.startswith("/api")
        if reply.status != 200:
            error: Any = reply.error if ollama else {"message": reply.error, "type": "scripted", "code": None}
            self._send_json(reply.status, {"error": error}, reply.headers)
        elif body["model"] not in scripted.models:
            text = f"model '{body['model']}' not found"
            self._send_json(404, {"error": text if ollama else {"message": text, "code": "model_not_found"}})
        elif reply.whole or not body.get("stream", ollama):
            self._send_json(200, _whole_ollama(reply) if ollama else _whole_openai(reply, body))
        else:
            self._stream(reply, ollama, body)

    def _sends_as_it_is(self, reply: Reply) -> bool:
        """Send a reply whose bytes are given, or nothing; return whether it is of that kind."""
        if reply.hang:
            self._wait_for_the_end()
        elif self.server.scripted.stopping.wait(reply.first_delay):
            self.close_connection = True
        elif reply.wire is not None:
            self.close_connection = True
            self.wfile.write(reply.wire)
            for piece in reply.wires:
                if self.server.scripted.stopping.wait(reply.delay):
                    break
                self.wfile.write(piece)
            if reply.resets:
                self._reset()
        elif reply.head_trickle or reply.body_trickle:
            self._trickle(reply)
        elif reply.body is not None:
            self._send(reply.status, reply.body.encode(), reply.content_type, reply.headers)
        elif reply.raw:
            self._send_raw(reply)
        else:
            return False
        return True

    def _stream(self, reply: Reply, ollama: bool, body: dict[str, Any]) -> None:
        scripted = self.server.scripted
        self.send_response(reply.status)
        self.send_header("Content-Type", "application/x-ndjson" if ollama else "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        plain = self.path == "/v1/completions"
        event = _ollama_event if ollama else _completion_event if plain else _openai_event
        for thought in reply.thoughts:
            self._send_chunk(event("", thought))
        for number, token in enumerate([*reply.tokens, None]):
            if self._break_off(reply, number, ollama):
                return
            if token is not None:
                if scripted.stopping.wait(reply.delay):
                    return
                scripted.sent_at.append(time.monotonic())  # first, or it might be read before that is noted
                self._send_chunk(event(token, ""))
        for line in _tool_events(reply, ollama):
            self._send_chunk(line)
        for line in _ollama_end(reply) if ollama else _openai_end(reply, body):
            self._send_chunk(line)
        self._send_chunk(b"")

    def _trickle(self, reply: Reply) -> None:
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 %d Odd\r\nX-Slow: " % reply.status)
        if reply.body is not None:
            self.wfile.write(b"no\r\nContent-Length: %d\r\n\r\n" % len(reply.body.encode()))
        for byte in itertools.repeat(b"x") if reply.body is None else map(str.encode, reply.body):
            if self.server.scripted.stopping.wait(reply.head_trickle or reply.body_trickle):
                return
            self.wfile.write(byte)
            self.wfile.flush()

    def _send_raw(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        for chunk in reply.raw:
            if self.server.scripted.stopping.wait(reply.delay):
                return
            self._send_chunk(chunk)
        self._send_chunk(b"")

    def _break_off(self, reply: Reply, number: int, ollama: bool) -> bool:
        """End the stream in the scripted way before token ``number``; return whether it ended."""
        if reply.silent_after == number:
            self._wait_for_the_end()
        elif reply.cut_after == number:
            self.close_connection = True
        elif reply.end_after == number:
            self._send_chunk(b"")
        elif reply.error_after == number:
            error = {"error": reply.error if ollama else {"message": reply.error, "code": 500}}
            line = json.dumps(error).encode()
            self._send_chunk(line + b"\n" if ollama else b"data: " + line + b"\n\n")
            self._send_chunk(b"")
        else:
            return False
        return True

    def _reset(self) -> None:
        """End the connection at once, without the end that TCP and TLS have for it."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NEVER)
        descriptor = self.connection.detach()  # else it stays open as long as the handler's files
        socket.close(descriptor)

    def _wait_for_the_end(self) -> None:
        """Say nothing until the client or the server goes away."""
        self.close_connection = True
        while not self.server.scripted.stopping.is_set():
            if select.select([self.connection], [], [], 0.02)[0]:
                return

    def _send_chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
        self.wfile.flush()

    def _send_json(self, status: int, value: object, headers: dict[str, str] | None = None) -> None:
        self._send(status, json.dumps(value).encode(), "application/json", headers or {})

    def _send(self, status: int, body: bytes, content_type: str, headers: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _openai_event(text: str, thought: str) -> bytes:
    delta = {"reasoning_content": thought} if thought else {"role": "assistant", "content": text}
    return _sse({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})


def _completion_event(text: str, _thought: str) -> bytes:
    return _sse({"object": "text_completion", "choices": [{"index": 0, "text": text, "finish_reason": None}]})


def _tool_events(reply: Reply, ollama: bool) -> list[bytes]:
    """Return the calls: Ollama's whole, OpenAI's in pieces."""
    lines: list[bytes] = []
    for number, (name, arguments) in enumerate(reply.tool_calls):
        if ollama:
            function = {"name": name, "arguments": json.loads(arguments)}
            message = {"role": "assistant", "content": "", "tool_calls": [{"function": function}]}
            lines.append(json.dumps({"message": message, "done": False}).encode() + b"\n")
            continue
        half = len(arguments) // 2
        first = {"index": number, "id": f"id{number}", "type": "function", "function": {"name": name, "arguments": ""}}
        pieces = [{"index": number, "function": {"arguments": part}} for part in (arguments[:half], arguments[half:])]
        lines += [_sse({"choices": [{"index": 0, "delta": {"tool_calls": [piece]}}]}) for piece in (first, *pieces)]
    return lines


def _openai_end(reply: Reply, body: dict[str, Any]) -> list[bytes]:
    lines = []
    if reply.finish_reason is not None:
        lines.append(_sse({"choices": [{"index": 0, "delta": {}, "finish_reason": reply.finish_reason}]}))
    if reply.usage and (body.get("stream_options") or {}).get("include_usage"):
        lines.append(_sse({"choices": [], "usage": _openai_usage(reply)}))
    return [*lines, b"data: [DONE]\n\n"]


def _openai_usage(reply: Reply) -> dict[str, int]:
    prompt, completion = reply.usage or (0, 0)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _whole_openai(reply: Reply, body: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": "".join(reply.tokens)}
    choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    return {
        "object": "chat.completion",
        "model": body["model"],
        "choices": [choice],
        **({"usage": _openai_usage(reply)} if reply.usage else {}),
    }


def _ollama_event(text: str, thought: str) -> bytes:
    message = {"role": "assistant", "content": text, **({"thinking": thought} if thought else {})}
    return json.dumps({"message": message, "done": False}).encode() + b"\n"


def _ollama_end(reply: Reply) -> list[bytes]:
    counts = {"prompt_eval_count": reply.usage[0], "eval_count": reply.usage[1]} if reply.usage else {}
    end = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": reply.finish_reason, **counts}
    return [json.dumps(end).encode() + b"\n"]


def _whole_ollama(reply: Reply) -> dict[str, object]:
    end: dict[str, object] = json.loads(_ollama_end(reply)[0])
    return end | {"message": {"role": "assistant", "content": "".join(reply.tokens)}}


def _sse(value: object) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"
