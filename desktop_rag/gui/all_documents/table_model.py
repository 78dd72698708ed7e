"""The rows of a review table for Qt: a document each, with the words and colours of its cells."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, Qt, Signal
from PySide6.QtGui import QFont

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.review import Cell, CellState, ColumnType, ReviewColumn, ReviewTable, TableRow
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance

_YEAR = 4  # characters of a day
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


def cell_words(cell: Cell) -> str:
    """Return a cell's words: its value, its state where it has none, and both where documents disagree."""
    if cell.state in (CellState.FOUND, CellState.BY_HAND):
        return cell.value
    if cell.state is CellState.WAITING:
        return "…"
    return f"{cell.value} ({state_words(cell.state)})" if cell.value else state_words(cell.state)


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

    def column(self, index: Index) -> ReviewColumn | None:
        """Return the column of an index, None for that of the documents."""
        return self._columns[index.column() - 1] if index.column() > 0 else None

    def cell(self, index: Index) -> Cell | None:
        """Return the cell at an index, None for the name of a document or a group."""
        row = self.row(index.row())
        return row.cells[index.column() - 1] if row is not None and index.column() > 0 else None

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
            return self._columns[section - 1].name if section else self.tr("Document")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        row, cell = self._shown[index.row()], self.cell(index)
        if isinstance(row, GroupHead):
            return self._group_data(row, index, role)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_words(cell) if cell else shown_name(row.file)
        if role == Qt.ItemDataRole.EditRole and cell:
            return cell.value
        if role == Qt.ItemDataRole.ToolTipRole:
            locked = self.tr("Locked: later runs leave it as it is.") if cell and cell.locked else ""
            return plain_tip("\n".join(filter(None, (cell_words(cell), locked))) if cell else row.file)
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
        return cell.value[:_YEAR] if is_day and cell.value[:_YEAR].isdigit() else cell_words(cell)

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
    return "\n".join((shown_name(row.file), *(cell_words(cell) for cell in row.cells))).casefold()


def _key(cell: Cell) -> tuple[bool, float, str]:
    """Sort values by their number, days by time, and what has no value behind them."""
    number, _, rest = cell.value.partition(" ")
    try:
        return not cell.value, float(number), rest
    except ValueError:
        return not cell.value, 0.0, cell.value.casefold()


def _tr(text: str) -> str:
    return QCoreApplication.translate("TableWords", text)
