"""A card with one sentence of the tour, and the line around what the sentence is about."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_rag.gui.widgets.basics import button, label
from desktop_rag.gui.widgets.theme import Appearance, scaled

_WIDTH, _GAP, _MARGIN = 320, 12, 12
_STEP = 24  # between the places that are tried


class TourCard(QFrame):
    """Stands beside a part of the window and leaves everything else usable."""

    next_wanted = Signal()
    skipped = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour_card")
        self._sentence = label("", "body", wrap=True)
        self._sentence.setObjectName("tour_sentence")
        self._number = label("", "small")
        self.skip_button = button(self.tr("Skip"), "tour_skip_button", "quiet")
        self.next_button = button(self.tr("Next"), "tour_next_button", "primary")
        self.skip_button.clicked.connect(self.skipped)
        self.next_button.clicked.connect(self.next_wanted)
        for push in (self.skip_button, self.next_button):
            push.setAutoDefault(True)  # Return presses the one that has the keyboard
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._number, 1)
        row.addWidget(self.skip_button)
        row.addWidget(self.next_button)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(16, 14, 12, 12)
        self._lines.setSpacing(12)
        self._lines.addWidget(self._sentence)
        self._lines.addLayout(row)
        self.hide()

    def event(self, event: QEvent) -> bool:
        """Keep Esc for this card while the keyboard is in it."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self.skipped.emit()
                return True
        return super().event(event)

    def tell(self, sentence: str, number: int, count: int) -> None:
        """Show a sentence, the ``number``-th of ``count``."""
        self._sentence.setText(sentence)
        self._number.setText(self.tr("{number} of {count}").format(number=number, count=count))
        is_last = number == count
        self.next_button.setText(self.tr("Done") if is_last else self.tr("Next"))
        self.skip_button.setVisible(not is_last)
        self.setAccessibleName(f"{sentence} {self._number.text()}")
        self.show()
        self.raise_()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleName()))

    def stand_beside(self, target: QRect, room: QRect, taken: Sequence[QRect]) -> None:
        """Stand near ``target``, inside ``room``, where least of ``taken`` is covered; all in the window's coordinates.

        Of places as good the nearest is chosen, below before above.
        """
        self.setFixedWidth(min(scaled(_WIDTH), room.width() - 2 * _MARGIN))
        self._lines.activate()
        self.setFixedHeight(self._lines.totalHeightForWidth(self.width()))
        inner = room.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        last = QPoint(inner.right() - self.width(), inner.bottom() - self.height())
        columns = (
            target.left(),
            target.right() - self.width(),
            target.right() + _GAP,
            target.left() - _GAP - self.width(),
        )
        first = (target.bottom() + _GAP, target.top() - _GAP - self.height(), target.top() + _MARGIN)
        rows = (*first, *range(inner.top(), last.y(), scaled(_STEP)))
        places = [
            QRect(QPoint(max(min(x, last.x()), inner.left()), max(min(y, last.y()), inner.top())), self.size())
            for y in rows
            for x in columns
        ]
        wanted = (target, *taken)  # what a sentence is about is to be seen, too
        best = min(places, key=lambda place: (sum(map(partial(_shared, place), wanted)), _apart(place, target)))
        self.move(best.topLeft())


def _shared(one: QRect, other: QRect) -> int:
    """Return the area that two rectangles share, in square pixels."""
    both = one.intersected(other)
    return both.width() * both.height() if both.isValid() else 0


def _apart(one: QRect, other: QRect) -> int:
    """Return how many pixels lie between two rectangles."""
    across = max(one.left() - other.right(), other.left() - one.right(), 0)
    return across + max(one.top() - other.bottom(), other.top() - one.bottom(), 0)


class TourOutline(QWidget):
    """A line around a part of the window; the mouse goes through it."""

    def __init__(self, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour_outline")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._appearance = appearance
        appearance.changed.connect(self.update)
        self.hide()

    def surround(self, target: QRect) -> None:
        """Draw the line around a rectangle of the window."""
        self.setGeometry(target.adjusted(-4, -4, 4, 4))
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._appearance.theme.color("accent"), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        painter.end()
