"""The kernel's calls on Linux, by their numbers on the two processors that the program is built for."""

import ctypes
import os
import platform
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Processor:
    """A kind of processor: the kernel's name for it in filters (``AUDIT_ARCH_…``), and its numbers of calls by name."""

    audit_name: int
    numbers: dict[str, int]


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
