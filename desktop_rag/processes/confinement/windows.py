"""Job objects and mitigation policies of Windows: a child ends with the program, starts nothing, has limited memory.

Structures and constants are those of ``winnt.h`` (``JOBOBJECT_…``, ``PROCESS_MITIGATION_…``). Windows has no way to
take the network or the right to write from a process that runs already.
"""

import ctypes
import sys
from contextlib import suppress

_EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
_PROCESSES, _MEMORY, _END_ON_ERROR, _END_WITH_JOB = 0x8, 0x100, 0x400, 0x2000  # JOB_OBJECT_LIMIT_…
_POLICIES = {6: 1, 10: 2, 13: 1}  # no extension points; no libraries that anybody may write; no child processes


class BasicLimits(ctypes.Structure):
    """``JOBOBJECT_BASIC_LIMIT_INFORMATION``."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("smallest_working_set", ctypes.c_size_t),
        ("largest_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """``JOBOBJECT_EXTENDED_LIMIT_INFORMATION``."""

    _fields_ = (
        ("basic", BasicLimits),
        ("transferred", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("most_process_memory", ctypes.c_size_t),
        ("most_job_memory", ctypes.c_size_t),
    )


def limits_of_child(memory: int) -> ExtendedLimits:
    """Return the limits of a child: it alone, ``memory`` bytes, and no longer than the holder of the job."""
    limits = ExtendedLimits()
    limits.basic.flags = _PROCESSES | _MEMORY | _END_ON_ERROR | _END_WITH_JOB
    limits.basic.processes = 1
    limits.process_memory = memory
    return limits


if sys.platform == "win32":

    class Job:
        """Holds a process, by its handle, until it is closed or this program ends; OSError when that is forbidden."""

        def __init__(self, process: int, memory: int) -> None:
            self._library = ctypes.WinDLL("kernel32", use_last_error=True)
            self._library.CreateJobObjectW.restype = ctypes.c_void_p
            self._job = ctypes.c_void_p(self._library.CreateJobObjectW(None, None))
            limits = limits_of_child(memory)
            size = ctypes.sizeof(limits)
            self._check(self._library.SetInformationJobObject(self._job, _EXTENDED_LIMITS, ctypes.byref(limits), size))
            self._check(self._library.AssignProcessToJobObject(self._job, ctypes.c_void_p(process)))

        def close(self) -> None:
            """End the process, if it still runs; idempotent."""
            job, self._job = self._job, ctypes.c_void_p()
            if job:
                self._library.CloseHandle(job)

        def _check(self, done: int) -> None:
            if not done:
                error = ctypes.get_last_error()
                self.close()
                raise ctypes.WinError(error)

    def harden() -> None:
        """Keep this process from loading other programs' extensions, as far as this Windows can."""
        library = ctypes.WinDLL("kernel32")
        for policy, flags in _POLICIES.items():
            with suppress(OSError, AttributeError):
                library.SetProcessMitigationPolicy(policy, ctypes.byref(ctypes.c_uint32(flags)), ctypes.c_size_t(4))

    def is_alone() -> bool:
        """Return True if this process is held by a job in which no other can be started."""
        found = ExtendedLimits()
        size = ctypes.sizeof(found)
        library = ctypes.WinDLL("kernel32")
        if not library.QueryInformationJobObject(None, _EXTENDED_LIMITS, ctypes.byref(found), size, None):
            return False
        return bool(found.basic.flags & _PROCESSES) and found.basic.processes == 1
