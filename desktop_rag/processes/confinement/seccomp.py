"""Seccomp: the Linux kernel refuses calls that no reading of a file needs, in every thread, whoever makes them.

A filter is a program of the classic BPF (``include/uapi/linux/filter.h``, ``bpf_common.h``) over
``struct seccomp_data``; answers are those of ``include/uapi/linux/seccomp.h``.
"""

import ctypes
import errno
import os
from collections.abc import Iterable, Iterator

from desktop_rag.processes.confinement.system_calls import Processor, call, this_processor

_SET_FILTER, _ALL_THREADS = 1, 1  # SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC
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
    if call("seccomp", _SET_FILTER, _ALL_THREADS, ctypes.byref(program)):
        raise OSError("a thread could not be confined")


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
