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
import secrets
import signal
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_rag import __version__
from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.events import Event, TableProgress, TextCheckProgress
from desktop_rag.core.file_lock import FileLock, try_lock
from desktop_rag.core.jobs import Job
from desktop_rag.core.network.traffic import TRAFFIC, HostTraffic
from desktop_rag.core.private_files import FILE_MODE
from desktop_rag.core.results.outside import Reply
from desktop_rag.core.terminal import terminal_text
from desktop_rag.services.outside.tools import WrongArgumentsError, checked
from desktop_rag.worker.outside.address import (
    LOCK_FILE,
    LONGEST_LINE,
    Address,
    new_token,
    remove_address,
    socket_path,
    write_address,
)
from desktop_rag.worker.worker import Worker

IDLE_SECONDS = 300.0
"""After the last call, until the program that serves ends; the next call begins another."""
WAIT_SECONDS = 25.0
"""For the end of a call; then it is a job that the caller asks for. Clients give up after a minute."""
_HELLO_SECONDS = 5.0
_TICK_SECONDS = 2.0
_MOST_CLIENTS = 40
_MOST_CALLS = 8  # of one client at once
_MOST_JOBS = 40  # that are kept for whoever asks for their results
_KEPT_SECONDS = 1800.0  # a result that nobody asked for
_LONGEST_NAME = 60
_MOST_NAMES = 20  # of clients on the network page; any program can call itself anything
_ENDING_SECONDS = 60.0  # for calls that run while another version takes over
_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Call:
    """A call that runs: its job, the libraries it is about, and how far it is."""

    job: Job[Reply]
    libraries: tuple[str, ...]
    tool: str
    begun: float = field(default_factory=time.monotonic)
    progress: tuple[int, int] | None = None


@dataclass(slots=True, eq=False)
class _Client:
    """A program that is connected, by the name that it gives itself."""

    name: str
    writer: asyncio.StreamWriter
    calls: dict[int, _Call | None] = field(default_factory=dict)  # None until its job has begun
    tasks: set[asyncio.Task[None]] = field(default_factory=set)


class OutsideServer:
    """Serves the shared libraries of a worker's data folder to other programs."""

    def __init__(
        self, worker: Worker, *, idle_seconds: float = IDLE_SECONDS, wait_seconds: float = WAIT_SECONDS
    ) -> None:
        self._worker = worker
        self._idle_seconds = idle_seconds
        self._wait_seconds = wait_seconds
        self._token = new_token()
        self._clients: set[_Client] = set()
        self._kept: dict[str, _Call] = {}  # by the id that a client asks with
        self._names: set[str] = set()
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
        end = self._worker.subscribe(self._hear)
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
                self._forget_old()
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
        for client in list(self._clients):
            for call in client.calls.values():
                if call is not None:
                    call.job.cancel()
            client.writer.close()
        for call in self._kept.values():
            call.job.cancel()

    def _is_idle(self) -> bool:
        runs = any(client.calls for client in self._clients) or any(not one.job.done for one in self._kept.values())
        return not runs and time.monotonic() - self._last_call > self._idle_seconds

    def _forget_old(self) -> None:
        for key, call in list(self._kept.items()):
            if time.monotonic() - call.begun > _KEPT_SECONDS and call.job.done:
                del self._kept[key]

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
            client = _Client(self._known_name(hello.get("client")), writer)
            self._clients.add(client)
            while line := await reader.readline():
                self._take(client, _message(line), len(line))
        except (OSError, ValueError, TimeoutError, asyncio.LimitOverrunError):
            pass  # it went away, or doesn't speak as our programs do
        finally:
            if client is not None:
                self._clients.discard(client)
                for call in client.calls.values():
                    if call is not None and call not in self._kept.values():
                        call.job.cancel()
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
        self._note(client, size_in=size, requests=1)
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
                self._note(client, size_out=size)
        finally:
            client.calls.pop(number, None)
            self._last_call = time.monotonic()

    async def _result(self, client: _Client, number: int, tool: str, arguments: object) -> dict[str, Any]:
        """Return what a call comes to, or the job that it became."""
        try:
            given = checked(tool, arguments)
        except WrongArgumentsError as error:
            return _failed(str(error))
        if tool == "job_status":
            return await self._status(**given)
        job: Job[Reply] = getattr(self._worker.outside, tool)(**given)
        named = [given.get("library"), *(given.get("also") or ())]
        call = client.calls[number] = _Call(job, tuple(str(one) for one in named if one), tool)
        if await _ends(job, self._wait_seconds):
            return await self._ended(call)
        return self._keep(call)

    def _keep(self, call: _Call) -> dict[str, Any]:
        """Return the id of a call that goes on."""
        finished = [key for key, one in self._kept.items() if one.job.done]
        while len(self._kept) >= _MOST_JOBS and finished:
            del self._kept[finished.pop(0)]
        if len(self._kept) >= _MOST_JOBS:
            call.job.cancel()
            return _failed("Too many calls that take long run at once. Wait for them with `job_status`.")
        key = secrets.token_hex(8)
        self._kept[key] = call
        return self._running(key, call)

    async def _status(self, job: str, wait: int, *, cancel: bool) -> dict[str, Any]:
        call = self._kept.get(job.strip())
        if call is None:
            return _failed("There is no such job: its result was too old, or Desktop RAG was started anew. Call again.")
        if cancel:
            call.job.cancel()
        if await _ends(call.job, min(wait, self._wait_seconds)):
            return await self._ended(call)
        return self._running(job, call)

    async def _ended(self, call: _Call) -> dict[str, Any]:
        """Return the result of a call that has ended, unless its library was taken back meanwhile."""
        try:
            reply = call.job.result(0)
            if time.monotonic() - call.begun > 1.0 and call.libraries:
                check = self._worker.outside.check_shared(call.libraries)
                await _ends(check, WAIT_SECONDS)
                check.result(0)
        except CancelledError:
            return _failed("The call was stopped.")
        except UserError as error:
            return _failed(str(error))
        except (BugError, TimeoutError):
            return _failed("Something went wrong inside Desktop RAG. Its log file has the details.")
        return _succeeded(reply)

    def _running(self, key: str, call: _Call) -> dict[str, Any]:
        values: dict[str, object] = {"job": key, "state": "running", "tool": call.tool}
        values["seconds"] = round(time.monotonic() - call.begun)
        if call.progress is not None:
            values["done"], values["total"] = call.progress
        values["next_step"] = "Call job_status with this job until it has a result."
        return _succeeded(Reply(values))

    def _hear(self, event: Event) -> None:
        """Note how far a call is; on the thread of its job."""
        if isinstance(event, TableProgress | TextCheckProgress):
            running = [*self._kept.values(), *(one for client in list(self._clients) for one in client.calls.values())]
            for call in running:
                if call is not None and call.job.id == event.job_id:
                    call.progress = (event.done, event.total)

    def _known_name(self, given: object) -> str:
        """Return the name of a program as the network page shows it."""
        shown = " ".join(terminal_text(str(given or "")).split())[:_LONGEST_NAME]
        name = shown if shown and shown.isprintable() else "another program"
        if name not in self._names and len(self._names) >= _MOST_NAMES:
            return "another program"
        self._names.add(name)
        return name

    def _note(self, client: _Client, *, size_in: int = 0, size_out: int = 0, requests: int = 0) -> None:
        """Put a call on the network page: what is given out may go anywhere from there."""
        now = time.time()
        TRAFFIC.note(
            HostTraffic(
                client.name,
                "asked",
                is_this_computer=True,
                first=now,
                last=now,
                requests=requests,
                bytes_out=size_out,
                bytes_in=size_in,
            )
        )


async def _ends(job: Job[Any], seconds: float) -> bool:
    """Wait for the end of a job; return False if it goes on."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def tell(_: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(ended.set)

    job.future.add_done_callback(tell)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(ended.wait(), seconds)
    return job.done


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
