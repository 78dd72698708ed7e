"""The search page: a box, conditions, and what is found while typing. It needs no language model."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.search import MEANING, WORDS, SearchResults
from desktop_rag.gui.search import search_words
from desktop_rag.gui.search.filter_bar import FilterBar
from desktop_rag.gui.search.no_results import NoResultsPage
from desktop_rag.gui.search.result_list import ResultList, is_own_key
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import open_file, show_in_folder
from desktop_rag.gui.shell.page_stack import SEARCH, PageHeader, PageSwitch, margin_beside_column
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, IconLabel, button, label
from desktop_rag.gui.widgets.edit_watchers import FocusOutline, InputMethodWatcher, TextCentring
from desktop_rag.gui.widgets.theme import TEXT, Appearance, font, scaled
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_SHOW_MS = 120  # a chosen passage is shown when the person stays on it
_RECENT_KEY, _RECENT = "search/recent", 6
Opener = Callable[[Bridge, str, Callable[[UserError], None]], None]
_HEIGHT = 44
PAUSE_MS = 250
FILES = 20
_ALL = 200  # passages of one file


class SearchRunner(QObject):
    """Only the newest query counts: older results are dropped, and results by words never replace those by meaning."""

    found = Signal(object, bool)  # SearchResults, whether it is the query shown before
    failed = Signal(object)  # UserError
    all_found = Signal(str, object)  # file, SearchResults

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._library = ""
        self._query = ""
        self._files = FILES
        self._number = 0  # of the query; what comes for another is too late
        self._shown = 0  # the number of the query that is shown
        self._jobs: list[Job[SearchResults]] = []
        self._pause = single_shot(self, PAUSE_MS, self._by_meaning)

    @property
    def query(self) -> str:
        """The query, with its conditions."""
        return self._query

    def set_library(self, name: str) -> None:
        """Search this library from now on."""
        self._library = name
        self.stop()

    def search(self, query: str) -> None:
        """Search for another query; the one before counts no more."""
        self.stop()
        self._query, self._files = query, FILES
        if query.strip() and self._library:
            self._start(WORDS)
            self._pause.start()

    def again(self) -> None:
        """Run the same query again after the library has changed."""
        if self._query.strip() and self._library:
            self._start(MEANING)

    def further(self) -> None:
        """Search for more files."""
        self._files += FILES
        self._pause.stop()
        self._start(MEANING)

    def all_of(self, file: str) -> None:
        """Find everything in one file."""
        worker, number = self._bridge.worker, self._number
        job = worker.search.pages(self._library, self._query, mode=WORDS, files=1, per_file=_ALL, file=file)
        self._bridge.run(job, partial(self._show_all, number, file), self.failed.emit)

    def stop(self) -> None:
        """Cancel the running searches."""
        self._pause.stop()
        self._number += 1
        for job in self._jobs:
            job.cancel()
        self._jobs = []

    def _start(self, mode: str) -> None:
        job = self._bridge.worker.search.pages(self._library, self._query, mode=mode, files=self._files)
        self._jobs = [other for other in self._jobs if not other.done] + [job]
        self._bridge.run(job, partial(self._show, self._number), partial(self._fail, self._number))

    def _by_meaning(self) -> None:
        self._start(MEANING)

    def _show(self, number: int, results: SearchResults) -> None:
        """Show the results, unless the person has typed on, or better ones are already shown."""
        if number != self._number:
            return
        if results.mode == MEANING:
            for job in self._jobs:
                job.cancel()
            self._jobs = []
        self.found.emit(results, self._shown == number)
        self._shown = number

    def _show_all(self, number: int, file: str, results: SearchResults) -> None:
        if number == self._number:
            self.all_found.emit(file, results)

    def _fail(self, number: int, error: UserError) -> None:
        if number == self._number:
            self.failed.emit(error)


class SearchEdit(QLineEdit):
    """One line. What an input method is still composing is not in its text, and its keys are that method's."""

    def __init__(self, results: ResultList) -> None:
        super().__init__()
        self.setObjectName("search_box")
        self.setFrame(False)
        self.setFont(font(TEXT))
        self.setPlaceholderText(self.tr("Search in these files"))
        self.setAccessibleName(self.tr("Search"))
        self._results = results
        self._input_method = InputMethodWatcher(self)
        TextCentring(self)

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl+Enter for this box, and Esc while there is anything to leave or to empty."""
        override = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_own_key(event)
        if override and (not _is_escape(event) or self.text() or self._results.currentIndex().isValid()):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move through the results, open one, or clear the box with Esc."""
        if self._input_method.active:
            super().keyPressEvent(event)
        elif not self._results.take_key(event):
            self._edit(event)

    def _edit(self, event: QKeyEvent) -> None:
        """Take a key that changes the text; Esc leaves the results first, then empties the box."""
        if is_own_key(event):
            if self._results.currentIndex().isValid():
                self._results.clearSelection()
                self._results.setCurrentIndex(self._results.rootIndex())
                self._results.scrollToTop()
            else:
                self.clear()
            return
        super().keyPressEvent(event)


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape


class SearchBox(QFrame):
    """The box in its frame, with a button that empties it."""

    def __init__(self, appearance: Appearance, results: ResultList) -> None:
        super().__init__()
        self.setObjectName("search_frame")
        self.setMinimumHeight(scaled(_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.edit = SearchEdit(results)
        self._clear = IconButton(appearance, "close", self.tr("Clear"), "search_clear_button")
        self._clear.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 0, 6, 0)
        layout.setSpacing(8)
        layout.addWidget(IconLabel(appearance, "search", 16, "muted"))
        layout.addWidget(self.edit, 1)
        layout.addWidget(self._clear)
        self._clear.clicked.connect(self._empty)
        self.edit.textChanged.connect(self._offer_clear)
        FocusOutline(self.edit, self)

    def _empty(self) -> None:
        self.edit.clear()
        self.edit.setFocus()

    def _offer_clear(self, text: str) -> None:
        """Show the button when there is something to take away."""
        self._clear.setVisible(bool(text))


class SearchPane(QWidget):
    """Searches one library."""

    emptied = Signal()  # no page belongs to what is searched for
    passage_shown = Signal(object, bool)  # Source; whether the person wants to read it
    ask_wanted = Signal(object)  # tuple of files
    table_wanted = Signal(object)  # tuple of files: a review table of them
    test_question_wanted = Signal(str, str, object)  # question, file, page or None
    files_wanted = Signal()
    link_wanted = Signal(str, int, str)  # file, page or 0, words there or "": the link to it is to be copied

    def __init__(self, bridge: Bridge, appearance: Appearance, settings: QSettings) -> None:
        super().__init__()
        self.setObjectName("search_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bridge = bridge
        self.recent = RecentQueries(settings)
        self._library: IndexInfo | None = None
        self._results: SearchResults | None = None
        self.sidebar_button = IconButton(appearance, "sidebar", self.tr("Libraries"), "search_sidebar_button")
        self.sources_button = IconButton(appearance, "sources", self.tr("Page"), "search_sources_button")
        self.switch = PageSwitch(SEARCH)
        self._title = ElidedLabel("", "title")
        self.list = ResultList(appearance)
        self.box = SearchBox(appearance, self.list)
        self.filters = FilterBar(appearance)
        self.no_results = NoResultsPage(appearance)
        self.runner = SearchRunner(bridge, self)
        self.ask_button = button(self.tr("Ask about these results"), "search_ask_button")
        self.table_button = button(self.tr("Make a table"), "search_table_button")
        self.table_button.setToolTip(self.tr("Ask each of these files the questions of a review table"))
        self._summary = label("", "muted", wrap=True)
        self._summary.setObjectName("search_summary")
        self._show_timer = single_shot(self, _SHOW_MS, self._show_chosen)
        self._are_choices_due = False
        self._lay_out()
        self._connect()
        self._show_start()

    def set_library(self, info: IndexInfo) -> None:
        """Make this the library that is searched; for the same one, refresh only its description."""
        changed = self._library is None or self._library.name != info.name
        self._library = info
        self._title.set_full_text(info.name)
        self.list.set_roots(info.folders)
        if changed:
            self.runner.set_library(info.name)
            self.filters.reset()
            self.list.results.clear()
            self._results = None
            self._are_choices_due = True
            if self.isVisible():
                self._read_choices()
            self._search()
            self.emptied.emit()
        elif not self.runner.query.strip():
            self._show_start()

    def focus(self) -> None:
        """Go to the box, with its text selected."""
        self.box.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.edit.selectAll()

    def search_for(self, query: str) -> None:
        """Search for something as if it had been typed."""
        self.box.edit.setText(query)
        self.box.edit.setFocus()

    def files_for_asking(self) -> tuple[str, ...]:
        """Return the files of the chosen results, when several are chosen; otherwise all that are shown."""
        return self.list.chosen_files() or tuple(hits.file for hits in self.list.results.files())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep everything in a column that can be read."""
        super().resizeEvent(event)
        side = margin_beside_column(self)
        self._column.setContentsMargins(side, 0, side, 0)
        self._body_row.setContentsMargins(side - 8, 0, side - 8, 0)

    def _lay_out(self) -> None:
        self._line = QWidget()
        line = QHBoxLayout(self._line)
        line.setContentsMargins(0, 2, 0, 4)
        line.addWidget(self._summary, 1)
        line.addWidget(self.table_button)
        line.addWidget(self.ask_button)
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        for widget in (self.box, self.filters, self._line):
            self._column.addWidget(widget)
        self._body = QStackedWidget()
        self._body.addWidget(self.no_results)
        self._body.addWidget(self.list)
        self._body_row = QHBoxLayout()
        self._body_row.addWidget(self._body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(PageHeader(self.sidebar_button, self.switch, self._title, self.sources_button))
        layout.addLayout(self._column)
        layout.addLayout(self._body_row, 1)

    def _connect(self) -> None:
        self.box.edit.textChanged.connect(self._search)
        self.filters.changed.connect(self._search)
        self.filters.condition_removed.connect(self._remove_condition)
        self.filters.choices_wanted.connect(self._read_choices)
        results = self.list
        self.runner.found.connect(self._show_results)
        self.runner.failed.connect(self._show_error)
        self.runner.all_found.connect(results.show_all_of)
        results.passage_chosen.connect(self._show_timer.start)
        results.chosen_changed.connect(self._show_line)
        results.opened.connect(self._open)
        results.file_wanted.connect(partial(self._open_outside, partial(open_file, self)))
        results.menus.folder_wanted.connect(partial(self._open_outside, show_in_folder))
        results.all_wanted.connect(self.runner.all_of)
        results.further_wanted.connect(self.runner.further)
        results.menus.ask_wanted.connect(self.ask_wanted)
        results.menus.table_wanted.connect(self.table_wanted)
        results.menus.test_question_wanted.connect(self._want_test_question)
        results.menus.link_wanted.connect(self._want_link)
        results.left.connect(self.box.edit.setFocus)
        self.ask_button.clicked.connect(partial(self._with_results, self.ask_wanted))
        self.table_button.clicked.connect(partial(self._with_results, self.table_wanted))
        self.no_results.query_wanted.connect(self.search_for)
        self.no_results.clear_wanted.connect(self._clear_filters)
        self.no_results.files_wanted.connect(self.files_wanted)
        self._bridge.store_changed.connect(self._store_changed)

    def _search(self) -> None:
        text = self.box.edit.text()
        self.filters.show_typed(text)
        conditions = self.filters.conditions()
        query = f"{conditions} {text}" if conditions else text
        if not query.strip() or self._library is None:
            self.runner.search("")
            self.list.results.clear()
            self._results = None
            self.filters.set_facets({})
            self._show_start()
            return
        self.runner.search(query)

    def _show_results(self, results: SearchResults, same_query: bool) -> None:  # noqa: FBT001
        """Show the results; a search by words alone without any is not final."""
        self._results = results
        self.filters.set_facets(results.facets)
        waits = not results.files and results.mode != "hybrid"
        self.list.show_results(results, same_query=same_query)
        if results.files:
            self._body.setCurrentWidget(self.list)
        else:
            self.no_results.show_waiting() if waits else self.no_results.show_nothing(results, self._library)
            self._body.setCurrentWidget(self.no_results)
            if not waits:
                self.emptied.emit()
        self._show_line()

    def _show_error(self, error: UserError) -> None:
        self.list.results.clear()
        self.no_results.show_error(error)
        self._body.setCurrentWidget(self.no_results)
        self._show_line()

    def _show_start(self) -> None:
        self.no_results.show_start(self._library, self.recent.queries())
        self._body.setCurrentWidget(self.no_results)
        self._show_line()

    def _show_line(self) -> None:
        results = self._results
        shown = results is not None and bool(results.files) and self._body.currentWidget() is self.list
        self._line.setVisible(shown)
        if not shown or results is None:
            return
        text = search_words.summary(results)
        if results.suggestions:
            text = f"{text} · {self.tr('did you mean “{query}”?').format(query=results.suggestions[0])}"
        if results.notice:
            text = f"{text} · {self.tr('by words only: {reason}').format(reason=words.sentence(results.notice))}"
        self._summary.setText(text)
        chosen = len(self.list.chosen_files())
        if chosen > 1:
            self.ask_button.setText(self.tr("Ask about the {count} selected files").format(count=chosen))
        else:
            self.ask_button.setText(self.tr("Ask about these results"))

    def _show_chosen(self) -> None:
        source = self.list.chosen_source()
        if source is not None and self.isVisible():
            self.passage_shown.emit(source, False)  # noqa: FBT003

    def _open(self, source: Source) -> None:
        self._show_timer.stop()
        self.recent.add(self.box.edit.text())
        self.passage_shown.emit(source, True)  # noqa: FBT003

    def _open_outside(self, open_it: Opener, file: str) -> None:
        self.recent.add(self.box.edit.text())
        open_it(self._bridge, file, self._open_failed)

    def _open_failed(self, error: UserError) -> None:
        """Show above the results, which stay, the reason a file was not opened."""
        self._summary.setText(words.error_text(error))

    def _with_results(self, wanted: SignalInstance, *_clicked: bool) -> None:
        """Ask for something to be done with the files of the results."""
        files = self.files_for_asking()
        if files:
            self.recent.add(self.box.edit.text())
            wanted.emit(files)

    def _want_test_question(self, file: str, page: int | None) -> None:
        question = self.box.edit.text().strip()
        if question:
            self.test_question_wanted.emit(question, file, page)

    def _want_link(self, file: str, source: Source | None) -> None:
        page, quote = (source.page, source.text) if source is not None else (0, "")
        self.link_wanted.emit(file, page, quote)

    def _remove_condition(self, written: str) -> None:
        self.box.edit.setText(" ".join(self.box.edit.text().replace(written, " ", 1).split()))

    def _clear_filters(self) -> None:
        text = self.box.edit.text()
        for written in self.filters.typed():
            text = text.replace(written, " ", 1)
        self.box.edit.setText(" ".join(text.split()))
        self.filters.clear()
        self.box.edit.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the filters for the search: nobody needs them while the page is hidden."""
        super().showEvent(event)
        if self._are_choices_due:
            self._read_choices()

    def _read_choices(self) -> None:
        self._are_choices_due = False
        if self._library is not None and not self._library.error:
            job = self._bridge.worker.search.choices(self._library.name)
            self._bridge.run(job, self.filters.set_choices, self._unread)

    def _unread(self, _error: UserError) -> None:
        """Do without: what is wrong with a library is said where it is shown."""

    def _store_changed(self, event: StoreChanged) -> None:
        """Search once more when there was nothing yet and files have come."""
        mine = self._library is not None and self._library.name in event.ids
        if mine and "nodes" in event.kinds and self._results is not None and not self._results.files:
            self.runner.again()


class RecentQueries:
    """The last queries that led to something, newest first."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def queries(self) -> list[str]:
        """Return the queries."""
        value = self._settings.value(_RECENT_KEY, [])
        found = [value] if isinstance(value, str) else value
        return [str(query) for query in found][:_RECENT] if isinstance(found, list | tuple) else []

    def add(self, text: str) -> None:
        """Remember a successful query."""
        query = " ".join(text.split())
        if query:
            others = [other for other in self.queries() if other != query]
            self._settings.setValue(_RECENT_KEY, [query, *others][:_RECENT])
