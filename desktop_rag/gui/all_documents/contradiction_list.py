"""The list of contradictions: both quotations beside each other, below each other where there is little room."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from desktop_rag.core.results.contradictions import Contradiction, Quotation
from desktop_rag.gui.all_documents import contradiction_words
from desktop_rag.gui.widgets.basics import plain_tip, set_up_list
from desktop_rag.gui.widgets.list_delegate import LineDelegate, mark_format, marked_layout, option_rect, option_state
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, font, scaled

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_SIDE, _TOP, _GAP = 14, 10, 16  # pixels
_HEAD, _PLACE, _LINE, _NOTE = 24, 20, 20, 20
_LINES = 3  # of a quotation; where they stand below each other, two
_WIDE = 560  # from here on two quotations stand beside each other
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ContradictionModel(QAbstractListModel):
    """The contradictions of a group that have some words."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Contradiction] = []

    def show(self, rows: Sequence[Contradiction]) -> None:
        """Show these."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def row(self, number: int) -> Contradiction | None:
        """Return a contradiction, None where there is none."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return how many there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a contradiction for the delegate, and its words for screen readers."""
        row = self.row(index.row())
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return contradiction_words.spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(" ".join(side.quote.split()) for side in (row.one, row.other)))
        return None


class _Delegate(LineDelegate):
    """Paints a contradiction: what it is about, and both quotations with what disagrees marked."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a row's size; all have one height, except those that say that one is newer."""
        width = option_rect(option).width()
        row = index.data(ROW_ROLE)
        note = _NOTE if isinstance(row, Contradiction) and row.is_newer else 0
        sides = (_PLACE + _LINES * _LINE) if width >= scaled(_WIDE) else 2 * (_PLACE + (_LINES - 1) * _LINE)
        return QSize(width, scaled(2 * _TOP + _HEAD + sides + note))

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
        self._write(painter, head, " ".join(row.about.split()), TEXT, "text", bold=True)
        for side, (part, lines) in zip((row.one, row.other), side_boxes(box), strict=True):
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
        theme = self._appearance.theme
        place = QRect(part.left(), part.top(), part.width(), scaled(_PLACE))
        self._write(painter, place, contradiction_words.place(side), SMALL, "muted", mode=Qt.TextElideMode.ElideMiddle)
        text, marked = contradiction_words.line_of(side)
        layout = marked_layout(text, (marked,), font(BODY, sample=text), part.width(), mark_format(theme), lines)
        top = 0.0
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            line.setPosition(QPointF(0, top))
            top += line.height()
        painter.setPen(theme.color("text"))
        below = QPointF(part.left(), part.top() + scaled(_PLACE))
        layout.draw(painter, below, [], QRectF(part).adjusted(-1, -1, 1, 1))


def side_boxes(box: QRect) -> tuple[tuple[QRect, int], tuple[QRect, int]]:
    """Return where the two quotations of a row stand, each with how many lines it has."""
    inner = box.adjusted(_SIDE, scaled(_TOP) + scaled(_HEAD), -_SIDE, -scaled(_TOP))
    if box.width() >= scaled(_WIDE):
        height, width = scaled(_PLACE + _LINES * _LINE), (inner.width() - _GAP) // 2
        right = QRect(inner.right() - width + 1, inner.top(), width, height)
        return (QRect(inner.left(), inner.top(), width, height), _LINES), (right, _LINES)
    height = scaled(_PLACE + (_LINES - 1) * _LINE)
    below = QRect(inner.left(), inner.top() + height, inner.width(), height)
    return (QRect(inner.left(), inner.top(), inner.width(), height), _LINES - 1), (below, _LINES - 1)


class ContradictionList(QListView):
    """Enter shows both pages, Left and Right one of them, Delete dismisses, Esc goes back to the box."""

    side_wanted = Signal(object, bool)  # Quotation, whether the person wants to read it
    both_wanted = Signal(object)  # Contradiction
    dismissal_wanted = Signal(object)  # Contradiction
    left = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.rows = ContradictionModel()
        self._delegate = _Delegate(appearance)
        self.setObjectName("contradiction_list")
        self.setAccessibleName(self.tr("Contradictions"))
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        set_up_list(self, appearance)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.doubleClicked.connect(lambda _index: self._tell_both())
        self.selectionModel().currentChanged.connect(self._chosen)

    def current(self) -> Contradiction | None:
        """Return the contradiction that is chosen."""
        return self.rows.row(self.currentIndex().row())

    def take_focus(self) -> None:
        """Take the keyboard, on the first row where none is chosen."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.currentIndex().isValid() and self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(0))

    def event(self, event: QEvent) -> bool:
        """Keep Esc and Delete for this list."""
        is_key = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        own = (Qt.Key.Key_Escape, Qt.Key.Key_Delete)
        if is_key and isinstance(event, QKeyEvent) and event.key() in own:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show both pages or one, dismiss, or go back."""
        key, row = event.key(), self.current()
        if key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and self.currentIndex().row() <= 0):
            self.left.emit()
        elif row is None:
            super().keyPressEvent(event)
        elif key in _ENTER:
            self.both_wanted.emit(row)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.side_wanted.emit(row.one if key == Qt.Key.Key_Left else row.other, True)  # noqa: FBT003 - of the signal
        elif key == Qt.Key.Key_Delete:
            self.dismissal_wanted.emit(row)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show the page of the quotation that is clicked."""
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._click(event.position().toPoint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out for the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _click(self, place: QPoint) -> None:
        index = self.indexAt(place)
        row = self.rows.row(index.row())
        if row is None:
            return
        (_, _), (other, _) = side_boxes(self.visualRect(index))
        is_other = other.contains(place) or (other.top() <= place.y() and place.x() >= other.left() > _SIDE * 2)
        self.side_wanted.emit(row.other if is_other else row.one, True)  # noqa: FBT003 - of the signal

    def _tell_both(self) -> None:
        if (row := self.current()) is not None:
            self.both_wanted.emit(row)

    def _chosen(self, index: Index) -> None:
        if (row := self.rows.row(index.row())) is not None:
            self.side_wanted.emit(row.one, False)  # noqa: FBT003 - of the signal
