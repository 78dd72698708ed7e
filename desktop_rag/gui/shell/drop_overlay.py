"""What covers the window while files are held over it: one field to drop them on, or two."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenuBar, QWidget

from desktop_rag.gui.widgets.theme import DISPLAY, Appearance, font, icon_pixmap

_UPPER = 2 / 3  # of the height, for the first of two fields
_GAP = 12


class DropOverlay(QWidget):
    """A veil with dashed outlines and a sentence in each; it lets everything below it through."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._covered = parent
        self._appearance = appearance
        self._text = ""
        self._texts: tuple[str, ...] = ()
        self.setObjectName("drop_overlay")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def offer(self, text: str, left: int = 0, below: str = "", *, is_below: bool = False) -> None:
        """Cover the parent, but for so many pixels at the left, and say what dropping does.

        With ``below`` a second field says what dropping does there; ``is_below``: the pointer is in it.
        """
        self._texts = (text, below) if below else (text,)
        self._text = below if is_below else text
        self.setAccessibleName(self._text)
        self.cover(left)
        self.update()
        self.raise_()
        self.show()

    def cover(self, left: int) -> None:
        """Cover what lies below the menu bar, but for so many pixels at the left."""
        bar = self._covered.findChild(QMenuBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        top = bar.height() if bar is not None and bar.isVisible() else 0
        self.setGeometry(self._covered.rect().adjusted(left, top, 0, 0))

    def text(self) -> str:
        """Return what dropping does where the pointer is."""
        return self._text

    def border(self) -> float:
        """Return the height in the parent at which the lower of two fields begins."""
        return self.y() + self.height() * _UPPER

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the veil and the fields."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._appearance.theme
        veil = QColor(theme.window)
        veil.setAlphaF(0.92)
        painter.fillRect(self.rect(), veil)
        for text, field in zip(self._texts, self._fields(), strict=True):
            self._paint_field(painter, field, text)
        painter.end()

    def _fields(self) -> tuple[QRectF, ...]:
        """Return where the fields are; files dropped beside them count for the nearest."""
        inner = QRectF(self.rect()).adjusted(24, 24, -24, -24)
        if len(self._texts) == 1:
            return (inner,)
        border = self.height() * _UPPER
        upper, lower = QRectF(inner), QRectF(inner)
        upper.setBottom(border - _GAP / 2)
        lower.setTop(border + _GAP / 2)
        return upper, lower

    def _paint_field(self, painter: QPainter, field: QRectF, text: str) -> None:
        theme = self._appearance.theme
        is_meant = text == self._text
        painter.setPen(QPen(theme.color("accent" if is_meant else "border"), 2, Qt.PenStyle.DashLine))
        ground = theme.color("accent_soft")
        ground.setAlphaF(0.5 if is_meant else 0.0)
        painter.setBrush(ground)
        painter.drawRoundedRect(field, 16, 16)
        middle = field.center().toPoint()
        pixmap = icon_pixmap("drop", theme.accent if is_meant else theme.muted, 40, self.devicePixelRatioF())
        painter.drawPixmap(middle.x() - 20, middle.y() - 52, pixmap)
        painter.setFont(font(DISPLAY, bold=True, sample=text))
        painter.setPen(theme.color("text" if is_meant else "muted"))
        box = field.adjusted(24, field.height() / 2, -24, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, text)
