"""The list of “Find all”: files with their numbers, the mentions below those that are unfolded, and the other files."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.results.mentions import Mention, MentionCounts, once_each
from desktop_rag.gui.all_documents import mention_words
from desktop_rag.gui.files.file_words import place_below
from desktop_rag.gui.search.search_words import badge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.list_delegate import LineDelegate, option_rect, option_state
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.row_list import ENTER_KEYS, ROW_ROLE, RowList, RowModel
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, font, scaled

_HEIGHT = 50
_SIDE, _INDENT, _RIGHT = 12, 52, 16
_BADGE = QSize(42, 18)


class Group(enum.StrEnum):
    """The groups of files that the list can show."""

    WITH = "with"
    WITHOUT = "without"
    UNREADABLE = "unreadable"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class MentionRow:
    """A row: a file with its number of mentions (``mention`` is None) or the reason it was not read, or a mention."""

    file: str
    count: int = 0
    reason: str = ""
    mention: Mention | None = None
    unfolded: bool = False

    @property
    def can_unfold(self) -> bool:
        """True for a file with mentions."""
        return self.mention is None and self.count > 0


class MentionModel(RowModel[MentionRow]):
    """Rows of one height, so that tens of thousands are laid out at once; mentions come when a file is unfolded."""

    mentions_wanted = Signal(str)  # file

    def __init__(self) -> None:
        super().__init__(_spoken, _tip)
        self.group = Group.WITH

    def show_group(self, counts: MentionCounts | None, group: Group = Group.WITH) -> None:
        """Show the files of a group of a result, all of them folded."""
        self.group = group
        self.show(_rows_of(counts, group) if counts is not None else ())

    def unfold(self, number: int) -> None:
        """Ask for the mentions of the file in a row, unless they are shown."""
        row = self.row(number)
        if row is not None and row.can_unfold and not row.unfolded:
            self._set_unfolded(number, row, unfolded=True)
            self.mentions_wanted.emit(row.file)

    def fold(self, number: int) -> int:
        """Remove the mentions below a file, also from one of them; return the row of the file."""
        place = number
        while place > 0 and self._rows[place].mention is not None:
            place -= 1
        row = self.row(place)
        if row is None or not row.unfolded:
            return place
        end = place + 1
        while end < len(self._rows) and self._rows[end].mention is not None:
            end += 1
        if end > place + 1:
            self.beginRemoveRows(ROOT, place + 1, end - 1)
            del self._rows[place + 1 : end]
            self.endRemoveRows()
        self._set_unfolded(place, row, unfolded=False)
        return place

    def show_mentions(self, file: str, mentions: Sequence[Mention]) -> None:
        """Show the mentions of a file below it, each sentence, row or record once; not if it was folded meanwhile."""
        places = (number for number, row in enumerate(self._rows) if row.unfolded and row.file == file)
        place = next(places, -1)
        if place < 0 or (place + 1 < len(self._rows) and self._rows[place + 1].mention is not None):
            return
        new = [MentionRow(file, mention=one) for one in once_each(mentions)]
        if new:
            self.beginInsertRows(ROOT, place + 1, place + len(new))
            self._rows[place + 1 : place + 1] = new
            self.endInsertRows()

    def _set_unfolded(self, number: int, row: MentionRow, *, unfolded: bool) -> None:
        self._rows[number] = MentionRow(row.file, row.count, row.reason, None, unfolded)
        index = self.index(number)
        self.dataChanged.emit(index, index)


class MentionDelegate(LineDelegate):
    """Paints a row."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self.roots: tuple[str, ...] = ()  # folders are named as they are seen from these

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's
        """Return the height of any row."""
        return QSize(option_rect(option).width(), scaled(_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, MentionRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        self._paint_ground(painter, box, option_state(option))
        if row.mention is None:
            self._paint_file(painter, box.adjusted(_SIDE, 6, -_RIGHT, -6), row)
        else:
            self._paint_mention(painter, box.adjusted(_SIDE + _INDENT, 6, -_RIGHT, -6), row)
        painter.restore()

    def _paint_file(self, painter: QPainter, inner: QRect, row: MentionRow) -> None:
        theme = self._appearance.theme
        half = inner.height() // 2
        shape = QRect(inner.left(), inner.top() + 2, scaled(_BADGE.width()), scaled(_BADGE.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_soft"))
        painter.drawRoundedRect(shape, 4, 4)
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(theme.color("text"))
        painter.drawText(shape, Qt.AlignmentFlag.AlignCenter, badge(row.file))
        left, right = shape.right() + 10, inner.right()
        if row.count:
            count = f"{words.number(row.count)} {'▾' if row.unfolded else '▸'}"
            self._write(painter, inner, count, BODY, "muted", right=True)
            right -= QFontMetrics(font(BODY)).horizontalAdvance(count) + 12
        name = QRect(left, inner.top(), right - left, half)
        self._write(painter, name, shown_name(row.file), TEXT, "text", bold=True, mode=Qt.TextElideMode.ElideMiddle)
        below = QRect(left, inner.top() + half, right - left, half)
        if row.reason:
            self._write(painter, below, words.sentence(row.reason), SMALL, "muted")
        else:
            place = place_below(row.file, self.roots)
            self._write(painter, below, place, SMALL, "faint", mode=Qt.TextElideMode.ElideMiddle)

    def _paint_mention(self, painter: QPainter, inner: QRect, row: MentionRow) -> None:
        if row.mention is None:
            return
        half = inner.height() // 2
        line = QRect(inner.left(), inner.top(), inner.width(), half)
        self._write_marked(painter, line, *mention_words.line_of(row.mention))
        below = QRect(inner.left(), inner.top() + half, inner.width(), half)
        self._write(painter, below, mention_words.place_of(row.mention), SMALL, "faint")


class MentionList(RowList[MentionRow]):
    """Enter or a click unfolds a file or shows a mention, Left folds."""

    opened = Signal(object)  # MentionRow: the person wants to read it
    link_wanted = Signal(object)  # MentionRow: the link to it is to be copied
    rows: MentionModel
    delegate: MentionDelegate

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(MentionModel(), MentionDelegate(appearance), appearance)
        self.setObjectName("mention_list")
        self.setAccessibleName(self.tr("Mentions"))
        self.setUniformItemSizes(True)
        self.clicked.connect(self._open)
        self._copy = QAction(self.tr("Copy link"), self)
        self._copy.setObjectName("mention_link")
        self._copy.triggered.connect(self._want_link)
        self.addAction(self._copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def act(self, row: MentionRow, key: int) -> bool:  # noqa: ARG002 - the place tells
        """Unfold, fold or open."""
        index = self.currentIndex()
        if key in ENTER_KEYS:
            self._open(index)
        elif key == Qt.Key.Key_Right:
            self.rows.unfold(index.row())
        elif key == Qt.Key.Key_Left:
            self.setCurrentIndex(self.rows.index(self.rows.fold(index.row())))
        return key in (*ENTER_KEYS, Qt.Key.Key_Right, Qt.Key.Key_Left)

    def _want_link(self) -> None:
        if (row := self.current()) is not None:
            self.link_wanted.emit(row)

    def _open(self, index: QModelIndex) -> None:
        row = self.rows.row(index.row())
        if row is None:
            return
        if not row.can_unfold:
            self.opened.emit(row)
        elif row.unfolded:
            self.rows.fold(index.row())
        else:
            self.rows.unfold(index.row())


def group_sizes(counts: MentionCounts) -> dict[Group, int]:
    """Return the number of files in each group."""
    return {
        Group.WITH: len(counts.files),
        Group.WITHOUT: len(counts.without),
        Group.UNREADABLE: len(counts.unreadable),
        Group.WAITING: len(counts.waiting),
    }


def _rows_of(counts: MentionCounts, group: Group) -> list[MentionRow]:
    partly = {one.file: one.reason for one in counts.partly}
    if group is Group.WITH:
        return [MentionRow(one.file, one.count, partly.get(one.file, "")) for one in counts.files]
    if group is Group.WITHOUT:
        return [MentionRow(file, 0, partly.get(file, "")) for file in counts.without]
    if group is Group.UNREADABLE:
        return [MentionRow(one.file, 0, one.reason) for one in counts.unreadable]
    return [MentionRow(file) for file in counts.waiting]


def _spoken(row: MentionRow) -> str:
    if row.mention is not None:
        return mention_words.spoken_mention(row.mention)
    return mention_words.spoken_file(row.file, row.count, row.reason)


def _tip(row: MentionRow) -> str:
    return mention_words.tool_tip(row.mention) if row.mention is not None else shown_path(row.file)
