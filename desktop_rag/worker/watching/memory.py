"""Memory that is free but still the program's."""

import ctypes
import functools
import sys
from collections.abc import Callable


def give_back_memory() -> None:
    """Hand free memory back to the system, where the C library would keep it for each thread; takes milliseconds.

    Watching a busy folder for six minutes left 11 MB of it, a seventh of the program.
    """
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@functools.cache
def _malloc_trim() -> Callable[[int], int] | None:
    """Return glibc's function; None elsewhere: other allocators do this themselves."""
    if sys.platform != "linux":
        return None
    trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim
