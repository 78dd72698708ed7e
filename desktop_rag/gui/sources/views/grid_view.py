"""Shows a sheet as a grid: the heading stays in sight, the cited row and cells are marked.

Nothing is made for a cell until it is in sight.
"""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.gui.sources.views.document_view import DocumentView
from desktop_rag.gui.sources.views.source_view import MarkClicks, Marks, Zoom
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import BODY, Appearance, font
from desktop_rag.readers.shapes.model import Cell, Extract, Prose
from desktop_rag.readers.shapes.shape import Grid, Shape

_NARROWEST, _USUAL, _WIDEST = 56, 100, 320
_SAMPLE = 200  # rows whose cells decide how wide the columns are
_MEASURED = 10_000  # cells measured for that
_TALLEST = 160  # pixels of a marked row, whose words are wrapped
_MOST_TALL = 40  # marked rows that are made as tall as their words
_MOST_HITS = 5_000
_TITLED = 1_000  # rows at the beginning that are looked through for titles
PADDING = 24  # pixels beside the words of a cell, in all
AIR = 12  # pixels above and below them
_WRAPPED = Qt.TextFlag.TextWordWrap.value
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


class GridHeading(QHeaderView):
    """The heading of a sheet."""

    def __init__(self, model: GridModel, appearance: Appearance) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._rows = model
        self._appearance = appearance
        self._pixels = BODY
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)

    def set_pixels(self, pixels: int) -> None:
        """Write in letters of this size from now on: the style sheet decides about the heading's own font."""
        self._pixels = pixels
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a cell of the heading."""
        role = self._rows.heading_role(section)
        theme = self._appearance.theme
        text = str(self._rows.headerData(section, Qt.Orientation.Horizontal))
        bold = font(self._pixels, bold=True, sample=text)
        painter.save()
        painter.fillRect(rect, theme.color(role or "window"))
        painter.setPen(theme.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        title = self._rows.title_column(-1)
        across = title is not None and section >= title  # a part of the title's own room
        if not across:
            painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(theme.color("on_highlight" if role else "text"))
        painter.setFont(bold)
        inside = rect.adjusted(PADDING // 2, 0, -PADDING // 2, 0)
        if title is not None and across:
            painter.setClipRect(rect.adjusted(0, 0, 0, -1))
            text = str(self._rows.headerData(title, Qt.Orientation.Horizontal))
            inside.setLeft(self.sectionViewportPosition(title) + PADDING // 2)
            inside.setWidth(self.length() - self.sectionPosition(title) - PADDING)
        elided = QFontMetrics(bold).elidedText(text, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()


class GridCells(QStyledItemDelegate):
    """The cells of a sheet: of one line, or as many as a tall row has room for."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._pixels = BODY

    def set_pixels(self, pixels: int) -> None:
        """Write in letters of this size from now on."""
        self._pixels = pixels

    def height_of(self, words: str, width: int) -> int:
        """Return the height a cell of a width needs to show all of its words."""
        room = QRect(0, 0, max(1, width - PADDING), 100_000)
        return QFontMetrics(self._font(words)).boundingRect(room, _WRAPPED, words).height() + AIR

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        theme, rect = self._appearance.theme, option_rect(option)
        ground, colour = index.data(Qt.ItemDataRole.BackgroundRole), index.data(Qt.ItemDataRole.ForegroundRole)
        selected = bool(option_state(option) & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if isinstance(ground, QBrush):
            painter.fillRect(rect, ground)
        elif selected:
            painter.fillRect(rect, theme.color("accent_soft"))
        if selected:
            painter.setPen(theme.color("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.setPen(colour.color() if isinstance(colour, QBrush) else theme.color("text"))
        self._write(painter, rect.adjusted(PADDING // 2, 0, -PADDING // 2, 0), index)
        painter.restore()

    def _write(self, painter: QPainter, box: QRect, index: Index) -> None:
        words = str(index.data() or "")
        painter.setFont(self._font(words))
        metrics = painter.fontMetrics()
        across = int(index.data(Qt.ItemDataRole.TextAlignmentRole) or 0)
        if box.height() - AIR < 2 * metrics.lineSpacing():
            line = metrics.elidedText(" ".join(words.split()), Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, across, line)
        else:
            painter.drawText(box.adjusted(0, AIR // 2, 0, -AIR // 2), _WRAPPED, words)

    def _font(self, words: str) -> QFont:
        return font(self._pixels, sample=words[:100])


class _Table(QTableView):
    """The cells; copies what is selected as values with tabs between them."""

    def copy(self) -> None:
        """Copy the selected cells as they stand, row by row."""
        QGuiApplication.clipboard().setText(self.selected_text())

    def selected_text(self) -> str:
        """Return the selected cells, tabs between them, one row a line."""
        chosen = sorted(self.selectionModel().selectedIndexes(), key=_place_of)
        rows: dict[int, list[str]] = {}
        for index in chosen:
            rows.setdefault(index.row(), []).append(str(index.data() or ""))
        return "\n".join("\t".join(cells) for cells in rows.values())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy with Ctrl+C."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)


class GridView(QWidget):
    """A sheet, and below it what its file says beside the cells."""

    found = Signal(int, int, bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._hits: list[tuple[int, int]] = []
        self._current = -1
        self.setObjectName("grid_view")
        self.model = GridModel(appearance)
        self.table = _Table()
        self._zoom = Zoom(self.table)
        self._zoom.changed.connect(self._fit)
        self.notes = DocumentView(appearance)
        self.notes.setObjectName("grid_notes")
        self._set_up_table()
        self.mark_clicks = MarkClicks(self.table, self._is_marked)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.table)
        self._splitter.addWidget(self.notes)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._splitter)
        self.setFocusProxy(self.table)

    def show_shape(self, shape: Shape, marks: Marks) -> None:
        """Show a sheet and go to its passage."""
        if not isinstance(shape, Grid):
            return
        self._hits, self._current = [], -1
        self.model.show_grid(shape, marks)
        self._fit()
        self.notes.setVisible(bool(shape.notes))
        if shape.notes:
            end = shape.notes[-1].end
            self.notes.show_shape(Prose(Extract(0, end, end), shape.notes), marks)
        QTimer.singleShot(0, self, self.reveal)

    def reveal(self) -> None:
        """Scroll to the passage."""
        marked = self.model.marked_cells()
        if marked:
            cells = [cell for cell in marked if cell[2] == "sentence"] or marked
            row, column = max(cells[0][0], 0), min(column for _, column, _ in cells)
            self.table.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
            self.table.scrollTo(self.model.index(row, column))
        self.notes.reveal()

    def marked_text(self) -> str:
        """Return the words that carry a mark."""
        grid = self.model.grid
        cells = (
            (grid.heading if row < 0 else grid.rows[row])[column].text for row, column, _ in self.model.marked_cells()
        )
        beside = (self.notes.marked_text(),) if grid.notes else ()
        return " ".join([*cells, *beside])

    def zoom_by(self, steps: int) -> None:
        """Make the cells larger or smaller, as usual with 0."""
        self._zoom.by(steps)

    def percent(self) -> int:
        """Return the magnification in percent."""
        return self._zoom.percent

    def look_for(self, text: str) -> None:
        """Mark every cell with a text and go to the nearest one."""
        wanted = text.casefold()
        self._hits = []
        for row, cells in enumerate(self.model.grid.rows if wanted else ()):
            self._hits += [(row, column) for column, cell in enumerate(cells) if wanted in cell.text.casefold()]
            if len(self._hits) > _MOST_HITS:
                break
        top = max(0, self.table.rowAt(0))
        self._current = next((at for at, (row, _) in enumerate(self._hits) if row >= top), 0) if self._hits else -1
        self._go()

    def step_to(self, direction: int) -> None:
        """Go to the next cell found, or to the one before."""
        if self._hits:
            self._current = (self._current + direction) % len(self._hits)
            self._go()

    def selected_text(self) -> str:
        """Return the words that are selected."""
        return self.table.selected_text()

    def _is_marked(self, at: QPoint) -> bool:
        index = self.table.indexAt(at)
        return self.model.is_marked(index.row(), index.column())

    def _go(self) -> None:
        current = self._hits[self._current] if self._current >= 0 else None
        self.model.show_hits(frozenset(self._hits), current)
        if current is not None:
            self.table.scrollTo(self.model.index(*current))
        self.found.emit(self._current + 1, len(self._hits), len(self._hits) <= _MOST_HITS)

    def _set_up_table(self) -> None:
        table = self.table
        table.setObjectName("grid_table")
        table.setAccessibleName(self.tr("Sheet"))
        table.setProperty("role", "sheet")
        table.setModel(self.model)
        self._heading = GridHeading(self.model, self._appearance)
        table.setHorizontalHeader(self._heading)
        table.verticalHeader().hide()
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setTextElideMode(Qt.TextElideMode.ElideRight)
        table.setWordWrap(True)
        table.setTabKeyNavigation(False)
        self._cells = GridCells(self._appearance)
        table.setItemDelegate(self._cells)
        copying = QAction(self.tr("Copy"), table)
        copying.triggered.connect(table.copy)
        table.addAction(copying)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _fit(self) -> None:
        """Make columns and rows as large as their words."""
        self._fit_columns()
        self._fit_titles()
        self._fit_rows()

    def _fit_columns(self) -> None:
        """Make columns as wide as most of their cells, within limits: long texts are read in a tip or a tall row.

        A title has the room of the empty cells behind it, and does not make its column wide.
        """
        grid = self.model.grid
        pixels = max(1, round(BODY * self._zoom.scale))
        self._cells.set_pixels(pixels)
        self.table.setFont(font(pixels))
        self._heading.set_pixels(pixels)
        plain, bold = QFontMetrics(self.table.font()), QFontMetrics(font(pixels, bold=True))
        numbers = range(0, len(grid.rows), max(1, len(grid.rows) // _SAMPLE))
        sample = [(grid.rows[number], self.model.title_column(number)) for number in numbers]
        head_title = self.model.title_column(-1) if grid.heading else None
        # of a very wide sheet only the first columns are measured
        self.table.horizontalHeader().setDefaultSectionSize(round(_USUAL * self._zoom.scale))
        for column in range(min(grid.columns, _MEASURED // max(1, len(sample)))):
            heading = grid.heading[column].text if column < len(grid.heading) and column != head_title else ""
            cells = [row[column].text[:80] for row, title in sample if column < len(row) and column != title]
            widths = map(plain.horizontalAdvance, cells)
            wanted = max([bold.horizontalAdvance(heading[:40]), *widths]) + PADDING + 2
            limits = round(_NARROWEST * self._zoom.scale), round(_WIDEST * self._zoom.scale)
            self.table.setColumnWidth(column, min(max(wanted, limits[0]), limits[1]))

    def _fit_titles(self) -> None:
        """Let titles extend over the empty cells behind them, and the sheet be wide enough for them."""
        self.table.clearSpans()
        rows, columns = self.model.grid.rows, self.model.grid.columns
        metrics, widest = QFontMetrics(self.table.font()), round(_WIDEST * self._zoom.scale)
        marked = {row for row, _, _ in self.model.marked_cells() if row >= _TITLED}
        for number in (*range(min(len(rows), _TITLED)), *marked):
            if (column := self.model.title_column(number)) is None:
                continue
            if column + 1 < columns:
                self.table.setSpan(number, column, 1, columns - column)
            wanted = min(metrics.horizontalAdvance(rows[number][column].text[:80]) + PADDING + 2, widest)
            room = sum(map(self.table.columnWidth, range(column, columns)))
            if room < wanted:
                self.table.setColumnWidth(column, self.table.columnWidth(column) + wanted - room)

    def _fit_rows(self) -> None:
        """Make marked rows as tall as their words."""
        usual = QFontMetrics(self.table.font()).height() + AIR
        self.table.verticalHeader().setDefaultSectionSize(usual)
        rows = sorted({row for row, _, _ in self.model.marked_cells() if row >= 0})
        for row in rows[:_MOST_TALL]:
            if self.model.title_column(row) is not None:
                continue
            cells = enumerate(self.model.grid.rows[row])
            heights = [self._cells.height_of(cell.text, self.table.columnWidth(column)) for column, cell in cells]
            self.table.setRowHeight(row, min(max(usual, *heights), round(_TALLEST * self._zoom.scale)))


def _place_of(index: QModelIndex) -> tuple[int, int]:
    return index.row(), index.column()


def _is_number(text: str) -> bool:
    return any(map(str.isdigit, text)) and set(text) <= _NUMERIC
