"""The list of “Compare”: both sides of each difference beside each other, or one above the other where it is narrow."""

from collections.abc import Iterable

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent, QTextCharFormat
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from desktop_rag.core.results.comparison import ChangedFile, Difference, DifferenceKind, FileChange, Side
from desktop_rag.gui.all_documents import comparison_words
from desktop_rag.gui.widgets.basics import plain_tip, set_up_list
from desktop_rag.gui.widgets.list_delegate import (
    LINE_ROLE,
    TONE_ROLE,
    LineDelegate,
    TwoLineDelegate,
    marked_layout,
    option_rect,
    option_state,
)
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import BODY, SMALL, Appearance, font, scaled

DIFFERENCE_ROLE = Qt.ItemDataRole.UserRole + 1
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LINE, _LINES, _SIDE, _BETWEEN, _TOP = 20, 3, 12, 20, 6
_NARROW = 480  # a list narrower than this has the sides one above the other


class DifferenceModel(QAbstractListModel):
    """The differences of some kinds, in order."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Difference] = []

    def show(self, rows: Iterable[Difference]) -> None:
        """Show these differences."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def row(self, number: int) -> Difference | None:
        """Return a row, None when there is none."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the difference for the delegate, and the text for screen readers."""
        row = self.row(index.row())
        if row is None:
            return None
        if role == DIFFERENCE_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return comparison_words.spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(comparison_words.tool_tip(row))
        return None


def is_narrow(width: int) -> bool:
    """Return True if a list of this width has the sides of a difference one above the other."""
    return width < scaled(_NARROW)


class DifferenceDelegate(LineDelegate):
    """Paints a difference: its kind, then both sides with what the other lacks marked."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's
        """Return the height of any row."""
        width = option_rect(option).width()
        lines = 1 + (_LINES + 1) * (2 if is_narrow(width) else 1)
        return QSize(width, scaled(_LINE) * lines + 2 * _TOP + (_TOP if is_narrow(width) else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(DIFFERENCE_ROLE)
        if not isinstance(row, Difference):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, state, theme = option_rect(option), option_state(option), self._appearance.theme
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.color("accent_soft" if selected else "hover"))
            painter.setPen(QPen(theme.color("accent"), 1) if selected else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8)
        inner = box.adjusted(_SIDE, _TOP, -_SIDE, -_TOP)
        line = scaled(_LINE)
        head = QRect(inner.left(), inner.top(), inner.width(), line)
        self._write(painter, head, comparison_words.title(row), SMALL, _role(row), bold=True)
        for number, side in enumerate((row.before, row.after)):
            self._paint_side(painter, side_box(inner, number), side, is_before=not number)
        painter.restore()

    def _paint_side(self, painter: QPainter, box: QRect, side: Side | None, *, is_before: bool) -> None:
        theme, line = self._appearance.theme, scaled(_LINE)
        if side is None:
            self._write(painter, QRect(box.left(), box.top(), box.width(), line), "–", BODY, "faint")
            return
        text, ranges = comparison_words.excerpt(side)
        layout = marked_layout(text, ranges, font(BODY, sample=text), box.width(), self._mark(is_before), _LINES)
        for number in range(layout.lineCount()):
            layout.lineAt(number).setPosition(QPointF(0, number * line))
        painter.setPen(theme.color("text"))
        layout.draw(painter, QPointF(box.topLeft()), [], QRectF(box))
        below = QRect(box.left(), box.top() + _LINES * line, box.width(), line)
        self._write(painter, below, comparison_words.place_of(side), SMALL, "faint")

    def _mark(self, is_before: bool) -> QTextCharFormat:  # noqa: FBT001
        """Return how words look that the other side lacks: struck, or underlined, as not all see colours."""
        theme = self._appearance.theme
        mark = QTextCharFormat()
        mark.setBackground(theme.color("error_soft" if is_before else "accent_soft"))
        mark.setForeground(theme.color("error" if is_before else "ok"))
        mark.setFontWeight(QFont.Weight.DemiBold)
        mark.setFontStrikeOut(is_before)
        mark.setFontUnderline(not is_before)
        return mark


def side_box(inner: QRect, number: int) -> QRect:
    """Return where a side of a difference stands in the box of its row: the first, or the second."""
    line = scaled(_LINE)
    top, height = inner.top() + line, line * (_LINES + 1)
    if is_narrow(inner.width() + 2 * _SIDE):
        return QRect(inner.left(), top + number * (height + _TOP), inner.width(), height)
    half = (inner.width() - _BETWEEN) // 2
    return QRect(inner.left() + number * (half + _BETWEEN), top, half, height)


def _role(row: Difference) -> str:
    return {DifferenceKind.NEW: "ok", DifferenceKind.GONE: "error", DifferenceKind.CHANGED: "warning"}.get(
        row.kind, "muted"
    )


class DifferenceList(QListView):
    """Shows differences; Left and Right choose the side, Enter opens its page, Esc goes back to the boxes."""

    chosen = Signal(object)  # Side: the person looks at it
    opened = Signal(object)  # Side: the person wants to read it
    left = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.rows = DifferenceModel()
        self.setObjectName("difference_list")
        self.setAccessibleName(self.tr("Differences"))
        self.setModel(self.rows)
        self._delegate = DifferenceDelegate(appearance)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        set_up_list(self, appearance)
        self.selectionModel().currentChanged.connect(self._tell)

    def take_focus(self) -> None:
        """Take the keyboard, on the first row where none is chosen."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.currentIndex().isValid() and self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(0))

    def event(self, event: QEvent) -> bool:
        """Keep Esc for this list."""
        is_key = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a side, or go back."""
        number = self.currentIndex().row()
        row, key = self.rows.row(number), event.key()
        if row is not None and key in _ENTER:
            self.opened.emit(row.shown)
        elif row is not None and key == Qt.Key.Key_Left:
            self.opened.emit(row.before or row.shown)
        elif row is not None and key == Qt.Key.Key_Right:
            self.opened.emit(row.after or row.shown)
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and number <= 0):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the side that was clicked."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        row = self.rows.row(index.row())
        if row is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        second = side_box(self.visualRect(index).adjusted(_SIDE, _TOP, -_SIDE, -_TOP), 1)
        is_after = place.y() >= second.top() if is_narrow(self.viewport().width()) else place.x() >= second.left()
        self.opened.emit((row.after if is_after else row.before) or row.shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out for the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _tell(self, index: QModelIndex) -> None:
        row = self.rows.row(index.row())
        if row is not None:
            self.chosen.emit(row.shown)


class ChangedFileModel(QAbstractListModel):
    """The files of a folder that differ, in order."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[ChangedFile] = []

    def show(self, rows: Iterable[ChangedFile]) -> None:
        """Show these files."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def row(self, number: int) -> ChangedFile | None:
        """Return a row, None when there is none."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the lines that the delegate paints, and the text for screen readers."""
        row = self.row(index.row())
        if row is None:
            return None
        name, line = comparison_words.file_name_of(row), comparison_words.file_line(row)
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == LINE_ROLE:
            return line
        if role == TONE_ROLE:
            return _FILE_TONES.get(row.kind, "muted")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{name}, {line}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(comparison_words.file_tip(row))
        return None


_FILE_TONES = {FileChange.NEW: "ok", FileChange.GONE: "error", FileChange.CHANGED: "warning"}


class ChangedFileList(QListView):
    """Shows the files of a folder that differ; Enter or a click opens one, Esc goes back to the boxes."""

    opened = Signal(object)  # ChangedFile
    left = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.rows = ChangedFileModel()
        self.setObjectName("changed_file_list")
        self.setAccessibleName(self.tr("Files that differ"))
        self.setModel(self.rows)
        self._delegate = TwoLineDelegate(appearance)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        set_up_list(self, appearance)
        self.clicked.connect(self._open)

    def take_focus(self) -> None:
        """Take the keyboard, on the first row where none is chosen."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.currentIndex().isValid() and self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(0))

    def event(self, event: QEvent) -> bool:
        """Keep Esc for this list."""
        is_key = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a file, or go back."""
        if event.key() in _ENTER:
            self._open(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        row = self.rows.row(index.row())
        if row is not None:
            self.opened.emit(row)
