"""Child processes that start warm: forked from a server that has loaded their libraries, once for all tests.

The program starts each child from nothing: until one has read a file or embedded a text it takes .9 or 2.8 s of the
processor, most of it for imports and the tokenizer; a warm one takes .13 or .2 s, and tests start hundreds. What a
child does once it runs is the same: it is set up, confined and killed as ever. Tests of the processes themselves
(``tests/processes``), and whole programs, start children from nothing.

"""

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.processes import child
from tests.helpers.remembered_models import Remembered, remember_models

_CHECKOUT = Path(__file__).resolve().parents[2]
_LOADED = "tests.helpers.warm_libraries"


class WarmContext:
    """As much of a context of ``multiprocessing`` as ``child.Child`` uses."""

    def __init__(self) -> None:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as for children that start from nothing
        self._server = get_context("forkserver")
        self._server.set_forkserver_preload([_LOADED])
        with chdir(_CHECKOUT):  # its first place to look for modules is the working folder
            ensure_running()

    def Pipe(self) -> tuple[Connection, Connection]:  # noqa: N802 - multiprocessing's name
        """Return the two ends of a pipe."""
        return self._server.Pipe()

    def Process(  # noqa: N802 - multiprocessing's name
        self, *, target: Callable[..., object], args: tuple[Any, ...], name: str, daemon: bool
    ) -> BaseProcess:
        """Return a process that has the environment and the working folder of this moment."""
        arguments = (remembered_file(), dict(os.environ), str(Path.cwd()), target, args)
        return self._server.Process(target=_run, args=arguments, name=name, daemon=daemon)


def _run(
    remembered: Path, environment: dict[str, str], folder: str, target: Callable[..., object], args: tuple[Any, ...]
) -> None:
    """Run in the child: it is forked from a process that was started when the environment was another."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    remember_models(pytest.MonkeyPatch(), Remembered(remembered))
    target(*args)


@cache
def warm_context() -> WarmContext:
    """Return the context of this process of the tests; the first time starts the server."""
    return WarmContext()


@cache
def remembered_file() -> Path:
    """Return the file of what models said, which goes when this process of the tests ends."""
    folder = tempfile.mkdtemp(prefix="remembered-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder) / "said"


@cache
def _remembered() -> Remembered:
    return Remembered(remembered_file())


def start_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let children start warm during a test, where there are forks; the first one starts the server."""
    if sys.platform == "linux":
        monkeypatch.setattr(child, "get_context", lambda _: warm_context())
        remember_models(monkeypatch, _remembered())
