"""A document's text from one source, and where its words stand on its pages from another.

The XML of a Word file tells headings, lists and tables; the drawn pages tell where each word stands. Both have the
same words in the same order, so that one can be laid over the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_rag.readers.pages.page_text import Box, PlacedWord, RecognisedPage

DrawnWord = tuple[str, Box]

_AHEAD = 400  # characters that a word is looked for in
_PASSED = 2  # letters that may be passed over without further proof
_BESIDE = 8  # characters between two words that stand beside each other
_SHORT = 3
_MOST_LOST = 0.03  # share of the long words that may not be found, on the pages and in the text


@dataclass(slots=True)
class _Found:
    """The words of a page that were found in the text."""

    words: list[PlacedWord] = field(default_factory=list)


def aligned_pages(text: str, pages: Sequence[Sequence[DrawnWord]]) -> list[RecognisedPage] | None:
    """Return ``text`` cut into pages, with the places of its words; None when too many words differ."""
    found: list[_Found] = []
    cursor = wanted = lost = placed = 0
    for page in pages:
        here = _Found()
        for number, (word, box) in enumerate(page):
            size = _letters(word)
            at = _place(text, cursor, word, page[number + 1][0] if number + 1 < len(page) else "") if size else -1
            if at >= 0:
                here.words.append(PlacedWord(at, at + len(word), box))
                cursor = at + len(word)
                placed += size
            wanted += size >= _SHORT
            lost += size >= _SHORT and at < 0
        found.append(here)
    if lost > _MOST_LOST * wanted or _missing(text, placed) > _MOST_LOST:
        return None
    return _cut(text, found)


def _place(text: str, cursor: int, word: str, following: str) -> int:
    """Return where a word stands at or after ``cursor``, -1 when it is not there.

    A short word is at hand or nowhere; a long one that is not must have the one after it beside it.
    """
    at = text.find(word, cursor, cursor + len(word) + _AHEAD)
    if at < 0 or at - cursor <= _PASSED or _letters(text[cursor:at]) <= _PASSED:
        return at
    end = at + len(word)
    beside = len(word) >= _SHORT and following and text.find(following, end, end + len(following) + _BESIDE) >= 0
    return at if beside else -1


def _letters(text: str) -> int:
    """Return how many letters and digits there are."""
    return len(text) if text.isalnum() else sum(map(str.isalnum, text))


def _missing(text: str, placed: int) -> float:
    """Return the share of the letters that stand on no page."""
    letters = _letters(text)
    return 1 - placed / letters if letters else 1.0


def _cut(text: str, found: Sequence[_Found]) -> list[RecognisedPage]:
    """Return the pages: each begins with the line of its first word, or with the word when the line is older.

    A row of a table that is drawn on two pages stands on the first one, without the places on the second.
    """
    starts: list[int] = []
    last = 0
    for page in found:
        first = page.words[0].start if page.words else last
        line = text.rfind("\n", 0, first) + 1
        if starts and line < last and text.startswith("|", line):
            first = line = text.find("\n", first) + 1 or len(text)
        starts.append((line if line >= last else first) if starts else 0)
        last = page.words[-1].end if page.words else last
    pages: list[RecognisedPage] = []
    for number, (page, start, end) in enumerate(zip(found, starts, [*starts[1:], len(text)], strict=True), 1):
        placed = (word for word in page.words if word.start >= start)
        words = tuple(PlacedWord(word.start - start, word.end - start, word.box) for word in placed)
        pages.append(RecognisedPage(text=text[start:end].rstrip(), metadata={"page_label": str(number)}, words=words))
    return pages
