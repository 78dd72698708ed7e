"""Capabilities: what the administrator may do on Linux, in parts. A child started by one keeps what reading needs."""

import ctypes

from desktop_rag.processes.confinement.system_calls import call

_VERSION = 0x20080522  # _LINUX_CAPABILITY_VERSION_3 of include/uapi/linux/capability.h
_KEPT = 1 << 2  # CAP_DAC_READ_SEARCH: read files whatever their permissions


class _Header(ctypes.Structure):
    """Which process is meant: 0 for this thread."""

    _fields_ = (("version", ctypes.c_uint32), ("process", ctypes.c_int))


class _Data(ctypes.Structure):
    """Half of the sets: 32 capabilities, a bit for each."""

    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def drop_capabilities() -> None:
    """Keep reading of this thread's capabilities, if it has any: limits cannot be raised again, no device be made.

    Raises:
        OSError: the system forbids even that.

    """
    header, data = _Header(_VERSION, 0), (_Data * 2)()
    call("capget", ctypes.byref(header), data)
    data[0] = _Data(data[0].effective & _KEPT, data[0].permitted & _KEPT, 0)
    data[1] = _Data()
    call("capset", ctypes.byref(header), data)
