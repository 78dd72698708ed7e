"""Locks that several programs respect: the kernel guards them, so they end with their holder, however that ends."""

import contextlib
import errno
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.core.private_files import FILE_MODE

_PAUSE = 0.004  # seconds between two tries, half of it or one and a half times as long: equal programs don't keep pace
_TAKEN = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})
_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EBADF})
FOLDER_LOCK = ".lock"
"""The file in a folder that is locked on Windows, where folders cannot be."""


class FileLock:
    """A held lock. ``is_sure`` is False on drives without locks, where work continues without one."""

    def __init__(self, handle: int, *, is_sure: bool) -> None:
        self._handle: int | None = handle
        self.is_sure = is_sure

    @property
    def handle(self) -> int:
        """The open file that is locked, for its holder to read and write.

        Raises:
            ValueError: it was released.

        """
        if self._handle is None:
            raise ValueError("this lock was released")
        return self._handle

    def release(self) -> None:
        """Let others have it; idempotent."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def try_lock(path: Path, *, alone: bool, create: bool = True) -> FileLock | None:
    """Return the lock on a file, which several hold together unless one is to hold it ``alone``; None while it is held.

    Two locks of one program exclude each other like those of two programs. The file may hold anything, and stays. A
    folder can be locked as well: itself, or on Windows by a file in it.

    Raises:
        OSError: there is no such file, and it cannot be made or is not to be.

    """
    if sys.platform == "win32" and path.is_dir():
        path, create = path / FOLDER_LOCK, True
    handle = _open(path, alone=alone, create=create)
    try:
        _take(handle, alone=alone)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return FileLock(handle, is_sure=False)
        os.close(handle)
        if error.errno in _TAKEN:
            return None
        raise
    except BaseException:
        os.close(handle)
        raise
    if not _has_name(handle, path):  # who held it before took the file away: another program may lock a new one
        os.close(handle)
        return None
    return FileLock(handle, is_sure=True)


def lock_within(path: Path, seconds: float, *, alone: bool, create: bool = True) -> FileLock | None:
    """Return the lock on a file, see ``try_lock``; None when it is not free within some seconds.

    Raises:
        OSError: there is no such file, and it cannot be made or is not to be.

    """
    until = time.monotonic() + seconds
    while (lock := try_lock(path, alone=alone, create=create)) is None:
        if time.monotonic() > until:
            return None
        time.sleep(_PAUSE * random.uniform(0.5, 1.5))  # noqa: S311 - no secret
    return lock


@contextmanager
def held(path: Path, seconds: float, *, alone: bool, create: bool = True) -> Iterator[bool]:
    """Hold the lock on a file; gives False, and nothing is held, when it is not free within some seconds.

    Raises:
        OSError: there is no such file, and it cannot be made or is not to be.

    """
    lock = lock_within(path, seconds, alone=alone, create=create)
    try:
        yield lock is not None
    finally:
        if lock is not None:
            lock.release()


def _open(path: Path, *, alone: bool, create: bool) -> int:
    flags = os.O_RDWR | (os.O_CREAT if create else 0)
    try:
        return os.open(path, flags, FILE_MODE)
    except IsADirectoryError:
        return os.open(path, os.O_RDONLY)
    except OSError:
        if alone:
            raise
        return os.open(path, os.O_RDONLY)  # a folder of somebody else: readers may share what is there


def _has_name(handle: int, path: Path) -> bool:
    """Return True if an open file still has its name."""
    with contextlib.suppress(OSError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False


if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _AT_ONCE, _ALONE = 1, 2
    _FAR = 0x7FFFFFFF  # of the offset's upper half: what is locked cannot be read by others
    _ERROR_LOCK_VIOLATION, _ERROR_IO_PENDING = 33, 997

    class _Overlapped(ctypes.Structure):
        _fields_ = (
            ("Internal", ctypes.c_void_p),
            ("InternalHigh", ctypes.c_void_p),
            ("Offset", wintypes.DWORD),
            ("OffsetHigh", wintypes.DWORD),
            ("hEvent", wintypes.HANDLE),
        )

    _KERNEL = ctypes.WinDLL("kernel32", use_last_error=True)
    _KERNEL.LockFileEx.argtypes = [wintypes.HANDLE, *[wintypes.DWORD] * 4, ctypes.POINTER(_Overlapped)]
    _KERNEL.LockFileEx.restype = wintypes.BOOL

    def _take(handle: int, *, alone: bool) -> None:
        """Lock an open file, or raise an error that says that another one did."""
        place = _Overlapped(OffsetHigh=_FAR)
        flags = _AT_ONCE | (_ALONE if alone else 0)
        if not _KERNEL.LockFileEx(msvcrt.get_osfhandle(handle), flags, 0, 1, 0, ctypes.byref(place)):
            code = ctypes.get_last_error()
            if code in {_ERROR_LOCK_VIOLATION, _ERROR_IO_PENDING}:
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            raise ctypes.WinError(code)
else:
    import fcntl

    def _take(handle: int, *, alone: bool) -> None:
        """Lock an open file, or raise an error that says that another one did."""
        fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
