"""Which words of which pages are selected. No Qt."""

from dataclasses import dataclass

from desktop_rag.core.results.pages import Box, PageWords
from desktop_rag.gui.sources.pages.layout import Place
from desktop_rag.readers.pages.page_text import PageText, PlacedWord

MOST_PAGES = 60  # whose words are remembered: 100 KB each
_ACROSS = 4  # how much farther a word below or above is than one beside the pointer
_BETWEEN_PAGES = "\n\n"


@dataclass(frozen=True, slots=True, order=True)
class Caret:
    """A place in the text: the page, and the character before which it stands."""

    page: int
    offset: int


class Selection:
    """What is selected, from where the person began to where the pointer is now; ``words`` come as they are read."""

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
        """Whether the words of a page are there."""
        return page in self._texts

    def forget(self) -> None:
        """Forget everything: another document is shown."""
        self._texts.clear()
        self._ends = None

    def clear(self) -> None:
        """Select nothing."""
        self._ends = None

    def is_on_word(self, place: Place) -> bool:
        """Whether there is a word at a place."""
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
        """Return what is selected on a page: one box per line, in points."""
        span = self._span(page)
        return self._texts[page].boxes(*span) if span else []

    def text(self) -> str:
        """Return the selected text."""
        spans = ((page, self._span(page)) for page in self.pages())
        return _BETWEEN_PAGES.join(self._texts[page].text[span[0] : span[1]] for page, span in spans if span)

    def _span(self, page: int) -> tuple[int, int] | None:
        """Return which characters of a page are selected."""
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
