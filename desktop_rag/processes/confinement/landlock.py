"""Landlock: the Linux kernel lets a process write below some paths only, and keeps it from TCP and others' processes.

Structures and constants are those of ``include/uapi/linux/landlock.h``; what the running kernel does not know is left
out, as ``Documentation/userspace-api/landlock.rst`` tells.
"""

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path

from desktop_rag.processes.confinement.system_calls import call

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
