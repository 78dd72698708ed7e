"""A cancel token: set once from any thread, polled by long work, able to close what blocks."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from desktop_rag.core.errors import CancelledError, contained

_log = logging.getLogger(__name__)


class CancelToken:
    """A cancel token for one job.

    Work polls ``raise_if_cancelled()``; blocking reads register a closer with ``closing()``, which is
    called from the cancelling thread so that the read returns at once.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._closers: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        """True if the job was cancelled."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Ask the job to stop; calling it again does nothing."""
        with self._lock:
            if self._event.is_set():
                return
            self._event.set()
            closers = list(self._closers)
        # without the lock: closing ends what stands inside ``closing``, which takes it
        for close in closers:
            with contained(_log, "what is to stop cannot be closed"):
                close()

    def raise_if_cancelled(self) -> None:
        """Raise ``CancelledError`` when the job was cancelled."""
        if self._event.is_set():
            raise CancelledError

    def wait(self, seconds: float) -> bool:
        """Sleep, but wake at once when cancelled; return whether it was."""
        return self._event.wait(seconds)

    @contextmanager
    def closing(self, close: Callable[[], None]) -> Iterator[None]:
        """Let cancelling also call ``close`` while inside (from the cancelling thread)."""
        with self._lock:
            self._closers.append(close)
            already = self._event.is_set()
        try:
            # cancelled before ``cancel`` could know of it
            if already:
                close()
            yield
        finally:
            with self._lock:
                self._closers.remove(close)
