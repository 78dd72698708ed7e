"""Timers."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer


def single_shot(parent: QObject, milliseconds: int, do: Callable[[], object]) -> QTimer:
    """Return a timer that calls ``do`` once, so long after it was started last; it ends with its parent."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(do)
    return timer


def step_by_step(parent: QObject, steps: Iterator[object]) -> None:
    """Go through ``steps`` one in each pass of the event loop, so that what a person does comes in between."""

    def step() -> None:
        for _made in steps:
            QTimer.singleShot(0, parent, step)
            return

    QTimer.singleShot(0, parent, step)
