"""The list of contradictions: both quotations beside each other, below each other where there is little room."""

import math
import unicodedata
from functools import cache

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from desktop_rag.core.results.contradictions import Contradiction, Quotation
from desktop_rag.gui.all_documents import contradiction_words
from desktop_rag.gui.widgets.list_delegate import LineDelegate, option_rect, option_state
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.row_list import ENTER_KEYS, ROW_ROLE, RowList, RowModel
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, font, scaled

_SIDE, _TOP, _GAP = 14, 10, 16  # pixels
_HEAD, _PLACE, _LINE, _NOTE = 24, 20, 20, 20
_BATCH = 40  # rows that are laid out in one turn
_SAMPLE = "The monthly rent is 1,150 euros and is due on the third working day of each month."
_LINES = 3  # of a quotation; where they stand below each other, two
_WIDE = 560  # from here on two quotations stand beside each other


class _Delegate(LineDelegate):
    """Paints a contradiction: what it is about, and both quotations with what disagrees marked."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a row's size: as many lines as its longer quotation needs."""
        width = option_rect(option).width()
        row = index.data(ROW_ROLE)
        note = _NOTE if isinstance(row, Contradiction) and row.is_newer else 0
        boxes = side_boxes(QRect(0, 0, width, 0), row) if isinstance(row, Contradiction) else ()
        bottom = max((part.bottom() + 1 for part, _ in boxes), default=0)
        return QSize(width, bottom + scaled(_TOP + note))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, Contradiction):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        self._paint_ground(painter, box, option_state(option))
        inner = box.adjusted(_SIDE, scaled(_TOP), -_SIDE, -scaled(_TOP))
        head = QRect(inner.left(), inner.top(), inner.width(), scaled(_HEAD))
        kind = contradiction_words.kind(row.kind)
        self._write(painter, head, kind, SMALL, "muted", right=True)
        head.setRight(head.right() - QFontMetrics(font(SMALL, sample=kind)).horizontalAdvance(kind) - 12)
        self._write(painter, head, contradiction_words.title(row), TEXT, "text", bold=True)
        for side, (part, lines) in zip((row.one, row.other), side_boxes(box, row), strict=True):
            self._paint_side(painter, part, side, lines)
        if row.is_newer:
            below = QRect(inner.left(), inner.bottom() - scaled(_NOTE) + 1, inner.width(), scaled(_NOTE))
            self._write(painter, below, contradiction_words.note(row), SMALL, "muted")
        painter.restore()

    def _paint_ground(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        theme = self._appearance.theme
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setBrush(theme.color("accent_soft" if selected else "hover" if hovered else "surface"))
        painter.setPen(QPen(theme.color("accent" if selected else "border"), 1))
        painter.drawRoundedRect(QRectF(box).adjusted(1.5, 3.5, -1.5, -3.5), 8, 8)

    def _paint_side(self, painter: QPainter, part: QRect, side: Quotation, lines: int) -> None:
        place = QRect(part.left(), part.top(), part.width(), scaled(_PLACE))
        self._write(painter, place, contradiction_words.place(side), SMALL, "muted", mode=Qt.TextElideMode.ElideMiddle)
        text, marked = contradiction_words.line_of(side)
        self._write_marked(painter, part.adjusted(0, place.height(), 0, 0), text, (marked,), lines=lines)


def side_boxes(box: QRect, row: Contradiction) -> tuple[tuple[QRect, int], tuple[QRect, int]]:
    """Return where the two quotations of a row stand, each with how many lines it has."""
    inner = box.adjusted(_SIDE, scaled(_TOP) + scaled(_HEAD), -_SIDE, 0)
    if box.width() >= scaled(_WIDE):
        width = (inner.width() - _GAP) // 2
        lines = max(_lines_of(side, width, _LINES) for side in (row.one, row.other))
        height = scaled(_PLACE + lines * _LINE)
        right = QRect(inner.right() - width + 1, inner.top(), width, height)
        return (QRect(inner.left(), inner.top(), width, height), lines), (right, lines)
    lines = _lines_of(row.one, inner.width(), _LINES - 1)
    first = QRect(inner.left(), inner.top(), inner.width(), scaled(_PLACE + lines * _LINE))
    lines_below = _lines_of(row.other, inner.width(), _LINES - 1)
    below = QRect(inner.left(), first.bottom() + 1, inner.width(), scaled(_PLACE + lines_below * _LINE))
    return (first, lines), (below, lines_below)


def _lines_of(side: Quotation, width: int, most: int) -> int:
    """Return how many lines a quotation takes, nearly: laying out or measuring every row would take too long."""
    letters = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in side.quote)
    return max(1, min(most, math.ceil(letters * _letter_width(scaled(BODY)) / max(1, width))))


@cache
def _letter_width(_size: int) -> float:
    """Return the mean width of a letter, at a size of text."""
    return QFontMetrics(font(BODY, bold=True)).horizontalAdvance(_SAMPLE) / len(_SAMPLE)


class ContradictionList(RowList[Contradiction]):
    """Enter shows both pages, Left and Right one of them, Delete dismisses."""

    side_wanted = Signal(object)  # Quotation: the person wants to read it
    both_wanted = Signal()  # pages of the chosen one
    dismissal_wanted = Signal()
    own_keys = (Qt.Key.Key_Delete,)

    def __init__(self, appearance: Appearance) -> None:
        rows = RowModel(contradiction_words.spoken, contradiction_words.tool_tip)
        super().__init__(rows, _Delegate(appearance), appearance)
        self.setObjectName("contradiction_list")
        self.setAccessibleName(self.tr("Contradictions"))
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        self.doubleClicked.connect(lambda _index: self.both_wanted.emit())

    def act(self, row: Contradiction, key: int) -> bool:
        """Show both pages or one, or dismiss."""
        if key in ENTER_KEYS:
            self.both_wanted.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.side_wanted.emit(row.one if key == Qt.Key.Key_Left else row.other)
        elif key == Qt.Key.Key_Delete:
            self.dismissal_wanted.emit()
        else:
            return False
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show the page of the quotation that is clicked."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        row = self.rows.row(index.row())
        if row is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        (_, _), (other, _) = side_boxes(self.visualRect(index), row)
        is_other = other.contains(place) or (other.top() <= place.y() and place.x() >= other.left() > _SIDE * 2)
        self.side_wanted.emit(row.other if is_other else row.one)
