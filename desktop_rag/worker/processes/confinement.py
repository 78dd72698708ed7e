"""What a child process may do: run inside a child, before it sees anything of a file.

Nothing that a file contains is executed or fetched: no network, no other programs, nothing written outside the
scratch folder. That is Python's own view (audit events): a second line behind readers that do nothing of the kind.
Native code cannot be held back this way; limits of time and memory hold for it too.
"""

import contextlib
import errno
import functools
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

_MB = 1e6
_GIB = 1024**3
_RESERVED = 2 * _GIB  # address space that threads and allocators take without using it
_NETWORK = "socket.connect socket.bind socket.getaddrinfo socket.gethostbyname socket.sendto socket.sendmsg"
_PROGRAMS = (
    "subprocess.Popen os.system os.exec os.posix_spawn os.spawn os.fork os.forkpty os.startfile os.startfile/2 "
    "pty.spawn webbrowser.open"
)
_FIRST_PATH = "os.remove os.rmdir os.mkdir os.truncate os.chmod os.chown os.utime shutil.rmtree"
_BOTH_PATHS = "os.rename os.link os.symlink"
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class RefusedError(PermissionError):
    """A child tried what it may not do."""


@dataclass(frozen=True, slots=True)
class ChildSetup:
    """How a child is set up. With ``scratch``, the only folder it may write to, it is confined."""

    niceness: int = 0
    scratch: Path | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """What one task may use: seconds without progress, and bytes of memory."""

    seconds: float
    memory: int

    @classmethod
    def of_file(cls, size: int) -> "Limits":
        """Return the limits of reading a file: larger ones may take longer and need more."""
        return cls(60.0 + 10.0 * size / _MB, min(int(1.5 * _GIB) + 30 * size, _most_memory()))


@functools.cache
def _most_memory() -> int:
    """Return what no task gets more of on this machine."""
    return min(4 * _GIB, int(psutil.virtual_memory().total) // 2)


def prepare(setup: ChildSetup) -> None:
    """Set up the child: it gives way to the window, is deaf to Ctrl-C, and is confined if need be."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(setup.niceness)
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # end at once, also in the middle of native code
    if setup.scratch is not None:
        _be_silent()
        _confine(setup.scratch)


def _be_silent() -> None:
    """Keep what libraries print about a file (a crash, a warning) from the terminal of the person."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def apply_limits(limits: Limits) -> None:
    """Hold the running task to its limits, as far as the system can; the parent watches the clock and the memory.

    A child whose parent is gone ends by these, too.
    """
    if sys.platform != "win32":
        import resource

        spent = resource.getrusage(resource.RUSAGE_SELF)
        # counted from the start of the process and over all threads; the child has read other files before
        seconds = spent.ru_utime + spent.ru_stime + limits.seconds * min(4, os.cpu_count() or 1)
        _set_soft(resource.RLIMIT_CPU, int(seconds) + 1)
        # macOS does not hold programs to it
        if sys.platform == "linux":
            _set_soft(resource.RLIMIT_AS, limits.memory + _RESERVED)


def _set_soft(kind: int, value: int) -> None:
    """Set a limit that can be moved again, as far as the hard one lets it."""
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError, ValueError):
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def _confine(scratch: Path) -> None:
    """Give temporary files their place and refuse what reading a file never needs."""
    tempfile.tempdir = str(scratch)
    for name in ("TMPDIR", "TEMP", "TMP"):
        os.environ[name] = str(scratch)
    # a library that is imported late would write its cache beside itself
    sys.dont_write_bytecode = True
    checks = _checks(_is_outside(scratch))

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        check = checks.get(event)
        if check is not None:
            check(event, arguments)

    # cannot be taken away again, not even by code that runs in the child
    sys.addaudithook(hook)


_Check = Callable[[str, tuple[object, ...]], None]


def _checks(is_outside: Callable[[object], bool]) -> dict[str, _Check]:
    """Return what is looked at closer, by the name of the event."""

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        raise RefusedError(errno.EPERM, f"reading it must not do this: {event} {arguments!r:.200}")

    def check_open(event: str, arguments: tuple[object, ...]) -> None:
        path, _, flags = arguments
        if isinstance(flags, int) and flags & _WRITES and is_outside(path):
            refuse(event, arguments)

    def check_first(event: str, arguments: tuple[object, ...]) -> None:
        if is_outside(arguments[0]):
            refuse(event, arguments)

    def check_both(event: str, arguments: tuple[object, ...]) -> None:
        if is_outside(arguments[0]) or is_outside(arguments[1]):
            refuse(event, arguments)

    checks: dict[str, _Check] = dict.fromkeys(f"{_NETWORK} {_PROGRAMS}".split(), refuse)
    checks |= dict.fromkeys(_FIRST_PATH.split(), check_first)
    checks |= dict.fromkeys(_BOTH_PATHS.split(), check_both)
    checks["open"] = check_open
    return checks


def _is_outside(scratch: Path) -> Callable[[object], bool]:
    """Return what tells whether a path, as audit events have it, is outside the scratch folder."""
    allowed = (f"{scratch.resolve()}{os.sep}", f"{scratch.absolute()}{os.sep}")
    inside = {name.rstrip(os.sep) for name in allowed}

    def is_outside(path: object) -> bool:
        if isinstance(path, int) or path is None:
            return False  # a file that is open already
        name = os.path.abspath(os.fsdecode(path) if isinstance(path, (str, bytes)) else str(path))  # noqa: PTH100
        return name not in inside and name != os.devnull and not name.startswith(allowed)

    return is_outside
