"""The rows and cells of a sheet for Qt: nothing is made for a cell until it is in sight."""

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QBrush, QColor

from desktop_rag.gui.sources.views.source_view import Marks
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.shapes.grids import Grid
from desktop_rag.readers.shapes.model import Cell

_TIP = 1_000  # characters of a cell that the tip shows
_NOTHING = Grid((), (), 0)
_NUMERIC = frozenset("0123456789.,+-%()€$£¥ \u00a0\u2212")


class GridModel(QAbstractTableModel):
    """A sheet below its heading; cells of the passage and the quoted ones stand on the grounds of a felt pen."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._grid = _NOTHING
        self._marks = Marks()
        self._hits: frozenset[tuple[int, int]] = frozenset()
        self._hit: tuple[int, int] | None = None
        appearance.changed.connect(self.repaint)

    @property
    def grid(self) -> Grid:
        """The sheet that is shown."""
        return self._grid

    def show_grid(self, grid: Grid, marks: Marks) -> None:
        """Show a sheet."""
        self.beginResetModel()
        self._grid, self._marks = grid, marks
        self._hits, self._hit = frozenset(), None
        self.endResetModel()

    def show_hits(self, hits: frozenset[tuple[int, int]], current: tuple[int, int] | None) -> None:
        """Mark the cells (row, column) that hold what is sought."""
        self._hits, self._hit = hits, current
        self.repaint()

    def repaint(self) -> None:
        """Let all cells in sight be painted again."""
        if self._grid.rows:
            corner = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), corner, [Qt.ItemDataRole.BackgroundRole])

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows below the heading."""
        return 0 if parent.isValid() else len(self._grid.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else self._grid.columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell, and its colours."""
        cell = self.cell(index.row(), index.column())
        if cell is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell.text[:_TIP] if len(cell.text) > 20 else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            across = Qt.AlignmentFlag.AlignRight if _is_number(cell.text) else Qt.AlignmentFlag.AlignLeft
            return across | Qt.AlignmentFlag.AlignVCenter
        if role in (Qt.ItemDataRole.BackgroundRole, Qt.ItemDataRole.ForegroundRole):
            ground, words = self._colours(index.row(), index.column())
            wanted = ground if role == Qt.ItemDataRole.BackgroundRole else words
            return QBrush(wanted) if wanted is not None else None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the cells of the heading."""
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self._grid.heading):
            return "" if role == Qt.ItemDataRole.DisplayRole else None
        text = self._grid.heading[section].text
        if role == Qt.ItemDataRole.DisplayRole:
            return " ".join(text.split())
        if role == Qt.ItemDataRole.ToolTipRole:
            return text[:_TIP]
        return None

    def heading_role(self, column: int) -> str:
        """Return the mark of a cell of the heading, "" for none."""
        if not 0 <= column < len(self._grid.heading):
            return ""
        return self._mark(self._grid.heading[column])

    def cell(self, row: int, column: int) -> Cell | None:
        """Return a cell, None where a row ends before."""
        cells = self._grid.rows[row] if 0 <= row < len(self._grid.rows) else ()
        return cells[column] if 0 <= column < len(cells) else None

    def title_column(self, row: int) -> int | None:
        """Return the column of a row's only words, as titles and remarks stand; row -1 is the heading.

        None where several cells say something, where it is a figure, and in a sheet of one column.
        """
        cells = self._grid.heading if row < 0 else self._grid.rows[row]
        if self._grid.columns == 1:
            return None
        filled = [column for column, cell in enumerate(cells) if cell.text.strip()]
        if len(filled) != 1 or _is_number(cells[filled[0]].text):
            return None
        return filled[0]

    def is_marked(self, row: int, column: int) -> bool:
        """Return True if a cell carries a mark."""
        cell = self.cell(row, column)
        return cell is not None and bool(self._mark(cell))

    def marked_cells(self) -> list[tuple[int, int, str]]:
        """Return the row, column and mark of every cell with one; row -1 is the heading."""
        rows = enumerate((self._grid.heading, *self._grid.rows), -1)
        touched = ((number, row) for number, row in rows if row and self._marks.role(row[0].start, row[-1].end + 1))
        return [
            (number, column, role)
            for number, row in touched
            for column, cell in enumerate(row)
            if (role := self._mark(cell))
        ]

    def _mark(self, cell: Cell) -> str:
        """Return the mark of a cell; an empty one has only that of the passage around it."""
        if cell.start < cell.end:
            return self._marks.role(cell.start, cell.end)
        return "passage" if self._marks.role(cell.start, cell.start + 1) else ""

    def _colours(self, row: int, column: int) -> tuple[QColor | None, QColor | None]:
        """Return the ground of a cell and the colour of its words, None for the usual ones."""
        theme = self._appearance.theme
        if (row, column) == self._hit:
            return theme.color("accent"), theme.color("on_accent")
        if (row, column) in self._hits:
            return theme.color("accent_soft"), theme.color("text")
        cell = self.cell(row, column)
        role = self._mark(cell) if cell is not None else ""
        return (theme.color(role), theme.color("on_highlight")) if role else (None, None)


def _is_number(text: str) -> bool:
    return any(map(str.isdigit, text)) and set(text) <= _NUMERIC
