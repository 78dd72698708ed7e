"""Below the cards: the page a source stands on, or its text, with the tools to read around it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from operator import attrgetter
from typing import TypeVar

from PySide6.QtCore import QObject, QSignalBlocker, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.file_paths import earlier_until, file_label, is_earlier, without_earlier
from desktop_rag.core.mail import ThreadMessage
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.pages import FileCondition, Passage, ReferenceTexts
from desktop_rag.core.results.test_questions import QuotedWords
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import open_file, show_in_folder
from desktop_rag.gui.sources.link_copier import LinkCopier
from desktop_rag.gui.sources.pages.page_bar import PageBar
from desktop_rag.gui.sources.pages.page_browser import PageBrowser
from desktop_rag.gui.sources.stored_text import StoredText
from desktop_rag.gui.sources.thread_row import ThreadRow
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, Notice, NoticeButton, plain_tip
from desktop_rag.gui.widgets.find_bar import FindBar
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.formats import is_paged
from desktop_rag.readers.stamps import is_noted

_FEW, _MANY = 25, 500  # characters of words that may stand anywhere, and of a sentence
Part = TypeVar("Part", bound=QWidget)


class PageTools(QWidget):
    """Shows the current page and emits commands; knows nothing of their execution."""

    text_wanted = Signal(bool)
    find_wanted = Signal()
    open_wanted = Signal()
    reveal_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.pages = PageBar(appearance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 6)
        layout.setSpacing(0)
        layout.addLayout(self._make_file_row())
        layout.addWidget(self._make_tool_row())

    @property
    def wants_text(self) -> bool:
        """True if the person prefers text over pages."""
        return self._text_tab.isChecked()

    def choose(self, *, text: bool) -> None:
        """Show the text, or the page, as chosen without asking for it."""
        with QSignalBlocker(self._text_tab):
            (self._text_tab if text else self._page_tab).setChecked(True)
        self.pages.setVisible(not text)

    def offer_citations(self, actions: Sequence[QAction]) -> None:
        """Let the person choose how to cite what is shown."""
        menu = QMenu(self._cite)
        menu.addActions(actions)
        self._cite.setMenu(menu)

    def show_file(self, path: str, *, paged: bool) -> None:
        """Name the file; only paged ones have pages to turn."""
        self._name.set_full_text(file_label(path))
        self._name.setToolTip(plain_tip(path))
        self._tool_row.setVisible(paged)
        self.pages.setVisible(not self.wants_text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide tools without room."""
        super().resizeEvent(event)
        self.pages.fit_into(self.width())

    def _make_file_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(4, 0, 0, 0)
        row.setSpacing(4)
        self._name = ElidedLabel("", "heading", Qt.TextElideMode.ElideMiddle)
        self._name.setObjectName("source_file_name")
        find = IconButton(self._appearance, "search", self.tr("Find (Ctrl+F)"), "find_button")
        opening = IconButton(self._appearance, "open", self.tr("Open file"), "open_file_button")
        reveal = IconButton(self._appearance, "reveal", self.tr("Show in folder"), "show_in_folder_button")
        find.clicked.connect(self.find_wanted)
        opening.clicked.connect(self.open_wanted)
        reveal.clicked.connect(self.reveal_wanted)
        self._cite = IconButton(self._appearance, "quote", self.tr("Copy citation"), "copy_citation_button")
        self._cite.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self._name, 1)
        row.addWidget(find)
        row.addWidget(self._cite)
        row.addWidget(opening)
        row.addWidget(reveal)
        return row

    def _make_tool_row(self) -> QWidget:
        """Page or text; page navigation; zoom."""
        self._tool_row = QWidget()
        row = QHBoxLayout(self._tool_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        tabs = QButtonGroup(self)
        self._page_tab = _segment(self.tr("Page"), "page_tab")
        self._text_tab = _segment(self.tr("Text"), "text_tab")
        for tab in (self._page_tab, self._text_tab):
            tabs.addButton(tab)
            row.addWidget(tab)
        self._page_tab.setChecked(True)
        self._text_tab.toggled.connect(self._switch)
        row.addStretch(1)
        row.addWidget(self.pages)
        return self._tool_row

    def _switch(self, text: bool) -> None:  # noqa: FBT001
        self.pages.setVisible(not text)
        self.text_wanted.emit(text)


def _segment(text: str, name: str) -> QToolButton:
    result = QToolButton()
    result.setText(text)
    result.setObjectName(name)
    result.setProperty("role", "segment")
    result.setCheckable(True)
    return result


class SourceNotice(QWidget):
    """A soft block above a source; hidden while all is as it should be."""

    reading_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("source_notice")
        self._awaited = ""  # the file that is being read again
        self._notice = Notice()
        self._notice.add_dismiss(appearance)
        self._notice.dismissed.connect(self.hide)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 8)
        layout.addWidget(self._notice)
        self.hide()

    def message(self) -> str:
        """Return the message, "" while there is none."""
        return "" if self.isHidden() else self._notice.accessibleName()

    def show_condition(self, file: str, condition: FileCondition) -> None:
        """Show that the file differs from the one read, and the text shown in its place."""
        name = file_label(file)
        if condition is not FileCondition.CHANGED:
            self._awaited = ""
        if self._awaited == file:
            self.tell("notice", self.tr("The file is being read again. Its new text appears here."))
        elif condition is FileCondition.CHANGED:
            again = NoticeButton(self.tr("Read again"), "read_again_button", self.reading_wanted.emit)
            message = self.tr("“{name}” has changed since it was read.").format(name=name)
            self.tell("notice", message, self.tr("This is the text as it was read."), (again,))
        elif condition is FileCondition.EARLIER:
            message = self.tr("This is “{name}” as it was until {time}, in words only.")
            name, until = file_label(without_earlier(file)), words.moment(earlier_until(file))
            self.tell("info", message.format(name=name, time=until))
        elif condition is FileCondition.MISSING:
            message = self.tr("“{name}” can't be reached: it was moved or deleted, or its drive is not connected.")
            self.tell("notice", message.format(name=name), self.tr("This is the text as it was read."))
        else:
            self.hide()

    def show_reading(self, file: str) -> None:
        """Show that a file is being read again, until that is done."""
        self._awaited = file
        self.show_condition(file, FileCondition.CHANGED)

    def show_error(self, error: UserError) -> None:
        """Show the error."""
        self.tell("failure", error.message, error.next_step)

    def tell(self, role: str, message: str, next_step: str = "", choices: tuple[NoticeButton, ...] = ()) -> None:
        """Show a message."""
        self._notice.set_role(role)
        self._notice.tell(message, next_step, choices)
        self.show()


class CitationCopier(QObject):
    """Offers ``actions`` that put the reference of the source that is shown on the clipboard."""

    copied = Signal(str)  # what is now on the clipboard
    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._library = ""
        self._source: Source | None = None
        styles = (
            ("copy_citation", self.tr("Copy citation"), attrgetter("apa")),
            ("copy_bibtex", self.tr("Copy citation as BibTeX"), attrgetter("bibtex")),
            ("copy_ris", self.tr("Copy citation as RIS"), attrgetter("ris")),
        )
        self.actions = tuple(QAction(text, self) for _, text, _ in styles)
        for action, (name, _, text_of) in zip(self.actions, styles, strict=True):
            action.setObjectName(name)
            action.triggered.connect(partial(self._copy, text_of))

    def follow(self, library: str, source: Source) -> None:
        """Cite this source from now on."""
        self._library, self._source = library, source

    def _copy(self, text_of: Callable[[ReferenceTexts], str], _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        if self._source is not None:
            job = self._bridge.worker.pages.reference(self._library, self._source, say=words.sentence)
            self._bridge.run(job, partial(self._put, text_of), self.failed.emit)

    def _put(self, text_of: Callable[[ReferenceTexts], str], texts: ReferenceTexts) -> None:
        text = text_of(texts)
        QGuiApplication.clipboard().setText(text)
        self.copied.emit(text)


class RecordPlaces(QObject):
    """Offers ``actions`` that lead to where the source that is shown is kept or what it is about; others are hidden."""

    noted_wanted = Signal(object)  # Source: a note

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._source: Source | None = None
        self.in_zotero = QAction(self.tr("Open in Zotero"), self)
        self.in_zotero.setObjectName("open_in_zotero")
        self.in_zotero.triggered.connect(self._open)
        self.noted = QAction(self.tr("Show the page that this note is about"), self)
        self.noted.setObjectName("show_noted_page")
        self.noted.triggered.connect(self._show)
        self.actions = (self.in_zotero, self.noted)

    def follow(self, source: Source) -> None:
        """Lead from this source on."""
        self._source = source
        self.in_zotero.setVisible(bool(words.zotero_address(source)))
        self.noted.setVisible(is_noted(source.file))

    def _open(self) -> None:
        if self._source is not None:
            QDesktopServices.openUrl(QUrl(words.zotero_address(self._source)))

    def _show(self) -> None:
        if self._source is not None:
            self.noted_wanted.emit(self._source)


class ViewerParts:
    """The large parts of the viewer; each is made when it is first asked for, also before there is a viewer.

    Until then they are parts of ``owner``, out of sight: a window that is closed earlier takes them along.
    """

    def __init__(self, bridge: Bridge, appearance: Appearance, owner: QWidget) -> None:
        self._bridge = bridge
        self._appearance = appearance
        self._waiting = QWidget(owner)
        self._waiting.hide()

    @cached_property
    def tools(self) -> PageTools:
        """The row of tools above."""
        return self._kept(PageTools(self._appearance))

    @cached_property
    def pages(self) -> PageBrowser:
        """The viewer of pages."""
        return self._kept(PageBrowser(self._bridge, self._appearance))

    @cached_property
    def text(self) -> StoredText:
        """The viewer of text."""
        return self._kept(StoredText(self._bridge, self._appearance))

    def _kept(self, part: Part) -> Part:
        part.setParent(self._waiting)
        return part


class PassageViewer(QWidget):
    """Loads and shows one source at a time; everything slow happens in the worker."""

    mark_clicked = Signal()  # the person clicked on what is marked
    highlights_wanted = Signal()  # a copy of the PDF with what is marked

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
        parts = parts or ViewerParts(bridge, appearance, self)
        self._bridge = bridge
        self._library = ""
        self._source: Source | None = None
        self._citation: Citation | None = None
        self._condition = FileCondition.UNCHANGED
        self._thread: tuple[ThreadMessage, ...] = ()
        self._unmarked = False  # the text is shown because the page has nothing to mark
        self.tools = parts.tools
        self.find_bar = FindBar(appearance, self)
        self.pages = parts.pages
        self.notice = SourceNotice(appearance)
        self.messages = ThreadRow()
        self.text = parts.text
        self.citing = CitationCopier(bridge, self)
        self.record_places = RecordPlaces(self)
        self.links = LinkCopier(bridge, self)
        self._link_action = QAction(self.tr("Copy link"), self)
        self._link_action.setObjectName("copy_link")
        self._highlight_action = QAction(self.tr("Save a copy with highlights…"), self)
        self._highlight_action.setObjectName("save_highlights")
        self._stack = QStackedWidget()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tools)
        layout.addWidget(self.messages)
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
        self.record_places.follow(source)
        self.text.expect()
        self.notice.hide()
        if not any(source.file == message.path for message in self._thread):
            self._show_thread(())
        if self._unmarked:
            self._choose(text=False)
        paged = is_paged(source.file) and not is_earlier(source.file)  # of an earlier state there is only the text
        self._highlight_action.setVisible(paged and source.file.lower().endswith(".pdf"))
        self.tools.show_file(source.file, paged=paged)
        self._show_text(text=not paged or self.tools.wants_text)
        if paged:
            self.pages.show_source(self._library_of(source), source, self._cited_on_page())
        else:
            self.pages.close_document()
        self._load_passage()

    def show_noted_place(self, note: Source) -> None:
        """Show the page that a note is about, with the words it quotes marked."""
        library = self._library_of(note)
        job = self._bridge.worker.pages.noted_place(library, note)
        self._bridge.run(job, self._show_place, self.notice.show_error)

    def _show_place(self, place: Source | None) -> None:
        if place is not None:
            self.show_source(place, None)
        else:
            self.notice.show_error(UserError(self.tr("The file that this note is about isn't in this library.")))

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

    def copy_link(self) -> None:
        """Copy the link to the words that are selected, else to those that are marked, else to the page in sight."""
        source = self._source
        if source is None:
            return
        page, quote = source.page, source.text
        if self._citation is not None and not (len(self._citation.quote) < _FEW and len(quote) < _MANY):
            quote = self._citation.quote  # of a mention, the sentence that it stands in: a word stands in many places
        if (selected := self.selected_words()) is not None:
            page, quote = selected.page, selected.text
        elif self._stack.currentWidget() is self.pages and (seen := self.pages.view.current_page()) not in (0, page):
            page, quote = seen, ""
        self.links.copy(self._library_of(source), source.file, page, quote)

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
        actions = (*self.citing.actions, self._link_action, self._highlight_action, *self.record_places.actions)
        self.tools.offer_citations(actions)
        self.pages.addActions(actions)
        self.text.offer(actions)
        self.record_places.noted_wanted.connect(self.show_noted_place)
        self._link_action.triggered.connect(self.copy_link)
        self._highlight_action.triggered.connect(self.highlights_wanted)
        for copier in (self.citing, self.links):
            copier.failed.connect(self.notice.show_error)
        self.text.view_changed.connect(self._find_anew)
        self.pages.mark_clicked.connect(self.mark_clicked)
        self.text.mark_clicked.connect(self.mark_clicked)
        self.pages.marked.connect(self._page_opened)
        self._connect_pages()
        self.notice.reading_wanted.connect(self._read_again)
        self.text.member_wanted.connect(self._show_member)
        self.messages.message_wanted.connect(self._show_member)
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
        self._show_thread(passage.thread)
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

    def _show_thread(self, thread: Sequence[ThreadMessage]) -> None:
        """Offer the messages that what is shown belongs to."""
        self._thread = tuple(thread)
        self.messages.show_thread(self._source.file if self._source is not None else "", thread)

    def _show_member(self, file: str) -> None:
        """Show a file that is attached to the one that is shown, or another message of its thread."""
        source = self._source
        if source is not None:
            cited_as = next((message.cited_as for message in self._thread if message.path == file), "")
            member = replace(
                source, file=file, page=1, page_label="1", start=0, end=0, text="", node_id="", heading="",
                cited_as=cited_as, zotero="",
            )  # fmt: skip
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
            open_file(self, self._bridge, without_earlier(self._source.file), self.notice.show_error, page)

    def _reveal_file(self) -> None:
        if self._source is not None:
            show_in_folder(self._bridge, without_earlier(self._source.file), self.notice.show_error)
