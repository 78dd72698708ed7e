"""Below the cards: the page a source stands on, or its text, with the tools to read around it."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.pages import FileCondition, PageImage, Passage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import open_file, show_in_folder
from desktop_rag.gui.sources.page_tools import PageTools
from desktop_rag.gui.sources.page_view import PageView
from desktop_rag.gui.sources.source_notice import SourceNotice
from desktop_rag.gui.sources.stored_text import StoredText
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.formats import is_paged

if TYPE_CHECKING:
    from desktop_rag.worker.job import Job


class PassageViewer(QWidget):
    """Loads and shows one source at a time; everything slow happens in the worker."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("passage_viewer")
        self._bridge = bridge
        self._library = ""
        self._source: Source | None = None
        self._citation: Citation | None = None
        self._page = 1
        self._pages = 1
        self._rendering: Job[PageImage] | None = None
        self._looked_at = False  # the source's first page was rendered
        self._condition = FileCondition.UNCHANGED
        self._unmarked = False  # the text is shown because the page has nothing to mark
        self.tools = PageTools(appearance)
        self.page_view = PageView(appearance)
        self.notice = SourceNotice(appearance)
        self.text = StoredText(bridge, appearance)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.page_view)
        self._stack.addWidget(self.text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tools)
        layout.addWidget(self.notice)
        layout.addWidget(self._stack, 1)
        self._connect()

    def set_library(self, name: str) -> None:
        """Read passages from this library from now on."""
        self._library = name

    def show_source(self, source: Source, citation: Citation | None) -> None:
        """Show a source, at the quoted words when a citation is given."""
        self._source, self._citation, self._looked_at = source, citation, False
        self._page, self._pages = source.page, max(source.page, 1)
        self.notice.hide()
        if self._unmarked:
            self._choose(text=False)
        paged = is_paged(source.file)
        self.tools.show_file(source.file, paged=paged)
        self._show_text(text=not paged or self.tools.wants_text)
        if paged:
            self._tell_page()
            self._render()
        self._load_passage()

    def source(self) -> Source | None:
        """Return the source that is shown."""
        return self._source

    def _load_passage(self) -> None:
        source = self._source
        if source is not None:
            job = self._bridge.worker.pages.passage(self._library, source)
            self._bridge.run(job, partial(self._show_passage, source), partial(self._passage_failed, source))

    def _passage_failed(self, source: Source, error: UserError) -> None:
        if source is self._source:
            self.notice.show_error(error)

    def _connect(self) -> None:
        self.tools.text_wanted.connect(self._choose_by_hand)
        self.tools.page_step.connect(self._turn)
        self.tools.zoom_step.connect(self.page_view.zoom_by)
        self.tools.fit_wanted.connect(self.page_view.fit_width)
        self.tools.open_wanted.connect(self._open_file)
        self.tools.reveal_wanted.connect(self._reveal_file)
        self.page_view.page_step.connect(self._turn)
        self.page_view.zoom_changed.connect(self._tell_zoom)
        self.page_view.render_wanted.connect(self._render)
        self.notice.reading_wanted.connect(self._read_again)
        self.text.member_wanted.connect(self._show_member)
        self._bridge.store_changed.connect(self._look_again)

    def _show_text(self, *, text: bool) -> None:
        self._stack.setCurrentWidget(self.text if text else self.page_view)
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

    def _render(self) -> None:
        source = self._source
        if source is None:
            return
        if self._rendering is not None:
            self._rendering.cancel()
        self.page_view.expect(source.file)
        zoom = self.page_view.wanted_zoom()
        job = self._bridge.worker.pages.render(source, page=self._page, zoom=zoom, cited=self._cited_on_page())
        self._rendering = self._bridge.run(job, partial(self._show_page, zoom, self._page), self._page_failed)

    def _cited_on_page(self) -> tuple[int, int] | None:
        """Return the quoted words' range on the page that is shown, if they stand there."""
        citation, source = self._citation, self._source
        if citation is None or source is None or (citation.file, citation.page) != (source.file, self._page):
            return None
        return citation.start, citation.end

    def _show_page(self, zoom: float, wanted: int, page: PageImage) -> None:
        """Show a rendered page, unless the person has gone on."""
        if self._source is None or (page.file, wanted) != (self._source.file, self._page):
            return
        self._rendering = None
        marks = page.boxes if self._cited_on_page() is None else page.cited
        self._page, self._pages = page.page, page.pages
        self.page_view.show_page(page, zoom)
        self._tell_page()
        first, self._looked_at = not self._looked_at, True
        if first and not marks and self._source.text and not self.tools.wants_text:
            self._choose(text=True)  # the words stand in a comment, or in a picture that is not drawn

    def _page_failed(self, error: UserError) -> None:
        self._rendering = None
        self.page_view.show_message(f"{error.message}\n{error.next_step}".strip())

    def _show_passage(self, source: Source, passage: Passage) -> None:
        """Show the text of a source, unless the person has gone on."""
        if source is not self._source:
            return
        self._pages = max(self._pages, passage.pages)
        self._tell_page()
        self._condition = passage.condition
        self.text.show_passage(passage, self._citation)
        self.notice.show_condition(source.file, passage.condition)
        if is_paged(source.file) and passage.condition is not FileCondition.UNCHANGED and not self.tools.wants_text:
            self._choose(text=True)  # the page would be that of another file

    def _read_again(self) -> None:
        if self._source is not None:
            job = self._bridge.worker.files.retry(self._library, [self._source.file])
            self._bridge.run(job, self._tell_reading, self.notice.show_error)

    def _tell_reading(self, _done: None) -> None:
        self.notice.show_reading()

    def _look_again(self, change: StoreChanged) -> None:
        """Show the text of a file that was read again."""
        if self._library in change.ids and self._condition is not FileCondition.UNCHANGED:
            self._load_passage()

    def _show_member(self, file: str) -> None:
        """Show a file that is attached to the one that is shown."""
        source = self._source
        if source is not None:
            member = replace(source, file=file, page=1, page_label="1", start=0, end=0, text="", node_id="", heading="")
            self.show_source(member, None)

    def _turn(self, step: int) -> None:
        page = self._page + step
        if 1 <= page <= self._pages:
            self._page = page
            self._tell_page()
            self._render()

    def _tell_page(self) -> None:
        self.tools.show_page(self._page, self._pages)

    def _tell_zoom(self) -> None:
        self.tools.show_zoom(self.page_view.percent())

    def _open_file(self) -> None:
        if self._source is not None:
            open_file(self, self._bridge, self._source.file, self.notice.show_error)

    def _reveal_file(self) -> None:
        if self._source is not None:
            show_in_folder(self._bridge, self._source.file, self.notice.show_error)
