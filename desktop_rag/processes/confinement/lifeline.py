"""A child ends with its parent, also in the middle of native code and however the parent ended."""

import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import wait

import psutil


def end_with_parent() -> None:
    """End this process at once when the one that started it is gone; nothing happens in a process of no parent.

    On Linux the kernel does it: closing the parent's end of a pipe sends SIGKILL. Elsewhere a thread waits for it.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        import fcntl

        pipe = parent.sentinel
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
        if wait([pipe], 0):  # it was gone before the kernel was asked to watch
            psutil.Process().kill()
    else:
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), name="lifeline", daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    try:
        wait([sentinel])
    finally:  # a child that cannot tell whether its parent is there must not outlive it
        psutil.Process().kill()
