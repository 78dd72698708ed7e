"""The one motion on a page: it scrolls to the passage while the marks fade in."""

from PySide6.QtCore import QEasingCurve, QObject, QPropertyAnimation, QVariantAnimation, Signal
from PySide6.QtWidgets import QScrollBar

from desktop_rag.gui.widgets.theme import MOTION_MS


class HighlightFade(QObject):
    """Slides a scroll bar to a value; ``strength`` (0 to 1) is how visible the marks are meanwhile."""

    changed = Signal()

    def __init__(self, bar: QScrollBar, parent: QObject) -> None:
        super().__init__(parent)
        self.strength = 1.0
        self._bar = bar
        self._fade = QVariantAnimation(self)
        self._fade.setDuration(MOTION_MS)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self._fade.valueChanged.connect(self._set_strength)
        self._slide = QPropertyAnimation(bar, b"value", self)
        self._slide.setDuration(MOTION_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)

    def start(self, begin: int, goal: int) -> None:
        """Move from one value to another."""
        self._slide.stop()
        self._slide.setStartValue(begin)
        self._slide.setEndValue(goal)
        self._slide.start()
        self._fade.stop()
        self._fade.start()

    def jump(self, goal: int) -> None:
        """Be there at once."""
        self._slide.stop()
        self._fade.stop()
        self._bar.setValue(goal)
        self._set_strength(1.0)

    def _set_strength(self, value: object) -> None:
        """Let the marks appear gradually."""
        self.strength = float(value) if isinstance(value, float) else 1.0
        self.changed.emit()
