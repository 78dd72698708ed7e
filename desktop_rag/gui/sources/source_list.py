"""The passages of an answer as cards: number, file and page, a snippet, and how it was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.answers import Source
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import BODY, SMALL, Appearance, font, scaled
from desktop_rag.readers.formats import is_paged

CARD_HEIGHT, GAP = 60, 8
FOLD_HEIGHT = 32
SOURCE_ROLE = Qt.ItemDataRole.UserRole + 1
FOLD_ROLE = SOURCE_ROLE + 1


@dataclass(frozen=True, slots=True)
class Fold:
    """The row above the sources that were found but are not used: how many, and whether they are hidden."""

    count: int
    is_closed: bool


class SourceModel(QAbstractListModel):
    """Sources, best first; once it is known which are used, those in the order of use, the others behind a fold."""

    def __init__(self) -> None:
        super().__init__()
        self._sources: tuple[Source, ...] = ()
        self._used: tuple[int, ...] | None = None
        self._is_closed = False
        self._rows: list[Source | Fold] = []

    def set_sources(self, sources: Sequence[Source], used: Sequence[int] | None = None) -> None:
        """Show these sources; ``used`` are the ranks of those that the answer cites, None before that is known."""
        self._sources, self._used = tuple(sources), None if used is None else tuple(used)
        self._is_closed = bool(used)
        self._arrange()

    def sources(self) -> tuple[Source, ...]:
        """Return all sources, best first."""
        return self._sources

    def used(self) -> tuple[int, ...] | None:
        """Return the ranks of the sources that are used, None before that is known."""
        return self._used

    def toggle(self) -> None:
        """Show or hide the sources that are not used."""
        self._is_closed = not self._is_closed
        self._arrange()

    def row_of(self, source: Source) -> int:
        """Return the row of a source, -1 while it is hidden."""
        ranks = [one.rank if isinstance(one, Source) else None for one in self._rows]
        return ranks.index(source.rank) if source.rank in ranks else -1

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the values the delegate paints, and the text for screen readers."""
        row = self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None
        if isinstance(row, Fold):
            return self._fold_data(row, role)
        return None if row is None else _source_data(row, role)

    def _fold_data(self, fold: Fold, role: int) -> object:
        if role == FOLD_ROLE:
            return fold
        text = self.tr("Found but not used · {count}").format(count=words.number(fold.count))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{text}. {self.tr('Folded') if fold.is_closed else self.tr('Unfolded')}"
        return text if role == Qt.ItemDataRole.DisplayRole else None

    def _arrange(self) -> None:
        self.beginResetModel()
        by_rank = {source.rank: source for source in self._sources}
        order = [rank for rank in self._used or () if rank in by_rank]
        rest = [source for source in self._sources if source.rank not in order]
        self._rows = [by_rank[rank] for rank in order]
        if self._used is not None and rest:
            self._rows.append(Fold(len(rest), self._is_closed))
        if not (self._used is not None and rest and self._is_closed):
            self._rows += rest
        self.endResetModel()


def _source_data(source: Source, role: int) -> object:
    if role == SOURCE_ROLE:
        return source
    if role == Qt.ItemDataRole.DisplayRole:
        return words.place(source)
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip(f"{shown_path(source.file)}\n{words.found_by(source)}".strip())
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{source.rank}. {words.place(source)}. {words.excerpt(source.text, 160)}. {words.found_by(source)}"
    return None


class SourceDelegate(QStyledItemDelegate):
    """Paints a card."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a card's height with the gap below it."""
        if isinstance(index.data(FOLD_ROLE), Fold):
            return QSize(option_rect(option).width(), scaled(FOLD_HEIGHT) + GAP)
        return QSize(option_rect(option).width(), scaled(CARD_HEIGHT) + GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one card."""
        source, fold = index.data(SOURCE_ROLE), index.data(FOLD_ROLE)
        card = option_rect(option).adjusted(0, 0, 0, -GAP)
        state = option_state(option)
        if isinstance(fold, Fold):
            self._paint_fold(painter, card, state, fold, str(index.data()))
        if not isinstance(source, Source):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, card, state)
        line = scaled(18)
        chip = QRect(card.left() + 12, card.top() + 11, scaled(22), line)
        self._paint_chip(painter, chip, source.rank)
        left, width = chip.right() + 10, card.right() - chip.right() - 22
        width -= self._write_found_by(painter, QRect(left, card.top() + 11, width, line), source)
        self._write_title(painter, QRect(left, card.top() + 10, width, line + 2), source)
        snippet = QRect(card.left() + 12, card.top() + scaled(33), card.width() - 24, line)
        self._write(painter, snippet, words.excerpt(words.plain(source.text), 160), bold=False, role="muted")
        painter.restore()

    def _paint_fold(self, painter: QPainter, row: QRect, state: QStyle.StateFlag, fold: Fold, text: str) -> None:
        """Paint the line that hides or shows what is not used."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._appearance.theme
        if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("hover"))
            painter.drawRoundedRect(row, 8, 8)
        icon = self._appearance.icon("right" if fold.is_closed else "chevron-down")
        icon.paint(painter, QRect(row.left() + 12, row.top() + (row.height() - 16) // 2, 16, 16))
        self._write(painter, row.adjusted(36, 0, -12, 0), text, bold=False, role="muted")
        painter.restore()

    def _paint_ground(self, painter: QPainter, card: QRect, state: QStyle.StateFlag) -> None:
        theme = self._appearance.theme
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        focused = bool(state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange)
        ground = "accent_soft" if selected else "hover" if hovered else "window"
        painter.setPen(QPen(theme.color("accent" if selected or focused else "border"), 2 if focused else 1))
        painter.setBrush(theme.color(ground))
        painter.drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _paint_chip(self, painter: QPainter, chip: QRect, number: int) -> None:
        theme = self._appearance.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(theme.color("on_accent"))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, str(number))

    def _write_found_by(self, painter: QPainter, box: QRect, source: Source) -> int:
        """Write how the passage was found at the right; return the width that takes."""
        found = words.found_by(source, short=True)
        if not found:
            return 0
        painter.setFont(font(SMALL))
        painter.setPen(self._appearance.theme.color("faint"))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, found)
        return QFontMetrics(painter.font()).horizontalAdvance(found) + 12

    def _write_title(self, painter: QPainter, box: QRect, source: Source) -> None:
        """Write file and place; of a long name the middle is left out, never the place."""
        name = words.source_name(source)
        place = words.place(source).removeprefix(name)
        metrics = QFontMetrics(font(BODY, bold=True, sample=name))
        place = metrics.elidedText(place, Qt.TextElideMode.ElideRight, box.width() // 2)
        room = box.width() - metrics.horizontalAdvance(place)
        title = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room) + place
        self._write(painter, box, title, bold=True, role="text")

    def _write(self, painter: QPainter, box: QRect, text: str, *, bold: bool, role: str) -> None:
        painter.setFont(font(BODY, bold=bold, sample=text))
        painter.setPen(self._appearance.theme.color(role))
        elided = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)


class SourceList(QListView):
    """The cards; one of them is open."""

    chosen = Signal(object)  # Source
    answer_shown = Signal(object)  # Source: it answers the question
    test_question_wanted = Signal(object, bool)  # Source; whether its page is meant rather than the file
    link_wanted = Signal(object)  # Source: its link is to be copied

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.sources = SourceModel()
        self.setObjectName("source_list")
        self.setAccessibleName(self.tr("Sources"))
        self.setModel(self.sources)
        self.setItemDelegate(SourceDelegate(appearance))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        appearance.changed.connect(self.viewport().update)

    def set_sources(self, sources: Sequence[Source]) -> None:
        """Show these sources, none of them open."""
        if tuple(sources) != self.sources.sources():
            self.sources.set_sources(sources)

    def set_used(self, used: Sequence[int] | None) -> None:
        """Put the sources with these ranks first, in this order; the others are found but not used."""
        if (None if used is None else tuple(used)) != self.sources.used():
            current = self.currentIndex().data(SOURCE_ROLE)
            self.sources.set_sources(self.sources.sources(), used)
            if isinstance(current, Source):
                self.mark(current)

    def mark(self, source: Source) -> None:
        """Show which source is open."""
        if self.sources.row_of(source) < 0 and source.rank in (one.rank for one in self.sources.sources()):
            self.sources.toggle()
        if (row := self.sources.row_of(source)) >= 0:
            self.setCurrentIndex(self.sources.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a source with Enter; unfold and fold what is not used with Enter, right and left."""
        index, key = self.currentIndex(), event.key()
        fold = index.data(FOLD_ROLE)
        opens = key == (Qt.Key.Key_Right if isinstance(fold, Fold) and fold.is_closed else Qt.Key.Key_Left)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or (isinstance(fold, Fold) and opens):
            self._choose(index)
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        source = index.data(SOURCE_ROLE)
        if isinstance(source, Source):
            self.chosen.emit(source)
        elif isinstance(index.data(FOLD_ROLE), Fold):
            row = index.row()
            self.sources.toggle()
            self.setCurrentIndex(self.sources.index(row))

    def _open_menu(self, place: QPoint) -> None:
        """Offer to copy the link to the passage, and to keep its file or page as the right one for the question."""
        source = self.indexAt(place).data(SOURCE_ROLE)
        if isinstance(source, Source):
            menu = self.make_menu(source)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.viewport().mapToGlobal(place))

    def make_menu(self, source: Source) -> QMenu:
        """Return the menu of a card."""
        menu = QMenu(self)
        answers = menu.addAction(self.tr("This answers it"))
        answers.setObjectName("source_answers")
        answers.triggered.connect(partial(self._show_answer, source))
        link = menu.addAction(self.tr("Copy link"))
        link.setObjectName("source_link")
        link.triggered.connect(partial(self._want_link, source))
        if address := words.zotero_address(source):
            in_zotero = menu.addAction(self.tr("Open in Zotero"))
            in_zotero.setObjectName("source_in_zotero")
            in_zotero.triggered.connect(partial(self._open_address, address))
        menu.addSeparator()
        by_file = menu.addAction(self.tr("Save as test question: this file is right"))
        by_file.setObjectName("source_test_question")
        by_file.triggered.connect(partial(self._keep, source, False))  # noqa: FBT003
        if is_paged(source.file):
            by_page = menu.addAction(self.tr("Save as test question: page {page} is right").format(page=source.page))
            by_page.setObjectName("source_test_question_page")
            by_page.triggered.connect(partial(self._keep, source, True))  # noqa: FBT003
        return menu

    def _open_address(self, address: str) -> None:
        QDesktopServices.openUrl(QUrl(address))

    def _show_answer(self, source: Source) -> None:
        self.answer_shown.emit(source)

    def _want_link(self, source: Source) -> None:
        self.link_wanted.emit(source)

    def _keep(self, source: Source, by_page: bool) -> None:  # noqa: FBT001
        self.test_question_wanted.emit(source, by_page)
