"""The cells of a review table: a row for each document, whose name stays in sight, and a column for each question."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QLocale,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFont, QKeyEvent, QPainter, QPen, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.review import Cell, CellState, ColumnType, ReviewColumn, ReviewTable, TableRow
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip, set_up_rows
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.row_list import ENTER_KEYS
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.words import written
from desktop_rag.services.review.wording import said_value

_ROW, _PADDING, _CORNER = 34, 14, 7
_NARROWEST, _WIDEST, _WIDEST_NAME = 90, 250, 260  # pixels of a column, at the usual size of text
_MEASURED, _WIDEST_TEXTS = 60, 3  # rows whose texts tell how wide columns are to be; of them those that are measured
_YES_NO = ("yes", "no")
_YEAR, _DAY = 4, 10  # characters of 2024-05-03
_BETWEEN = " | "  # values of a cell
_AMOUNT = re.compile(r"(-?\d+)(?:\.(\d+))? ([A-Z]{3})")
_COLOURS = {CellState.DISAGREES: "warning", CellState.FAILED: "error"}


def state_words(state: CellState) -> str:
    """Return what a state is called."""
    return {
        CellState.FOUND: _tr("found"),
        CellState.NOT_STATED: _tr("not stated"),
        CellState.DISAGREES: _tr("disagrees"),
        CellState.UNREADABLE: _tr("not readable"),
        CellState.FAILED: _tr("failed"),
        CellState.NOT_ASKED: _tr("not asked"),
        CellState.WAITING: _tr("not filled yet"),
        CellState.BY_HAND: _tr("set by hand"),
    }[state]


def cell_words(cell: Cell, kind: ColumnType) -> str:
    """Return a cell's words: its value, its state where it has none, and both where documents disagree."""
    value = shown_value(cell.value, kind)
    if cell.state in (CellState.FOUND, CellState.BY_HAND):
        return value
    if cell.state is CellState.WAITING:
        return "…"
    return f"{value} ({state_words(cell.state)})" if value else state_words(cell.state)


def shown_value(value: str, kind: ColumnType) -> str:
    """Return a value, or several one after the other, as the person's language and country write it."""
    if kind not in (ColumnType.MONEY, ColumnType.DATE):
        return said_value(value, kind, words.sentence)
    return _BETWEEN.join(_one_shown(one) for one in value.split(_BETWEEN))


def _one_shown(value: str) -> str:
    if (amount := _AMOUNT.fullmatch(value)) is not None:
        whole, digits, currency = amount.groups()
        return f"{QLocale().toString(float(f'{whole}.{digits or 0}'), 'f', len(digits or ''))} {currency}"
    try:
        return written(dt.date.fromisoformat(value), short=True) if len(value) == _DAY else value
    except ValueError:
        return value


@dataclass(frozen=True, slots=True)
class GroupHead:
    """A row above the documents that have the same value in a column: the value, and how many they are."""

    text: str
    count: int


class TableModel(QAbstractTableModel):
    """Shows the rows that have some words, in the order of the documents or of a column, in groups where wanted."""

    value_set = Signal(object, object, str)  # TableRow, ReviewColumn: what a person typed into a cell

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._columns: tuple[ReviewColumn, ...] = ()
        self._shown: Sequence[TableRow | GroupHead] = ()
        self._bold = QFont()
        self._bold.setBold(True)

    def show(self, table: ReviewTable | None, rows: Sequence[TableRow | GroupHead]) -> None:
        """Show some rows of a table."""
        self.beginResetModel()
        self._columns = table.definition.columns if table else ()
        self._shown = rows
        self.endResetModel()

    def row(self, place: int) -> TableRow | None:
        """Return the row at a place, None for the head of a group."""
        row = self._shown[place] if 0 <= place < len(self._shown) else None
        return row if isinstance(row, TableRow) else None

    def heads(self) -> tuple[str, ...]:
        """Return the titles of the columns, that of the documents first."""
        return (self.tr("Document"), *(one.name for one in self._columns))

    def kinds(self) -> tuple[ColumnType, ...]:
        """Return the types of the columns, without that of the documents."""
        return tuple(one.type for one in self._columns)

    def column(self, index: Index) -> ReviewColumn | None:
        """Return the column of an index, None for that of the documents."""
        return self._columns[index.column() - 1] if index.column() > 0 else None

    def cell(self, index: Index) -> Cell | None:
        """Return the cell at an index, None for the name of a document or a group."""
        row = self.row(index.row())
        return row.cells[index.column() - 1] if row is not None and index.column() > 0 else None

    def words_at(self, index: Index) -> str:
        """Return the words of a cell, or the name of a document."""
        row, cell, column = self.row(index.row()), self.cell(index), self.column(index)
        if cell is not None and column is not None:
            return cell_words(cell, column.type)
        return shown_name(row.file) if row is not None else ""

    def place_of(self, file: str, column: str) -> Index:
        """Return the index of a cell, an invalid one if its row is not in sight."""
        heads = [one.name for one in self._columns]
        for place, row in enumerate(self._shown):
            if isinstance(row, TableRow) and row.file == file and column in heads:
                return self.index(place, heads.index(column) + 1)
        return self.index(-1, -1)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let a person set the cells of documents that could be read."""
        cell, flags = self.cell(index), super().flags(index)
        is_set = cell is not None and cell.state is not CellState.UNREADABLE
        return flags | Qt.ItemFlag.ItemIsEditable if is_set else flags

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tell of the value that a person typed; who hears of it shows the new cell."""
        row, column = self.row(index.row()), self.column(index)
        if role != Qt.ItemDataRole.EditRole or row is None or column is None:
            return False
        self.value_set.emit(row, column, str(value).strip())
        return True

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of documents shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return the number of columns, that of the documents too."""
        return len(self._columns) + 1 if self._columns else 0

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.heads()[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        row, cell = self._shown[index.row()], self.cell(index)
        if isinstance(row, GroupHead):
            return self._group_data(row, index, role)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.words_at(index)
        if role == Qt.ItemDataRole.EditRole and cell:
            return cell.value
        if role == Qt.ItemDataRole.ToolTipRole:
            locked = self.tr("Locked: later runs leave it as it is.") if cell and cell.locked else ""
            return plain_tip("\n".join(filter(None, (self.words_at(index), locked))) if cell else row.file)
        if role == Qt.ItemDataRole.DecorationRole and cell and cell.locked:
            return self._appearance.icon("lock")
        if role == Qt.ItemDataRole.FontRole and cell and cell.state is CellState.BY_HAND:
            return self._bold
        if role == Qt.ItemDataRole.ForegroundRole and cell and cell.state not in (CellState.FOUND, CellState.BY_HAND):
            return self._appearance.theme.color(_COLOURS.get(cell.state, "muted"))
        return None

    def _group_data(self, group: GroupHead, index: Index, role: int) -> object:
        """Return a cell of a group's head: its value and its number of documents, once."""
        if index.column() > 0:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{group.text} ({words.number(group.count)})"
        return self._bold if role == Qt.ItemDataRole.FontRole else None


def arranged(rows: Sequence[TableRow], typed: str, column: int, *, descending: bool) -> list[TableRow]:
    """Return the rows that have some words, in the order of a column (0: of the documents), on any thread."""
    wanted = typed.casefold().split()
    kept = [row for row in rows if all(word in _said(row) for word in wanted)] if wanted else list(rows)
    if column > 0:
        kept.sort(key=lambda row: _key(row.cells[column - 1]), reverse=descending)
    elif descending:
        kept.reverse()
    return kept


def grouped(rows: Sequence[TableRow], column: int, kind: ColumnType) -> list[TableRow | GroupHead]:
    """Return rows below heads, one for each value of a column (the first is 1), in the order of the values.

    Days are counted by their year. Within a group the order stays.
    """

    def head(row: TableRow) -> str:
        cell = row.cells[column - 1]
        is_day = kind is ColumnType.DATE and cell.state in (CellState.FOUND, CellState.BY_HAND)
        return cell.value[:_YEAR] if is_day and cell.value[:_YEAR].isdigit() else cell_words(cell, kind)

    headed = sorted((_key(row.cells[column - 1]), head(row), place) for place, row in enumerate(rows))
    counts = Counter(text for _, text, _ in headed)
    found: list[TableRow | GroupHead] = []
    last: str | None = None
    for _, text, place in headed:
        if text != last:
            found.append(GroupHead(text, counts[text]))
            last = text
        found.append(rows[place])
    return found


def _said(row: TableRow) -> str:
    """Return what is shown of a row, and how it is kept: either may be typed."""
    kinds = (ColumnType.TEXT, ColumnType.MONEY, ColumnType.YES_NO, ColumnType.NUMBER)
    said = (text for cell in row.cells for text in {cell_words(cell, kind) for kind in kinds})
    return "\n".join((shown_name(row.file), *said)).casefold()


def _key(cell: Cell) -> tuple[bool, float, str]:
    """Sort values by their number, days by time, and what has no value behind them."""
    number, _, rest = cell.value.partition(" ")
    try:
        return not cell.value, float(number), rest
    except ValueError:
        return not cell.value, 0.0, cell.value.casefold()


def _tr(text: str) -> str:
    return QCoreApplication.translate("TableWords", text)


class _CellEditors(QStyledItemDelegate):
    """A line to type a value into; a box where there are only some. The current cell has an outline."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell, the one that keys are about within a line."""
        super().paint(painter, option, index)
        if option_state(option) & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._appearance.theme.color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(option_rect(option).adjusted(0, 0, -1, -1))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return the box of yes and no and of choices, the line of others."""
        model = index.model()
        column = model.column(index) if isinstance(model, TableModel) else None
        choices = column.choices if column is not None else ()
        if column is not None and column.type is ColumnType.YES_NO:
            choices = _YES_NO
        if column is None or not choices:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        for one in ("", *choices):
            box.addItem(shown_value(one, column.type), one)
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show the value that a cell has."""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(index.data(Qt.ItemDataRole.EditRole))))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Take the value that was typed or chosen, whatever it is called in the person's language."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        else:
            super().setModelData(editor, model, index)


class CellTable(QTableView):
    """Cells in rows of one height; Return or a click opens the place of one, F2 or a double click edits it.

    The column of names lies over the others, which are scrolled below it.
    """

    cell_opened = Signal(object, object)  # TableRow, Cell; None for the document itself
    menu_wanted = Signal(object, object, QPoint)  # TableRow, ReviewColumn, where on the screen
    found_wanted = Signal(object, object)  # TableRow, ReviewColumn: forget what a person set
    sort_wanted = Signal(int)  # column

    def __init__(self, model: TableModel, appearance: Appearance) -> None:
        super().__init__()
        self._rows = model
        self._measured: tuple[str, ...] = ()  # the columns whose needs are known
        self._needed: dict[int, int] = {}
        self._name_width = scaled(_WIDEST_NAME)  # as a person wants it, or the names; less where there is little room
        self.setObjectName("review_table")
        self.setAccessibleName(self.tr("Review table"))
        self._names = QTableView(self)
        for view in (self, self._names):
            view.setModel(model)
            view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
            view.setItemDelegate(_CellEditors(appearance, view))
            set_up_rows(view, _ROW)
            header = view.horizontalHeader()
            header.setSectionsClickable(True)
            header.setHighlightSections(False)
            header.sectionClicked.connect(self.sort_wanted)
            view.clicked.connect(self.open_current)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.DoubleClicked)
        self.horizontalHeader().setStretchLastSection(True)
        self._set_up_names()

    def _set_up_names(self) -> None:
        names, header = self._names, self._names.horizontalHeader()
        names.setObjectName("review_names")
        names.setSelectionModel(self.selectionModel())
        names.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        names.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        names.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        for bars in (names.setHorizontalScrollBarPolicy, names.setVerticalScrollBarPolicy):
            bars(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one, other in ((self, names), (names, self)):
            one.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
        header.sectionResized.connect(self._set_name_width)
        self.horizontalHeader().geometriesChanged.connect(self._place_names)
        self._rows.modelReset.connect(self._show_names)

    def show_widths(self) -> None:
        """Widen columns for what the first rows newly have; widths that a person chose stay until then."""
        if self._rows.heads() != self._measured:
            self._measured, self._needed = self._rows.heads(), {}
        for place in range(self._rows.columnCount()):
            most = scaled(_WIDEST if place else _WIDEST_NAME)
            needed = min(most, max(scaled(_NARROWEST), self._wanted(place)))
            if needed > self._needed.get(place, 0):
                self._needed[place] = needed
                if place:
                    self.setColumnWidth(place, needed)
                else:
                    self._name_width = needed
        self._place_names()

    def _wanted(self, place: int) -> int:
        """Return the width in which the title and the first cells of a column are not cut."""
        rows = filter(None, map(self._rows.row, range(min(_MEASURED, self._rows.rowCount()))))
        kind = self._rows.kinds()[place - 1] if place else ColumnType.TEXT
        texts = [cell_words(row.cells[place - 1], kind) if place else shown_name(row.file) for row in rows]
        # measuring all takes longer than a frame: those with the most bytes are the widest in any script, nearly
        longest = sorted(texts, key=lambda text: len(text.encode()))[-_WIDEST_TEXTS:]
        return max(map(self.fontMetrics().horizontalAdvance, (self._rows.heads()[place], *longest))) + 2 * _PADDING

    def _set_name_width(self, column: int, _before: int, width: int) -> None:
        if column == 0 and width != self.columnWidth(0):
            self._name_width = width
            self._place_names()

    def _show_names(self) -> None:
        for column in range(1, self._rows.columnCount()):
            self._names.hideColumn(column)
        self._place_names()

    def _place_names(self) -> None:
        """Lay the names over the first column, however the others are scrolled."""
        frame, header = self.frameWidth(), self.horizontalHeader()
        for view in (self, self._names):
            view.setColumnWidth(0, min(self._name_width, self.viewport().width() * 2 // 5))
        self._names.horizontalHeader().setFixedHeight(header.height())
        self._names.setGeometry(frame, frame, self.columnWidth(0), header.height() + self.viewport().height())
        corner = QRegion(0, 0, _CORNER, _CORNER) - QRegion(0, 0, 2 * _CORNER, 2 * _CORNER, QRegion.RegionType.Ellipse)
        for part in (self._names, header):  # the line around the table is round, whichever column stands there
            part.setMask(QRegion(part.rect()) - corner)
        self._names.setVisible(self._rows.columnCount() > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the names beside the rows."""
        super().resizeEvent(event)
        self._place_names()

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Bring a cell into sight, and out from below the names."""
        super().scrollTo(index, hint)
        hidden = self.columnWidth(0) - self.visualRect(index).left()
        if index.column() > 0 and hidden > 0:
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - hidden)

    def event(self, event: QEvent) -> bool:
        """Keep F2 and Delete from the commands of the window."""
        is_ours = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_F2, Qt.Key.Key_Delete)
        if is_ours and event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Return, forget what was set with Delete."""
        if event.key() in ENTER_KEYS:
            self.open_current()
        elif event.key() == Qt.Key.Key_Delete:
            self._with_current(self.found_wanted.emit)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of a cell, at the pointer or, by keyboard, below the current one."""
        place = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        self._with_current(lambda row, column: self.menu_wanted.emit(row, column, place))

    def open_current(self, *_index: object) -> None:
        """Ask for the place of the current cell, or for the document of a name."""
        row, cell = self._rows.row(self.currentIndex().row()), self._rows.cell(self.currentIndex())
        if row is not None:
            self.cell_opened.emit(row, cell)

    def is_edited(self) -> bool:
        """Return True while somebody types into a cell."""
        return self.state() == QAbstractItemView.State.EditingState

    def _with_current(self, do: Callable[[TableRow, ReviewColumn], None]) -> None:
        index = self.currentIndex()
        row, column = self._rows.row(index.row()), self._rows.column(index)
        if row is not None and column is not None:
            do(row, column)
