"""Finds words on the pages of a document, from the page that is read on and round to it."""

from bisect import insort
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.pages import Box, PageHit, PageHits
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pages.job_queue import Request

MOST_HITS = 10_000  # more than anybody steps through; a letter stands 500,000 times in a long report


class PageFinder(QObject):
    """Looks through one document at a time, some pages with each request; ``found`` tells of every place."""

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
        """Return what looks through the next pages."""
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
