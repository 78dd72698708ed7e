"""Commands that concern more than one page: Ask, Search, all documents, the check of a text; the sources beside."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import AllDocumentsOffer, Citation, Source
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.links import LinkedPlace
from desktop_rag.core.results.test_questions import QuestionSet
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.search.pane import SearchPane
from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.page_stack import PageStack
from desktop_rag.gui.shell.pane_splitter import PaneSplitter
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import sentence

if TYPE_CHECKING:
    from desktop_rag.gui.all_documents.page import AllDocumentsPane
    from desktop_rag.gui.drafts.page import DraftPane
    from desktop_rag.gui.sources.passage_viewer import PassageViewer
    from desktop_rag.gui.watched.page import WatchedPane

_OF_CONVERSATIONS = ("conversation.new", "question.focus")  # their box is on the other page


class PageCommands(QObject):
    """Switches between the pages of the middle, and shows the sources of the one that is seen."""

    watched_thing_wanted = Signal(object)  # Pin: the person wants to see what is watched

    def __init__(
        self,
        bridge: Bridge,
        appearance: Appearance,
        chat: ChatPane,
        search: SearchPane,
        sources: SourcePane,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._chat = chat
        self._search = search
        self._sources = sources
        self._window = window
        self._panes: PaneSplitter | None = None
        self._pages: PageStack | None = None
        self._actions: ActionTable | None = None
        self._library: IndexInfo | None = None
        self.all_documents: AllDocumentsPane | None = None  # made when it is first shown
        self.draft: DraftPane | None = None  # so is this
        self.watched: WatchedPane | None = None  # and this
        self._answer_sources: tuple[Source, ...] = ()
        self._used: tuple[int, ...] | None = None  # of those, ranks in the order of use
        self.middle = QStackedWidget()
        self.middle.setObjectName("middle")
        self.middle.addWidget(chat)
        self.middle.addWidget(search)
        self.middle.setMinimumWidth(420)
        chat.sources_shown.connect(self._show_answer_sources)
        chat.use_known.connect(self._show_used)
        chat.all_documents_wanted.connect(self._look_in_all)
        sources.use_wanted.connect(self._light_up)
        search.passage_shown.connect(self._show_passage)
        search.emptied.connect(self._clear_sources)
        search.ask_wanted.connect(self.ask_about)
        search.table_wanted.connect(self.make_table)
        search.test_question_wanted.connect(self.save_test_question)
        search.files_wanted.connect(self._show_files)
        search.link_wanted.connect(self._copy_link)
        sources.test_question_wanted.connect(self._save_for_answer)
        sources.wanted.connect(self._reveal_sources)
        sources.viewer_made.connect(self._serve_viewer)

    def _serve_viewer(self, viewer: "PassageViewer") -> None:
        viewer.messages.asking_wanted.connect(self.ask_about)

    def set_up(self, panes: PaneSplitter, pages: PageStack, actions: ActionTable) -> None:
        """Connect to the panes, the pages and the commands, which are made after this object."""
        self._panes, self._pages, self._actions = panes, pages, actions
        for command in _OF_CONVERSATIONS:
            actions[command].triggered.connect(self.show_ask)
        self._sources.use_button.follow(actions["answer.use"])
        self._chat.question.asked.connect(self._make_way)
        for pane in (self._chat, self._search):
            pane.switch.follow(actions)
            pane.sidebar_button.follow(actions["view.sidebar"])
            pane.sources_button.follow(actions["view.sources"])

    @property
    def searching(self) -> bool:
        """True if the search page is shown."""
        return self.middle.currentWidget() is self._search

    @property
    def away(self) -> bool:
        """True if another page than the conversation is shown."""
        return self.middle.currentWidget() is not self._chat

    def set_library(self, info: IndexInfo) -> None:
        """Search this library from now on."""
        self._library = info
        self._search.set_library(info)
        for page in (self.all_documents, self.draft, self.watched):
            if page is not None:
                page.set_library(info)

    def show_ask(self) -> None:
        """Go to the conversation."""
        self.show_chat()
        self._chat.question.focus()

    def show_chat(self) -> None:
        """Show the conversation, with its sources."""
        self._leave_page()
        if self.away:
            self.middle.setCurrentWidget(self._chat)
            self._sources.show_purpose(searching=False)
            self._sources.set_sources(self._answer_sources)
            self._sources.set_used(self._used)
            self._make_way()

    def show_search(self) -> None:
        """Show the search page."""
        self._show_page(self._search)
        self._search.focus()

    def show_all_documents(self) -> None:
        """Show the page about all documents, which is made the first time."""
        if self.all_documents is None:
            self.all_documents = self._make_all_documents()
        self._show_page(self.all_documents)
        self.all_documents.focus()

    def show_check(self) -> None:
        """Show the page that checks a text, which is made the first time."""
        self._shown_draft().focus()

    def check_clipboard(self) -> None:
        """Check the text of the clipboard, on the page for it."""
        draft = self._shown_draft()
        draft.focus()
        draft.check_clipboard()

    def restore_draft(self, text: str, *, shown: bool) -> None:
        """Bring a text to the page that checks one."""
        if self.draft is None:
            self.draft = self._make_draft()
        self.draft.show_text(text)
        if shown:
            self.show_check()

    def next_finding(self) -> None:
        """Go to the next finding of the text that is checked."""
        if self.draft is not None and self.draft.isVisible():
            self.draft.next_finding()

    def previous_finding(self) -> None:
        """Go to the finding before of the text that is checked."""
        if self.draft is not None and self.draft.isVisible():
            self.draft.previous_finding()

    def _shown_draft(self) -> "DraftPane":
        if self.draft is None:
            self.draft = self._make_draft()
        self._show_page(self.draft)
        return self.draft

    def _make_draft(self) -> "DraftPane":
        from desktop_rag.gui.drafts.page import DraftPane

        pane = DraftPane(self._bridge, self._appearance)
        pane.passage_wanted.connect(self._show_mention)
        self._add_page(pane)
        return pane

    def show_watched(self) -> None:
        """Show the page of what is watched, which is made the first time."""
        if self.watched is None:
            self.watched = self._make_watched()
        self._show_page(self.watched)
        self.watched.focus()

    def show_table(self, name: str) -> None:
        """Show the review table with this name."""
        self.show_all_documents()
        if self.all_documents is not None:
            self.all_documents.show_table(name)

    def _make_watched(self) -> "WatchedPane":
        from desktop_rag.gui.watched.page import WatchedPane

        pane = WatchedPane(self._bridge, self._appearance)
        pane.passage_wanted.connect(self._show_mention)
        pane.thing_wanted.connect(self.watched_thing_wanted)
        self._add_page(pane)
        return pane

    def _show_page(self, page: QWidget) -> None:
        """Show a page in the place of the conversation; its sources are its own."""
        self._leave_page()
        if self.middle.currentWidget() is not page:
            self.middle.setCurrentWidget(page)
            self._sources.show_purpose(searching=True)
            self._clear_sources()

    def _add_page(self, pane: "AllDocumentsPane | DraftPane | WatchedPane") -> None:
        if self._library is not None:
            pane.set_library(self._library)
        pane.emptied.connect(self._clear_sources)
        if self._actions is not None:
            pane.switch.follow(self._actions)
            pane.sidebar_button.follow(self._actions["view.sidebar"])
            pane.sources_button.follow(self._actions["view.sources"])
        self.middle.addWidget(pane)

    def _look_in_all(self, offer: AllDocumentsOffer) -> None:
        """Ask all documents what an answer offers to look up in them."""
        self.show_all_documents()
        if self.all_documents is not None:
            self.all_documents.look_up(offer)

    def _make_all_documents(self) -> "AllDocumentsPane":
        from desktop_rag.gui.all_documents.page import AllDocumentsPane

        pane = AllDocumentsPane(self._bridge, self._appearance)
        pane.passage_shown.connect(self._show_mention)
        pane.link_wanted.connect(self._copy_link)
        self._add_page(pane)
        return pane

    def show_test_questions(self) -> None:
        """Open the test questions of the library."""
        from desktop_rag.gui.test_questions.dialog import QuestionSetDialog

        if self._library is not None:
            QuestionSetDialog(self._bridge, self._appearance, self._library.name, self._window).open()

    def ask_about(self, files: tuple[str, ...]) -> None:
        """Ask only these files."""
        self.show_ask()
        self._chat.scope.set_files(files)

    def make_table(self, files: tuple[str, ...]) -> None:
        """Show a review table of these files alone."""
        self.show_all_documents()
        if self.all_documents is not None:
            self.all_documents.make_table(files)

    def open_citation(
        self,
        sources: Sequence[Source],
        source: Source,
        citation: Citation | None,
        chosen: bool,  # noqa: FBT001
    ) -> None:
        """Show a citation's page; one the person clicked brings the sources to sight, one that came does not."""
        if self.away and not chosen:
            return
        self._sources.show_citation(sources, source, citation)
        if chosen:
            self._reveal_sources()

    def save_test_question(self, question: str, file: str, page: int | None) -> None:
        """Keep a place as the right one for a question."""
        library = self._library.name if self._library is not None else ""
        job = self._bridge.worker.test_questions.add(library, question, file, page)
        self._bridge.run(job, self._tell_saved)

    def _save_for_answer(self, source: Source, by_page: bool) -> None:  # noqa: FBT001
        """Keep the place of a passage as the right one for the question it was found for."""
        if self.all_documents is not None and self.middle.currentWidget() is self.all_documents:
            question = self.all_documents.find_all.query().words
        elif self.draft is not None and self.middle.currentWidget() is self.draft:
            question = self.draft.chosen_words()
        elif self.searching:
            question = self._search.box.edit.text().strip()
        else:
            question = self._chat.turns.question_for(source)
        if question:
            self.save_test_question(question, source.file, source.page if by_page else None)

    def _tell_saved(self, kept: QuestionSet) -> None:
        """Show that a question was saved, beside the list it came from."""
        last = kept.questions[-1].expected[-1][0] if kept.questions else ""
        self._sources.say(self.tr("Saved as test question: {file}").format(file=shown_name(last)))

    def _show_answer_sources(self, sources: Sequence[Source]) -> None:
        """Show an answer's passages, or remember them while another page is shown."""
        self._answer_sources = tuple(sources)
        if not self.away:
            self._sources.set_sources(self._answer_sources)
            if not sources:
                self._make_way()

    def show_use(self) -> None:
        """Light up where the answer uses the source that is open."""
        self._sources.show_use()

    def _show_used(self, used: tuple[int, ...] | None) -> None:
        """Show which sources an answer uses, or remember it while another page is shown."""
        self._used = used
        if not self.away:
            self._sources.set_used(used)

    def _light_up(self, source: Source) -> None:
        """Light up the sentences that cite a source, and say which of them is in sight."""
        if self.away:
            return
        number, count = self._chat.show_use(source)
        self._sources.say(
            self.tr("Sentence {number} of {count}").format(number=number, count=count)
            if count
            else self.tr("No sentence of the answer uses this passage.")
        )

    def _show_passage(self, source: Source, opened: bool) -> None:  # noqa: FBT001
        """Show a found passage's page; bring it into sight if it was opened."""
        self._sources.show_citation((source,), source, None)
        if opened:
            self._reveal_sources()

    def _show_mention(self, source: Source, citation: Citation | None, opened: bool) -> None:  # noqa: FBT001
        """Show a mention's page with its words marked; bring it into sight if it was opened."""
        self._sources.show_citation((source,), source, citation)
        if opened:
            self._reveal_sources()

    def show_linked(self, place: LinkedPlace) -> None:
        """Show the page that a link leads to, and say what of the link was not found."""
        self._show_mention(place.source, place.citation, opened=True)
        if place.notice:
            self._sources.say(sentence(place.notice))

    def _copy_link(self, file: str, page: int, quote: str) -> None:
        if self._library is not None:
            self._sources.links.copy(self._library.name, file, page, quote)

    def _clear_sources(self) -> None:
        """Show no page any more while another page than the conversation is shown."""
        if self.away:
            self._sources.set_sources(())
            self._make_way()

    def _make_way(self, *_asked: str) -> None:
        """Close the right side where it would cover what the person has gone to."""
        if self._panes is not None and self._panes.narrow and self._panes.sources_visible():
            self._panes.show_sources(show=False)

    def _leave_page(self) -> None:
        if self._pages is not None and self._pages.page() is not None:
            self._pages.show_conversation()

    def _reveal_sources(self) -> None:
        if self._panes is not None and not self._panes.sources_visible():
            self._panes.show_sources(show=True)

    def _show_files(self) -> None:
        if self._actions is not None:
            self._actions["library.files"].trigger()
