"""Sets up a child process before it sees anything of a file.

Nothing that a file contains is executed or fetched: no network, no other programs, nothing written outside the
scratch folder. The system sees to that where it can; where it cannot, Python's audit events remain
(``confinement.report`` tells which).
"""

import contextlib
import ctypes
import errno
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path

import psutil

from desktop_rag.processes.confinement import macos, windows
from desktop_rag.processes.confinement.limits import MOST_ADDRESS_SPACE, lower_ceilings
from desktop_rag.processes.confinement.linux import call, refuse_calls, refuse_more_rights, restrict_writing

_CAPABILITY_VERSION = 0x20080522  # _LINUX_CAPABILITY_VERSION_3 of include/uapi/linux/capability.h
_KEPT_CAPABILITIES = 1 << 2  # CAP_DAC_READ_SEARCH: read files whatever their permissions
_NETWORK = (
    "socket.__new__ socket.connect socket.bind socket.getaddrinfo socket.gethostbyname socket.sendto socket.sendmsg"
)
_PROGRAMS = (
    "subprocess.Popen os.system os.exec os.posix_spawn os.spawn os.fork os.forkpty os.startfile os.startfile/2 "
    "pty.spawn webbrowser.open"
)
_FIRST_PATH = "os.truncate shutil.rmtree"
_PATH_IN_FOLDER = "os.remove os.rmdir os.mkdir os.chmod os.chown os.utime"  # their last argument: an open folder, or -1
_BOTH_PATHS = "os.rename os.link os.symlink"
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class RefusedError(PermissionError):
    """A child tried a forbidden action."""


def refuse_events(scratch: Path) -> None:
    """Put temporary files into ``scratch`` and refuse actions that reading a file never needs.

    Audit events tell what Python's own functions do; native code is not seen. What is refused has a message that says
    which file did what.
    """
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
    """Return the checks to make, by the name of the event."""

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        raise RefusedError(errno.EPERM, f"reading it must not do this: {event} {arguments!r:.200}")

    def check_open(event: str, arguments: tuple[object, ...]) -> None:
        path, _, flags = arguments
        if isinstance(flags, int) and flags & _WRITES and is_outside(path):
            refuse(event, arguments)

    def check_first(event: str, arguments: tuple[object, ...]) -> None:
        if is_outside(arguments[0]):
            refuse(event, arguments)

    def check_in_folder(event: str, arguments: tuple[object, ...]) -> None:
        if is_outside(_absolute(arguments[0], arguments[-1])):
            refuse(event, arguments)

    def check_both(event: str, arguments: tuple[object, ...]) -> None:
        if is_outside(arguments[0]) or is_outside(arguments[1]):
            refuse(event, arguments)

    checks: dict[str, _Check] = dict.fromkeys(f"{_NETWORK} {_PROGRAMS}".split(), refuse)
    checks |= dict.fromkeys(_FIRST_PATH.split(), check_first)
    checks |= dict.fromkeys(_PATH_IN_FOLDER.split(), check_in_folder)
    checks |= dict.fromkeys(_BOTH_PATHS.split(), check_both)
    checks["open"] = check_open
    return checks


def _absolute(path: object, folder: object) -> object:
    """Return a path below the root where the system knows the folder of a number."""
    if sys.platform != "linux" or not isinstance(folder, int) or folder < 0 or not isinstance(path, (str, bytes)):
        return path
    with contextlib.suppress(OSError):
        return Path(f"/proc/self/fd/{folder}").readlink() / os.fsdecode(path)
    return path


def _is_outside(scratch: Path) -> Callable[[object], bool]:
    """Return a predicate for paths, as audit events have them, outside the scratch folder."""
    allowed = (f"{scratch.resolve()}{os.sep}", f"{scratch.absolute()}{os.sep}")
    inside = {name.rstrip(os.sep) for name in allowed}

    def is_outside(path: object) -> bool:
        if isinstance(path, int) or path is None:
            return False  # a file that is open already
        name = os.path.abspath(os.fsdecode(path) if isinstance(path, (str, bytes)) else str(path))  # noqa: PTH100
        return name not in inside and name != os.devnull and not name.startswith(allowed)

    return is_outside


def end_with_parent() -> None:
    """End this process at once when the one that started it is gone; nothing happens in a process of no parent.

    On Linux the kernel does it: closing the parent's end of a pipe sends SIGKILL. Elsewhere a thread waits for it.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        import fcntl

        pipe = parent.sentinel
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
        if wait([pipe], 0):  # it was gone before the kernel was asked to watch
            psutil.Process().kill()
    else:
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), name="lifeline", daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    try:
        wait([sentinel])
    finally:  # a child that cannot tell whether its parent is there must not outlive it
        psutil.Process().kill()


class _CapabilityHeader(ctypes.Structure):
    """The process that is meant: 0 for this thread."""

    _fields_ = (("version", ctypes.c_uint32), ("process", ctypes.c_int))


class _CapabilityData(ctypes.Structure):
    """Half of the sets: 32 capabilities, a bit for each."""

    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def drop_capabilities() -> None:
    """Keep reading of this thread's capabilities, if it has any: limits cannot be raised again, no device be made.

    Raises:
        OSError: the system forbids even that.

    """
    header, data = _CapabilityHeader(_CAPABILITY_VERSION, 0), (_CapabilityData * 2)()
    call("capget", ctypes.byref(header), data)
    data[0] = _CapabilityData(data[0].effective & _KEPT_CAPABILITIES, data[0].permitted & _KEPT_CAPABILITIES, 0)
    data[1] = _CapabilityData()
    call("capset", ctypes.byref(header), data)


@dataclass(frozen=True, slots=True)
class ChildSetup:
    """The setup of a child. With ``scratch``, the only folder it may write to, it is confined.

    ``memory`` bytes of address space are the most it gets. One that ``serves`` may be connected to over TCP; it cannot
    connect to anything itself.
    """

    niceness: int = 0
    scratch: Path | None = None
    memory: int = MOST_ADDRESS_SPACE
    serves: bool = False


def prepare(setup: ChildSetup) -> None:
    """Set up the child: it gives way to the window, ends with its parent alone, and is confined if need be."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(setup.niceness)
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's business
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # end at once, also in the middle of native code
    end_with_parent()
    if setup.scratch is not None:
        _detach()
        lower_ceilings(setup.memory)
        refuse_events(setup.scratch)
        places = [setup.scratch, Path(os.devnull)]
        if sys.platform == "linux":
            _confine_on_linux(places, serves=setup.serves)
        elif sys.platform == "darwin":
            with contextlib.suppress(OSError, AttributeError):
                macos.enter_sandbox(places, serves=setup.serves)
        elif sys.platform == "win32":
            windows.harden()


def _detach() -> None:
    """Separate the child from the person's terminal: from output of libraries about a file, and from input."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _confine_on_linux(places: Sequence[Path], *, serves: bool) -> None:
    """Have the kernel refuse what it can; each part for itself, as older kernels and some containers lack one."""
    writing, calls = partial(restrict_writing, places, serves=serves), partial(refuse_calls, serves=serves)
    for confine in (drop_capabilities, refuse_more_rights, writing, calls):
        with contextlib.suppress(OSError):
            confine()
