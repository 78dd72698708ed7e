"""Serves other programs of this computer over a socket: their calls become jobs of a worker.

Messages are lines of JSON. A program says first who it is, ``{"token", "client", "version"}``, and hears
``{"version"}``. Then it calls, ``{"id", "tool", "arguments"}``, stops a call, ``{"cancel": id}``, and hears
``{"id", "result"}``, a result of a tool as MCP has it. One program serves a data folder; it ends when nobody has called
for some minutes.
"""

import asyncio
import base64
import contextlib
import hmac
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_rag import __version__
from desktop_rag.core.file_lock import FileLock, try_lock
from desktop_rag.core.private_files import FILE_MODE
from desktop_rag.core.results.outside import Reply
from desktop_rag.worker.outside.address import (
    LOCK_FILE,
    LONGEST_LINE,
    Address,
    new_token,
    remove_address,
    socket_path,
    write_address,
)
from desktop_rag.worker.outside.calls import WAIT_SECONDS, Call, CallFailedError, Calls, arguments_of, note_request
from desktop_rag.worker.worker import Worker

IDLE_SECONDS = 300.0
"""After the last call, until the program that serves ends; the next call begins another."""
_HELLO_SECONDS = 5.0
_TICK_SECONDS = 2.0
_MOST_CLIENTS = 40
_MOST_CALLS = 8  # of one client at once
_ENDING_SECONDS = 60.0  # for calls that run while another version takes over
_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Client:
    """A program that is connected, by the name that it gives itself."""

    name: str
    writer: asyncio.StreamWriter
    calls: dict[int, Call | None] = field(default_factory=dict)  # None until its job has begun
    tasks: set[asyncio.Task[None]] = field(default_factory=set)


class OutsideServer:
    """Serves the shared libraries of a worker's data folder to other programs."""

    def __init__(
        self, worker: Worker, *, idle_seconds: float = IDLE_SECONDS, wait_seconds: float = WAIT_SECONDS
    ) -> None:
        self._worker = worker
        self._idle_seconds = idle_seconds
        self._calls = Calls(worker, wait_seconds)
        self._token = new_token()
        self._clients: set[_Client] = set()
        self._last_call = time.monotonic()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None
        self._lock: FileLock | None = None
        self._is_closed = threading.Event()
        self._is_retired = False  # for a program of another version

    def run(self) -> bool:
        """Serve until nobody has called for a while, or ``stop``; return False where another program serves.

        Raises:
            UserError: the data folder takes no socket and no file.

        """
        self._lock = try_lock(self._worker.data_dir / LOCK_FILE, alone=True)
        if self._lock is None:
            return False
        end = self._calls.listen()
        try:
            asyncio.run(self._serve())
        finally:
            end()
            self._release()
        return True

    def stop(self) -> None:
        """End serving soon; from any thread, idempotent."""
        self._is_closed.set()
        loop, stopping = self._loop, self._stopping
        if loop is not None and stopping is not None:
            with contextlib.suppress(RuntimeError):  # it has ended just now
                loop.call_soon_threadsafe(stopping.set)

    async def _serve(self) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        if self._is_closed.is_set():
            return
        self._stop_on_signals(self._loop, self._stopping)
        server = await self._listen()
        try:
            while not (self._stopping.is_set() or self._is_retired or self._is_idle()):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), _TICK_SECONDS)
                self._calls.forget_old()
        finally:
            server.close()
            self._release()  # whoever calls now begins another
            await self._end_clients()

    def _stop_on_signals(self, loop: asyncio.AbstractEventLoop, stopping: asyncio.Event) -> None:
        if threading.current_thread() is threading.main_thread() and sys.platform != "win32":
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, stopping.set)

    async def _listen(self) -> asyncio.Server:
        data_dir = self._worker.data_dir
        remove_address(data_dir)  # what a killed program left: the lock tells that it is gone
        path = socket_path(data_dir)
        if path:
            with contextlib.suppress(OSError, NotImplementedError):  # a drive without sockets
                server = await asyncio.start_unix_server(self._meet, path, limit=LONGEST_LINE)
                self._publish(Address(path, 0, self._token))
                return server
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0, limit=LONGEST_LINE)
        self._publish(Address("", server.sockets[0].getsockname()[1], self._token))
        return server

    def _publish(self, address: Address) -> None:
        if address.path:
            Path(address.path).chmod(FILE_MODE)
        write_address(self._worker.data_dir, address)

    def _release(self) -> None:
        """Leave the data folder to another program."""
        lock, self._lock = self._lock, None
        if lock is None:
            return
        remove_address(self._worker.data_dir)
        file = self._worker.data_dir / LOCK_FILE
        with contextlib.suppress(OSError):
            file.unlink()
        lock.release()
        if os.name == "nt":  # an open file cannot be removed there
            with contextlib.suppress(OSError):
                file.unlink()

    async def _end_clients(self) -> None:
        """Let calls that run end for a while where another version takes over; cut the others off."""
        tasks = {task for client in self._clients for task in client.tasks}
        if tasks and self._is_retired:
            await asyncio.wait(tasks, timeout=_ENDING_SECONDS)
        self._calls.cancel_all()
        for client in list(self._clients):
            client.writer.close()

    def _is_idle(self) -> bool:
        runs = any(client.calls for client in self._clients) or self._calls.is_running
        return not runs and time.monotonic() - self._last_call > self._idle_seconds

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a program that connects, once it has shown that it may."""
        client = None
        try:
            hello = _message(await asyncio.wait_for(reader.readline(), _HELLO_SECONDS))
            given = str(hello.get("token", "")).encode()
            if not hmac.compare_digest(given, self._token.encode()) or len(self._clients) >= _MOST_CLIENTS:
                return
            await _write(writer, {"version": __version__})
            if hello.get("version") != __version__:  # it was updated: the new one serves from now on
                self._is_retired = True
                return
            client = _Client(self._calls.known_name(hello.get("client")), writer)
            self._clients.add(client)
            while line := await reader.readline():
                self._take(client, _message(line), len(line))
        except (OSError, ValueError, TimeoutError, asyncio.LimitOverrunError):
            pass  # it went away, or doesn't speak as our programs do
        finally:
            if client is not None:
                self._clients.discard(client)
                for call in client.calls.values():
                    if call is not None:
                        self._calls.leave(call)
                for task in client.tasks:
                    task.cancel()
            writer.close()

    def _take(self, client: _Client, message: Mapping[str, Any], size: int) -> None:
        """Begin what a message asks for."""
        self._last_call = time.monotonic()
        if "cancel" in message:
            call = client.calls.get(message["cancel"]) if isinstance(message["cancel"], int) else None
            if call is not None:
                call.job.cancel()
            return
        number = message.get("id")
        if not isinstance(number, int) or number in client.calls:
            raise ValueError("no call of our programs")
        note_request(client.name, size_in=size, requests=1)
        task = asyncio.get_running_loop().create_task(self._answer(client, number, message))
        client.calls[number] = None
        client.tasks.add(task)
        task.add_done_callback(client.tasks.discard)

    async def _answer(self, client: _Client, number: int, message: Mapping[str, Any]) -> None:
        try:
            if len(client.calls) > _MOST_CALLS:
                result = _failed(f"More than {_MOST_CALLS} calls at once. Wait for one of them.")
            else:
                result = await self._result(client, number, str(message.get("tool")), message.get("arguments"))
            with contextlib.suppress(OSError):
                size = await _write(client.writer, {"id": number, "result": result})
                note_request(client.name, size_out=size)
        finally:
            client.calls.pop(number, None)
            self._last_call = time.monotonic()

    async def _result(self, client: _Client, number: int, tool: str, arguments: object) -> dict[str, Any]:
        """Return what a call comes to, or the job that it became."""
        try:
            if tool == "job_status":
                return _succeeded(await self._calls.status(**arguments_of(tool, arguments)))
            call = client.calls[number] = self._calls.begin(tool, arguments)
            try:
                return _succeeded(await self._calls.reply(call))
            finally:
                self._calls.leave(call)
        except CallFailedError as error:
            return _failed(str(error))


async def _write(writer: asyncio.StreamWriter, message: Mapping[str, object]) -> int:
    line = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    writer.write(line)
    await writer.drain()
    return len(line)


def _message(line: bytes) -> dict[str, Any]:
    """Return a message.

    Raises:
        ValueError: the line is none.

    """
    try:
        message = json.loads(line)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(message, dict):
        raise ValueError("no object")  # noqa: TRY004 - as for other lines
    return message


def _succeeded(reply: Reply) -> dict[str, Any]:
    content: list[dict[str, str]] = [{"type": "text", "text": json.dumps(reply.values, ensure_ascii=False)}]
    if reply.picture:
        data = base64.b64encode(reply.picture).decode("ascii")
        content.append({"type": "image", "data": data, "mimeType": "image/jpeg"})
    return {"content": content, "structuredContent": reply.values, "isError": False}


def _failed(message: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": message}], "isError": True}
