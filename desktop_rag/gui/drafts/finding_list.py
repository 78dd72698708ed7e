"""The list of findings in a checked text: sentences with what differs or where it stands, and what does not fit."""

import bisect
from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem

from desktop_rag.core.results.text_checks import Finding, InnerFinding, TextSentence
from desktop_rag.gui.drafts import draft_words
from desktop_rag.gui.drafts.draft_words import Key, key_of
from desktop_rag.gui.drafts.finding_card import finding_icon
from desktop_rag.gui.widgets.list_delegate import LineDelegate, option_rect, option_state
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.row_list import ENTER_KEYS, ROW_ROLE, RowList, RowModel
from desktop_rag.gui.widgets.theme import SMALL, Appearance, icon_pixmap, scaled
from desktop_rag.gui.widgets.timers import single_shot

_SIDE, _TOP, _ICON, _GAP = 10, 7, 16, 8  # pixels
_LINE, _BELOW = 20, 18
_REACH_MS = 30
_BATCH = 500  # rows that are laid out in one turn: 3 ms


class _Delegate(LineDelegate):
    """Paints the words of a finding, with those that differ, beside the sign of its verdict."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return a row's size: all have the same height."""
        return QSize(option_rect(option).width(), scaled(2 * _TOP + _LINE + _BELOW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, TextSentence | InnerFinding):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        self._paint_ground(painter, box, option_state(option))
        icon, role = finding_icon(row)
        if row.decision is not None:
            role = "faint"
        colour, ratio = self._appearance.theme.color(role).name(), option.widget.devicePixelRatioF()
        inner = box.adjusted(_SIDE, scaled(_TOP), -_SIDE, -scaled(_TOP))
        top = inner.top() + (scaled(_LINE) - _ICON) // 2
        painter.drawPixmap(inner.left(), top, icon_pixmap(icon, colour, _ICON, ratio))
        inner.setLeft(inner.left() + _ICON + _GAP)
        line = QRect(inner.left(), inner.top(), inner.width(), scaled(_LINE))
        self._write_marked(painter, line, *draft_words.around_difference(row))
        below = QRect(inner.left(), line.bottom() + 1, inner.width(), scaled(_BELOW))
        self._write(painter, below, draft_words.second_line(row), SMALL, "muted")
        painter.restore()


class FindingRows(RowModel[Finding]):
    """Findings in the order of the text, which is that of their keys."""

    def add(self, rows: Sequence[Finding]) -> None:
        """Show further rows; the chosen one stays."""
        if rows and (not self._rows or key_of(rows[0]) > key_of(self._rows[-1])):
            self.beginInsertRows(ROOT, len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()
            return
        for row in rows:
            at = self.place(key_of(row))
            self.beginInsertRows(ROOT, at, at)
            self._rows.insert(at, row)
            self.endInsertRows()

    def place(self, key: Key) -> int:
        """Return where the row of a finding is, or would be."""
        return bisect.bisect_left(self._rows, key, key=key_of)


class FindingList(RowList[Finding]):
    """Enter shows the page of the passage, Delete dismisses a finding or takes a decision back."""

    passage_wanted = Signal()  # of the chosen one
    dismissal_wanted = Signal()
    own_keys = (Qt.Key.Key_Delete,)
    rows: FindingRows

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(FindingRows(draft_words.spoken, draft_words.tool_tip), _Delegate(appearance), appearance)
        self.setObjectName("draft_list")
        self.setAccessibleName(self.tr("Findings"))
        self.setProperty("role", "boxed")
        self.setUniformItemSizes(True)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        self.doubleClicked.connect(lambda _index: self.passage_wanted.emit())
        self._reaching = single_shot(self, _REACH_MS, self._reach)

    def act(self, row: Finding, key: int) -> bool:  # noqa: ARG002 - it is the chosen one
        """Show the page, or dismiss."""
        if key in ENTER_KEYS:
            self.passage_wanted.emit()
        elif key == Qt.Key.Key_Delete:
            self.dismissal_wanted.emit()
        else:
            return False
        return True

    def choose(self, key: Key | None) -> bool:
        """Choose the row of a finding; return False where there is none."""
        if key is None:
            return False
        place = self.rows.place(key)
        row = self.rows.row(place)
        if row is None or key_of(row) != key:
            return False
        self.setCurrentIndex(self.rows.index(place))
        self._reach()
        return True

    def _reach(self) -> None:
        """Scroll to the chosen row as soon as it is laid out."""
        index = self.currentIndex()
        self.scrollTo(index)
        if index.isValid() and self.isVisible() and not self.viewport().rect().intersects(self.visualRect(index)):
            self._reaching.start()
