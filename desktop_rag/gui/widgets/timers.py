"""Timers."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def single_shot(parent: QObject, milliseconds: int, do: Callable[[], object]) -> QTimer:
    """Return a timer that calls ``do`` once, so long after it was started last; it ends with its parent."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(do)
    return timer
