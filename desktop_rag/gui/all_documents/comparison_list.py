"""The list of “Compare”: both sides of each difference beside each other, or one above the other where it is narrow."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QTextCharFormat
from PySide6.QtWidgets import QStyleOptionViewItem

from desktop_rag.core.results.comparison import ChangedFile, Difference, DifferenceKind, FileChange, Side
from desktop_rag.gui.all_documents import comparison_words
from desktop_rag.gui.widgets.list_delegate import (
    LINE_ROLE,
    TONE_ROLE,
    LineDelegate,
    TwoLineDelegate,
    option_rect,
    option_state,
)
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.row_list import ENTER_KEYS, ROW_ROLE, RowList, RowModel
from desktop_rag.gui.widgets.theme import BODY, SMALL, Appearance, scaled

SIDE, BETWEEN = 12, 20  # pixels beside both sides of a difference, and between them
_LINE, _LINES, _TOP = 20, 3, 6
_NARROW = 480  # a list narrower than this has the sides one above the other


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
        row = index.data(ROW_ROLE)
        if not isinstance(row, Difference):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        self._paint_ground(painter, box, option_state(option))
        inner = box.adjusted(SIDE, _TOP, -SIDE, -_TOP)
        line = scaled(_LINE)
        head = QRect(inner.left(), inner.top(), inner.width(), line)
        self._write(painter, head, comparison_words.title(row), SMALL, _role(row), bold=True)
        for number, side in enumerate((row.before, row.after)):
            self._paint_side(painter, side_box(inner, number), side, is_before=not number)
        painter.restore()

    def _paint_side(self, painter: QPainter, box: QRect, side: Side | None, *, is_before: bool) -> None:
        line = scaled(_LINE)
        if side is None:
            self._write(painter, QRect(box.left(), box.top(), box.width(), line), "–", BODY, "faint")
            return
        place = QRect(box.left(), box.top(), box.width(), line)
        self._write(painter, place, comparison_words.place_of(side), SMALL, "faint")
        words = place.translated(0, line)
        words.setHeight(_LINES * line)
        self._write_marked(painter, words, *comparison_words.excerpt(side), lines=_LINES, mark=self._mark(is_before))

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
    if is_narrow(inner.width() + 2 * SIDE):
        return QRect(inner.left(), top + number * (height + _TOP), inner.width(), height)
    half = (inner.width() - BETWEEN) // 2
    return QRect(inner.left() + number * (half + BETWEEN), top, half, height)


def _role(row: Difference) -> str:
    return {DifferenceKind.NEW: "ok", DifferenceKind.GONE: "error", DifferenceKind.CHANGED: "warning"}.get(
        row.kind, "muted"
    )


class DifferenceList(RowList[Difference]):
    """Shows differences; Left and Right choose the side, Enter or a click opens its page."""

    opened = Signal(object)  # Side: the person wants to read it

    def __init__(self, appearance: Appearance) -> None:
        rows = RowModel(comparison_words.spoken, comparison_words.tool_tip)
        super().__init__(rows, DifferenceDelegate(appearance), appearance)
        self.setObjectName("difference_list")
        self.setAccessibleName(self.tr("Differences"))
        self.setUniformItemSizes(True)

    def act(self, row: Difference, key: int) -> bool:
        """Open a side."""
        sides = {Qt.Key.Key_Left: row.before, Qt.Key.Key_Right: row.after, **dict.fromkeys(ENTER_KEYS, row.shown)}
        if key not in sides:
            return False
        self.opened.emit(sides[Qt.Key(key)] or row.shown)
        return True

    def click(self, row: Difference, box: QRect, place: QPoint) -> None:
        """Open the side that was clicked."""
        second = side_box(box.adjusted(SIDE, _TOP, -SIDE, -_TOP), 1)
        is_after = place.y() >= second.top() if is_narrow(self.viewport().width()) else place.x() >= second.left()
        self.opened.emit((row.after if is_after else row.before) or row.shown)


class ChangedFileModel(RowModel[ChangedFile]):
    """The files of a folder that differ, each with the lines that a delegate paints."""

    def __init__(self) -> None:
        super().__init__(comparison_words.spoken_file, comparison_words.file_tip)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line, its colour, or the words of a file."""
        row = self.row(index.row())
        if row is not None and role == Qt.ItemDataRole.DisplayRole:
            return comparison_words.file_name_of(row)
        if row is not None and role == LINE_ROLE:
            return comparison_words.file_line(row)
        if row is not None and role == TONE_ROLE:
            return _FILE_TONES.get(row.kind, "muted")
        return super().data(index, role)


_FILE_TONES = {FileChange.NEW: "ok", FileChange.GONE: "error", FileChange.CHANGED: "warning"}


class ChangedFileList(RowList[ChangedFile]):
    """Shows the files of a folder that differ; Enter or a click opens one."""

    opened = Signal(object)  # ChangedFile

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(ChangedFileModel(), TwoLineDelegate(appearance), appearance)
        self.setObjectName("changed_file_list")
        self.setAccessibleName(self.tr("Files that differ"))
        self.setUniformItemSizes(True)
        self.clicked.connect(lambda index: self.opened.emit(self.rows.row(index.row())))

    def act(self, row: ChangedFile, key: int) -> bool:
        """Open a file."""
        if key in ENTER_KEYS:
            self.opened.emit(row)
        return key in ENTER_KEYS
