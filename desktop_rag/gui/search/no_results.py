"""The search page without results: how to search, recent queries, and other things to try."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.search import SearchResults
from desktop_rag.gui.widgets.basics import button, label, set_property
from desktop_rag.gui.widgets.empty_state import CentredColumn
from desktop_rag.gui.widgets.theme import Appearance

QUERY, CLEAR, FILES = "query", "clear", "files"
_SHORT = 60


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A button: what it says and what it wants; ``value`` is a query."""

    text: str
    want: str
    value: str = ""


class NoResultsPage(CentredColumn):
    """One of: nothing typed, nothing found, an empty library, an error."""

    query_wanted = Signal(str)
    clear_wanted = Signal()
    files_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__("search_states")
        self._appearance = appearance
        self._title = self.add_text("", "display")
        self._title.setObjectName("search_state_title")
        self._lead = self.add_text("", "lead")
        self._lead.setObjectName("search_state_lead")
        self.column.addSpacing(8)
        self._suggestions = QVBoxLayout()
        self._suggestions.setSpacing(6)
        self.column.addLayout(self._suggestions)
        self._tips = self._make_tips()
        self.column.addWidget(self._tips, 0, Qt.AlignmentFlag.AlignHCenter)

    def show_start(self, info: IndexInfo | None, recent: Sequence[str]) -> None:
        """Show how to search, with the latest queries."""
        if info is None or not info.files:
            name = info.name if info is not None else ""
            title = self.tr("“{name}” is empty").format(name=name) if name else self.tr("No library yet")
            self._say(title, self.tr("Add files. You can search them seconds later."), (), tips=False)
            return
        lead = self.tr("Results appear as you type. Use the arrow keys to choose one and Enter to see its page.")
        offers = [Suggestion(query, QUERY, query) for query in recent]
        self._say(self.tr("Search “{name}”").format(name=info.name), lead, offers, tips=True)

    def show_nothing(self, results: SearchResults, info: IndexInfo | None) -> None:
        """Show that nothing was found, with suggestions."""
        offers = [
            Suggestion(self.tr("Search for “{query}” instead").format(query=query), QUERY, query)
            for query in results.suggestions
        ]
        if results.unfiltered:
            offers.append(Suggestion(self.tr("Remove the filters to see results"), CLEAR))
        offers.append(Suggestion(self.tr("Is a file missing? Show this library's files"), FILES))
        lead = self._nothing_in(info.files if info is not None else 0)
        if results.unfiltered:
            lead = self.tr("Nothing that matches the filters contains these words.")
        self._say(self.tr("Nothing found"), f"{lead} {self._pending_note(info)}".strip(), offers, tips=False)

    def _nothing_in(self, files: int) -> str:
        return self.tr("None of the %Ln files contains these words. Try fewer or different words.", "", files)

    def _pending_note(self, info: IndexInfo | None) -> str:
        """Return a note about files that may be found later, "" when everything is done."""
        if info is not None and info.waiting:
            return self.tr("Some files are still being read.")
        if info is not None and info.nodes_embedded < info.nodes:
            return self.tr("Passages with a similar meaning can be found once meaning search is ready.")
        return ""

    def show_waiting(self) -> None:
        """Show that no passage has these words, and that search by meaning is under way."""
        self._say(
            self.tr("No passage contains these words"),
            self.tr("Looking for passages with a similar meaning…"),
            (),
            tips=False,
        )

    def show_error(self, error: UserError) -> None:
        """Show an error with its next step."""
        self._say(error.message, error.next_step, (), tips=False)

    def _say(self, title: str, lead: str, offers: Sequence[Suggestion], *, tips: bool) -> None:
        self._title.setText(title)
        self._lead.setText(lead)
        while self._suggestions.count():
            item = self._suggestions.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, offer in enumerate(offers):
            text = offer.text if len(offer.text) <= _SHORT else f"{offer.text[: _SHORT - 1]}…"
            push = button(text.replace("&", "&&"), f"search_offer_{number}", "suggestion")
            push.setAccessibleName(offer.text)
            push.setProperty("want", offer.want)
            push.setProperty("value", offer.value)
            set_property(push, "role", "offer")
            push.clicked.connect(self._emit_suggestion)
            self._suggestions.addWidget(push)
        self._tips.setVisible(tips)

    def _emit_suggestion(self) -> None:
        sender = self.sender()
        want = str(sender.property("want"))
        if want == QUERY:
            self.query_wanted.emit(str(sender.property("value")))
        else:
            {CLEAR: self.clear_wanted, FILES: self.files_wanted}[want].emit()

    def _make_tips(self) -> QWidget:
        tips = QWidget()
        grid = QGridLayout(tips)
        grid.setContentsMargins(0, 12, 0, 0)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(5)
        rows = (
            (self.tr('"exact words"'), self.tr("exactly these words in this order")),
            (self.tr("-word"), self.tr("without this word")),
            ("type:pdf  type:word", self.tr("only files of this type")),
            ("folder:reports", self.tr("only files in this folder")),
            ("after:2024-05  before:2025", self.tr("only files changed in this period")),
            ("filename:invoice  language:ja", self.tr("by name or language")),
            ("author:miller  year:2021", self.tr("by records of Zotero or BibTeX")),
            ("from:anna  to:ben  subject:rent", self.tr("mail by who wrote it to whom")),
        )
        for number, (typed, meaning) in enumerate(rows):
            left = label(typed, "typed")
            left.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(left, number, 0)
            grid.addWidget(label(meaning, "muted"), number, 1)
        return tips
