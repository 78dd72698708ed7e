"""Runs ``desktop-rag`` as a person would: in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


def run(*arguments: str | Path, data_dir: Path, code: int = 0) -> str:
    """Run a command, check its exit code, and return what it printed (errors too when it should fail)."""
    done = subprocess.run(
        command(*arguments, data_dir=data_dir),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        env=environment(),
        check=False,
    )
    assert done.returncode == code, f"exit {done.returncode}: {done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout if code == 0 else done.stdout + done.stderr


def run_json(*arguments: str | Path, data_dir: Path) -> Any:  # noqa: ANN401 - JSON has any shape
    """Run a command with ``--json`` and return what it printed."""
    return json.loads(run(*arguments, "--json", data_dir=data_dir))
