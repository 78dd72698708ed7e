"""Python's cycle collector, on the thread of the window only.

Any thread may trigger it otherwise, and one that finds a widget nobody holds any more would destroy it there: Qt
ends the program then. Qutebrowser and Calibre do the same.
"""

import gc
import linecache
import sys
import time

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 1000
# Python would look at everything after 100 collections: by then, 300 questions in a row have left 50 MB. With many
# turns open that takes 30 ms, and is done less often.
_FULL_SECONDS, _FULL_SHARE = 10.0, 1 / 3000


class GarbageCollector(QObject):
    """Collects when Python would begin to, at most once a second; what libraries bring with them is never looked at.

    Those that are loaded after the start make 90,000 objects, for which each full collection took 53 ms on the thread
    of the window; without them it takes 0.3 ms.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._threshold = gc.get_threshold()[0]
        self._full_at = 0.0
        self._loaded = len(sys.modules)
        gc.collect()
        self._settle()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._check)
        self._timer.start(_INTERVAL_MS)

    def close(self) -> None:
        """Let Python collect by itself again."""
        self._timer.stop()
        gc.enable()
        gc.unfreeze()

    def _settle(self) -> None:
        """Freeze the present objects for the collector, and free all modules' sources: PySide reads them, 40 MB."""
        linecache.clearcache()
        gc.freeze()

    def _check(self) -> None:
        if len(sys.modules) != self._loaded:
            self._loaded = len(sys.modules)
            self._settle()  # not collected before: that would look at all of it once; garbage of the last second stays
        if gc.get_count()[0] < self._threshold:
            return
        began = time.monotonic()
        if began < self._full_at:
            gc.collect(1)
            return
        gc.collect()
        ended = time.monotonic()
        self._full_at = ended + max(_FULL_SECONDS, (ended - began) / _FULL_SHARE)
