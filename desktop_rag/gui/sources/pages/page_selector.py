"""Selects words on the pages of a view with the mouse and the keyboard, and copies them."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.pages import Box, PageWords
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pages.job_queue import Request
from desktop_rag.gui.sources.pages.layout import Place
from desktop_rag.gui.sources.pages.page_view import PageView
from desktop_rag.gui.widgets.timers import single_shot
from desktop_rag.readers.pages.page_text import PageText, PlacedWord

_EDGE_STEP = 24  # pixels that the view scrolls for each move of the pointer beyond its edge
MOST_PAGES = 60  # whose words are remembered: 100 KB each
_ACROSS = 4  # how much farther a word below or above is than one beside the pointer
_BETWEEN_PAGES = "\n\n"


@dataclass(frozen=True, slots=True, order=True)
class Caret:
    """A place in the text: the page, and the character before which it stands."""

    page: int
    offset: int


class Selection:
    """The selection, from the person's first point to the pointer; ``words`` are added as they are read."""

    def __init__(self) -> None:
        self._texts: dict[int, PageText] = {}
        self._ends: tuple[Caret, Caret] | None = None

    def add_words(self, words: PageWords) -> None:
        """Take the words of a page."""
        placed = tuple(PlacedWord(start, end, box) for start, end, box in words.words)
        self._texts[words.page] = PageText(words.text, placed)
        if len(self._texts) > MOST_PAGES:
            kept = self.pages()
            oldest = next((page for page in self._texts if page not in kept and page != words.page), None)
            if oldest is not None:
                del self._texts[oldest]

    def knows(self, page: int) -> bool:
        """Return True if the words of a page are there."""
        return page in self._texts

    def forget(self) -> None:
        """Forget everything: another document is shown."""
        self._texts.clear()
        self._ends = None

    def clear(self) -> None:
        """Select nothing."""
        self._ends = None

    def is_on_word(self, place: Place) -> bool:
        """Return True if there is a word at a place."""
        text = self._texts.get(place.page)
        return text is not None and any(_distance(word.box, place) == 0 for word in text.words)

    def begin(self, place: Place) -> None:
        """Begin to select at a place; nothing where no words are known."""
        caret = self._caret(place)
        self._ends = (caret, caret) if caret is not None else None

    def extend(self, place: Place) -> None:
        """Select from where it began to a place."""
        caret = self._caret(place)
        if caret is not None:
            self._ends = (self._ends[0] if self._ends else caret, caret)

    def take_word(self, place: Place) -> None:
        """Select the word at a place."""
        if (word := self._nearest(place)) is not None:
            self._ends = (Caret(place.page, word.start), Caret(place.page, word.end))

    def take_line(self, place: Place) -> None:
        """Select the line at a place."""
        word, text = self._nearest(place), self._texts.get(place.page)
        if word is not None and text is not None:
            start = text.text.rfind("\n", 0, word.start) + 1
            end = text.text.find("\n", word.end)
            self._ends = (Caret(place.page, start), Caret(place.page, end if end >= 0 else len(text.text)))

    def take_page(self, page: int) -> None:
        """Select all of a page."""
        if (text := self._texts.get(page)) is not None:
            self._ends = (Caret(page, 0), Caret(page, len(text.text)))

    def pages(self) -> range:
        """Return the pages on which something is selected."""
        if self._ends is None:
            return range(0)
        first, last = sorted(self._ends)
        return range(first.page, last.page + 1) if first != last else range(0)

    def boxes(self, page: int) -> list[Box]:
        """Return the selected boxes of a page: one per line, in points."""
        span = self._span(page)
        return self._texts[page].boxes(*span) if span else []

    def text(self) -> str:
        """Return the selected text."""
        spans = ((page, self._span(page)) for page in self.pages())
        return _BETWEEN_PAGES.join(self._texts[page].text[span[0] : span[1]] for page, span in spans if span)

    def _span(self, page: int) -> tuple[int, int] | None:
        """Return the selected range of a page's characters."""
        if self._ends is None or page not in self._texts:
            return None
        first, last = sorted(self._ends)
        if not first.page <= page <= last.page:
            return None
        start = first.offset if page == first.page else 0
        end = last.offset if page == last.page else len(self._texts[page].text)
        return (start, end) if start < end else None

    def _nearest(self, place: Place) -> PlacedWord | None:
        text = self._texts.get(place.page)
        if text is None or not text.words:
            return None
        return min(text.words, key=lambda word: _distance(word.box, place))

    def _caret(self, place: Place) -> Caret | None:
        """Return the place in the text nearest to one on the page."""
        word = self._nearest(place)
        if word is None:
            return None
        left, top, right, bottom = word.box
        if place.y > bottom + (bottom - top):
            across = 1.0  # below the last line
        elif place.y < top - (bottom - top):
            across = 0.0
        else:
            across = min(max(0.0, (place.x - left) / max(right - left, 0.1)), 1.0)
        return Caret(place.page, word.start + round(across * (word.end - word.start)))


def _distance(box: Box, place: Place) -> float:
    across = max(box[0] - place.x, 0.0, place.x - box[2])
    down = max(box[1] - place.y, 0.0, place.y - box[3])
    return across + _ACROSS * down


class PageSelector(QObject):
    """Holds the words of the pages in sight, and the selection among them."""

    changed = Signal()
    clicked = Signal(object)  # Place: the person pressed and let go there, and selected nothing

    def __init__(self, bridge: Bridge, view: PageView) -> None:
        super().__init__(view)
        self._pages = bridge.worker.pages
        self._view = view
        self._library = self._file = ""
        self._selection = Selection()
        self._dragging = False
        self._third = single_shot(self, QGuiApplication.styleHints().mouseDoubleClickInterval(), _nothing)
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def begin(self, library: str, file: str) -> None:
        """Select in another file of a library from now on."""
        self._library, self._file = library, file
        self._selection.forget()

    def boxes(self, page: int) -> list[Box]:
        """Return the selected boxes of a page, in points."""
        return self._selection.boxes(page)

    def text(self) -> str:
        """Return the selected text."""
        return self._selection.text()

    def first_page(self) -> int:
        """Return the page on which the selection begins, 0 where nothing is selected."""
        return next(iter(self._selection.pages()), 0)

    def knows(self, page: int) -> bool:
        """Return True if the words of a page are there, so that they can be selected."""
        return self._selection.knows(page)

    def copy(self) -> None:
        """Put the selected text on the clipboard."""
        if text := self.text():
            QGuiApplication.clipboard().setText(text)

    def select_page(self) -> None:
        """Select all of the page that is being read."""
        self._selection.take_page(self._view.current_page())
        self.changed.emit()

    def next_request(self) -> Request | None:
        """Return the request that reads the words of a page in sight."""
        for page in self._view.pages_in_sight() if self._file else ():
            if not self._selection.knows(page):
                start = partial(self._pages.words, self._library, self._file, page=page)
                return Request(start, self._take_words, partial(self._do_without, page))
        return None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse, Ctrl+C and Ctrl+A."""
        if isinstance(event, QMouseEvent) and watched is self._view.viewport():
            return self._take_mouse(event)
        if isinstance(event, QKeyEvent) and watched is self._view:
            return self._take_key(event)
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        keys = QKeySequence.StandardKey
        action = self.copy if event.matches(keys.Copy) else self.select_page if event.matches(keys.SelectAll) else None
        if action is None:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is QEvent.Type.KeyPress:
            action()
        return True

    def _take_mouse(self, event: QMouseEvent) -> bool:
        kind, left = event.type(), Qt.MouseButton.LeftButton
        if kind is QEvent.Type.MouseMove:
            self._move(event)
            return self._dragging
        if event.button() != left:
            return False
        if kind is QEvent.Type.MouseButtonPress:
            self._press(event)
        elif kind is QEvent.Type.MouseButtonDblClick:
            self._take_word(event)
        elif kind is QEvent.Type.MouseButtonRelease:
            self._release(event)
        return False

    def _press(self, event: QMouseEvent) -> None:
        """Begin a selection, or extend it with Shift held; the third click in a row selects the line."""
        place = self._view.place_at(event.position())
        if place is None:
            return
        if self._third.isActive():
            self._selection.take_line(place)
            self.changed.emit()
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._selection.extend(place)
        else:
            self._selection.begin(place)
        self._dragging = True
        self.changed.emit()

    def _release(self, event: QMouseEvent) -> None:
        place = self._view.place_at(event.position())
        if self._dragging and place is not None and not self.text():
            self.clicked.emit(place)
        self._dragging = False

    def _take_word(self, event: QMouseEvent) -> None:
        """Select a word; with a third click soon, its line."""
        if (place := self._view.place_at(event.position())) is not None:
            self._selection.take_word(place)
            self._third.start()
            self.changed.emit()

    def _move(self, event: QMouseEvent) -> None:
        place = self._view.place_at(event.position())
        if place is None:
            return
        if self._dragging and event.buttons() & Qt.MouseButton.LeftButton:
            self._selection.extend(place)
            self._scroll_beyond(event.position())
            self.changed.emit()
        on_word = self._selection.is_on_word(place)
        self._view.viewport().setCursor(Qt.CursorShape.IBeamCursor if on_word else Qt.CursorShape.ArrowCursor)

    def _scroll_beyond(self, position: QPointF) -> None:
        """Scroll on when the pointer is dragged beyond an edge of the view."""
        bar, height = self._view.verticalScrollBar(), self._view.viewport().height()
        if position.y() < 0 or position.y() > height:
            bar.setValue(bar.value() + (_EDGE_STEP if position.y() > 0 else -_EDGE_STEP))

    def _take_words(self, words: PageWords) -> None:
        self._selection.add_words(words)

    def _do_without(self, page: int, _error: UserError) -> None:
        """Take a page whose words cannot be read for one without any."""
        self._selection.add_words(PageWords(page, "", ()))


def _nothing() -> None:
    """Let the time for a third click pass."""
