"""A document's text from one source, and where its words stand on its pages from another.

The XML of a Word file tells headings, lists and tables; the drawn pages tell where each word stands. Both have nearly
the same letters in the same order, so that one can be laid over the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_rag.readers.office.drawn_text import TwoTexts
from desktop_rag.readers.pages.page_text import Box, PlacedWord, RecognisedPage

DrawnWord = tuple[str, Box]

_SURE = 12  # letters that show where both texts go on alike
_NEAR = 300  # letters that may be passed over
_FAR = (4_000, 60_000)  # the same, where nothing nearer goes on alike
_STEP = 256  # letters that are compared at once
_MOST_LOST = 0.15  # share of the letters on the pages that the text may lack; they are added to it


@dataclass(slots=True)
class _Found:
    """The words of a page that were found in the text, and those that were not."""

    words: list[PlacedWord] = field(default_factory=list)
    missing: list[DrawnWord] = field(default_factory=list)


def aligned_pages(text: str | TwoTexts, pages: Sequence[Sequence[DrawnWord]]) -> list[RecognisedPage] | None:
    """Return ``text`` cut into pages, with the places of its words; None when too many words of the pages differ.

    Words that only the pages show are added to the page, below its text.
    """
    texts = TwoTexts(text) if isinstance(text, str) else text
    letters, places = _letters_of(texts.drawn)
    on_pages = "".join("".join(filter(str.isalnum, word)) for page in pages for word, _ in page)
    partners = _partners(on_pages, letters)
    if partners.count(-1) > _MOST_LOST * len(on_pages) or not on_pages:
        return None
    found: list[_Found] = []
    at = 0
    for page in pages:
        here = _Found()
        for word, box in page:
            size = _letter_count(word)
            matched = [places[partner] for partner in partners[at : at + size] if partner >= 0]
            at += size
            if size and len(matched) * 2 > size:
                start, end = texts.range_of(matched[0], matched[-1])
                here.words.append(_with_signs(texts.shown, word, PlacedWord(start, end, box)))
            elif size:
                here.missing.append((word, box))
        found.append(here)
    return _cut(texts.shown, found)


def _letter_count(text: str) -> int:
    return len(text) if text.isalnum() else sum(map(str.isalnum, text))


def _letters_of(text: str) -> tuple[str, list[int]]:
    """Return the letters and figures of a text, and the place of each in it."""
    places = [place for place, letter in enumerate(text) if letter.isalnum()]
    return "".join(filter(str.isalnum, text)), places


def _partners(one: str, other: str) -> list[int]:
    """Return for each letter of ``one`` the number of its partner in ``other``, -1 for those without."""
    found = [-1] * len(one)
    at = partner = 0
    while at < len(one) and partner < len(other):
        same = _same(one, at, other, partner)
        found[at : at + same] = range(partner, partner + same)
        at, partner = at + same, partner + same
        if at < len(one) and partner < len(other):
            skipped = _next(one[at : at + _NEAR], other[partner : partner + _NEAR])
            for far in _FAR if skipped is None else ():
                skipped = skipped or _far(one[at : at + far], other[partner : partner + far])
            if skipped is None:
                break
            at, partner = at + skipped[0], partner + skipped[1]
    return found


def _same(one: str, at: int, other: str, partner: int) -> int:
    """Return how many letters are the same from two places on."""
    count = 0
    while one[at + count : at + count + _STEP] == other[partner + count : partner + count + _STEP]:
        count += _STEP
        if at + count >= len(one) or partner + count >= len(other):
            return min(len(one) - at, len(other) - partner)
    pairs = zip(one[at + count : at + count + _STEP], other[partner + count : partner + count + _STEP], strict=False)
    for first, second in pairs:
        if first != second:
            break
        count += 1
    return count


def _next(one: str, other: str) -> tuple[int, int] | None:
    """Return how many letters to pass over in both texts to where they go on alike: as few as possible.

    At the end of the texts fewer letters are enough to be sure.
    """
    best: tuple[int, int] | None = None
    for skipped in range(len(one)):
        if best is not None and skipped >= sum(best):
            break
        sure = min(_SURE, len(one) - skipped, max(3, len(other)))
        most = len(other) if best is None else sum(best) - skipped + sure
        place = other.find(one[skipped : skipped + sure], 0, most)
        if place >= 0 and (skipped or place):
            best = (skipped, place)
    return best


def _far(one: str, other: str) -> tuple[int, int] | None:
    """Do as ``_next`` does over a long way."""
    places: dict[str, int] = {}
    for place in range(len(other) - _SURE):
        places.setdefault(other[place : place + _SURE], place)
    best: tuple[int, int] | None = None
    for skipped in range(len(one) - _SURE):
        if best is not None and skipped >= sum(best):
            break
        place = places.get(one[skipped : skipped + _SURE], -1)
        if place >= 0 and (best is None or skipped + place < sum(best)):
            best = (skipped, place)
    return best


def _with_signs(text: str, word: str, placed: PlacedWord) -> PlacedWord:
    """Return the place of a word with the signs around its letters, as far as the text has them too."""
    first = next(place for place, letter in enumerate(word) if letter.isalnum())
    last = max(place for place, letter in enumerate(word) if letter.isalnum()) + 1
    start, end = placed.start, placed.end
    if text[:start].endswith(word[:first]) if first <= 4 else False:
        start -= first
    if text.startswith(word[last:], end):
        end += len(word) - last
    return PlacedWord(start, end, placed.box)


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
        starts.append(max(starts[-1], line if line >= last else first) if starts else 0)
        last = max([last, *(word.end for word in page.words)])
    pages: list[RecognisedPage] = []
    for number, (page, start, end) in enumerate(zip(found, starts, [*starts[1:], len(text)], strict=True), 1):
        inside = sorted((word for word in page.words if start <= word.start < word.end <= end), key=_order)
        words = [PlacedWord(word.start - start, word.end - start, word.box) for word in inside]
        content = text[start:end].rstrip()
        for word, box in page.missing:
            content += ("\n\n" if not content.endswith(" ") else "") + word
            words.append(PlacedWord(len(content) - len(word), len(content), box))
            content += " "
        pages.append(RecognisedPage(text=content.rstrip(), metadata={"page_label": str(number)}, words=tuple(words)))
    return pages


def _order(word: PlacedWord) -> tuple[int, int]:
    return word.start, word.end
