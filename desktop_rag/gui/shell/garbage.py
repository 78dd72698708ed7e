"""Python's cycle collector, on the thread of the window only.

Any thread may trigger it otherwise, and one that finds a widget nobody holds any more would destroy it there: Qt
ends the program then. Qutebrowser and Calibre do the same.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 1000


class GarbageCollector(QObject):
    """Collects when Python would have, at most once a second; what was there at the start is never looked at."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._collections = [0, 0]
        gc.collect()
        gc.freeze()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._check)
        self._timer.start(_INTERVAL_MS)

    def close(self) -> None:
        """Let Python collect by itself again."""
        self._timer.stop()
        gc.enable()
        gc.unfreeze()

    def _check(self) -> None:
        if gc.get_count()[0] < self._thresholds[0]:
            return
        generation = 0
        for older, threshold in enumerate(self._thresholds[1:]):
            self._collections[older] += 1
            if self._collections[older] < threshold:
                break
            self._collections[older] = 0
            generation = older + 1
        gc.collect(generation)
