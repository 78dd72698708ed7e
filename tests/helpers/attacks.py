"""What code that has taken over a child would try, past Python: through libc, the kernel's numbers, SQLite's own code.

Each returns 0 when the system let it, else the number of the error.
"""

import ctypes
import os
import resource
import struct
import threading
from collections.abc import Callable
from pathlib import Path

import apsw

from desktop_rag.processes.confinement.linux import call, this_processor

LIBC = ctypes.CDLL(None, use_errno=True)
LOCKED_LIBC = ctypes.PyDLL(None, use_errno=True)  # keeps Python's lock, which a copy of the process could not get again
_SEIZE = 0x4206  # PTRACE_SEIZE: traces without stopping
_STREAM, _DATAGRAM, _INTERNET, _UNIX = 1, 2, 2, 1


def _number(result: int) -> int:
    return 0 if result >= 0 else ctypes.get_errno()


def connect(port: int) -> int:
    end = LIBC.socket(_INTERNET, _STREAM, 0)
    if end < 0:
        return ctypes.get_errno()
    address = struct.pack("=H", _INTERNET) + struct.pack("!H4s8x", port, bytes((127, 0, 0, 1)))
    result = _number(LIBC.connect(end, address, len(address)))
    os.close(end)
    return result


def send_datagram(port: int) -> int:
    end = LIBC.socket(_INTERNET, _DATAGRAM, 0)
    if end < 0:
        return ctypes.get_errno()
    address = struct.pack("=H", _INTERNET) + struct.pack("!H4s8x", port, bytes((127, 0, 0, 1)))
    result = _number(LIBC.sendto(end, b"secret", 6, 0, address, len(address)))
    os.close(end)
    return result


def make_pair() -> int:
    return _number(LIBC.socketpair(_UNIX, _DATAGRAM, 0, (ctypes.c_int * 2)()))


def run_program(marker: Path) -> int:
    """Through ``posix_spawn``, which returns its error."""
    command = (ctypes.c_char_p * 4)(b"sh", b"-c", b"echo ran > " + bytes(marker), None)
    child = ctypes.c_int()
    error = int(LIBC.posix_spawn(ctypes.byref(child), b"/bin/sh", None, None, command, None))
    if not error:
        os.waitpid(child.value, 0)
    return error


def become_program() -> int:
    """With no list of arguments, which is what a system complains about that would let it."""
    return _number(LIBC.execve(b"/bin/sh", ctypes.c_void_p(1), None))


def fork() -> int:
    child = LOCKED_LIBC.fork()
    if child == 0:
        os._exit(0)
    if child > 0:
        os.waitpid(child, 0)
    return _number(child)


def write(path: Path) -> int:
    file = LIBC.open(bytes(path), os.O_WRONLY | os.O_CREAT, 0o600)
    if file >= 0:
        LIBC.write(file, b"changed", 7)
        os.close(file)
    return _number(file)


def write_in_thread(path: Path) -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(write(path)))
    thread.start()
    thread.join()
    return found[0]


def write_by_sqlite(path: Path) -> int:
    try:
        apsw.Connection(str(path)).execute("CREATE TABLE stolen (text)")
    except apsw.Error:
        return 1
    return 0


def truncate(path: Path) -> int:
    return _number(LIBC.truncate(bytes(path), ctypes.c_long(0)))


def remove(path: Path) -> int:
    return _number(LIBC.unlink(bytes(path)))


def rename(path: Path) -> int:
    return _number(LIBC.rename(bytes(path), bytes(path.with_suffix(".old"))))


def make_folder(path: Path) -> int:
    return _number(LIBC.mkdir(bytes(path) + b".d", 0o700))


def make_link(path: Path) -> int:
    return _number(LIBC.symlink(b"/etc/passwd", bytes(path) + b".link"))


def make_pipe(path: Path) -> int:
    return _number(LIBC.mkfifo(bytes(path) + b".pipe", 0o600))


def change_mode(path: Path) -> int:
    return _number(LIBC.chmod(bytes(path), 0o777))


def change_mode_of_open_file(path: Path) -> int:
    file = os.open(path, os.O_RDONLY)
    result = _number(LIBC.fchmod(file, 0o777))
    os.close(file)
    return result


def change_time(path: Path) -> int:
    return _number(LIBC.utimensat(-100, bytes(path), (ctypes.c_long * 4)(1, 0, 1, 0), 0))


def make_unchangeable(path: Path) -> int:
    """Ask for the flags of a file to be set (``FS_IOC_SETFLAGS``), to none."""
    file = os.open(path, os.O_RDONLY)
    result = _number(LIBC.ioctl(file, ctypes.c_ulong(0x40086602), ctypes.byref(ctypes.c_int(0))))
    os.close(file)
    return result


def trace_parent() -> int:
    return _number(LIBC.ptrace(_SEIZE, os.getppid(), None, None))


def read_parent() -> int:
    """Read the parent's memory, from an address where there may be nothing."""
    here = ctypes.create_string_buffer(8)
    ours, theirs = ((ctypes.c_void_p * 2)(address, 8) for address in (ctypes.addressof(here), 4096))
    return _number(LIBC.process_vm_readv(os.getppid(), ours, 1, theirs, 1, 0))


def write_parent() -> int:
    file = LIBC.open(b"/proc/%d/mem" % os.getppid(), os.O_RDWR)
    if file >= 0:
        os.close(file)
    return _number(file)


def signal_parent() -> int:
    return _number(LIBC.kill(os.getppid(), 0))


def signal_group() -> int:
    return _number(LIBC.kill(0, 0))


def limit_parent() -> int:
    """Ask for one of the parent's limits: who may not, may not set it either."""
    return _number(LIBC.prlimit(os.getppid(), resource.RLIMIT_CORE, None, None))


def raise_limit(kind: int) -> int:
    most = (ctypes.c_ulong * 2)(2**64 - 1, 2**64 - 1)
    return _number(LIBC.setrlimit(kind, most))


def dump_core() -> int:
    """Whether a dump of memory could be allowed; 1 when not."""
    allowed = (ctypes.c_ulong * 2)(1, 1)
    return _number(LIBC.setrlimit(resource.RLIMIT_CORE, allowed))


def call_by_number(name: str) -> int:
    """Call the kernel with arguments that mean nothing."""
    try:
        call(name, -1, 0, 0, 0, 0)
    except OSError as error:
        return error.errno or 0
    return 0


def call_second_set() -> int:
    """Ask for a socket by the numbers of the x32 interface."""
    return _number(LIBC.syscall(ctypes.c_long(0x40000000 | this_processor().numbers["socket"]), 2, 1, 0))


def in_thread(function: Callable[[], int]) -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]
