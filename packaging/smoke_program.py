"""The program that a trial runs: how it is started, with which environment, and what it says."""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

PATIENCE = 900  # seconds for the sample library, on a slow machine


@dataclass(frozen=True)
class Program:
    """The two programs, and how they are started.

    ``scratch`` is a folder for the trial as this program sees it, ``scratch_inside`` as the tried program sees it.
    """

    terminal: tuple[str, ...]
    window: tuple[str, ...]
    scratch: Path
    scratch_inside: str
    prefix: tuple[str, ...] = ()
    keeps_data_itself: bool = False  # beside the program
    has_own_python: bool = True  # else it uses the machine's, which must be left intact
    more: dict[str, str] = field(default_factory=dict)  # of the environment

    def environment(self) -> dict[str, str]:
        """Return an environment of its own, with a Python that would break a program that listens to it."""
        hostile = f"{self.scratch_inside}/hostile"
        kept = {name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY", "LANG") if name in os.environ}
        if os.name == "nt":  # without them Windows starts little
            needed = ("SYSTEMROOT", "TEMP", "LOCALAPPDATA", "APPDATA", "USERPROFILE")
            kept |= {name: os.environ[name] for name in needed if name in os.environ}
            kept["PATH"] = f"{hostile};{os.environ['SYSTEMROOT']}\\System32"
        foreign = {"PYTHONHOME": hostile, "PYTHONPATH": hostile} if self.has_own_python else {}
        folder = {} if self.keeps_data_itself else {"DESKTOP_RAG_DATA_DIR": f"{self.scratch_inside}/data"}
        return {
            "PATH": f"{hostile}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            **foreign,
            "HOME": f"{self.scratch_inside}/home",
            "LANG": "C.UTF-8",
            "QT_QPA_PLATFORM": "xcb" if "DISPLAY" in kept else "offscreen",
            **folder,
            **kept,
            **self.more,
        }


def run_command(program: Program, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command line with what is typed into it."""
    return subprocess.run(
        [*program.prefix, *program.terminal, *arguments],
        env=program.environment(),
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def output(program: Program, *arguments: str) -> str:
    """Run the command line and return what it prints."""
    done = run_command(program, *arguments)
    if done.returncode != 0:
        sys.exit(f"desktop-rag {' '.join(arguments)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    return done.stdout


def wait(process: "subprocess.Popen[bytes]", seconds: float) -> int | None:
    """Return the exit code, or None when it still runs after ``seconds``."""
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
