"""Limits of a task in a child: time, memory, disk space."""

import contextlib
import functools
import os
import sys
from dataclasses import dataclass

import psutil

_MB = 1e6
_GIB = 1024**3
_MOST_MEMORY = 4 * _GIB
_RESERVED = 2 * _GIB  # address space that threads and allocators take without using it
MOST_ADDRESS_SPACE = _MOST_MEMORY + _RESERVED
"""What no child that reads files gets more of, in bytes."""
_LARGEST_FILE = 16 * _GIB  # a file inside an archive may have 8 GiB


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one task: seconds without progress, and bytes of memory."""

    seconds: float
    memory: int = _MOST_MEMORY

    @classmethod
    def of_file(cls, size: int) -> "Limits":
        """Return the limits of reading a file: larger ones may take longer and need more."""
        return cls(60.0 + 10.0 * size / _MB, min(int(1.5 * _GIB) + 30 * size, _most_memory()))


@functools.cache
def _most_memory() -> int:
    """Return the maximum memory of a task that reads a file on this machine, in bytes."""
    return min(_MOST_MEMORY, int(psutil.virtual_memory().total) // 2)


def apply_limits(limits: Limits) -> None:
    """Hold the running task to its limits, as far as the system can; the parent watches the clock and the memory."""
    if sys.platform != "win32":
        import resource

        spent = resource.getrusage(resource.RUSAGE_SELF)
        # counted from the start of the process and over all threads; the child has read other files before
        seconds = spent.ru_utime + spent.ru_stime + limits.seconds * min(4, os.cpu_count() or 1)
        _set_soft(resource.RLIMIT_CPU, int(seconds) + 1)
        # macOS does not hold programs to it
        if sys.platform == "linux":
            _set_soft(resource.RLIMIT_AS, limits.memory + _RESERVED)


def lower_ceilings(memory: int) -> None:
    """Lower the ceilings for all tasks of this process, so that code in it cannot raise its own limits.

    ``memory`` is that of its addresses, in bytes.
    """
    if sys.platform != "win32":
        import resource

        _set_hard(resource.RLIMIT_CORE, 0)
        _set_hard(resource.RLIMIT_FSIZE, _LARGEST_FILE)
        if sys.platform == "linux":
            _set_hard(resource.RLIMIT_AS, memory)


def _set_soft(kind: int, value: int) -> None:
    """Set a limit that can be moved again, as far as the hard one lets it."""
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError, ValueError):
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def _set_hard(kind: int, value: int) -> None:
    """Set a limit that cannot be moved up again; a lower one stays."""
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError, ValueError):
            soft, hard = (
                value if one == resource.RLIM_INFINITY else min(one, value) for one in resource.getrlimit(kind)
            )
            resource.setrlimit(kind, (soft, hard))
