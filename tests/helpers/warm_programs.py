"""Programs that start warm: forked from the process that ``warm_children`` keeps, and so are their own children.

``python -m`` takes a second of the processor for imports, and each of a program's children another one; tests that
kill programs start dozens. Such a program is what it is otherwise: a process with a session, an environment and an
output of its own, whose children die with it or after it. Elsewhere than on Linux it is started from nothing.
"""

import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing import Pipe, connection, forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any, Protocol, cast

from desktop_rag.processes import child
from tests.helpers.waiting import wait_until
from tests.helpers.warm_children import WarmContext, warm_context

_START_SECONDS = 60
IS_WARM = sys.platform == "linux" and sys.version_info < (3, 14)  # later ones check who asks for a child


class Program(Protocol):
    """As much of ``subprocess.Popen`` as tests use that kill programs."""

    pid: int
    stdout: IO[str]

    def poll(self) -> int | None:
        """Return the exit code, None as long as it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code."""

    def kill(self) -> None:
        """End it as the system does."""


def start_program(module: str, *arguments: str | Path, environment: Mapping[str, str]) -> Program:
    """Start ``python -m MODULE ARGUMENTS`` in a session of its own; what it prints can be read."""
    given = [str(one) for one in arguments]
    if IS_WARM:
        return _WarmProgram(module, given, environment)
    started = subprocess.Popen(
        [sys.executable, "-m", module, *given],
        env=dict(environment),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    return cast("Program", started)  # its output is a pipe


class _WarmProgram:
    def __init__(self, module: str, arguments: list[str], environment: Mapping[str, str]) -> None:
        reader, writer = Pipe(duplex=False)
        self._process = warm_context().Process(
            target=_run, args=(writer, module, arguments, dict(environment)), name="program", daemon=False
        )
        self._process.start()
        writer.close()
        self.pid = self._process.pid or 0
        self.stdout: IO[str] = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()
        wait_until(self._has_begun, _START_SECONDS)

    def _has_begun(self) -> bool:
        """Whether it leads a session of its own by now, so that all of it can be killed."""
        try:
            return self.poll() is not None or os.getpgid(self.pid) == self.pid
        except ProcessLookupError:
            return True

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if (code := self._process.exitcode) is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return code

    def kill(self) -> None:
        self._process.kill()


def _run(output: Connection, module: str, arguments: list[str], environment: dict[str, str]) -> None:
    """Be the program."""
    os.setsid()
    os.dup2(output.fileno(), 1)
    output.close()
    os.environ.clear()
    os.environ.update(environment)
    _fork_children()
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _fork_children() -> None:
    """Let the children of this process be forked from a child of its own that does nothing else."""
    with socket.socket(socket.AF_UNIX) as listener:
        address = connection.arbitrary_address("AF_UNIX")  # type: ignore[attr-defined]
        listener.bind(address)
        listener.listen()
        alive, alive_here = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(alive_here)
            try:
                forkserver.main(listener.detach(), alive, [])
            finally:
                os._exit(0)
        os.close(alive)
    server: Any = forkserver._forkserver
    server._forkserver_address, server._forkserver_alive_fd, server._forkserver_pid = address, alive_here, pid
    context = WarmContext()
    child.get_context = lambda _: context  # type: ignore[attr-defined, assignment]
