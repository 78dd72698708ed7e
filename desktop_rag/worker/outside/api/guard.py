"""Stands before the local API: a page in a browser, a client without a token, or one that takes too much, ends here.

A web page that the person opens may send requests to this computer too. It shows by its ``Origin``; where it has a
name of its own lead here (rebinding), by its ``Host``.
"""

import asyncio
import contextlib
import hmac
import json
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from typing import Any, TypeAlias

from desktop_rag.services.outside.clients import token_hash
from desktop_rag.worker.outside.calls import CallFailedError, Calls, note_request, result_of
from desktop_rag.worker.worker import Worker

MOST_BYTES = 1 << 20
"""Of the body of a request."""
_MOST_DISCARDED = 16 << 20  # bytes that are read after a refusal, for many clients hear nothing before they have sent
MOST_REQUESTS = 64
"""That are worked on at once; one more is refused, and may come again."""
BODY_SECONDS = 15.0
"""Until the body of a request is there."""
ANSWER_SECONDS = 600.0
"""Until a request is answered to its last byte."""
_FRESH_SECONDS = 1.0  # a token that is revoked by another program opens nothing after so long
_KEYCHAIN_SECONDS = 20.0
_NAMES = ("127.0.0.1", "localhost", "[::1]")
_OPEN = ("/health",)  # paths without a token
_log = logging.getLogger(__name__)

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


class Tokens:
    """Knows whose a token is."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._hashes: Mapping[str, str] = {}
        self._read_at = float("-inf")
        self._reading = asyncio.Lock()

    async def client_of(self, token: str) -> str | None:
        """Return the client that a token was made for, None for none."""
        async with self._reading:  # a keychain is asked by one at a time
            if time.monotonic() - self._read_at > _FRESH_SECONDS:
                self._hashes = await result_of(self._worker.api_clients.hashes(), _KEYCHAIN_SECONDS)
                self._read_at = time.monotonic()
        given = token_hash(token)
        found = [name for name, kept in self._hashes.items() if hmac.compare_digest(given, kept)]
        return found[0] if found else None


class Guard:
    """Lets requests through to ``app`` that come from this computer, of a known client, and are of a bearable size."""

    def __init__(self, app: App, tokens: Tokens, calls: Calls, port: int, origins: Collection[str] = ()) -> None:
        """Take what answers, and the origins of web pages that may ask as well."""
        self._app = app
        self._tokens = tokens
        self._calls = calls
        self._port = port
        self._origins = frozenset(origins)
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        reply = _Reply(send)
        try:
            await self._let_through(scope, receive, reply)
        except CallFailedError as error:  # the keychain does not answer
            await reply.refuse(503, "unavailable", str(error))
        except ConnectionResetError:
            pass  # the client has gone
        except Exception:  # noqa: BLE001 - it ends this request alone
            _log.exception("a request of the local API failed")
            message = "Something went wrong inside Desktop RAG. Its log file has the details."
            await reply.refuse(500, "fault", message)

    async def _let_through(self, scope: Scope, receive: Receive, reply: "_Reply") -> None:
        headers = _headers(scope)
        if not self._is_here(headers.get("host", [])):
            await reply.refuse(421, "wrong_host", "The header “Host” does not name this computer.")
            return
        origin = headers.get("origin", [])
        if origin:
            if len(origin) != 1 or origin[0] not in self._origins:
                message = "A web page asks, and it was not allowed to: “desktop-rag serve --origin ADDRESS” allows one."
                await reply.refuse(403, "wrong_origin", message)
                return
            reply.origin = origin[0]
            if scope["method"] == "OPTIONS":
                await reply.allow()
                return
        client = ""
        if scope["path"] not in _OPEN:
            kind, _, token = headers.get("authorization", [""])[0].partition(" ")
            found = await self._tokens.client_of(token.strip()) if kind.lower() == "bearer" and token else None
            if found is None:
                message = "A token is needed: “desktop-rag serve allow NAME” makes one for a program."
                await reply.refuse(401, "invalid_api_key", message, [(b"www-authenticate", b"Bearer")])
                return
            client = self._calls.known_name(found)
        if self._running >= MOST_REQUESTS:
            message = f"More than {MOST_REQUESTS} requests at once. Wait for one of them."
            await reply.refuse(429, "too_many_requests", message, [(b"retry-after", b"1")])
            return
        self._running += 1
        try:
            await self._answer(scope, receive, reply, client)
        finally:
            self._running -= 1

    def _is_here(self, host: list[str]) -> bool:
        if len(host) != 1:
            return False
        name = host[0].lower()
        return name in {f"{one}:{self._port}" for one in _NAMES} or (self._port == 80 and name in _NAMES)

    async def _answer(self, scope: Scope, receive: Receive, reply: "_Reply", client: str) -> None:
        """Have a request answered, unless its body is too large or too slow; stop when the client goes."""
        try:
            body = await asyncio.wait_for(_body(receive, scope), BODY_SECONDS)
        except TimeoutError:
            message = f"The body of the request did not come within {BODY_SECONDS:.0f} seconds."
            await reply.refuse(408, "too_slow", message, [(b"connection", b"close")])
            return
        if body is None:
            message = f"The body of the request is larger than {MOST_BYTES:,} bytes."
            await reply.refuse(413, "too_large", message, [(b"connection", b"close")])
            return
        if client:
            scope.setdefault("state", {})["client"] = client
            note_request(client, size_in=len(body), requests=1)
        gone = asyncio.ensure_future(_gone(receive))
        answering = asyncio.ensure_future(self._app(scope, _replaying(body, gone), reply.send))
        try:
            await asyncio.wait({gone, answering}, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                answering.result()
            elif not gone.done():
                message = f"The answer took longer than {ANSWER_SECONDS:.0f} seconds."
                await reply.refuse(504, "too_long", message)
        finally:
            for one in (answering, gone):
                one.cancel()
            await asyncio.wait({answering, gone})
            if client:
                note_request(client, size_out=reply.size)


class _Reply:
    """What goes to a client: counted, and with what browsers want to see."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._has_begun = False
        self.origin = ""
        self.size = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._has_begun = True
            headers = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
            if self.origin:
                headers += [(b"access-control-allow-origin", self.origin.encode("latin-1")), (b"vary", b"Origin")]
            message["headers"] = [*message.get("headers", ()), *headers]
        else:
            self.size += len(message.get("body", b""))
        await self._send(message)

    async def allow(self) -> None:
        """Tell a browser that a page of this origin may ask."""
        headers = [
            (b"access-control-allow-methods", b"GET, POST, DELETE"),
            (b"access-control-allow-headers", b"authorization, content-type"),
            (b"access-control-allow-private-network", b"true"),
            (b"access-control-max-age", b"600"),
        ]
        await self.send({"type": "http.response.start", "status": 204, "headers": headers})
        await self.send({"type": "http.response.body", "body": b""})

    async def refuse(self, status: int, code: str, message: str, headers: Collection[tuple[bytes, bytes]] = ()) -> None:
        """Say why there is no answer; a stream that has begun ends as it is."""
        if self._has_begun:
            return
        body = json.dumps(error_body(status, code, message), ensure_ascii=False).encode()
        length = (b"content-length", str(len(body)).encode())
        told = [(b"content-type", b"application/json"), length, *headers]
        with contextlib.suppress(OSError):
            await self.send({"type": "http.response.start", "status": status, "headers": told})
            await self.send({"type": "http.response.body", "body": body})


def error_body(status: int, code: str, message: str) -> dict[str, object]:
    """Return an error as OpenAI's clients read it."""
    kind = "server_error" if status >= 500 else "invalid_request_error"
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1").strip())
    return found


async def _body(receive: Receive, scope: Scope) -> bytes | None:
    """Return the body of a request, None for one that is too large."""
    told = _headers(scope).get("content-length", ["0"])[0]
    is_too_large = told.isdecimal() and int(told) > MOST_BYTES
    parts, size = list[bytes](), 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError
        part = message.get("body", b"")
        size += len(part)
        if not (is_too_large := is_too_large or size > MOST_BYTES):
            parts.append(part)
        if not message.get("more_body") or size > _MOST_DISCARDED:
            return None if is_too_large else b"".join(parts)


async def _gone(receive: Receive) -> None:
    """Wait until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _replaying(body: bytes, gone: "asyncio.Future[None]") -> Receive:
    """Return what gives a body that was received already, and then only the end of the connection."""
    parts = [body]

    async def receive() -> Message:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        await asyncio.wait({gone})
        return {"type": "http.disconnect"}

    return receive
