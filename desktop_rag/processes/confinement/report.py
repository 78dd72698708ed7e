"""Report how a child is confined on this system: the child tries forbidden things and says which succeeded."""

import ctypes
import errno
import os
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.processes.confinement import linux, macos, windows

_REFUSED = (errno.EPERM, errno.EACCES)
_DISCARD = 9  # a port of this computer that hardly anybody listens on


@dataclass(frozen=True, slots=True)
class Confinement:
    """The confinement of a child: the parts of the system by name, and the gaps for native code."""

    held_by: tuple[str, ...]
    open: tuple[str, ...]


def inspect_confinement(scratch: Path) -> Confinement:
    """Try, past Python's own checks, the actions forbidden to a confined child, and return the result.

    Runs in a child whose scratch folder is ``scratch``. What it manages is undone.
    """
    if sys.platform == "win32":
        alone = windows.is_alone()
        open_ways = ("connect", "write outside its folder")
        return Confinement(("a job object",) if alone else (), open_ways if alone else ("start programs", *open_ways))
    library = ctypes.CDLL(None, use_errno=True)
    writes = _writes(library, scratch.with_name(f"{scratch.name}-outside"))
    managed = {
        "connect": _connects(library),
        "start programs": _starts_programs(library),
        "write outside its folder": writes,
        "send signals": _is_done(library.kill(os.getppid(), 0)),
    }
    return Confinement(_parts(library, holds_files=not writes), tuple(name for name, done in managed.items() if done))


def _is_done(result: int) -> bool:
    """Return True if a call was not refused, even if it failed otherwise."""
    return result >= 0 or ctypes.get_errno() not in _REFUSED


def _connects(library: ctypes.CDLL) -> bool:
    end = library.socket(socket.AF_INET, socket.SOCK_STREAM, 0)
    if end < 0:
        return _is_done(end)
    family = struct.pack("=H", socket.AF_INET) if sys.platform == "linux" else bytes((16, socket.AF_INET))
    address = family + struct.pack("!H4s8x", _DISCARD, socket.inet_aton("127.0.0.1"))
    try:
        return _is_done(library.connect(end, address, len(address)))
    finally:
        os.close(end)


def _starts_programs(library: ctypes.CDLL) -> bool:
    """Return True if another program could replace this one, or run beside it.

    The list of arguments lies nowhere: where running it is allowed, that is what the system complains about.
    """
    if _is_done(library.execve(os.fsencode(sys.executable), ctypes.c_void_p(1), None)):
        return True
    child = ctypes.PyDLL(None, use_errno=True).fork()  # keeps Python's lock, which a copy could not get again
    if child == 0:
        os._exit(0)
    if child > 0:
        os.waitpid(child, 0)
    return _is_done(child)


def _writes(library: ctypes.CDLL, path: Path) -> bool:
    file = library.open(os.fsencode(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    if file >= 0:
        os.close(file)
        library.unlink(os.fsencode(path))
    return _is_done(file)


def _parts(library: ctypes.CDLL, *, holds_files: bool) -> tuple[str, ...]:
    """Return the parts of the system that confine this process, by name."""
    found = []
    if sys.platform == "linux":
        with suppress(OSError):
            found += [f"Landlock {linux.version()}"] if holds_files else []
        ends = (ctypes.c_int * 2)()
        if _is_done(library.socketpair(socket.AF_UNIX, socket.SOCK_STREAM, 0, ends)):
            for end in ends:
                os.close(end)
        else:
            found.append("seccomp")
    elif sys.platform == "darwin" and macos.is_sandboxed():
        found.append("the sandbox of macOS")
    return tuple(found)
