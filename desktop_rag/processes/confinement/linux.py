"""Linux: the kernel keeps a process from files and connections (Landlock), and from calls it does not need (seccomp).

Landlock lets a process write below some paths only, and keeps it from TCP and others' processes. Structures and
constants are those of ``include/uapi/linux/landlock.h``; what the running kernel does not know is left out, as
``Documentation/userspace-api/landlock.rst`` tells.

Seccomp refuses calls that no reading of a file needs, in every thread, whoever makes them. A filter is a program of the
classic BPF (``include/uapi/linux/filter.h``, ``bpf_common.h``) over ``struct seccomp_data``; answers are those of
``include/uapi/linux/seccomp.h``. Calls have their numbers on the two processors that the program is built for.
"""

import ctypes
import errno
import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION
_PATH_BENEATH = 1  # LANDLOCK_RULE_PATH_BENEATH
_ALL_THREADS = 1 << 3  # LANDLOCK_RESTRICT_SELF_TSYNC
_ALL_THREADS_SINCE = 8
_EXECUTE, _WRITE_FILE = 1 << 0, 1 << 1
_REMOVE_DIR, _REMOVE_FILE, _MAKE_CHAR, _MAKE_DIR, _MAKE_REG = (1 << bit for bit in range(4, 9))
_MAKE_SOCK, _MAKE_FIFO, _MAKE_BLOCK, _MAKE_SYM, _REFER, _TRUNCATE, _IOCTL_DEV = (1 << bit for bit in range(9, 16))
_OF_FILES = _WRITE_FILE | _TRUNCATE
_OF_FOLDERS = _OF_FILES | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER
_NEVER = _EXECUTE | _MAKE_CHAR | _MAKE_SOCK | _MAKE_FIFO | _MAKE_BLOCK | _MAKE_SYM | _IOCTL_DEV
_FILES_SINCE = {_REFER: 2, _TRUNCATE: 3, _IOCTL_DEV: 5}
_BIND, _CONNECT, _TCP_SINCE = 0b01, 0b10, 4
_SCOPES, _SCOPES_SINCE = 0b11, 6  # sockets without a path, signals
_SET_FILTER, _WHOLE_PROCESS = 1, 1  # SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_X32 = 0x40000000  # numbers from here on are a second set of the same calls
_REFUSED = """
accept accept4 bind connect listen sendmmsg sendmsg sendto socket socketpair
execve execveat fork vfork
kcmp migrate_pages move_pages pidfd_getfd pidfd_send_signal process_madvise process_mrelease process_vm_readv
process_vm_writev ptrace tkill ioprio_set setpriority
chmod chown fchmod fchmodat fchmodat2 fchown fchownat file_setattr lchown utime utimensat utimes futimesat
fremovexattr fsetxattr lremovexattr lsetxattr removexattr removexattrat setxattr setxattrat open_by_handle_at
mq_open mq_unlink msgctl msgget msgrcv msgsnd semctl semget semop semtimedop shmat shmctl shmget
fsconfig fsmount fsopen fspick mount mount_setattr move_mount open_tree open_tree_attr chroot pivot_root setns umount2
unshare fanotify_init quotactl quotactl_fd swapoff swapon acct
io_uring_enter io_uring_register io_uring_setup bpf perf_event_open userfaultfd add_key keyctl request_key
delete_module finit_module init_module kexec_file_load kexec_load reboot ioperm iopl personality syslog vhangup
adjtimex clock_adjtime clock_settime setdomainname sethostname settimeofday
"""
_SERVING = frozenset("accept accept4 bind listen sendto socket".split())
_INTERNET, _STREAM, _KIND = 2, 1, 0xF  # AF_INET, SOCK_STREAM, and the bits of a socket's type without its flags
_OF_ITSELF = "kill tgkill rt_sigqueueinfo rt_tgsigqueueinfo prlimit64"  # first argument: a process
_THREAD = 0x00010000  # CLONE_THREAD
_NAMESPACES = 0x7E020080  # CLONE_NEW…: NET, PID, USER, IPC, UTS, CGROUP, NS, TIME
_IOCTLS = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # TCGETS, TCGETS2, TIOCGWINSZ, FIO…
_WHO_IS_SIGNALLED = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX
# name, number on x86_64, number on aarch64 (one number: the same on both; "-": there is none).
# From arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of Linux 6.18.
_NUMBERS = """
accept 43 202|accept4 288 242|acct 163 89|add_key 248 217|adjtimex 159 171|bind 49 200|bpf 321 280|capget 125 90
capset 126 91|chmod 90 -|chown 92 -|chroot 161 51|clock_adjtime 305 266|clock_settime 227 112|clone 56 220|clone3 435
connect 42 203|delete_module 176 106|execve 59 221|execveat 322 281|fanotify_init 300 262|fchmod 91 52
fchmodat 268 53|fchmodat2 452|fchown 93 55|fchownat 260 54|fcntl 72 25|file_setattr 469|finit_module 313 273|fork 57 -
fremovexattr 199 16|fsconfig 431|fsetxattr 190 7|fsmount 432|fsopen 430|fspick 433|futimesat 261 -
init_module 175 105|io_uring_enter 426|io_uring_register 427|io_uring_setup 425|ioctl 16 29|ioperm 173 -|iopl 172 -
ioprio_set 251 30|kcmp 312 272|kexec_file_load 320 294|kexec_load 246 104|keyctl 250 219|kill 62 129
landlock_add_rule 445|landlock_create_ruleset 444|landlock_restrict_self 446|lchown 94 -|listen 50 201
lremovexattr 198 15|lsetxattr 189 6|migrate_pages 256 238|mount 165 40|mount_setattr 442|move_mount 429
move_pages 279 239|mq_open 240 180|mq_unlink 241 181|msgctl 71 187|msgget 68 186|msgrcv 70 188|msgsnd 69 189
open_by_handle_at 304 265|open_tree 428|open_tree_attr 467|perf_event_open 298 241|personality 135 92
pidfd_getfd 438|pidfd_send_signal 424|pivot_root 155 41|prlimit64 302 261|process_madvise 440|process_mrelease 448
process_vm_readv 310 270|process_vm_writev 311 271|ptrace 101 117|quotactl 179 60|quotactl_fd 443|reboot 169 142
removexattr 197 14|removexattrat 466|request_key 249 218|rt_sigqueueinfo 129 138|rt_tgsigqueueinfo 297 240
seccomp 317 277|semctl 66 191|semget 64 190|semop 65 193|semtimedop 220 192|sendmmsg 307 269|sendmsg 46 211
sendto 44 206|setdomainname 171 162|sethostname 170 161|setns 308 268|setpriority 141 140|settimeofday 164 170
setxattr 188 5|setxattrat 463|shmat 30 196|shmctl 31 195|shmget 29 194|socket 41 198|socketpair 53 199|swapoff 168 225
swapon 167 224|syslog 103 116|tgkill 234 131|tkill 200 130|umount2 166 39|unshare 272 97|userfaultfd 323 282
utime 132 -|utimensat 280 88|utimes 235 -|vfork 58 -|vhangup 153 58
"""


class Ruleset(ctypes.Structure):
    """``struct landlock_ruleset_attr``: the accesses refused unless a rule allows them."""

    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class PathRule(ctypes.Structure):
    """``struct landlock_path_beneath_attr``: the accesses allowed below an open path."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("descriptor", ctypes.c_int32))


def version() -> int:
    """Return the version of Landlock's interface in the running kernel; OSError where there is none."""
    return call("landlock_create_ruleset", None, 0, _VERSION)


def restrict_writing(places: Sequence[Path], *, serves: bool = False) -> None:
    """Refuse writing outside ``places`` (folders and files), running programs, TCP, and signals to others.

    One that ``serves`` may still be connected to.

    Reading stays free. It holds for this thread and those it starts; for all since version 8.

    Raises:
        OSError: the kernel has no Landlock, or a place is not there.

    """
    known, tcp = version(), _CONNECT if serves else _BIND | _CONNECT
    files = sum(right for right in _bits(_OF_FOLDERS | _NEVER) if known >= _FILES_SINCE.get(right, 1))
    network, scopes = (tcp if known >= _TCP_SINCE else 0), (_SCOPES if known >= _SCOPES_SINCE else 0)
    rules = Ruleset(files, network, scopes)
    ruleset = call("landlock_create_ruleset", ctypes.byref(rules), ctypes.sizeof(rules), 0)
    try:
        for place in places:
            _allow(ruleset, place, files)
        call("landlock_restrict_self", ruleset, _ALL_THREADS if known >= _ALL_THREADS_SINCE else 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, place: Path, known: int) -> None:
    """Allow writing below a path."""
    descriptor = os.open(place, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = known & (_OF_FOLDERS if place.is_dir() else _OF_FILES)
        call("landlock_add_rule", ruleset, _PATH_BENEATH, ctypes.byref(PathRule(rights, descriptor)), 0)
    finally:
        os.close(descriptor)


def _bits(value: int) -> list[int]:
    return [1 << place for place in range(value.bit_length()) if value >> place & 1]


class Instruction(ctypes.Structure):
    """``struct sock_filter``."""

    _fields_ = (("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32))


class Program(ctypes.Structure):
    """``struct sock_fprog``."""

    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(Instruction)))


def refuse_calls(*, serves: bool = False) -> None:
    """Refuse, in every thread and for good: sockets, new processes, others' processes, and changing the system.

    One that ``serves`` may wait for connections over TCP and answer them, and nothing else.

    Raises:
        OSError: the kernel has no such filters, forbids them, or runs on a processor we have no numbers for.

    """
    instructions = list(instructions_for(this_processor(), os.getpid(), serves=serves))
    array = (Instruction * len(instructions))(*instructions)
    program = Program(len(array), array)
    if call("seccomp", _SET_FILTER, _WHOLE_PROCESS, ctypes.byref(program)):
        raise OSError("a thread could not be confined")


@dataclass(frozen=True, slots=True)
class Processor:
    """A kind of processor: the kernel's name for it in filters (``AUDIT_ARCH_…``), and its numbers of calls by name."""

    audit_name: int
    numbers: dict[str, int]


def instructions_for(processor: Processor, process: int, *, serves: bool = False) -> Iterator[Instruction]:
    """Yield the filter for a process on some kind of processor."""
    numbers = processor.numbers
    yield _load(_ARCHITECTURE)
    yield _if_equal(processor.audit_name, 1, 0)
    yield _answer(errno.EPERM)
    yield _load(_NUMBER)
    yield Instruction(_IF_AT_LEAST, 0, 1, _X32)
    yield _answer(errno.EPERM)
    for name in _REFUSED.split():
        if name in numbers and not (serves and name in _SERVING):
            yield from _for_call(numbers[name], [_answer(errno.EPERM)])
    if serves:
        yield from _while_serving(numbers)
    yield from _for_call(numbers["clone3"], [_answer(errno.ENOSYS)])  # its flags cannot be seen: clone is used instead
    threads = [_load(_ARGUMENTS), Instruction(_AND, 0, 0, _THREAD | _NAMESPACES), *_only((_THREAD,), errno.EPERM)]
    yield from _for_call(numbers["clone"], threads)
    for name in _OF_ITSELF.split():
        itself = (process, 0) if name == "prlimit64" else (process,)
        yield from _for_call(numbers[name], [_load(_ARGUMENTS), *_only(itself, errno.EPERM)])
    yield from _for_call(numbers["ioctl"], [_load(_ARGUMENTS + 8), *_only(_IOCTLS, errno.ENOTTY)])
    yield from _for_call(numbers["fcntl"], [_load(_ARGUMENTS + 8), *_all_but(_WHO_IS_SIGNALLED, errno.EPERM)])
    yield _answer(0)


def _for_call(number: int, then: list[Instruction]) -> list[Instruction]:
    """Return the instructions for one call; they end with an answer."""
    return [_if_equal(number, 0, len(then)), *then]


def _while_serving(numbers: dict[str, int]) -> Iterator[Instruction]:
    """Allow sockets for TCP alone, and sending to nobody but who is connected."""
    refused = _answer(errno.EPERM)
    domain = [_load(_ARGUMENTS), _if_equal(_INTERNET, 1, 0), refused]
    kind = [_load(_ARGUMENTS + 8), Instruction(_AND, 0, 0, _KIND), *_only((_STREAM,), errno.EPERM)]
    yield from _for_call(numbers["socket"], [*domain, *kind])
    target = [_load(_ARGUMENTS + 32), _if_equal(0, 1, 0), refused, _load(_ARGUMENTS + 36), *_only((0,), errno.EPERM)]
    yield from _for_call(numbers["sendto"], target)


def _only(values: Iterable[int], error: int) -> list[Instruction]:
    """Answer by the loaded word: these values are allowed."""
    return [*(one for value in values for one in (_if_equal(value, 0, 1), _answer(0))), _answer(error)]


def _all_but(values: Iterable[int], error: int) -> list[Instruction]:
    """Answer by the loaded word: these values are refused."""
    return [*(one for value in values for one in (_if_equal(value, 0, 1), _answer(error))), _answer(0)]


def _load(offset: int) -> Instruction:
    return Instruction(_LOAD, 0, 0, offset)


def _if_equal(value: int, yes: int, no: int) -> Instruction:
    return Instruction(_IF_EQUAL, yes, no, value)


def _answer(error: int) -> Instruction:
    return Instruction(_RETURN, 0, 0, _ERROR | error if error else _ALLOW)


def _read_numbers(column: int) -> dict[str, int]:
    rows = (row.split() for row in _NUMBERS.strip().replace("\n", "|").split("|"))
    return {name: int(both[column % len(both)]) for name, *both in rows if both[column % len(both)] != "-"}


PROCESSORS = {
    "x86_64": Processor(0xC000003E, _read_numbers(0)),
    "aarch64": Processor(0xC00000B7, _read_numbers(1)),
}


def this_processor() -> Processor:
    """Return the processor that this runs on; OSError for another kind, whose numbers are not known."""
    found = PROCESSORS.get(platform.machine())
    if found is None or ctypes.sizeof(ctypes.c_void_p) != 8:
        raise OSError(f"the numbers of calls on {platform.machine()} are not known")
    return found


def call(name: str, *arguments: object) -> int:
    """Call the kernel; integers and pointers of ctypes as arguments. OSError when it refuses."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    words = (ctypes.c_long(one) if isinstance(one, int) else one for one in arguments)
    result = int(library.syscall(ctypes.c_long(this_processor().numbers[name]), *words))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def refuse_more_rights() -> None:
    """Let nothing that this process runs ever gain rights (``PR_SET_NO_NEW_PRIVS``), as the two filters demand."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(38, *(ctypes.c_ulong(one) for one in (1, 0, 0, 0))):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
