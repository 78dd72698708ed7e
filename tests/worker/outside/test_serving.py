"""Other programs reach the shared libraries: by MCP on standard input, through one program for each data folder."""

import asyncio
import contextlib
import io
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import psutil
import pytest

from desktop_rag import __version__
from desktop_rag.core.network.traffic import TrafficLog
from desktop_rag.services.network import TRAFFIC_FILE
from desktop_rag.services.outside.tools import TOOLS
from desktop_rag.worker.outside import address as addresses
from desktop_rag.worker.outside import server as serving
from desktop_rag.worker.outside.address import ADDRESS_FILE, LOCK_FILE, SOCKET_FILE, connected, read_address
from desktop_rag.worker.outside.server import OutsideServer
from desktop_rag.worker.outside.shim import Shim
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import command, environment
from tests.helpers.waiting import wait_until

pytestmark = pytest.mark.filterwarnings("default")  # the client's own
Serve = Callable[..., OutsideServer]
WAIT = 20


@pytest.fixture
def shared(worker: Worker, folder: Path) -> Worker:
    """A worker with a library that is shared."""
    worker.libraries.create("Notes").result(30)
    worker.files.add("Notes", [folder], embed=False).result(60)
    worker.sharing.share("Notes", shared=True).result(30)
    return worker


@pytest.fixture
def serve(worker: Worker) -> Iterator[Serve]:
    """Serve the libraries on a thread until the end of the test."""
    running: list[tuple[OutsideServer, threading.Thread]] = []

    def begin(**options: float) -> OutsideServer:
        server = OutsideServer(worker, **options)
        thread = threading.Thread(target=server.run, name="desktop-rag-served")
        thread.start()
        running.append((server, thread))
        wait_until(lambda: read_address(worker.data_dir) is not None, WAIT)
        return server

    yield begin
    for server, thread in running:
        server.stop()
        thread.join(10)
    left = {path.name for path in worker.data_dir.iterdir()} & {ADDRESS_FILE, LOCK_FILE, SOCKET_FILE}
    assert not left


class Client:
    """A client that speaks JSON-RPC with a program of its own."""

    def __init__(self, data_dir: Path, name: str = "Test client") -> None:
        self.program = subprocess.Popen(
            command("mcp", data_dir=data_dir), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
        )
        self._count = 0
        about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": name, "version": "1"}}
        self.begun = self.ask("initialize", about)["result"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: object) -> None:
        self.send_line(json.dumps(message).encode())

    def send_line(self, line: bytes) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(line + b"\n")
        self.program.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.program.stdout is not None
        message: dict[str, Any] = json.loads(self.program.stdout.readline())
        return message

    def ask(self, method: str, parameters: object) -> dict[str, Any]:
        self._count += 1
        self.send({"jsonrpc": "2.0", "id": self._count, "method": method, "params": parameters})
        reply = self.read()
        assert reply["id"] == self._count
        return reply

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        result: dict[str, Any] = self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]
        return result

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        with contextlib.suppress(OSError):
            self.program.stdin.close()
        self.program.wait(10)
        self.program.stdout.close()


@pytest.mark.slow
def test_the_client_of_the_sdk_runs_every_tool(serve: Serve, shared: Worker) -> None:
    from mcp import Client as SdkClient
    from mcp.client.stdio import StdioServerParameters, stdio_client

    serve()
    arguments: dict[str, dict[str, object]] = {
        "libraries": {},
        "search": {"query": "How long do cats sleep?"},
        "fetch": {"library": "Notes", "file": "cats.txt"},
        "get_page": {"library": "Notes", "file": "tea.md"},
        "list_files": {"library": "Notes"},
        "find_all": {"library": "Notes", "words": "tea"},
        "check_text": {"library": "Notes", "text": "Cats sleep ten hours a day."},
        "ask": {"library": "Notes", "question": "How long do cats sleep?"},
        "table_run": {"library": "Notes", "columns": [{"name": "Temperature"}], "files": ["tea.md"]},
    }

    async def run_all() -> dict[str, Any]:
        first, *others = command("mcp", data_dir=shared.data_dir)
        parameters = StdioServerParameters(command=first, args=others, env=environment())
        results: dict[str, Any] = {}
        async with SdkClient(stdio_client(parameters)) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == set(TOOLS)
            for name, given in arguments.items():
                results[name] = await client.call_tool(name, given)
                content = results[name].structured_content
                while content and content.get("state") == "running":
                    results[name] = await client.call_tool("job_status", {"job": content["job"]})
                    content = results[name].structured_content
            results["job_status"] = await client.call_tool("job_status", {"job": "none"})
        return results

    results = asyncio.run(run_all())
    assert results.keys() == TOOLS.keys()
    for name, result in results.items():
        assert result.is_error is (name == "job_status"), (name, result)
        if not result.is_error:
            assert json.loads(result.content[0].text) == result.structured_content
    assert "sixteen" in results["search"].structured_content["results"][0]["quote"]
    assert results["check_text"].structured_content["sentences"][0]["verdict"] == "contradicted"


@pytest.mark.slow
def test_two_clients_are_served_by_one_program_and_named_on_the_network_page(serve: Serve, shared: Worker) -> None:
    serve()
    with Client(shared.data_dir, "Claude \x1b[2JDesktop") as one, Client(shared.data_dir, "Cursor") as other:
        assert one.begun["protocolVersion"] == "2025-06-18"
        assert "structuredContent" in one.call("libraries")
        assert "structuredContent" in other.call("search", query="tea")
        one.program.kill()  # a client that dies takes nobody along
        one.program.wait(10)
        assert other.call("fetch", library="Notes", file="tea.md")["isError"] is False
    rows = {row.host: row for row in TrafficLog(shared.data_dir / TRAFFIC_FILE).rows() if row.purpose == "asked"}
    names = {name for name in rows if name.startswith("Claude")}
    assert len(names) == 1
    assert "\x1b" not in names.pop()
    assert (rows["Cursor 1"].requests, rows["Cursor 1"].is_this_computer) == (2, True)
    assert rows["Cursor 1"].bytes_out > 100


@pytest.mark.slow
def test_whatever_a_client_sends_it_is_answered(serve: Serve, worker: Worker) -> None:
    serve()
    with Client(worker.data_dir) as client:
        refused = (
            b"no json",
            b"[" * 100_000,
            b"[]",
            b'"text"',
            b'{"method": 7, "id": 1}',
            b'{"id": {}, "method": "ping"}',
        )
        for line in (*refused, b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": "' + b"x" * (2 << 20) + b'"}'):
            client.send_line(line)
            assert client.read()["error"]["code"] in {-32700, -32600}
        for line in (b'{"jsonrpc": "2.0", "id": 5, "result": {}}', b"", b'{"method": "notifications/anything"}'):
            client.send_line(line)
        assert client.ask("resources/list", {})["error"]["code"] == -32601
        assert client.ask("tools/call", {"name": "delete_library"})["error"]["code"] == -32602
        assert client.ask("ping", None)["result"] == {}
        for given in ([], "x", {"query": "x" * 900_000}, {"query": ["x"]}, {"querry": "cats"}):
            result = client.ask("tools/call", {"name": "search", "arguments": given})["result"]
            assert result["isError"] is True
        assert client.call("libraries")["isError"] is False


@pytest.mark.slow
def test_what_takes_long_becomes_a_job_that_ends_with_the_sharing(serve: Serve, shared: Worker) -> None:
    serve(wait_seconds=0.0)
    with Client(shared.data_dir) as client:

        def job(tool: str, **arguments: object) -> str:
            values = client.call(tool, **arguments)["structuredContent"]
            assert values["state"] == "running"
            return str(values["job"])

        def ended(number: str) -> dict[str, Any]:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                result = client.call("job_status", job=number, wait=1)
                if result["isError"] or result["structuredContent"].get("state") != "running":
                    return result
                time.sleep(0.05)
            pytest.fail("the job does not end")

        found = ended(job("check_text", library="Notes", text="Cats sleep ten hours a day."))
        assert found["structuredContent"]["sentences"][0]["verdict"] == "contradicted"

        late = job("ask", library="Notes", question="How long do cats sleep?")
        shared.sharing.share("Notes", shared=False).result(30)
        time.sleep(1.1)
        assert "shared" in ended(late)["content"][0]["text"]
        assert client.call("job_status", job="no such job")["isError"] is True


def test_only_who_knows_the_token_is_heard(serve: Serve, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a port, which every user of the computer can reach."""
    monkeypatch.setattr(serving, "socket_path", lambda _: "")
    serve()
    address = read_address(worker.data_dir)
    assert address is not None
    assert (address.path, address.port > 0) == ("", True)
    if sys.platform != "win32":
        assert (worker.data_dir / ADDRESS_FILE).stat().st_mode & 0o777 == 0o600
    for hello in (b"{}", b'{"token": "wrong"}', b"GET / HTTP/1.1", b"[" * 5000, b'{"token": null}'):
        with connected(address, 5) as connection:
            connection.sendall(hello + b"\n")
            assert connection.recv(100) == b""
    with connected(address, 5) as connection, connection.makefile("rb") as heard:
        about = {"token": address.token, "client": "x", "version": __version__}
        connection.sendall(json.dumps(about).encode() + b"\n")
        assert json.loads(heard.readline()) == {"version": __version__}
        connection.sendall(b'{"id": 1, "tool": "libraries", "arguments": {}}\n')
        assert json.loads(heard.readline())["id"] == 1
        connection.sendall(b"rubbish\n")
        assert heard.readline() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a port")
def test_the_socket_is_the_owners_alone(serve: Serve, worker: Worker, tmp_path: Path) -> None:
    serve()
    assert (worker.data_dir / SOCKET_FILE).stat().st_mode & 0o777 == 0o600
    assert addresses.socket_path(tmp_path / ("x" * 120)) == ""


def test_one_program_serves_a_folder_until_nobody_calls(worker: Worker, serve: Serve) -> None:
    serve()
    assert OutsideServer(worker).run() is False


def test_it_ends_by_itself(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_TICK_SECONDS", 0.05)
    assert OutsideServer(worker, idle_seconds=0.1).run() is True
    assert read_address(worker.data_dir) is None


def test_a_program_of_another_version_takes_over(worker: Worker, serve: Serve) -> None:
    serve()
    address = read_address(worker.data_dir)
    assert address is not None
    with connected(address, 5) as connection, connection.makefile("rb") as heard:
        about = {"token": address.token, "client": "x", "version": "99"}
        connection.sendall(json.dumps(about).encode() + b"\n")
        assert json.loads(heard.readline())["version"] == __version__
    wait_until(lambda: read_address(worker.data_dir) is None, WAIT)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills a program")
def test_the_program_behind_is_started_once_and_again_after_it_was_killed(shared: Worker) -> None:
    data = shared.data_dir

    def servers() -> list[psutil.Process]:
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if "--serve" in (line := process.cmdline()) and str(data) in line:
                    found.append(process)
        return [one for one in found if one.status() != psutil.STATUS_ZOMBIE]

    with Client(data) as one, Client(data) as other:
        assert not servers(), "nobody has called yet"
        for client in (one, other):
            client.send({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "libraries"}})
        for client in (one, other):
            assert client.read()["result"]["structuredContent"]["libraries"][0]["library"] == "Notes"
        (server,) = servers()
        server.send_signal(signal.SIGKILL)
        wait_until(lambda: not servers(), WAIT)
        assert one.call("libraries")["isError"] is False
        (server,) = servers()
    server.send_signal(signal.SIGTERM)
    with contextlib.suppress(psutil.Error):
        server.wait(20)
    wait_until(lambda: not servers(), WAIT)
    assert not {ADDRESS_FILE, LOCK_FILE, SOCKET_FILE} & {path.name for path in data.iterdir()}


def test_who_cannot_start_it_says_why(tmp_path: Path) -> None:
    """A client whose program does not begin to serve hears that, and how to find out."""

    def broken() -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])

    reading, writing = socket.socketpair()
    out = io.BytesIO()
    with reading, writing, reading.makefile("rb") as received:
        shim = Shim(tmp_path, received, out, broken)
        thread = threading.Thread(target=shim.run, name="desktop-rag-shim")
        thread.start()
        writing.sendall(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "libraries"}}\n')
        wait_until(lambda: out.getvalue().endswith(b"\n"), WAIT)
        writing.shutdown(socket.SHUT_WR)
        thread.join(10)
    result = json.loads(out.getvalue())["result"]
    assert result["isError"] is True
    assert "mcp --serve" in result["content"][0]["text"]
