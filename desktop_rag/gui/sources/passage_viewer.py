"""Below the cards: the page a source stands on, or its text, with the tools to read around it."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.pages import PageImage, Passage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import open_file, show_in_folder
from desktop_rag.gui.sources.page_tools import PageTools
from desktop_rag.gui.sources.page_view import PageView
from desktop_rag.gui.sources.text_view import PassageText, TextView
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.formats import is_paged, of_name

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
        self._unmarked = False  # the text is shown because the page has nothing to mark
        self.tools = PageTools(appearance)
        self.page_view = PageView(appearance)
        self.text_view = TextView(appearance)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.page_view)
        self._stack.addWidget(self.text_view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tools)
        layout.addWidget(self._stack, 1)
        self._connect()

    def set_library(self, name: str) -> None:
        """Read passages from this library from now on."""
        self._library = name

    def show_source(self, source: Source, citation: Citation | None) -> None:
        """Show a source, at the quoted words when a citation is given."""
        self._source, self._citation, self._looked_at = source, citation, False
        self._page, self._pages = source.page, max(source.page, 1)
        if self._unmarked:
            self._choose(text=False)
        paged = is_paged(source.file)
        self.tools.show_file(source.file, paged=paged)
        self._show_text(text=not paged or self.tools.wants_text)
        if paged:
            self._tell_page()
            self._render()
        self._bridge.run(
            self._bridge.worker.pages.passage(self._library, source), self._show_passage, self._passage_failed
        )

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

    def _show_text(self, *, text: bool) -> None:
        self._stack.setCurrentWidget(self.text_view if text else self.page_view)
        if text:
            self.text_view.reveal()

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

    def _show_passage(self, passage: Passage) -> None:
        source = self._source
        if source is None or passage.source.node_id != source.node_id:
            return
        self._pages = max(self._pages, passage.pages)
        self._tell_page()
        if is_paged(source.file) or not passage.page_text:
            part = self._cited_part(source, len(source.text))
            text = PassageText(passage.before, source.text, passage.after, part)
        else:
            start, end, whole = source.start, source.end, passage.page_text
            text = PassageText(whole[:start], whole[start:end], whole[end:], self._cited_part(source, end - start))
        self.text_view.show_passage(text, code=of_name(source.file).is_code)

    def _cited_part(self, source: Source, length: int) -> tuple[int, int]:
        citation = self._citation
        if citation is None or citation.node_id != source.node_id:
            return (0, 0)
        start = min(max(0, citation.start - source.start), length)
        return start, min(max(start, citation.end - source.start), length)

    def _passage_failed(self, error: UserError) -> None:
        self.text_view.show_message(f"{error.message}\n{error.next_step}".strip())

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
            open_file(self, self._bridge, self._source.file, self._open_failed)

    def _open_failed(self, error: UserError) -> None:
        self.page_view.show_message(f"{error.message}\n{error.next_step}".strip())
        self.text_view.show_message(f"{error.message}\n{error.next_step}".strip())

    def _reveal_file(self) -> None:
        if self._source is not None:
            show_in_folder(self._bridge, self._source.file, self._open_failed)
