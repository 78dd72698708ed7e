"""Review tables in the window: every document asked the questions of a table's columns, each cell with its place."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.config.options import LANGUAGE
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import TableProgress
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.pins import PinKind
from desktop_rag.core.results.review import (
    PILOT,
    Agreement,
    Cell,
    CellState,
    OfferedTables,
    ReviewColumn,
    ReviewTable,
    TableAnswer,
    TableChanges,
    TableCheck,
    TableDefinition,
    TableEstimate,
    TableRow,
    TableScope,
    money,
    table_of,
)
from desktop_rag.gui.all_documents.cell_table import (
    CellTable,
    GroupHead,
    TableModel,
    arranged,
    cell_words,
    grouped,
    state_words,
)
from desktop_rag.gui.all_documents.columns_dialog import ColumnsDialog
from desktop_rag.gui.all_documents.section import Section, filter_box
from desktop_rag.gui.packs.formats import is_pack, pack_kinds
from desktop_rag.gui.search.filter_bar import FilterBar
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.languages import language_code
from desktop_rag.gui.watched.button import WatchButton
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, IconButton, NoticeButton, button, label, plain_tip
from desktop_rag.gui.widgets.edit_watchers import TextCentring, fit_number_box
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_ROW, _FILE_WIDTH, _WIDTH = 34, 190, 150
_TYPING_MS, _SCOPE_MS = 200, 600
_LISTED = 12  # files in the tip of their chip
_ASK_FROM = 30.0  # seconds of work without a model from which a person is asked before it begins
_YES_NO = ("yes", "no")
_MOST_ANSWERS = 12  # rows that answer a question to the table
_MOST_LINES = 5  # cells that differ, told below the count of them


class TableSection(Section):
    """Shows a table of a library as far as it is known; “Fill” looks for the rest."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__(bridge, appearance, "table_section")
        self._definition: TableDefinition | None = None
        self._table: ReviewTable | None = None
        self._order = (0, False)
        self._only: frozenset[str] = frozenset()  # files that are shown, all where there are none
        self._kept = frozenset[str]()  # the names of the library's own tables
        self._checked = TableCheck()
        self._asked = ""  # in words, by an answer of the chat
        self._named = ""  # by another page, until the tables are listed
        self._carried: tuple[str, ...] = ()  # files chosen on another page: whichever table is chosen, it is of them
        self._scope = _ScopeRow(bridge, appearance)
        self.model = TableModel(appearance)
        self.table = CellTable(self.model, appearance)
        self._timer = single_shot(self, _TYPING_MS, self._show)
        self._lay_out()
        self._scope.changed.connect(self._narrow)
        self._scope.files_removed.connect(self._ask_others)
        self.table.cell_opened.connect(self._open)
        self.table.menu_wanted.connect(self._open_menu)
        self.table.found_wanted.connect(self._use_found)
        self.model.value_set.connect(self._set)
        self.table.sort_wanted.connect(self._sort)
        self.table.selectionModel().currentChanged.connect(self._explain)
        self._watch(self._words, self._question, self._scope.query, self.table)
        bridge.table_progress.connect(self._take)

    def _forget(self) -> None:
        self._asked, self._named, self._carried = "", "", ()
        self._scope.set_library(self._library)

    def ask(self, question: str) -> None:
        """Show a table with one question, which every document is asked when the person fills it."""
        self._asked, self._carried = question, ()
        if self._choice.count():
            self._choose_asked()

    def ask_only(self, files: tuple[str, ...]) -> None:
        """Show the table of these files alone, whichever columns are chosen, until the person asks others."""
        self._carried = files
        self._scope.show_scope(TableScope(files=files))
        self._narrow()

    def show_table(self, name: str) -> None:
        """Show the table with this name, as soon as it is listed."""
        self._named = name
        if self._choice.count():
            self._choose_named()

    def _choose_named(self) -> None:
        place, self._named = self._choice.findText(self._named), ""
        if place >= 0:
            self._choice.setCurrentIndex(place)

    def _choose_asked(self) -> None:
        definition = table_of(self._asked)
        place = self._choice.findText(definition.name)
        if place < 0:
            self._choice.insertItem(0, definition.name, definition)
        self._choice.setCurrentIndex(max(0, place))
        self._scope.show_scope(TableScope())
        self._narrow()

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self._words, self._question, self._scope.query, self.table

    def _lay_out(self) -> None:
        self._words = filter_box("table_filter", self.tr("Filter rows"))
        self._words.setToolTip(self.tr("By file, value or state."))
        self._words.textChanged.connect(self._timer.start)
        self._question = QLineEdit()
        TextCentring(self._question)
        self._question.setObjectName("table_question")
        self._question.setPlaceholderText(self.tr("Ask the table…"))
        self._question.setToolTip(self.tr("In words, or as SELECT … FROM documents."))
        self._question.setAccessibleName(self.tr("Question to the table"))
        self._question.setClearButtonEnabled(True)
        self._question.returnPressed.connect(self._ask_table)
        self._choice = ComboBox(self._appearance)
        self._choice.setObjectName("table_choice")
        self._choice.setAccessibleName(self.tr("Table"))
        self._choice.currentIndexChanged.connect(self._choose)
        self._group = ComboBox(self._appearance)
        self._group.setObjectName("table_group")
        self._group.setAccessibleName(self.tr("Group by"))
        self._group.currentIndexChanged.connect(self._show)
        self._fill = button(self.tr("Fill"), "table_fill_button", "primary")
        self._fill.clicked.connect(self._start_or_stop)
        self._export = button(self.tr("Export…"), "table_export_button")
        self._export.clicked.connect(self._export_table)
        self._columns = IconButton(self._appearance, "pencil", self.tr("Columns…"), "table_columns_button")
        self._columns.setToolTip(self.tr("Change what the table asks, or share its columns as a file."))
        self._columns.clicked.connect(lambda: self._edit_columns(new=False))
        new = IconButton(self._appearance, "plus", self.tr("New table…"), "table_new_button")
        new.clicked.connect(lambda: self._edit_columns(new=True))
        self._check = button(self.tr("Check a cell"), "table_check_button")
        self._check.setToolTip(
            self.tr("Set five cells of a column yourself: the table then tells how often it is right.")
        )
        self._check.clicked.connect(self._check_next)
        self._watched = WatchButton(self._bridge, "table_watch_button")
        self._watched.said.connect(self._say)
        self._watched.failed.connect(self._tell)
        top, shown, buttons = QHBoxLayout(), QHBoxLayout(), FlowRow(8)
        top.setSpacing(8)
        top.addWidget(self._choice, 1)
        top.addWidget(self._columns)
        top.addWidget(new)
        top.addWidget(self._fill)
        top.addWidget(self._export)
        for part in (self._scope.filters, self._check, self._watched):
            buttons.add(part)
        shown.setSpacing(8)
        shown.addWidget(self._words, 3)
        shown.addWidget(self._question, 3)
        shown.addWidget(self._group, 2)
        self._make_limit()
        self._detail = label("", "text", wrap=True)
        self._detail.setObjectName("table_detail")
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.hide()
        self._status = label("", "muted", wrap=True)
        self._status.setObjectName("table_status")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._scope)
        layout.addWidget(buttons)
        layout.addWidget(self.notice)
        layout.addLayout(shown)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._detail)
        layout.addWidget(self._status)

    def _make_limit(self) -> None:
        """Put a field for the most cost below the words that ask what to do."""
        self._most_cost = QDoubleSpinBox()
        self._most_cost.setObjectName("table_most_cost")
        self._most_cost.setAccessibleName(self.tr("Most cost"))
        self._most_cost.setToolTip(self.tr("The model is asked until it cost so much; then you can continue."))
        self._most_cost.setRange(0.0, 1_000_000.0)
        self._most_cost.setSpecialValueText(self.tr("No limit"))
        fit_number_box(self._most_cost)
        self._limit = QWidget()
        limit = QHBoxLayout(self._limit)
        limit.setContentsMargins(0, 4, 0, 0)
        limit.addWidget(label(self.tr("Stop at"), "muted"))
        limit.addWidget(self._most_cost)
        limit.addStretch(1)
        self.notice.add_field(self._limit)

    def _look(self, *_done: object) -> None:
        """List the tables of the library, and those that come with the program."""
        worker = self._bridge.worker
        job = worker.tables.offered(self._library, language_code(worker.config[LANGUAGE]))
        self._bridge.run(job, partial(self._listed, self._library), self._tell)

    def _listed(self, library: str, tables: OfferedTables) -> None:
        if library != self._library:
            return
        self._kept = frozenset(one.name for one in tables.kept)
        with QSignalBlocker(self._choice):
            self._choice.clear()
            for one in (*tables.kept, *tables.shipped):
                self._choice.addItem(one.name, one)
        self._choose()
        if self._asked:
            self._choose_asked()
        elif self._named:
            self._choose_named()

    def _choose(self, *_changed: object) -> None:
        self.stop()
        definition = self._choice.currentData()
        self._definition = definition if isinstance(definition, TableDefinition) else None
        if self._definition is not None:
            scope = TableScope(files=self._carried) if self._carried else self._definition.scope
            self._definition = replace(self._definition, scope=scope)
            self._scope.show_scope(scope)
        self._table = None
        self._only = frozenset()
        self.notice.hide()
        with QSignalBlocker(self._group):
            self._group.clear()
            self._group.addItem(self.tr("No groups"), 0)
            for place, one in enumerate(self._definition.columns if self._definition is not None else (), 1):
                self._group.addItem(self.tr("By “{column}”").format(column=one.name), place)
        self._show_state()
        self._read()

    def _narrow(self) -> None:
        """Ask the documents that were chosen from now on; the table is kept with them when it is filled."""
        scope, definition = self._scope.scope(), self._definition
        if definition is not None and scope != definition.scope:
            self.stop()
            self._definition = replace(definition, scope=scope)
            with QSignalBlocker(self._choice):
                self._choice.setItemData(self._choice.currentIndex(), self._definition)
            self._only = frozenset()
            self.notice.hide()
            self._read()

    def _ask_others(self) -> None:
        """Ask more than the chosen files again, whichever table is chosen."""
        self._carried = ()
        self._narrow()

    def _read(self, *_done: object) -> None:
        """Show the table as far as its cells are known."""
        if self._definition is not None:
            job = self._bridge.worker.tables.read(self._library, self._definition)
            self._bridge.run(job, partial(self._show_read, self._library, self._definition), self._tell)

    def _edit_columns(self, *, new: bool) -> None:
        """Show the columns of the table, which may be changed, or ask for those of a new one."""
        definition = None if new else self._definition
        is_kept = definition is not None and definition.name in self._kept
        dialog = ColumnsDialog(self._bridge, self._appearance, definition, self.window(), kept=is_kept)
        dialog.made.connect(self._take_columns)
        dialog.removed.connect(self._remove_table)
        dialog.open()

    def _take_columns(self, definition: TableDefinition) -> None:
        """Keep a table in the library, and show it as far as its cells are known."""
        self._named = definition.name
        self._bridge.run(self._bridge.worker.tables.keep(self._library, definition), self._look, self._tell)

    def _remove_table(self, name: str) -> None:
        self._bridge.run(self._bridge.worker.tables.remove(self._library, name), self._look, self._tell)

    def _ask_table(self) -> None:
        """Answer a question from the rows of the table, as far as they are filled."""
        question, definition = self._question.text().strip(), self._definition
        if question and definition is not None:
            job = self._bridge.worker.tables.answer(self._library, definition, question)
            self._bridge.run(job, partial(self._show_answer, self._library, definition.name), self._tell)

    def _show_answer(self, library: str, name: str, found: TableAnswer) -> None:
        """Show the rows that answer a question, which cells had nothing to count, and the statement."""
        if library != self._library or self._definition is None or name != self._definition.name:
            return
        rows = [" · ".join("–" if one is None else _number(one) for one in row) for row in found.rows[:_MOST_ANSWERS]]
        if len(found.rows) > _MOST_ANSWERS or found.is_cut:
            rows.append(self.tr("Only the first {count} rows are shown.").format(count=len(rows)))
        documents = self.tr("Answered from the rows of {count} documents.")
        said = [documents.format(count=words.number(found.documents))]
        said += [
            self.tr("{column}: without a value {count} ({state}).").format(
                column=one.column, count=words.number(one.count), state=state_words(one.state)
            )
            for one in found.lacking
        ]
        shown = "\n".join((*rows, words.sentences(*said), found.sql))
        hide = NoticeButton(self.tr("Close"), "table_later_button", self.notice.hide)
        self._offer(" · ".join(found.columns) or self.tr("No row fits."), (hide,), shown)

    def _start_or_stop(self) -> None:
        """Stop filling; or say how much work it is, and fill at once where it is little."""
        if self._job is not None:
            self.stop()
            self._read()
        elif self._definition is not None:
            self.notice.hide()
            job = self._bridge.worker.tables.estimate(self._library, self._definition)
            self._bridge.run(job, partial(self._propose, self._library, self._definition), self._tell)

    def _propose(self, library: str, definition: TableDefinition, work: TableEstimate) -> None:
        """Fill a table, where that takes long after a person has chosen so, all of it or a pilot."""
        if (library, definition) != (self._library, self._definition) or self._job is not None:
            return
        failed = 0 if self._table is None else _count(self._table, CellState.FAILED)
        later = NoticeButton(self.tr("Not now"), "table_later_button", self.notice.hide)
        if failed and not work.cells:
            message = self.tr("All cells are filled; of these failed: {count}.").format(count=words.number(failed))
            again = NoticeButton(
                self.tr("Try these again"), "table_retry_button", partial(self._fill_cells, again=True)
            )
            self._offer(message, (again, later))
        elif not work.cells or (not work.model and work.seconds < _ASK_FROM):
            self._fill_cells()
        else:
            message = self.tr("Cells to fill: {cells}, in {documents} documents.").format(
                cells=words.number(work.cells), documents=words.number(work.documents)
            )
            pilot = NoticeButton(
                self.tr("Try {count} documents").format(count=PILOT),
                "table_pilot_button",
                partial(self._fill_cells, most=PILOT),
            )
            everything = NoticeButton(self.tr("Fill all"), "table_all_button", self._fill_cells)
            choices = (pilot, everything, later) if work.documents > PILOT else (everything, later)
            self._most_cost.setSuffix(f" {work.currency}".rstrip())
            self._offer(message, choices, self._effort(work), is_priced=work.cost is not None)

    def _effort(self, work: TableEstimate) -> str:
        if work.model:
            tokens = words.number(work.tokens)
            effort = self.tr("About {tokens} tokens of {model}.").format(tokens=tokens, model=work.model)
            if work.cost is None:
                return effort
            cost = self.tr("At the prices in the settings they cost about {cost}.")
            return words.sentences(effort, cost.format(cost=money(work.cost, work.currency)))
        return self.tr("About {time} without a model.").format(time=words.duration(work.seconds))

    def _offer(
        self, message: str, choices: tuple[NoticeButton, ...], next_step: str = "", *, is_priced: bool = False
    ) -> None:
        """Propose what to do, and where the model has a price also how much it may cost."""
        self._say(message, next_step, choices)
        self._limit.setVisible(is_priced)

    def _fill_cells(self, *_clicked: object, most: int = 0, again: bool = False) -> None:
        """Fill the cells of all documents, or of the first ones for a pilot."""
        if self._definition is None or self._job is not None:
            return
        most_cost = 0.0 if self._limit.isHidden() else self._most_cost.value()
        self._only = frozenset()
        fill = self._bridge.worker.tables.fill
        job = fill(self._library, self._definition, most=most, most_cost=most_cost, retry=again)
        self._ask(job, self._tried if most else self._filled)
        self._show_state()

    def _tried(self, table: ReviewTable) -> None:
        """Offer to fill the rest after a pilot."""
        self._read()
        rest = NoticeButton(self.tr("Fill the rest"), "table_all_button", self._fill_cells)
        later = NoticeButton(self.tr("Not now"), "table_later_button", self.notice.hide)
        message = self.tr("Look at the rows that are filled before the rest is.")
        effort = words.sentences(*filter(None, (self._cost(table), self._time_left(table))))
        self._offer(message, (rest, later), effort, is_priced=table.cost is not None)

    def _filled(self, table: ReviewTable) -> None:
        """Show a filled table, and what differs from the run before."""
        self._take_table(table)
        if table.changes is not None and table.changes != TableChanges():
            self._tell_changes(table.changes)
        elif table.cost is not None and _count(table, CellState.WAITING):
            more = NoticeButton(self.tr("Continue"), "table_all_button", self._fill_cells)
            later = NoticeButton(self.tr("Not now"), "table_later_button", self.notice.hide)
            message = self.tr("The limit is reached. Cells not filled yet: {count}.")
            count = words.number(_count(table, CellState.WAITING))
            self._offer(message.format(count=count), (more, later), self._cost(table), is_priced=True)

    def _cost(self, table: ReviewTable) -> str:
        """Return what a run has cost, "" where the prices are not known."""
        if table.cost is None:
            return ""
        return self.tr("This run cost about {cost}.").format(cost=money(table.cost, table.currency))

    def _time_left(self, table: ReviewTable) -> str:
        """Return how long the rest takes at the rate of a pilot, "" where it says nothing."""
        seconds = table.seconds_left
        return (
            self.tr("At this rate the rest takes about {time}.").format(time=words.duration(seconds)) if seconds else ""
        )

    def _tell_changes(self, changes: TableChanges) -> None:
        counts = {"new": len(changes.new), "gone": len(changes.gone), "cells": len(changes.cells)}
        message = self.tr(
            "Since the last run: documents that are new {new}, that are gone {gone}, cells that differ {cells}."
        ).format(**{key: words.number(count) for key, count in counts.items()})
        lines = [
            f"{shown_name(one.file)}, {one.column}: {one.before} → {one.after}" for one in changes.cells[:_MOST_LINES]
        ]
        files = frozenset((*changes.new, *(one.file for one in changes.cells)))
        only = NoticeButton(self.tr("Show only these"), "table_changes_button", partial(self._show_only, files))
        every = NoticeButton(self.tr("Show all"), "table_every_button", partial(self._show_only, frozenset()))
        self._offer(message, (only, every) if files else (), "\n".join(lines))

    def _show_only(self, files: frozenset[str], *_clicked: object) -> None:
        self._only = files
        self._show()

    def _take(self, event: TableProgress) -> None:
        if self._job is not None and event.job_id == self._job.id:
            done, total = words.number(event.done), words.number(event.total)
            self._status.setText(self.tr("Asking the documents: {done} of {total}").format(done=done, total=total))
            if self._table is not None and event.rows:
                found = {row.file: row for row in event.rows}
                self._table = replace(self._table, rows=tuple(found.get(row.file, row) for row in self._table.rows))
                self._show()

    def _show_read(self, library: str, definition: TableDefinition, table: ReviewTable) -> None:
        if (library, definition) == (self._library, self._definition) and self._job is None:
            self._take_table(table)

    def _take_table(self, table: ReviewTable) -> None:
        self._table = table
        self._show()
        self._show_state()
        self._check_again()

    def _show(self, *_changed: object) -> None:
        """Show the rows that have the words typed, in the order chosen: arranged in the background."""
        table, typed, (column, descending), only = self._table, self._words.text(), self._order, self._only
        group = self._group.currentData() or 0

        def arrange() -> list[TableRow | GroupHead]:
            if table is None:
                return []
            rows = [row for row in table.rows if not only or row.file in only]
            kept = arranged(rows, typed, column, descending=descending)
            return grouped(kept, group, table.definition.columns[group - 1].type) if group else [*kept]

        def take(rows: list[TableRow | GroupHead]) -> None:
            if self.table.is_edited():
                self._timer.start()  # new rows would close the line that somebody types into
            elif table is self._table:
                place = self.table.currentIndex()
                row, column = place.row(), place.column()
                self.model.show(table, rows)
                self.table.show_widths()
                self.table.setCurrentIndex(self.model.index(row, column))
                self._explain()

        self._bridge.call(arrange, take, self._tell)

    def _check_again(self) -> None:
        """Ask how often the columns agree with what the person set."""
        if self._table is not None:
            self._bridge.run(self._bridge.worker.tables.checked(self._table), self._take_check, self._tell)

    def _take_check(self, checked: TableCheck) -> None:
        self._checked = checked
        self._show_state()

    def _show_state(self) -> None:
        is_running, table = self._job is not None, self._table
        self._fill.setText(self.tr("Stop") if is_running else self.tr("Fill"))
        self._fill.setEnabled(self._definition is not None)
        self._columns.setEnabled(self._definition is not None and not is_running)
        self._export.setEnabled(table is not None and not is_running)
        self._check.setEnabled(self._checked.next_cell is not None and not is_running)
        self._show_watched()
        if table is not None and not is_running:
            read, files = words.number(table.read), words.number(table.files)
            said = [self.tr("{read} of {files} documents read.").format(read=read, files=files)]
            if not table.model:
                said.append(self.tr("Values are quoted, without a model."))
            if waiting := _count(table, CellState.WAITING):
                said.append(self.tr("Cells not filled yet: {count}.").format(count=words.number(waiting)))
            said += map(self._agreement, self._checked.rates)
            if table.made and (cost := self._cost(table)):
                said.append(cost)
            self._status.setText(words.sentences(*said))
            self._status.setToolTip("\n".join(f"{one.file}: {words.sentence(one.reason)}" for one in table.unread[:20]))

    def _show_watched(self) -> None:
        definition = self._definition if self._table is not None and self._job is None else None
        watch = partial(self._bridge.worker.pins.table, self._library, definition) if definition is not None else None
        self._watched.show_thing(self._library, PinKind.TABLE, definition.name if definition is not None else "", watch)

    def _agreement(self, rate: Agreement) -> str:
        """Return how often a column agrees with what the person set."""
        shown = {"column": rate.column, "agreed": words.number(rate.agreed), "filled": words.number(rate.filled)}
        if (rate.low, rate.high) == (0.0, 1.0):
            return self.tr("{column}: {agreed} of {filled} agree with you. Five tell a rate.").format(**shown)
        shown |= {"low": f"{rate.low:.0%}", "high": f"{rate.high:.0%}"}
        return self.tr("{column}: {agreed} of {filled} agree with you ({low} to {high}).").format(**shown)

    def _check_next(self) -> None:
        """Open the cell that a person's own value says most about, with its place."""
        if self._checked.next_cell is not None:
            self._words.clear()
            index = self.model.place_of(*self._checked.next_cell)
            if index.isValid():
                self.table.setFocus()
                self.table.setCurrentIndex(index)
                self.table.scrollTo(index)
                self.table.open_current()
                self.table.edit(index)

    def _sort(self, column: int) -> None:
        """Sort by a column; once more reverses it."""
        self._order = (column, not self._order[1] if column == self._order[0] else False)
        self._show()

    def _explain(self, *_changed: object) -> None:
        """Write what the current cell rests on below the table."""
        index = self.table.currentIndex()
        cell, column = self.model.cell(index), self.model.column(index)
        self._detail.setVisible(cell is not None and cell.state is not CellState.WAITING)
        if cell is not None and column is not None:
            found = cell if cell.found is None else cell.found
            quotes = [" ".join(place.quote.split()) for place in found.places]
            reason = words.sentence(cell.reason) if cell.reason else ""
            said = [cell_words(cell, column.type)] if cell.state is not CellState.WAITING else []
            if cell.state is CellState.BY_HAND:
                said.append(self.tr("Set by hand. Found: {value}").format(value=cell_words(found, column.type)))
            self._detail.setText("\n".join(filter(None, (*said, *quotes, reason))))

    def _open(self, row: TableRow, cell: Cell | None) -> None:
        """Ask for the place of a cell: its sentence; for a document where there is no cell."""
        if cell is None:
            self.passage_wanted.emit(Source(1, 0.0, row.file, 1, "", 0, 0, "", ""), None, True)  # noqa: FBT003 - Qt's
            return
        found = cell if cell.found is None else cell.found
        if found.places:
            one = found.places[0]
            source = Source(1, 1.0, row.file, one.page, one.page_label, one.start, one.end, one.quote, "")
            citation = Citation(1, 0, 0, row.file, one.page, one.start, one.end, one.quote, 1.0, "")
            self.passage_wanted.emit(source, citation, True)  # noqa: FBT003 - of the signal

    def _set(self, row: TableRow, column: ReviewColumn, value: str) -> None:
        """Set a cell by hand, "" for not stated; what was found stays below."""
        cell = self._cell(row, column)
        self._edit(row, column, Cell(CellState.BY_HAND, value, found=_as_found(cell), locked=cell.locked))

    def _lock(self, row: TableRow, column: ReviewColumn, *, locked: bool) -> None:
        self._edit(row, column, replace(self._cell(row, column), locked=locked))

    def _use_found(self, row: TableRow, column: ReviewColumn) -> None:
        """Forget what was set in a cell."""
        cell = self._cell(row, column)
        if cell.state is CellState.BY_HAND or cell.locked:
            self._edit(row, column, replace(_as_found(cell), locked=False))

    def _edit(self, row: TableRow, column: ReviewColumn, cell: Cell) -> None:
        """Show a cell as a person set it, and keep it."""
        table, definition = self._table, self._definition
        if table is None or definition is None:
            return
        place = definition.columns.index(column)
        rows = tuple(
            replace(one, cells=(*one.cells[:place], cell, *one.cells[place + 1 :])) if one.file == row.file else one
            for one in table.rows
        )
        self._table = replace(table, rows=rows)
        self._show()
        self._check_again()
        value = cell.value if cell.state is CellState.BY_HAND else None
        job = self._bridge.worker.tables.edit(
            self._library, definition.name, row.file, column.name, value, locked=cell.locked
        )
        self._bridge.start(job, self._refuse)

    def _refuse(self, error: UserError) -> None:
        """Tell why a cell could not be kept, and show what is."""
        self._tell(error)
        self._read()

    def _cell(self, row: TableRow, column: ReviewColumn) -> Cell:
        columns = self._definition.columns if self._definition is not None else ()
        return row.cells[columns.index(column)]

    def _open_menu(self, row: TableRow, column: ReviewColumn, place: QPoint) -> None:
        """Offer what can be done with a cell."""
        cell, menu = self._cell(row, column), QMenu(self)
        menu.setObjectName("table_cell_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        is_set = cell.state is CellState.BY_HAND or cell.locked
        can_be_set = cell.state is not CellState.UNREADABLE
        index = self.table.currentIndex()

        def offer(text: str, key: str, do: Callable[[], object], *, enabled: bool = True) -> None:
            action = menu.addAction(f"{text}\t{key}" if key else text)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _checked=False: do())

        offer(self.tr("Open the passage"), "↵", self.table.open_current, enabled=bool(_as_found(cell).places))
        menu.addSeparator()
        offer(self.tr("Set the value…"), "F2", partial(self.table.edit, index), enabled=can_be_set)
        offer(self.tr("Not stated"), "", partial(self._set, row, column, ""), enabled=can_be_set)
        offer(self.tr("Use what was found"), "Del", partial(self._use_found, row, column), enabled=is_set)
        lock = self.tr("Unlock") if cell.locked else self.tr("Lock")
        offer(lock, "", partial(self._lock, row, column, locked=not cell.locked), enabled=can_be_set)
        menu.addSeparator()
        offer(self.tr("Copy"), "", partial(QGuiApplication.clipboard().setText, cell_words(cell, column.type)))
        menu.popup(place)

    def _export_table(self) -> None:
        """Ask for a file and write the table into it."""
        library, definition, worker = self._library, self._definition, self._bridge.worker
        if definition is not None:

            def write(path: Path) -> "Job[Any]":
                if is_pack(path):
                    return worker.packs.table(library, definition, path, replace=True, say=words.sentence)
                return worker.tables.export(library, definition, path, say=words.sentence)

            self._save(
                self.tr("Export the table"),
                f"{definition.name}.xlsx",
                (".xlsx", ".html", ".docx", ".csv", *pack_kinds()),
                write,
            )

    def _say(
        self, message: str, next_step: str = "", choices: tuple[NoticeButton, ...] = (), *, role: str = "info"
    ) -> None:
        """Tell something, without the field for the most cost."""
        self._limit.hide()
        super()._say(message, next_step, choices, role=role)


def _count(table: ReviewTable, state: CellState) -> int:
    return sum(cell.state is state for row in table.rows for cell in row.cells)


def _number(value: str | float) -> str:
    """Return a value of a row as the country writes it; a name as it is."""
    return value if isinstance(value, str) else words.decimal(float(value), 0 if value == int(value) else 2)


def _as_found(cell: Cell) -> Cell:
    """Return what was found in a cell, below what a person set."""
    return cell if cell.found is None else cell.found


class _ScopeRow(QWidget):
    """Says and asks which documents a table is made of: chosen files, a query, and the filters of the search page."""

    changed = Signal()
    files_removed = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._library = ""
        self._files: tuple[str, ...] = ()
        self._timer = single_shot(self, _SCOPE_MS, self._tell)
        self.query = QLineEdit()
        TextCentring(self.query)
        self.query.setObjectName("table_scope")
        self.query.setPlaceholderText(self.tr("All documents, or only type:pdf folder:contracts"))
        self.query.setAccessibleName(self.tr("Documents that are asked"))
        self.query.setClearButtonEnabled(True)
        self.query.textChanged.connect(self._timer.start)
        self.query.returnPressed.connect(self._tell)
        self._chip = button("", "table_files_chip", "chip")
        self._chip.clicked.connect(self._remove_files)
        self._chip.hide()
        self.filters = FilterBar(appearance)
        self.filters.changed.connect(self._tell)
        self.filters.condition_removed.connect(self._remove_condition)
        self.filters.choices_wanted.connect(self._read_choices)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._chip)
        row.addWidget(self.query, 1)

    def set_library(self, name: str) -> None:
        """Offer the filters of this library."""
        self._library = name

    def scope(self) -> TableScope:
        """Return which documents are asked."""
        return TableScope(" ".join(filter(None, (self.filters.conditions(), self.query.text().strip()))), self._files)

    def show_scope(self, scope: TableScope) -> None:
        """Show which documents are asked from now on."""
        with QSignalBlocker(self.query):
            self.query.setText(scope.query)
        self._timer.stop()
        self.filters.reset()
        self.filters.show_typed(scope.query)
        self._show_files(scope.files)

    def _show_files(self, files: tuple[str, ...]) -> None:
        self._files = files
        self._chip.setVisible(bool(files))
        listed = [shown_name(file) for file in files[:_LISTED]] + ["…"] * (len(files) > _LISTED)
        chosen = words.file_count(len(files))
        self._chip.setText(f"{self.tr('Only {files}').format(files=chosen)}  ×")
        self._chip.setAccessibleName(self.tr("Asking only {what}. Press to remove.").format(what=chosen))
        self._chip.setToolTip(plain_tip("\n".join((*listed, self.tr("Click to remove")))))

    def _tell(self) -> None:
        self._timer.stop()
        self.filters.show_typed(self.query.text())
        self.changed.emit()

    def _remove_files(self) -> None:
        self._show_files(())
        self.files_removed.emit()

    def _remove_condition(self, written: str) -> None:
        self.query.setText(" ".join(self.query.text().replace(written, " ", 1).split()))
        self._tell()

    def _read_choices(self) -> None:
        job = self._bridge.worker.search.choices(self._library)
        self._bridge.run(job, self.filters.set_choices, self._unread)

    def _unread(self, _error: UserError) -> None:
        """Do without: what is wrong with a library is said where it is shown."""
