"""Review tables in the window: every document asked the questions of a table's columns, each cell with its place."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.config.options import LANGUAGE
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import TableProgress
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.review import Cell, CellState, ReviewTable, TableDefinition, TableRow
from desktop_rag.gui.all_documents.table_model import TableModel, arranged, cell_words
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.languages import language_code
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, Notice, button, label, set_up_rows
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_ROW, _FILE_WIDTH, _WIDTH = 34, 190, 150
_TYPING_MS = 200


class TableSection(QWidget):
    """Shows a table of a library as far as it is known; “Fill” looks for the rest."""

    passage_wanted = Signal(object, object, bool)  # Source, Citation: the sentence of a cell; True

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._appearance = appearance
        self._library = ""
        self._definition: TableDefinition | None = None
        self._table: ReviewTable | None = None
        self._job: Job[ReviewTable] | None = None
        self._order = (0, False)
        self._is_outdated = False
        self.setObjectName("table_section")
        self.model = TableModel(appearance)
        self.table = _CellTable(self.model)
        self._timer = single_shot(self, _TYPING_MS, self._show)
        self._lay_out()
        self.table.cell_opened.connect(self._open)
        self.table.horizontalHeader().sectionClicked.connect(self._sort)
        self.table.selectionModel().currentChanged.connect(self._explain)
        bridge.table_progress.connect(self._take)

    def set_library(self, info: IndexInfo) -> None:
        """Show the tables of this library, as soon as the section is seen."""
        if info.name != self._library:
            self.stop()
            self._library, self._is_outdated = info.name, True
            if self.isVisible():
                self._list()

    def focus(self) -> None:
        """Go to where the person types."""
        self._words.setFocus()

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self._words, self.table

    def showEvent(self, event: QShowEvent) -> None:
        """List the tables if that was not done."""
        super().showEvent(event)
        if self._is_outdated and self._library:
            self._list()

    def stop(self) -> None:
        """Stop filling; what was found is kept."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._show_state()

    def _lay_out(self) -> None:
        self._words = QLineEdit()
        TextCentring(self._words)
        self._words.setObjectName("table_filter")
        self._words.setPlaceholderText(self.tr("Filter by file, value or state"))
        self._words.setAccessibleName(self._words.placeholderText())
        self._words.setClearButtonEnabled(True)
        self._words.textChanged.connect(self._timer.start)
        self._choice = ComboBox(self._appearance)
        self._choice.setObjectName("table_choice")
        self._choice.setAccessibleName(self.tr("Table"))
        self._choice.currentIndexChanged.connect(self._choose)
        self._fill = button(self.tr("Fill"), "table_fill_button")
        self._fill.clicked.connect(self._start_or_stop)
        self._export = button(self.tr("Export…"), "table_export_button")
        self._export.clicked.connect(self._export_table)
        columns = button(self.tr("Open columns…"), "table_columns_button")
        columns.clicked.connect(self._open_columns)
        buttons = FlowRow(8)
        for widget in (self._choice, self._fill, self._export, columns):
            buttons.add(widget)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._words, 1, Qt.AlignmentFlag.AlignTop)
        top.addWidget(buttons, 2)
        self.notice = Notice("info")
        self.notice.hide()
        self._detail = label("", "text", wrap=True)
        self._detail.setObjectName("table_detail")
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.hide()
        self._status = label("", "muted", wrap=True)
        self._status.setObjectName("table_status")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(self.notice)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._detail)
        layout.addWidget(self._status)
        self.setFocusProxy(self._words)

    def _list(self) -> None:
        """List the tables of the library, and those that come with the program."""
        self._is_outdated = False
        self.notice.hide()
        worker = self._bridge.worker
        job = worker.tables.offered(self._library, language_code(worker.config[LANGUAGE]))
        self._bridge.run(job, partial(self._listed, self._library), self._fail)

    def _listed(self, library: str, tables: list[TableDefinition]) -> None:
        if library != self._library:
            return
        with QSignalBlocker(self._choice):
            self._choice.clear()
            for one in tables:
                self._choice.addItem(one.name, one)
        self._choose()

    def _choose(self, *_changed: object) -> None:
        self.stop()
        definition = self._choice.currentData()
        self._definition = definition if isinstance(definition, TableDefinition) else None
        self._table = None
        self._show_state()
        if self._definition is not None:
            job = self._bridge.worker.tables.read(self._library, self._definition)
            self._bridge.run(job, partial(self._found, self._library, self._definition), self._fail)

    def _open_columns(self) -> None:
        """Ask for a file that defines columns, and show its table."""
        name, _ = QFileDialog.getOpenFileName(
            self.window(), self.tr("Open columns"), "", self.tr("Columns of a table (*.toml)")
        )
        if name:
            self._bridge.run(self._bridge.worker.tables.columns(Path(name)), self._take_columns, self._fail)

    def _take_columns(self, definition: TableDefinition) -> None:
        self._choice.insertItem(0, definition.name, definition)
        self._choice.setCurrentIndex(0)

    def _start_or_stop(self) -> None:
        if self._job is not None:
            self.stop()
            self._choose()
        elif self._definition is not None:
            self.notice.hide()
            self._job = self._bridge.worker.tables.fill(self._library, self._definition)
            self._bridge.run(self._job, partial(self._found, self._library, self._definition), self._fail)
            self._show_state()

    def _take(self, event: TableProgress) -> None:
        if self._job is not None and event.job_id == self._job.id:
            done, total = words.number(event.done), words.number(event.total)
            self._status.setText(self.tr("Asking the documents: {done} of {total}").format(done=done, total=total))
            if self._table is not None and event.rows:
                found = {row.file: row for row in event.rows}
                self._table = replace(self._table, rows=tuple(found.get(row.file, row) for row in self._table.rows))
                self._show()

    def _found(self, library: str, definition: TableDefinition, table: ReviewTable) -> None:
        if (library, definition) != (self._library, self._definition):
            return
        if self._job is not None and self._job.done:
            self._job = None
        if self._job is None:
            self._table = table
            self._show()
            self._show_state()

    def _show(self) -> None:
        """Show the rows that have the words typed, in the order chosen: arranged in the background."""
        table, typed, (column, descending) = self._table, self._words.text(), self._order
        rows = table.rows if table is not None else ()

        def take(shown: list[TableRow]) -> None:
            if table is self._table:
                place = self.table.currentIndex()
                row, column = place.row(), place.column()
                self.model.show(table, shown)
                self.table.show_widths()
                self.table.setCurrentIndex(self.model.index(row, column))
                self._explain()

        self._bridge.call(lambda: arranged(rows, typed, column, descending=descending), take, self._fail)

    def _show_state(self) -> None:
        is_running, table = self._job is not None, self._table
        self._fill.setText(self.tr("Stop") if is_running else self.tr("Fill"))
        self._fill.setEnabled(self._definition is not None)
        self._export.setEnabled(table is not None and not is_running)
        if table is not None and not is_running:
            read, files = words.number(table.read), words.number(table.files)
            said = [self.tr("{read} of {files} documents read.").format(read=read, files=files)]
            if not table.model:
                said.append(self.tr("Values are quoted, without a model."))
            if waiting := sum(cell.state is CellState.WAITING for row in table.rows for cell in row.cells):
                said.append(self.tr("Cells not filled yet: {count}.").format(count=words.number(waiting)))
            self._status.setText(" ".join(said))
            self._status.setToolTip("\n".join(f"{one.file}: {words.sentence(one.reason)}" for one in table.unread[:20]))

    def _sort(self, column: int) -> None:
        """Sort by a column; once more reverses it."""
        self._order = (column, not self._order[1] if column == self._order[0] else False)
        self._show()

    def _explain(self, *_changed: object) -> None:
        """Write what the current cell rests on below the table."""
        cell = self.model.cell(self.table.currentIndex())
        self._detail.setVisible(cell is not None)
        if cell is not None:
            found = cell if cell.found is None else cell.found
            quotes = [" ".join(place.quote.split()) for place in found.places]
            reason = words.sentence(cell.reason) if cell.reason else ""
            self._detail.setText("\n".join(filter(None, (cell_words(cell), *quotes, reason))))

    def _open(self, row: TableRow, cell: Cell) -> None:
        """Ask for the place of a cell: its sentence."""
        found = cell if cell.found is None else cell.found
        if found.places:
            one = found.places[0]
            source = Source(1, 1.0, row.file, one.page, one.page_label, one.start, one.end, one.quote, "")
            citation = Citation(1, 0, 0, row.file, one.page, one.start, one.end, one.quote, 1.0, "")
            self.passage_wanted.emit(source, citation, True)  # noqa: FBT003 - of the signal

    def _export_table(self) -> None:
        """Ask for a file and write the table into it."""
        library, definition = self._library, self._definition
        if definition is None:
            return

        def write(path: Path) -> None:
            job = self._bridge.worker.tables.export(library, definition, path, say=words.sentence)
            self._bridge.run(job, partial(self._tell_saved, path.name), self._fail)

        kinds = {".xlsx": self.tr("Workbook (*.xlsx)"), ".csv": self.tr("Table (*.csv)")}
        ask_where_to_save(self.window(), self.tr("Export the table"), f"{definition.name}.xlsx", kinds, write)

    def _tell_saved(self, name: str, _result: object) -> None:
        self.notice.set_role("info")
        self.notice.tell(self.tr("Saved to “{name}”.").format(name=name))

    def _fail(self, error: UserError) -> None:
        self._job = None
        self._show_state()
        self.notice.set_role("failure")
        self.notice.tell(error.message, error.next_step)


class _CellTable(QTableView):
    """Cells in rows of one height; Return or a click opens the place of one."""

    cell_opened = Signal(object, object)  # TableRow, Cell

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self._rows = model
        self.setObjectName("review_table")
        self.setAccessibleName(self.tr("Review table"))
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        set_up_rows(self, _ROW)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultSectionSize(scaled(_WIDTH))
        self.clicked.connect(self._open_current)

    def show_widths(self) -> None:
        """Give the names of documents more room."""
        if self._rows.columnCount():
            self.setColumnWidth(0, scaled(_FILE_WIDTH))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_current()
        else:
            super().keyPressEvent(event)

    def _open_current(self, *_index: object) -> None:
        row, cell = self._rows.row(self.currentIndex().row()), self._rows.cell(self.currentIndex())
        if row is not None and cell is not None:
            self.cell_opened.emit(row, cell)
