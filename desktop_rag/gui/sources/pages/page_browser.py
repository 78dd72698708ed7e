"""The pages of a document with all that belongs to them: their list, finding, selecting, what the worker draws."""

from bisect import insort
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.pages import Box, PageHit, PageHits, PageImage, PageSizes
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pages.highlight import Marks, Outlines
from desktop_rag.gui.sources.pages.job_queue import JobQueue, Request
from desktop_rag.gui.sources.pages.layout import PageLayout, Place
from desktop_rag.gui.sources.pages.page_navigator import PageNavigator
from desktop_rag.gui.sources.pages.page_painter import Overlays
from desktop_rag.gui.sources.pages.page_pictures import PREVIEW_ZOOM, PagePictures
from desktop_rag.gui.sources.pages.page_selector import PageSelector
from desktop_rag.gui.sources.pages.page_view import PageView
from desktop_rag.gui.sources.pages.thumbnail_list import ThumbnailList
from desktop_rag.gui.widgets.theme import Appearance

_AHEAD = 0.75  # views above and below what is in sight, drawn when there is nothing else to do
_ROOM_FOR_LIST = 450  # logical pixels: in narrower views the list would leave the page too little
MOST_HITS = 10_000  # more than anybody steps through; a letter stands 500,000 times in a long report


class PageFinder(QObject):
    """Searches one document at a time, some pages with each request; emits ``found`` for every place."""

    found = Signal(int, int, bool)  # which place is the current one; how many there are; whether those are all
    stepped = Signal(object)  # PageHit: come to sight
    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._pages = bridge.worker.pages
        self._library = self._file = ""
        self._sought = ""
        self._first = 1  # the page that was read when the search began
        self._next = 0  # the page to look at next, 0: all were
        self._turned = False  # the end was reached: now come the pages before the first
        self._hits: list[PageHit] = []
        self._by_page: dict[int, list[PageHit]] = {}
        self._current: PageHit | None = None

    def begin(self, library: str, file: str) -> None:
        """Look through another file of a library from now on."""
        self._library, self._file = library, file
        self.look_for("", 1)

    def look_for(self, text: str, page: int) -> None:
        """Find every place of a text, the nearest from ``page`` on first; "" ends the search."""
        self._sought, self._hits, self._by_page, self._current = text, [], {}, None
        self._first = self._next = page if text and self._file else 0
        self._turned = False
        self.changed.emit()

    def step_to(self, direction: int) -> None:
        """Make the next place (1) or the one before (-1) the current one, round the ends."""
        if self._hits:
            place = self._hits.index(self._current) if self._current in self._hits else -direction
            self._choose(self._hits[(place + direction) % len(self._hits)])
            self._tell()

    def boxes(self, page: int) -> list[Box]:
        """Return the places on a page, in points."""
        return [box for hit in self._by_page.get(page, ()) if hit is not self._current for box in hit.boxes]

    def current_boxes(self, page: int) -> list[Box]:
        """Return the current place, if it is on this page."""
        return list(self._current.boxes) if self._current is not None and self._current.page == page else []

    def next_request(self) -> Request | None:
        """Return the request that searches the next pages."""
        if not self._next:
            return None
        start = partial(self._pages.find, self._library, self._file, sought=self._sought, first=self._next)
        return Request(start, partial(self._take, self._sought, self._next), self._give_up)

    def _take(self, sought: str, first: int, hits: PageHits) -> None:
        if sought != self._sought or first != self._next:
            return  # something else is sought by now
        new = [hit for hit in hits.hits if not self._turned or hit.page < self._first]
        self._next = hits.next_page
        if self._next == 0 and not self._turned and self._first > 1:
            self._next, self._turned = 1, True
        elif self._turned and self._next >= self._first:
            self._next = 0
        for hit in new:
            insort(self._hits, hit, key=lambda one: one.page)
            self._by_page.setdefault(hit.page, []).append(hit)
        if len(self._hits) >= MOST_HITS:
            self._next = 0
        if self._current is None and new:
            self._choose(new[0])
        self._tell()
        self.changed.emit()

    def _give_up(self, _error: UserError) -> None:
        self._next = 0
        self._tell()

    def _choose(self, hit: PageHit) -> None:
        self._current = hit
        self.stepped.emit(hit)
        self.changed.emit()

    def _tell(self) -> None:
        place = next((number for number, hit in enumerate(self._hits, 1) if hit is self._current), 0)
        self.found.emit(place, len(self._hits), not self._next and len(self._hits) < MOST_HITS)


class PageBrowser(QWidget):
    """Shows one document at a time, opened at a passage; everything slow happens in the worker."""

    found = Signal(int, int, bool)  # see ``widgets.find_bar.Searchable``
    page_changed = Signal(int, int)  # the page that is read, and how many there are; 0 while there are none
    zoom_changed = Signal(int)  # percent
    room_changed = Signal(bool)  # whether there is room for the list of pages
    marked = Signal(bool)  # a source was opened; whether its words could be marked
    mark_clicked = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("page_browser")
        self._pages = bridge.worker.pages
        self._library = ""  # the one that the source is of
        self._source: Source | None = None
        self._cited: tuple[int, int] | None = None
        self._opening = False
        self._fresh = True  # the document to be opened is not the one that is shown
        self._unmeasured = 0  # the first page whose size is not known, 0: all are
        self._list_wanted = False
        self.pictures = PagePictures(bridge, self)
        self.view = PageView(appearance, self.pictures)
        self.navigator = PageNavigator(self.view, appearance)
        self.thumbnails = ThumbnailList(appearance, self.pictures)
        self.finder = PageFinder(bridge, self)
        self.selector = PageSelector(bridge, self.view)
        self.thumbnails.hide()
        self.setFocusProxy(self.view)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.thumbnails)
        layout.addWidget(self.view, 1)
        self._queue = JobQueue(bridge, self)
        for supplier in (
            self._next_opening,
            self._next_tile,
            self._next_sizes,
            partial(self.pictures.next_preview, self.thumbnails.wanted),
            self.finder.next_request,
            self.selector.next_request,
            self._next_tile_ahead,
        ):
            self._queue.add_supplier(supplier)
        self._connect()

    def show_source(self, library: str, source: Source, cited: tuple[int, int] | None) -> None:
        """Open the document of a library's source at its page, with the passage and the ``cited`` characters marked."""
        shown = self._source.file if self._source is not None and self.view.pages() is not None else ""
        same = (self._library, shown) == (library, source.file) and not self._fresh
        self._library, self._source, self._cited, self._opening = library, source, cited, True
        if not same:
            self._fresh = True
            self.view.expect()
        self._queue.drop()
        self._queue.wake()

    def close_document(self) -> None:
        """Stop drawing, and drop the drawn pages."""
        self._source, self._opening = None, False
        self._forget()
        self.view.show_message("")
        self._queue.drop()

    def show_list(self, *, show: bool) -> None:
        """Show the list of pages, as soon as there is room for it."""
        self._list_wanted = show
        self._place_list()

    def show_dark(self, *, dark: bool) -> None:
        """Show pages with their lightness turned round, or as they are."""
        self.view.painter.dark = dark
        self.thumbnails.show_dark(dark=dark)
        self.view.viewport().update()
        self._queue.wake()

    def look_for(self, text: str) -> None:
        """Mark every place of a text and go to the nearest one; "" takes the marks away."""
        self.finder.look_for(text, self.view.current_page())
        self._queue.wake()

    def step_to(self, direction: int) -> None:
        """Go to the next place (1) or to the one before (-1), round the ends."""
        self.finder.step_to(direction)

    def selected_text(self) -> str:
        """Return the selected text."""
        return self.selector.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the list while there is no room for it."""
        super().resizeEvent(event)
        self._place_list()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the parts left out while the view was hidden."""
        super().showEvent(event)
        self._queue.wake()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of memory while nothing can be seen; a window that is only minimised keeps it."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.pictures.drop_tiles()

    def _connect(self) -> None:
        self.view.moved.connect(self._tell_place)
        self.navigator.settled.connect(self._queue.wake)
        self.selector.changed.connect(self.view.viewport().update)
        self.selector.clicked.connect(self._click)
        self.finder.changed.connect(self.view.viewport().update)
        self.finder.found.connect(self.found)
        self.finder.stepped.connect(self._show_hit)
        self.thumbnails.page_chosen.connect(self.navigator.go_to)
        self.thumbnails.verticalScrollBar().valueChanged.connect(self._queue.wake)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu)

    def _forget(self) -> None:
        """Let go of the document that was shown."""
        self._unmeasured = 0
        self.pictures.clear()
        self.selector.begin("", "")
        self.finder.begin("", "")
        self.thumbnails.begin(0)

    def _next_opening(self) -> Request | None:
        if not self._opening or self._source is None:
            return None
        dark = self.view.painter.dark
        source = self._library, self._source
        start = partial(
            self._pages.render, *source, page=self._source.page, zoom=PREVIEW_ZOOM, cited=self._cited, dark=dark
        )
        return Request(start, partial(self._open, dark), self._fail)

    def _next_tile(self) -> Request | None:
        if self.navigator.changing:
            return None
        return self.pictures.next_tile(self.view.wanted_tiles)

    def _next_tile_ahead(self) -> Request | None:
        if self.navigator.changing:
            return None
        return self.pictures.next_tile(partial(self.view.wanted_tiles, _AHEAD))

    def _next_sizes(self) -> Request | None:
        if not self._unmeasured or self._source is None:
            return None
        start = partial(self._pages.sizes, self._source.file, first=self._unmeasured)
        return Request(start, self._take_sizes, self._do_without_sizes)

    def _open(self, dark: bool, image: PageImage) -> None:  # noqa: FBT001
        """Show the page of a source as it was drawn small; the rest follows."""
        source, layout = self._source, self.view.pages()
        self._opening = False
        if source is None:
            return
        if layout is None or self._fresh or layout.count != image.pages:
            self._fresh = False
            self._forget()
            layout = PageLayout(image.pages, image.size)
            self.navigator.begin(layout)
            self.selector.begin(self._library, source.file)
            self.finder.begin(self._library, source.file)
            self.thumbnails.begin(image.pages)
            self._unmeasured = 1
        self.pictures.failures.clear()  # what went wrong may be mended by now
        self.pictures.show(self._library, source, layout)
        self.pictures.keep_preview(image, dark=dark)
        marks = Marks.of(image)
        self.view.show_overlays(
            Overlays(marks.page, Outlines.of(marks), self.finder.boxes, self.finder.current_boxes, self.selector.boxes)
        )
        self.navigator.mark(marks)
        self._tell_place()
        self.marked.emit(bool(marks.passage if self._cited is None else marks.cited))

    def _fail(self, error: UserError) -> None:
        self._opening = False
        self._forget()
        self.view.show_message(f"{error.message}\n{error.next_step}".strip())

    def _take_sizes(self, sizes: PageSizes) -> None:
        self._unmeasured = sizes.next_page
        self.navigator.correct_sizes(sizes.first, sizes.sizes)

    def _do_without_sizes(self, _error: UserError) -> None:
        self._unmeasured = 0

    def _tell_place(self) -> None:
        """Emit the place in sight, and have it drawn."""
        layout = self.view.pages()
        if layout is not None:
            page = self.view.current_page()
            self.thumbnails.follow(page)
            self.page_changed.emit(page, layout.count)
            self.zoom_changed.emit(self.navigator.percent())
        else:
            self.page_changed.emit(0, 0)
        self._queue.wake()

    def _click(self, place: Place) -> None:
        if self.navigator.marks.hold(place):
            self.mark_clicked.emit()

    def _show_hit(self, hit: PageHit) -> None:
        self.navigator.bring_to_sight(hit.page, hit.boxes)

    def _place_list(self) -> None:
        room = self.width() >= _ROOM_FOR_LIST
        self.room_changed.emit(room)
        shown = self._list_wanted and room
        if shown == self.thumbnails.isHidden():
            self.thumbnails.setVisible(shown)
            self._queue.wake()

    def _open_menu(self, position: QPoint) -> None:
        """Offer to copy what is selected, or to select all of the page."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(self.tr("Copy"), self.selector.copy)
        copy.setEnabled(bool(self.selector.text()))
        menu.addAction(self.tr("Select all of this page"), self.selector.select_page)
        menu.addSeparator()
        menu.addAction(self.tr("Turn right"), partial(self.navigator.turn, 90))
        menu.addAction(self.tr("Turn left"), partial(self.navigator.turn, -90))
        menu.addSeparator()
        menu.addActions(self.actions())
        menu.popup(self.view.viewport().mapToGlobal(position))
