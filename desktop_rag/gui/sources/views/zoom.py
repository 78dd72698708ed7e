"""Makes what a view shows larger or smaller."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea

_STEP, _SMALLEST, _LARGEST = 1.1, 0.6, 3.0
_KEYS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}


class Zoom(QObject):
    """The magnification of a view: Ctrl with plus, minus and zero, or with the wheel, changes it."""

    changed = Signal()

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self.scale = 1.0
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    @property
    def percent(self) -> int:
        """The magnification in percent."""
        return round(100 * self.scale)

    def by(self, steps: int) -> None:
        """Make everything larger (positive) or smaller; 0 makes it as large as usual."""
        self.scale = min(max(self.scale * _STEP**steps, _SMALLEST), _LARGEST) if steps else 1.0
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys and turns of the wheel that zoom."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = _key(event)
        elif isinstance(event, QWheelEvent):
            steps = _turn(event)
        else:
            return False
        if steps is None:
            return super().eventFilter(watched, event)
        self.by(steps)
        return True


def _key(event: QKeyEvent) -> int | None:
    held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return _KEYS.get(Qt.Key(event.key())) if held else None


def _turn(event: QWheelEvent) -> int | None:
    """Return the steps of a wheel that is turned while Ctrl is held."""
    turned = event.angleDelta().y() if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 0
    return 1 if turned > 0 else -1 if turned < 0 else None
