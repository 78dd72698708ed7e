"""A line that says what is happening, beside three moving dots."""

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.theme import Appearance

_STEP_MS, _DOTS = 180, 3


class _BusyDots(QWidget):
    """Three dots, one of them darker; still when motion is reduced."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._step = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_STEP_MS)
        self._timer.timeout.connect(self._advance)

    def sizeHint(self) -> QSize:
        """Return the room for the dots."""
        return QSize(22, 16)

    def set_moving(self, *, moving: bool) -> None:
        """Start or stop."""
        if moving and self._appearance.animated:
            self._timer.start()
        else:
            self._timer.stop()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dots."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for dot in range(_DOTS):
            colour = QColor(self._appearance.theme.accent)
            colour.setAlphaF(1.0 if dot == self._step else 0.3)
            painter.setBrush(colour)
            painter.drawEllipse(dot * 8, self.height() // 2 - 2, 5, 5)
        painter.end()

    def _advance(self) -> None:
        self._step = (self._step + 1) % _DOTS
        self.update()


class BusyLine(QWidget):
    """Shows “Searching your files…” beside the dots; the text is found by ``name``."""

    def __init__(self, appearance: Appearance, name: str = "stage_label") -> None:
        super().__init__()
        self._mark = _BusyDots(appearance)
        self._mark.setFixedSize(self._mark.sizeHint())
        self._text: QLabel = label("", "stage")
        self._text.setObjectName(name)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._mark)
        layout.addWidget(self._text, 1)  # the whole line: a longer text is whole at once

    def say(self, text: str) -> None:
        """Show the present activity."""
        self._text.setText(text)
        self._mark.set_moving(moving=True)
        self.show()

    def finish(self) -> None:
        """Hide the line and stop its dots."""
        self._mark.set_moving(moving=False)
        self.hide()

    def text(self) -> str:
        """Return the text shown."""
        return self._text.text()
