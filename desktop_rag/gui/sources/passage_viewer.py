"""Below the cards: the page a source stands on, or its text, with the tools to read around it."""

from dataclasses import replace
from functools import cached_property, partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.pages import FileCondition, Passage
from desktop_rag.core.results.test_questions import QuotedWords
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import open_file, show_in_folder
from desktop_rag.gui.sources.citing import CitationCopier
from desktop_rag.gui.sources.page_tools import PageTools
from desktop_rag.gui.sources.pages.page_browser import PageBrowser
from desktop_rag.gui.sources.source_notice import SourceNotice
from desktop_rag.gui.sources.stored_text import StoredText
from desktop_rag.gui.widgets.find_bar import FindBar
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.formats import is_paged


class ViewerParts:
    """The large parts of the viewer; each is made when it is first asked for, also before there is a viewer."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        self._bridge = bridge
        self._appearance = appearance

    @cached_property
    def tools(self) -> PageTools:
        """The row of tools above."""
        return PageTools(self._appearance)

    @cached_property
    def pages(self) -> PageBrowser:
        """What shows pages."""
        return PageBrowser(self._bridge, self._appearance)

    @cached_property
    def text(self) -> StoredText:
        """What shows a text."""
        return StoredText(self._bridge, self._appearance)


class PassageViewer(QWidget):
    """Loads and shows one source at a time; everything slow happens in the worker."""

    mark_clicked = Signal()  # the person clicked on what is marked

    def __init__(
        self,
        bridge: Bridge,
        appearance: Appearance,
        parent: QWidget | None = None,
        *,
        parts: ViewerParts | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("passage_viewer")
        parts = parts or ViewerParts(bridge, appearance)
        self._bridge = bridge
        self._library = ""
        self._source: Source | None = None
        self._citation: Citation | None = None
        self._condition = FileCondition.UNCHANGED
        self._unmarked = False  # the text is shown because the page has nothing to mark
        self.tools = parts.tools
        self.find_bar = FindBar(appearance, self)
        self.pages = parts.pages
        self.notice = SourceNotice(appearance)
        self.text = parts.text
        self.citing = CitationCopier(bridge, self)
        self._stack = QStackedWidget()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tools)
        layout.addWidget(self.find_bar)
        layout.addWidget(self.notice)
        layout.addWidget(self._stack, 1)
        # last: each time that a widget is put into another, Qt styles all that is in it once more
        self._stack.addWidget(self.pages)
        self._stack.addWidget(self.text)
        self._connect()

    def set_library(self, name: str) -> None:
        """Read passages from this library from now on."""
        self._library = name

    def show_source(self, source: Source, citation: Citation | None) -> None:
        """Show a source, at the quoted words when a citation is given."""
        if self._source is None or self._source.file != source.file:
            self.find_bar.serve(None)  # what was sought in another file is not to lead away from the passage
        self._source, self._citation = source, citation
        self.citing.follow(self._library_of(source), source)
        self.text.expect()
        self.notice.hide()
        if self._unmarked:
            self._choose(text=False)
        paged = is_paged(source.file)
        self.tools.show_file(source.file, paged=paged)
        self._show_text(text=not paged or self.tools.wants_text)
        if paged:
            self.pages.show_source(self._library_of(source), source, self._cited_on_page())
        else:
            self.pages.close_document()
        self._load_passage()

    def source(self) -> Source | None:
        """Return the source that is shown."""
        return self._source

    @property
    def library(self) -> str:
        """The library that passages are read from, unless they are of another."""
        return self._library

    def selected_words(self) -> QuotedWords | None:
        """Return the words that are selected in what is shown; None where there are none."""
        if self._source is None:
            return None
        if self._stack.currentWidget() is self.pages:
            page, text = self.pages.selector.first_page() or self._source.page, self.pages.selected_text()
        else:
            page, text = self._source.page, self.text.view().selected_text()
        return QuotedWords(self._source.file, page, text) if text.strip() else None

    def citation(self) -> Citation | None:
        """Return the citation whose words are marked, None for the passage alone."""
        return self._citation

    def _library_of(self, source: Source) -> str:
        """Return the library a source was found in: another's, that of a conversation's attachments, or the one set."""
        return source.library or self._library

    def _load_passage(self) -> None:
        source = self._source
        if source is not None:
            job = self._bridge.worker.pages.passage(self._library_of(source), source)
            self._bridge.run(job, partial(self._show_passage, source), partial(self._passage_failed, source))

    def _passage_failed(self, source: Source, error: UserError) -> None:
        if source is self._source:
            self.text.show_nothing()
            self.notice.show_error(error)

    def _connect(self) -> None:
        self.tools.text_wanted.connect(self._choose_by_hand)
        self.tools.find_wanted.connect(self.open_find_bar)
        self.tools.open_wanted.connect(self._open_file)
        self.tools.reveal_wanted.connect(self._reveal_file)
        self.tools.offer_citations(self.citing.actions)
        self.pages.addActions(self.citing.actions)
        self.text.offer(self.citing.actions)
        self.citing.failed.connect(self.notice.show_error)
        self.text.view_changed.connect(self._find_anew)
        self.pages.mark_clicked.connect(self.mark_clicked)
        self.text.mark_clicked.connect(self.mark_clicked)
        self.pages.marked.connect(self._page_opened)
        self._connect_pages()
        self.notice.reading_wanted.connect(self._read_again)
        self.text.member_wanted.connect(self._show_member)
        self._bridge.store_changed.connect(self._look_again)

    def _connect_pages(self) -> None:
        bar, pages = self.tools.pages, self.pages
        bar.page_wanted.connect(self._go_to)
        bar.page_step.connect(self._turn)
        bar.zoom_step.connect(pages.navigator.zoom_by)
        bar.fit_wanted.connect(pages.navigator.fit)
        bar.turn_wanted.connect(pages.navigator.turn)
        bar.list_wanted.connect(self._show_list)
        bar.dark_wanted.connect(self._show_dark)
        pages.room_changed.connect(bar.offer_list)
        pages.page_changed.connect(bar.show_page)
        pages.zoom_changed.connect(bar.show_zoom)

    def _show_list(self, show: bool) -> None:  # noqa: FBT001
        self.pages.show_list(show=show)

    def _show_dark(self, dark: bool) -> None:  # noqa: FBT001
        self.pages.show_dark(dark=dark)

    def _serve_finding(self) -> None:
        """Find in what is shown now."""
        self.find_bar.serve(self.pages if self._stack.currentWidget() is self.pages else self.text.view())

    def _find_anew(self) -> None:
        """Find in the text that was laid out just now."""
        self._serve_finding()
        if self._stack.currentWidget() is self.text:
            self.find_bar.refresh()

    def _show_text(self, *, text: bool) -> None:
        self._stack.setCurrentWidget(self.text if text else self.pages)
        self._serve_finding()
        if text:
            self.text.reveal()

    def _choose(self, *, text: bool) -> None:
        """Show the text in place of a page on which nothing is marked, or go back to pages."""
        self._unmarked = text
        self.tools.choose(text=text)
        self._show_text(text=text)

    def _choose_by_hand(self, text: bool) -> None:  # noqa: FBT001
        self._unmarked = False
        self._show_text(text=text)

    def _cited_on_page(self) -> tuple[int, int] | None:
        """Return the quoted words' range on the source's page, if they stand there."""
        citation, source = self._citation, self._source
        if citation is None or source is None or citation.file != source.file:
            return None
        return citation.on_page(source.page)

    def _page_opened(self, marked: bool) -> None:  # noqa: FBT001
        if not marked and self._source is not None and self._source.text and not self.tools.wants_text:
            self._choose(text=True)  # the words stand in a comment, or in a picture that is not drawn

    def _show_passage(self, source: Source, passage: Passage) -> None:
        """Show the text of a source, unless the person has gone on."""
        if source is not self._source:
            return
        self._condition = passage.condition
        self.text.show_passage(passage, self._citation)
        self.notice.show_condition(source.file, passage.condition)
        if is_paged(source.file) and passage.condition is not FileCondition.UNCHANGED and not self.tools.wants_text:
            self._choose(text=True)  # the page would be that of another file

    def _read_again(self) -> None:
        if self._source is not None:
            library, file = self._library_of(self._source), self._source.file
            self.notice.show_reading(file)
            self._bridge.start(self._bridge.worker.files.retry(library, [file]), self.notice.show_error)

    def _look_again(self, change: StoreChanged) -> None:
        """Show the text of a file that was read again."""
        library = self._library_of(self._source) if self._source is not None else self._library
        if library in change.ids and self._condition is not FileCondition.UNCHANGED:
            self._load_passage()

    def _show_member(self, file: str) -> None:
        """Show a file that is attached to the one that is shown."""
        source = self._source
        if source is not None:
            member = replace(source, file=file, page=1, page_label="1", start=0, end=0, text="", node_id="", heading="")
            self.show_source(member, None)

    def open_find_bar(self) -> None:
        """Let the person look for words in what is shown."""
        self.find_bar.open_bar()

    def go_to_page(self) -> None:
        """Let the person type the number of a page."""
        if self._stack.currentWidget() is self.pages:
            self.tools.pages.focus_box()

    def _turn(self, step: int) -> None:
        self.pages.navigator.go_to(self.pages.view.current_page() + step)

    def _go_to(self, page: int) -> None:
        self.pages.navigator.go_to(page)
        self.pages.view.setFocus()

    def _open_file(self) -> None:
        if self._source is not None:
            page = self.pages.view.current_page() if is_paged(self._source.file) else 0
            open_file(self, self._bridge, self._source.file, self.notice.show_error, page)

    def _reveal_file(self) -> None:
        if self._source is not None:
            show_in_folder(self._bridge, self._source.file, self.notice.show_error)
