"""What covers the window while files are held over it."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_rag.gui.widgets.theme import DISPLAY, Appearance, font, icon_pixmap


class DropOverlay(QWidget):
    """A veil with a dashed outline and one sentence; it lets everything below it through."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._covered = parent
        self._appearance = appearance
        self._text = ""
        self.setObjectName("drop_overlay")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def offer(self, text: str, left: int = 0) -> None:
        """Cover the parent, but for so many pixels at the left, and say what dropping does."""
        self._text = text
        self.setAccessibleName(text)
        self.setGeometry(self._covered.rect().adjusted(left, 0, 0, 0))
        self.update()
        self.raise_()
        self.show()

    def text(self) -> str:
        """Return the sentence that is shown."""
        return self._text

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint veil, outline, icon and sentence."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._appearance.theme
        veil = QColor(theme.window)
        veil.setAlphaF(0.92)
        painter.fillRect(self.rect(), veil)
        pen = QPen(theme.color("accent"), 2, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        ground = theme.color("accent_soft")
        ground.setAlphaF(0.5)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(24, 24, -24, -24), 16, 16)
        middle = self.rect().center()
        pixmap = icon_pixmap("drop", theme.accent, 40, self.devicePixelRatioF())
        painter.drawPixmap(middle.x() - 20, middle.y() - 52, pixmap)
        painter.setFont(font(DISPLAY, bold=True, sample=self._text))
        painter.setPen(theme.color("text"))
        box = self.rect().adjusted(48, self.height() // 2, -48, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self._text)
        painter.end()
