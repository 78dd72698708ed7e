"""The rows of a review table for Qt: a document each, with the words and colours of its cells."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, Qt
from PySide6.QtGui import QFont

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.review import Cell, CellState, ReviewTable, TableRow
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance

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


class TableModel(QAbstractTableModel):
    """Shows the rows that have some words, in the order of the documents or of a column."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._heads: tuple[str, ...] = ()
        self._shown: Sequence[TableRow] = ()
        self._bold = QFont()
        self._bold.setBold(True)

    def show(self, table: ReviewTable | None, rows: Sequence[TableRow]) -> None:
        """Show some rows of a table."""
        self.beginResetModel()
        self._heads = tuple(one.name for one in table.definition.columns) if table else ()
        self._shown = rows
        self.endResetModel()

    def row(self, place: int) -> TableRow | None:
        """Return the row at a place."""
        return self._shown[place] if 0 <= place < len(self._shown) else None

    def cell(self, index: Index) -> Cell | None:
        """Return the cell at an index, None for the name of a document."""
        row = self.row(index.row())
        return row.cells[index.column() - 1] if row is not None and index.column() > 0 else None

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of documents shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return the number of columns, that of the documents too."""
        return len(self._heads) + 1 if self._heads else 0

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section - 1] if section else self.tr("Document")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        row, cell = self._shown[index.row()], self.cell(index)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_words(cell) if cell else shown_name(row.file)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(cell_words(cell) if cell else row.file)
        if role == Qt.ItemDataRole.FontRole and cell and cell.state is CellState.BY_HAND:
            return self._bold
        if role == Qt.ItemDataRole.ForegroundRole and cell and cell.state not in (CellState.FOUND, CellState.BY_HAND):
            return self._appearance.theme.color(_COLOURS.get(cell.state, "muted"))
        return None


def arranged(rows: Sequence[TableRow], words: str, column: int, *, descending: bool) -> list[TableRow]:
    """Return the rows that have some words, in the order of a column (0: of the documents), on any thread."""
    wanted = words.casefold().split()
    kept = [row for row in rows if all(word in _said(row) for word in wanted)] if wanted else list(rows)
    if column > 0:
        kept.sort(key=lambda row: _key(row.cells[column - 1]), reverse=descending)
    elif descending:
        kept.reverse()
    return kept


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
