"""Runs ``desktop-rag``: in the tests' own process, or as ``command`` and ``environment`` say in one of its own.

Starting a process and importing the program takes a second of the processor. Tests of what only a process has (exit
by a signal, a terminal, rights, what is imported when) start one; all others use ``run``.
"""

import contextvars
import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import keyring
from keyring.backends import null

from desktop_rag.cli.main import main
from desktop_rag.core.log import LOGGER

TIMEOUT = 120


@dataclass(frozen=True)
class Done:
    """What a command printed as its result and beside it, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - JSON has any shape
        """The result of a command with --json."""
        return json.loads(self.out)


CommandLine = Callable[..., Done]
"""Runs a command in the tests' own process."""


def command(*arguments: str | Path, data_dir: Path) -> list[str]:
    """Return the argument list of a command."""
    return [sys.executable, "-m", "desktop_rag.cli.main", *map(str, arguments), "--data-dir", str(data_dir)]


def environment() -> dict[str, str]:
    """Return an environment without keys or keychains of the person who runs the tests."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("OPENAI_")}
    return kept | {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring", "PYTHONWARNINGS": "error"}


def run_here(*arguments: str | Path, data_dir: Path | None, typed: str | None = None) -> Done:
    """Run a command in the tests' own process; what it changes of the process is put back afterwards.

    Without ``data_dir`` the arguments or the environment name the data folder. ``typed`` is what a pipe hands to it.
    """
    given = [*map(str, arguments), *(("--data-dir", str(data_dir)) if data_dir else ())]
    out, err = _Printed(), _Printed()
    handlers, chain = list(logging.getLogger(LOGGER).handlers), keyring.get_keyring()
    keyring.set_keyring(null.Keyring())  # type: ignore[no-untyped-call]
    columns, stdin = os.environ.pop("COLUMNS", None), sys.stdin
    if typed is not None:
        sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            # in a context of its own: a command chooses a language
            code = contextvars.copy_context().run(main, given)
    finally:
        sys.stdin = stdin
        if columns is not None:
            os.environ["COLUMNS"] = columns
        keyring.set_keyring(chain)
        for handler in set(logging.getLogger(LOGGER).handlers) - set(handlers):
            logging.getLogger(LOGGER).removeHandler(handler)
            handler.close()
    return Done(code, out.text(), err.text())


class _Printed(io.TextIOWrapper):
    """Takes what is printed, as a pipe does."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def text(self) -> str:
        """Return what was printed so far, with the line ends of every system."""
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode("utf-8").replace("\r\n", "\n")


def run(*arguments: str | Path, data_dir: Path | None, code: int = 0) -> str:
    """Run a command, check its exit code, and return what it printed (errors too when it should fail)."""
    return _checked(run_here(*arguments, data_dir=data_dir), code)


def run_apart(*arguments: str | Path, data_dir: Path, code: int = 0) -> str:
    """Do as ``run`` does, in a process of its own."""
    done = subprocess.run(
        command(*arguments, data_dir=data_dir),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        env=environment(),
        check=False,
    )
    return _checked(Done(done.returncode, done.stdout, done.stderr), code)


def _checked(done: Done, code: int) -> str:
    assert done.code == code, f"exit {done.code}: {done.out}\n{done.err}"
    assert "Traceback" not in done.err, done.err
    return done.out if code == 0 else done.out + done.err


def run_json(*arguments: str | Path, data_dir: Path) -> Any:  # noqa: ANN401 - JSON has any shape
    """Run a command with ``--json`` and return what it printed."""
    return json.loads(run(*arguments, "--json", data_dir=data_dir))
