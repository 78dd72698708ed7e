"""The register of a library in the window: a table or a timeline, from which each place opens."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.config.options import LLM_PROVIDER
from desktop_rag.core.events import RegisterProgress
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.register import FactKind, Register, RegisterEstimate, RegisterRow
from desktop_rag.core.results.review import money
from desktop_rag.evidence.tables import on_one_line
from desktop_rag.gui.all_documents import register_words
from desktop_rag.gui.all_documents.register_model import ABOUT, FILE, KIND, SENTENCE, VALUE, RegisterModel, RegisterView
from desktop_rag.gui.all_documents.section import Section, filter_box
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import (
    ComboBox,
    IconButton,
    NoticeButton,
    button,
    label,
    plain_tip,
    set_up_rows,
)
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot

_ROW = 34
_TYPING_MS = 200
_WIDTHS = {VALUE: 176, ABOUT: 140, KIND: 150, FILE: 176}
_SPARE = {KIND: 720, FILE: 620, ABOUT: 480}  # columns that a table narrower than this lacks


class RegisterSection(Section):
    """Shows the dates, deadlines, amounts, parties, addresses and numbers of a library, as they are found."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__(bridge, appearance, "register_section")
        self._scope = ""
        self.model = RegisterModel(bridge, appearance)
        self.table = _RegisterTable(self.model)
        self._timer = single_shot(self, _TYPING_MS, self._show)
        self._order = (-1, False)
        self._summary = ""
        self._has_asked = False  # a model, for what is shown
        self._lay_out()
        self.model.arranged.connect(self._show_state)
        self.model.modelReset.connect(self._explain)
        self.table.row_opened.connect(self._open)
        self.table.horizontalHeader().sectionClicked.connect(self._sort)
        self.table.selectionModel().currentRowChanged.connect(self._explain)
        self._watch(self._words, self.table)
        bridge.register_progress.connect(self._take)

    def set_library(self, info: IndexInfo, scope: str = "") -> None:
        """Look through this library, or a part of it that conditions choose, as soon as the section is seen."""
        if scope != self._scope:
            self.stop()
            self._scope, self._library = scope, ""
        super().set_library(info)

    def filter_by(self, asked: str) -> None:
        """Show the rows that have some words."""
        self._words.setText(asked)

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self._words, self.table

    def _files_changed(self) -> None:
        self._is_outdated = True

    def _look(self) -> None:
        self._has_asked = False
        self._ask(self._bridge.worker.register.rows(self._library, self._scope), self._take_found)
        self._show_begun()

    def _show_begun(self) -> None:
        self.model.clear()
        self._summary = ""
        self._detail.hide()
        self._status.setToolTip("")
        self._status.setText(self.tr("Looking through the documents…"))
        for push in (self._export, self._calendar):
            push.setEnabled(False)
        self._show_model_button()

    def _ask_or_stop(self) -> None:
        """Stop the model; or say how much it would have to read, and ask it at once where it has read everything."""
        if self._job is not None:
            self.stop()
        elif self._library:
            self.notice.hide()
            job = self._bridge.worker.register.estimate(self._library, self._scope)
            self._bridge.run(job, partial(self._propose, self._library), self._tell)

    def _propose(self, library: str, work: RegisterEstimate) -> None:
        if library != self._library or self._job is not None:
            return
        if not work.parts:
            self._ask_model()
            return
        message = self.tr("Parts of texts for the model to read: {parts}, in {documents} documents.").format(
            parts=words.number(work.parts), documents=words.number(work.documents)
        )
        effort = self.tr("About {tokens} tokens of {model}.").format(tokens=words.number(work.tokens), model=work.model)
        if work.cost is not None:
            cost = self.tr("At the prices in the settings they cost about {cost}.")
            effort = words.sentences(effort, cost.format(cost=money(work.cost, work.currency)))
        ask = NoticeButton(self.tr("Ask the model"), "register_ask_button", self._ask_model)
        later = NoticeButton(self.tr("Not now"), "register_later_button", self.notice.hide)
        self._say(message, effort, (ask, later))

    def _ask_model(self, *_clicked: object) -> None:
        self._has_asked = True
        self._ask(self._bridge.worker.register.rows_with_model(self._library, self._scope), self._take_found)
        self._show_begun()

    def _show_model_button(self) -> None:
        """Offer the model where there is one and the rules are through; while it reads, offer to stop it."""
        has_model = self._bridge.worker.config[LLM_PROVIDER] != "none"
        runs = self._job is not None and self._has_asked
        self._with_model.setVisible(has_model and (self._job is None or runs))
        self._with_model.setText(self.tr("Stop") if runs else self.tr("Ask the model too"))

    def _lay_out(self) -> None:
        self._words = filter_box("register_filter", self.tr("Filter by words, file or sentence"))
        self._words.textChanged.connect(self._timer.start)
        self._kind = ComboBox(self._appearance)
        self._kind.setObjectName("register_kind")
        self._kind.setAccessibleName(self.tr("Kind"))
        self._kind.addItem(self.tr("All kinds"), None)
        for kind in FactKind:
            self._kind.addItem(register_words.kind(kind), kind.value)
        self._kind.currentIndexChanged.connect(self._show)
        self._timeline = button(self.tr("Timeline"), "register_timeline_button", "filter")
        self._timeline.setCheckable(True)
        self._timeline.setToolTip(self.tr("Only what has a date, in order"))
        self._timeline.toggled.connect(self._show)
        self._export = self._push(self.tr("Export…"), "register_export_button", self._export_table)
        self._calendar = self._push(self.tr("To calendar…"), "register_calendar_button", self._choose_dates)
        self._with_model = button(self.tr("Ask the model too"), "register_model_button")
        self._with_model.setToolTip(
            self.tr("The model looks for what the rules miss. Only what stands in a sentence is listed.")
        )
        self._with_model.clicked.connect(self._ask_or_stop)
        self._with_model.hide()
        buttons = FlowRow(8)
        again = IconButton(
            self._appearance, "again", self.tr("Look through the documents again"), "register_again_button"
        )
        again.clicked.connect(self._look)
        for widget in (self._timeline, self._export, self._calendar, self._with_model, again):
            buttons.add(widget)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._words, 2)
        top.addWidget(self._kind, 1)
        self._status = label("", "muted", wrap=True)
        self._status.setObjectName("register_status")
        self._detail = label("", "text", wrap=True)
        self._detail.setObjectName("register_detail")
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(buttons)
        layout.addWidget(self.notice)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._detail)
        layout.addWidget(self._status)

    def _push(self, text: str, name: str, do: Callable[[], None]) -> QPushButton:
        push = button(text, name)
        push.clicked.connect(do)
        push.setEnabled(False)
        return push

    def _show(self, *_changed: object) -> None:
        chosen = self._kind.currentData()
        kind = FactKind(chosen) if chosen else None
        self.table.show_order(self._order if not self._timeline.isChecked() else (-1, False))
        self.model.show(RegisterView(self._words.text(), kind, self._timeline.isChecked(), *self._order))

    def _sort(self, column: int) -> None:
        """Sort by a column; once more reverses it, and a third time restores the order of the files."""
        known, descending = self._order
        self._order = (column, False) if column != known else (-1, False) if descending else (column, True)
        self._show()

    def _take(self, event: RegisterProgress) -> None:
        if self._job is not None and event.job_id == self._job.id:
            self.model.add(event.rows)
            self._status.setText(
                self.tr("Looking through the documents: {done} of {total}").format(
                    done=words.number(event.done), total=words.number(event.total)
                )
            )

    def _take_found(self, found: Register) -> None:
        self._summary = register_words.looked_through(found)
        self._status.setToolTip(plain_tip(register_words.unread(found)))

    def _show_state(self) -> None:
        """Show how many rows are in sight, once all documents were looked through."""
        self._show_model_button()
        shown = len(self.model.shown_rows())
        for push in (self._export, self._calendar):
            push.setEnabled(shown > 0)
        if self._job is None and self._library:
            rows = self.tr("{shown} of {rows} rows").format(
                shown=words.number(shown), rows=words.number(self.model.count)
            )
            self._status.setText(" · ".join(filter(None, (rows, self._summary))))

    def _explain(self) -> None:
        """Write the whole sentence of the current row below the table."""
        row = self.model.row(self.table.currentIndex().row())
        self._detail.setVisible(row is not None)
        if row is not None:
            note = ""
            if row.readings:
                note = self.tr("The document does not say which of two days this is.")
            elif row.kind is FactKind.DEADLINE and not row.value:
                note = self.tr("It depends on something else, and is not computed.")
            by_model = self.tr("The model found it; its words stand in this sentence.") if row.by_model else ""
            self._detail.setText("\n".join(filter(None, (on_one_line(row.sentence), note, by_model))))

    def _open(self, row: RegisterRow) -> None:
        """Ask for the place of a row: its sentence, with its words highlighted."""
        end = row.sentence_start + len(row.sentence)
        source = Source(1, 1.0, row.file, row.page, row.page_label, row.sentence_start, end, row.sentence, "")
        citation = Citation(1, 0, 0, row.file, row.page, row.start, row.end, row.written, 1.0, "")
        self.passage_wanted.emit(source, citation, True)  # noqa: FBT003 - of the signal

    def _export_table(self) -> None:
        """Ask for a file and write all rows of the kind into it."""
        chosen = self._kind.currentData()
        kinds = [FactKind(chosen)] if chosen else []
        library, scope, asked = self._library, self._scope, self._has_asked
        write = self._bridge.worker.register.export_csv
        title = self.tr("Export the register")
        self._save(
            title, f"{library}.csv", (".csv",), lambda path: write(library, path, scope, kinds, with_model=asked)
        )

    def _choose_dates(self) -> None:
        """Show the dates in sight with a box to tick beside each; only those that are ticked are written."""
        from desktop_rag.gui.all_documents.calendar_dialog import CalendarDialog

        dialog = CalendarDialog(self.model.shown_rows(), self._appearance, self.window())
        dialog.chosen.connect(self._write_calendar)
        dialog.open()

    def _write_calendar(self, rows: list[RegisterRow]) -> None:
        write, name = self._bridge.worker.register.export_calendar, f"{self._library}.ics"
        self._save(self.tr("Write a calendar"), name, (".ics",), lambda path: write(tuple(rows), path, words.sentence))


class _Places(QStyledItemDelegate):
    """Shortens the name of a file in its middle: the page stands at the end."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Keep both ends."""
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideMiddle


class _RegisterTable(QTableView):
    """Rows of one height; Return, a double click or a click opens the place of one."""

    row_opened = Signal(object)  # RegisterRow

    def __init__(self, model: RegisterModel) -> None:
        super().__init__()
        self._rows = model
        self.setObjectName("register_table")
        self.setAccessibleName(self.tr("Register"))
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        set_up_rows(self, _ROW)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, scaled(width))
        self.setItemDelegateForColumn(FILE, _Places(self))
        header.setSectionResizeMode(SENTENCE, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(scaled(60))
        self.clicked.connect(self._open_current)

    def show_order(self, order: tuple[int, bool]) -> None:
        """Mark the column that rows are sorted by."""
        column, descending = order
        header = self.horizontalHeader()
        header.setSortIndicatorShown(column >= 0)
        if column >= 0:
            header.setSortIndicator(column, Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out columns where there is no room."""
        super().resizeEvent(event)
        for column, least in _SPARE.items():
            self.setColumnHidden(column, self.width() < scaled(least))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_current()
        else:
            super().keyPressEvent(event)

    def _open_current(self, *_index: object) -> None:
        row = self._rows.row(self.currentIndex().row())
        if row is not None:
            self.row_opened.emit(row)
