"""The table of files: how its cells are painted, and a selection that stays with the files, not with the rows."""

import datetime as dt
from collections.abc import Callable, Mapping

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.files import FileStatus
from desktop_rag.gui.files import file_words
from desktop_rag.gui.files.model import (
    CHANGED,
    FOLDER,
    NAME,
    ORDERS,
    PAGES,
    REASON,
    RIGHT,
    SIZE,
    STATE,
    FilesModel,
)
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import set_up_rows
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, font, has_kana, icon_pixmap, scaled
from desktop_rag.gui.widgets.words import written
from desktop_rag.readers.formats import of_name

_ROW = 34
_WIDTHS = {STATE: 112, PAGES: 66, SIZE: 104, CHANGED: 112}
_SHARES = {NAME: (0.36, 180), REASON: (0.44, 160), FOLDER: (0.2, 110)}  # of the rest, and at least
_SPARE = (PAGES, CHANGED, FOLDER, SIZE)  # what there may be no room for, in this order
_REASON = 360  # pixels in which a usual reason is not cut, before there is room for others
_ICON, _GAP = 16, 8
_MEASURED = 60  # rows whose texts tell how wide columns are to be: more than a window shows at once
_USUAL = 0.9  # of the rows: what so many need is given first, for a few long texts would narrow all names
_REMEMBERED = 1_000  # more chosen files than that are not looked for when rows move


def _days() -> list[str]:
    year = [dt.date(2026, month, 28) for month in range(1, 13)]
    return [written(date, short=True) for date in year]


_SHORT_TEXTS: dict[int, Callable[[], list[str]]] = {  # of each column in _WIDTHS the longest that may stand there
    STATE: lambda: [*map(words.file_state, file_words.STATES), file_words.being_read()],
    PAGES: lambda: [words.number(9_999)],
    SIZE: lambda: [file_words.size(count) for count in (1023, 1024**2 - 1, 1024**3 - 1)],
    CHANGED: _days,
}


class _FileDelegate(QStyledItemDelegate):
    """Paints names with their icon and the file they lie in, states as chips, and the rest as text.

    It takes what it paints from the model itself, where Qt's own way asks nine times a cell: scrolling stays smooth.
    """

    def __init__(self, model: FilesModel, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._files = model
        self._appearance = appearance
        self._fonts: dict[tuple[int, bool], tuple[QFont, QFontMetrics]] = {}
        appearance.changed.connect(self._fonts.clear)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return a cell's size; the same for all, so that no row has to be known."""
        return QSize(80, scaled(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        rect, chosen = option_rect(option), bool(option_state(option) & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(rect, self._appearance.theme.color("accent_soft"))
        column, file = index.column(), self._files.fetch(index.row())
        if file is None:
            if column == NAME:
                self._write(painter, rect.adjusted(_ICON + 20, 0, 0, 0), "…", "faint")
        elif column == NAME:
            self._paint_name(painter, rect.adjusted(12, 0, -8, 0), file)
        elif column == STATE:
            self._paint_chip(painter, rect.adjusted(10, 0, -4, 0), file, chosen=chosen)
        else:
            self._paint_text(painter, rect.adjusted(13, 0, -13, 0), self._files.text(file, column), column)

    def wanted_width(self, file: FileStatus, column: int) -> int:
        """Return the width at which nothing of a cell is left out."""
        if column != NAME:
            text = self._files.text(file, column)
            return self._font(BODY, text)[1].horizontalAdvance(text) + 2 * 13 + 1
        name, inside = shown_name(file.path), file_words.container(file)
        width = 12 + _ICON + _GAP + self._font(TEXT, name)[1].horizontalAdvance(name) + 8 + 1
        if inside:  # a name has two thirds of the room beside it
            width = max(width * 3 // 2, width + _GAP + self._font(SMALL, inside)[1].horizontalAdvance(inside))
        return width

    def widest(self, column: int) -> int:
        """Return the width at which no text of a column of short texts is cut, whatever files there are."""
        texts = _SHORT_TEXTS[column]()
        sides = 10 + 16 + 4 if column == STATE else 2 * 13
        return max(self._font(BODY, text)[1].horizontalAdvance(text) for text in texts) + sides + 1

    def _font(self, size: int, sample: str) -> tuple[QFont, QFontMetrics]:
        key = (size, has_kana(sample))
        known = self._fonts.get(key)
        if known is None:
            made = font(size, sample=sample)
            known = self._fonts[key] = (made, QFontMetrics(made))
        return known

    def _write(self, painter: QPainter, rect: QRect, text: str, role: str, size: int = BODY) -> None:
        painter.setFont(self._font(size, text)[0])
        painter.setPen(self._appearance.theme.color(role))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_text(self, painter: QPainter, rect: QRect, text: str, column: int) -> None:
        """Paint a cell that is only text; numbers stand at the right."""
        if not text:
            return
        made, metrics = self._font(BODY, text)
        where = Qt.TextElideMode.ElideMiddle if column == FOLDER else Qt.TextElideMode.ElideRight
        side = Qt.AlignmentFlag.AlignRight if column in RIGHT else Qt.AlignmentFlag.AlignLeft
        painter.setFont(made)
        painter.setPen(self._appearance.theme.color("text" if column == REASON else "muted"))
        shown = metrics.elidedText(text, where, rect.width())
        painter.drawText(rect, side | Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_name(self, painter: QPainter, rect: QRect, file: FileStatus) -> None:
        """Paint the icon of the kind, the name, and paler what the file lies in."""
        theme, name, inside = self._appearance.theme, shown_name(file.path), file_words.container(file)
        ratio = painter.device().devicePixelRatio()
        pixmap = icon_pixmap(of_name(file.path).icon, theme.muted, _ICON, ratio)
        painter.drawPixmap(rect.left(), rect.center().y() - _ICON // 2 + 1, pixmap)
        rect = rect.adjusted(_ICON + _GAP, 0, 0, 0)
        metrics = self._font(TEXT, name)[1]
        room = rect.width() * 2 // 3 if inside else rect.width()
        text = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        self._write(painter, rect, text, "text", TEXT)
        if inside:
            rect = rect.adjusted(metrics.horizontalAdvance(text) + _GAP, 1, 0, 1)
            small = self._font(SMALL, inside)[1]
            shown = small.elidedText(inside, Qt.TextElideMode.ElideMiddle, rect.width())
            self._write(painter, rect, shown, "muted", SMALL)

    def _paint_chip(self, painter: QPainter, rect: QRect, file: FileStatus, *, chosen: bool) -> None:
        theme, text = self._appearance.theme, self._files.state(file)
        tone, ground = file_words.TONES[file.state]
        made, metrics = self._font(BODY, text)
        width = min(metrics.horizontalAdvance(text) + 16, rect.width())
        chip = QRectF(rect.left(), rect.center().y() - scaled(10), width, scaled(22))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("surface" if chosen else ground))
        painter.drawRoundedRect(chip, 6, 6)
        painter.setFont(made)
        painter.setPen(theme.color(tone))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)


class FilesTable(QTableView):
    """Shows a ``FilesModel``; emits the commands for the chosen files."""

    open_wanted = Signal()
    leave_out_wanted = Signal()
    menu_wanted = Signal(object)  # QPoint on the screen
    sort_wanted = Signal(str)  # an order as FileQuery has it
    selection_changed = Signal()

    def __init__(self, model: FilesModel, appearance: Appearance) -> None:
        super().__init__()
        self._files = model
        self._kept: set[str] = set()
        self._current = ""
        self._by_hand = self._sharing = False
        self.setObjectName("files_table")
        self.setAccessibleName(self.tr("Files"))
        self.setModel(model)
        self._delegate = _FileDelegate(model, appearance, self)
        self.setItemDelegate(self._delegate)
        model.loaded.connect(self._share_again)
        model.renamed.connect(self._share_again)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        set_up_rows(self, _ROW)
        self._set_up_header()
        model.rows_about_to_move.connect(self._remember)
        model.rows_moved.connect(self._choose_again)
        self.doubleClicked.connect(self.open_wanted)
        self.selectionModel().selectionChanged.connect(self.selection_changed)
        model.modelReset.connect(self.selection_changed)
        appearance.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.verticalHeader().setDefaultSectionSize(scaled(_ROW))
        if not self._by_hand:
            self._sharing = True
            self._set_widths()
            self._share_width()
        self.viewport().update()

    def ranges(self) -> list[tuple[int, int]]:
        """Return the chosen rows as (first, number of them), from top to bottom."""
        selection = self.selectionModel().selection()
        spans = {(part.top(), part.height()) for part in (selection.at(place) for place in range(selection.size()))}
        return sorted(spans)

    def chosen_count(self) -> int:
        """Return the number of chosen files."""
        return sum(count for _, count in self.ranges())

    def show_order(self, order: str) -> None:
        """Mark the column that the files are sorted by."""
        direction = Qt.SortOrder.DescendingOrder if order.startswith("-") else Qt.SortOrder.AscendingOrder
        self.horizontalHeader().setSortIndicator(ORDERS.index(order.removeprefix("-")), direction)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Return, leave out with Delete; the other keys move as in every table."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_wanted.emit()
        elif plain and event.key() == Qt.Key.Key_Delete:
            self.leave_out_wanted.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the chosen files, at the pointer or, by keyboard, at the current row."""
        index = self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            place = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        else:
            place = event.globalPos()
        if index.isValid():
            self.menu_wanted.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width, until the person has given a column another one."""
        super().resizeEvent(event)
        if not self._by_hand:
            self._share_width()

    def _share_width(self) -> None:
        """Give names, reasons and folders what the other columns leave; leave some out where there is no room."""
        least = self._short_widths() | {column: scaled(width) for column, (_, width) in _SHARES.items()}
        texts = {column: self._wanted_widths(column) for column in _SHARES}
        usual = {column: widths[round(_USUAL * (len(widths) - 1))] for column, widths in texts.items()}
        if self._files.rowCount():  # a column that is nearly empty is as wide as its title
            titles = {column: self.horizontalHeader().sectionSizeHint(column) for column in _SHARES}
            least |= {column: min(least[column], max(titles[column], usual[column])) for column in _SHARES}
        beside = {REASON: max(least[REASON], min(texts[REASON][-1], scaled(_REASON)))}
        if beside[REASON] > least[REASON]:  # usual names come first
            beside[NAME] = max(least[NAME], min(usual[NAME], scaled(_REASON)))
        rest = self.viewport().width()
        self._sharing = True
        for column in _SPARE:
            narrow = sum((least | beside).values()) > rest
            self.setColumnHidden(column, narrow)
            if narrow:
                del least[column]
        rest -= sum(width for column, width in least.items() if column in _WIDTHS)
        shares = {column: share for column, (share, _) in _SHARES.items() if column in least}
        wanted = {column: max(least[column], texts[column][-1]) for column in shares}
        # one long folder does not take from the reasons
        before = usual | {REASON: max(usual[REASON], min(wanted[REASON], scaled(_REASON)))}
        for column, width in shared_out(rest, shares, least, usual, before, wanted).items():
            self.setColumnWidth(column, width)
        self._sharing = False

    def _wanted_widths(self, column: int) -> list[int]:
        """Return the widths that the texts of a column need in the rows that are in sight at first, in order."""
        files = (self._files.file(row) for row in range(min(self._files.rowCount(), _MEASURED)))
        return sorted(self._delegate.wanted_width(file, column) for file in files if file is not None) or [0]

    def _share_again(self) -> None:
        if not self._by_hand:
            self._share_width()

    def _resized(self, *_sizes: int) -> None:
        """Leave the widths alone from now on: the person has changed one."""
        self._by_hand = self._by_hand or not self._sharing

    def _set_widths(self) -> None:
        """Give the columns whose texts are short as much as those need."""
        for column, width in self._short_widths().items():
            if not self.isColumnHidden(column):
                self.setColumnWidth(column, width)

    def _short_widths(self) -> dict[int, int]:
        return {column: max(scaled(width), self._delegate.widest(column)) for column, width in _WIDTHS.items()}

    def _set_up_header(self) -> None:
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setMinimumSectionSize(56)
        self._set_widths()
        header.setSelectionModel(QItemSelectionModel(self._files, header))  # its own looks at every chosen row
        header.sectionPressed.disconnect()  # which would choose every row
        header.sectionEntered.disconnect()
        header.sectionClicked.connect(self._sort)
        header.sectionResized.connect(self._resized)

    def _sort(self, column: int) -> None:
        """Sort by a column; a second click turns the order."""
        before, order = self._files.query.order, ORDERS[column]
        self.sort_wanted.emit(f"-{order}" if before == order else order)

    def _remember(self) -> None:
        """Note which files are chosen; of very many, none: acting on other files would be worse."""
        self._kept, self._current = set(), ""
        current = self._files.file(self.currentIndex().row()) if self.currentIndex().isValid() else None
        self._current = current.path if current else ""
        if self.chosen_count() <= _REMEMBERED:
            rows = (row for first, count in self.ranges() for row in range(first, first + count))
            self._kept = {file.path for row in rows if (file := self._files.file(row)) is not None}

    def _choose_again(self) -> None:
        selection = QItemSelection()
        last = len(ORDERS) - 1
        for row in self._files.rows_of(self._kept) if self._kept else ():
            selection.append(QItemSelectionRange(self._files.index(row, 0), self._files.index(row, last)))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        for row in self._files.rows_of({self._current}) if self._current else ():
            flag = QItemSelectionModel.SelectionFlag.NoUpdate
            self.selectionModel().setCurrentIndex(self._files.index(row, 0), flag)


def shared_out(
    rest: int, shares: Mapping[int, float], least: Mapping[int, int], *wanted: Mapping[int, int]
) -> dict[int, int]:
    """Return the widths of columns in pixels: room that one does not want goes to those that want more.

    ``shares`` says who gets how much of the ``rest`` while none has what it wants, and of what is left when all have.
    Of several wants each has its turn when all have what they wanted before.
    """
    widths = {column: least[column] for column in shares}
    spare = rest - sum(widths.values())
    for want in wanted:
        needy = {column for column in shares if want[column] > widths[column]}
        while needy and spare > 0:
            whole = sum(shares[column] for column in needy)
            given = {
                column: min(want[column] - widths[column], int(spare * shares[column] / whole)) for column in needy
            }
            if not any(given.values()):
                break
            for column, more in given.items():
                widths[column] += more
            spare -= sum(given.values())
            needy = {column for column in needy if want[column] > widths[column]}
    for column, share in shares.items() if spare > 0 else ():
        widths[column] += int(spare * share / sum(shares.values()))
    return widths
