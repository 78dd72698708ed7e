"""Word files: their pages through PyMuPDF, where words can be marked, and what it leaves out.

The XML of a Word file tells headings, lists and tables; the drawn pages tell where each word stands. Both have nearly
the same letters in the same order, so that one can be laid over the other.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import NothingToRead, ReadOptions, note_missing
from desktop_rag.readers.office import extra_text, word_text
from desktop_rag.readers.office.drawn_text import Numbers, TwoTexts
from desktop_rag.readers.pages import pdf
from desktop_rag.readers.pages.page_text import Box, PageText, PlacedWord, RecognisedPage
from desktop_rag.readers.plain.text import in_pages
from desktop_rag.readers.section_headings import link_lines

DrawnWord = tuple[str, Box]
_LETTERS = re.compile(r"[^\W_]+")
_NO_LETTERS = re.compile(r"[\W_]+")
_SIGNS_BEFORE, _SIGNS_BEHIND = re.compile(r"^[\W_]+"), re.compile(r"[\W_]+$")
_SURE = 12  # letters that show where both texts go on alike
_NEAR = 300  # letters that may be passed over
_FAR = (4_000, 60_000)  # the same, where nothing nearer goes on alike
_STEP = 256  # letters that are compared at once
_MOST_LOST = 0.15  # share of the letters on the pages that the text may lack; they are added to it


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the pages, with headings, lists and tables as the file has them; the text where it cannot be drawn.

    Comments, footnotes, charts, the text of pictures, headers and footers are below the last one. In a file without
    text each picture that has some is a page.
    """
    try:
        pages, links = _word_pages(path, options)
    except NothingToRead as error:
        yield from _without_text(path, options, error)
        return
    known = "".join(page.text for page in pages)
    below = extra_text.Section(headings.LINKS, link_lines(links, known))
    pages[-1].text = extra_text.with_sections(pages[-1].text, [*_extra_sections(path, options), below], known)
    yield from pages


def _without_text(path: Path, options: ReadOptions, error: NothingToRead) -> Iterator[Document]:
    """Yield the pictures and side texts of a file whose body holds no text that is drawn."""
    pictures = _pictures(path, options)
    number = 0
    for number, text in enumerate(filter(None, pictures), 1):
        yield Document(text=text, metadata={"page_label": str(number)})
    rest = extra_text.with_sections(_undrawn(path), _extra_sections(path, replace(options, ocr=False)))
    if rest:
        yield Document(text=rest, metadata={"page_label": str(number + 1)})
    elif not number:
        raise extra_text.no_text_reason(path, options) from error


def _undrawn(path: Path) -> str:
    """Return the text of a file that MuPDF does not draw: signs, numbers, descriptions of pictures."""
    with suppress(UserError):
        return word_text.read_word(path).texts.shown
    return ""


def _word_pages(path: Path, options: ReadOptions) -> tuple[Sequence[Document], list[tuple[str, str]]]:
    """Return the pages of a Word file, drawn where that is possible, and the texts of its links with their addresses.

    They are as people see them, unless MuPDF shows other words than the file has.
    """
    drawn: list[PageText] = []
    try:
        with closing(pdf.open_document(path)) as document:
            pages = list(pdf.pages_of(document, options, drawn.append))
    except NothingToRead:
        raise
    except UserError:
        found = word_text.read_word(path)
        return list(in_pages([found.texts.shown])), found.links
    try:
        found = word_text.read_word(path)
    except UserError:  # MuPDF draws what it can, also of a part that is not as it was packed
        note_missing(UserText("The file is damaged, so parts of it may be missing."))
        return pages, []
    words = [[(page.text[word.start : word.end], word.box) for word in page.words] for page in drawn]
    aligned = aligned_pages(found.texts, words)
    if aligned is None:
        return pages, found.links
    return [_with_pictures(*three) for three in zip(aligned, drawn, pages, strict=True)], found.links


def _extra_sections(path: Path, options: ReadOptions) -> list[extra_text.Section]:
    """Return the sections beside the text; empty where the file is damaged there."""
    try:
        return extra_text.of_word(path, options)
    except UserError:
        return []


def _pictures(path: Path, options: ReadOptions) -> Iterator[str]:
    with suppress(UserError):
        yield from extra_text.pictures_of_word(path, options)


def _with_pictures(aligned: RecognisedPage, drawn: PageText, page: Document) -> RecognisedPage:
    """Return a page with what was recognised in its pictures below."""
    if not isinstance(page, RecognisedPage):
        return aligned
    cut = len(drawn.text) if page.text.startswith(drawn.text) else 0
    while page.text[cut : cut + 1].isspace():
        cut += 1
    words = (PlacedWord(one.start - cut, one.end - cut, one.box) for one in page.words if one.start >= cut)
    both = PageText(aligned.text, aligned.words).followed_by(PageText(page.text[cut:], tuple(words)))
    return RecognisedPage(text=both.text.strip(), words=both.words, metadata=aligned.metadata)


@dataclass(slots=True)
class _Found:
    """The ranges of the text in which the words of a page stand, and the words that it lacks."""

    words: list[tuple[int, int, Box]] = field(default_factory=list)
    missing: list[DrawnWord] = field(default_factory=list)


class _Block(NamedTuple):
    """Letters that are the same in both texts."""

    one: int
    other: int
    length: int


def aligned_pages(text: str | TwoTexts, pages: Sequence[Sequence[DrawnWord]]) -> list[RecognisedPage] | None:
    """Return ``text`` cut into pages, with the places of its words; None when too many words of the pages differ.

    Words that only the pages show are added to the page, below its text.
    """
    texts = TwoTexts(text) if isinstance(text, str) else text
    letters = _Letters(texts.drawn)
    words = [word for page in pages for word, _ in page]
    on_pages = _NO_LETTERS.sub("", " ".join(words))
    blocks = list(_blocks(on_pages, letters.text))
    if len(on_pages) - sum(block.length for block in blocks) > _MOST_LOST * len(on_pages):
        return None
    sizes = np.array([len(word) if word.isalnum() else len(_NO_LETTERS.sub("", word)) for word in words], np.int64)
    firsts, lasts = _partners(blocks, np.cumsum(sizes) - sizes, sizes)
    starts, ends = texts.ranges_of(letters.places(firsts), letters.places(lasts))
    # what is drawn without letters has no place, and is not missing
    told = zip(sizes.tolist(), firsts.tolist(), starts.tolist(), ends.tolist(), strict=True)
    found: list[_Found] = []
    for page in pages:
        here = _Found()
        for (word, box), (size, first, start, end) in zip(page, told, strict=False):
            if first >= 0 and size:
                around = (start, end) if word.isalnum() else _with_signs(texts.shown, word, start, end)
                here.words.append((*around, box))
            elif size:
                here.missing.append((word, box))
        found.append(here)
    return _cut(texts.shown, found)


class _Letters:
    """The letters and figures of a text, and where they stand in it."""

    def __init__(self, text: str) -> None:
        self.text = _NO_LETTERS.sub("", text)
        runs = np.array([run.span() for run in _LETTERS.finditer(text)], np.int64).reshape(-1, 2)
        self._places = runs[:, 0]
        lengths = runs[:, 1] - runs[:, 0]
        self._numbers = np.cumsum(lengths) - lengths

    def places(self, letters: Numbers) -> Numbers:
        """Return the places of letters, given by their numbers; of invalid numbers some place."""
        if not len(self._numbers):
            return letters
        runs = np.searchsorted(self._numbers, letters, side="right") - 1
        places: Numbers = self._places[runs] + letters - self._numbers[runs]
        return places


def _partners(blocks: Sequence[_Block], starts: Numbers, sizes: Numbers) -> tuple[Numbers, Numbers]:
    """Return the partners of the first and the last letter of each word that have some; -1 when most have none.

    ``blocks`` are what both texts have in common, and the words begin one behind the other.
    """
    firsts, lasts = np.full_like(starts, -1), np.full_like(starts, -1)
    if not blocks:
        return firsts, lasts
    ones, others, lengths = np.array(blocks, np.int64).T
    ends = ones + lengths
    at = np.searchsorted(ends, starts, side="right")  # the first block that goes on behind the beginning of the word
    near = np.minimum(at, len(blocks) - 1)
    is_whole = (at < len(blocks)) & (ones[near] <= starts) & (starts + sizes <= ends[near])
    firsts[is_whole] = (others[near] + starts - ones[near])[is_whole]
    lasts[is_whole] = firsts[is_whole] + sizes[is_whole] - 1
    for word in np.flatnonzero(~is_whole).tolist():
        firsts[word], lasts[word] = _parted(blocks, int(at[word]), int(starts[word]), int(sizes[word]))
    return firsts, lasts


def _parted(blocks: Sequence[_Block], number: int, start: int, size: int) -> tuple[int, int]:
    """Return the same for one word that is in no block as a whole; ``number``: the first that it may be in."""
    matched, first, last = 0, -1, -1
    while number < len(blocks) and (block := blocks[number]).one < start + size:
        begin, end = max(start, block.one), min(start + size, block.one + block.length)
        matched += end - begin
        first = block.other + begin - block.one if first < 0 else first
        last = block.other + end - block.one - 1
        number += 1
    return (first, last) if matched * 2 > size else (-1, -1)


def _blocks(one: str, other: str) -> Iterator[_Block]:
    """Yield the common blocks of two texts, in order."""
    at = partner = 0
    while at < len(one) and partner < len(other):
        same = _same(one, at, other, partner)
        if same:
            yield _Block(at, partner, same)
        at, partner = at + same, partner + same
        if at < len(one) and partner < len(other):
            skipped = _next(one[at : at + _NEAR], other[partner : partner + _NEAR])
            for far in _FAR if skipped is None else ():
                skipped = skipped or _far(one[at : at + far], other[partner : partner + far])
            if skipped is None:
                return
            at, partner = at + skipped[0], partner + skipped[1]


def _same(one: str, at: int, other: str, partner: int) -> int:
    """Return the number of equal letters from two places on."""
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
    """Return the least numbers of letters to skip in both texts until they agree again, or None.

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


def _with_signs(text: str, word: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of a word with signs with those around its letters, as far as the text has them too."""
    if word[:-1].isalnum():  # most have one sign behind them
        first, last = "", word[-1]
    else:
        first = word[: len(word) - len(_SIGNS_BEFORE.sub("", word))]
        last = word[len(_SIGNS_BEHIND.sub("", word)) :]
    if first and len(first) <= start and text.startswith(first, start - len(first)):
        start -= len(first)
    if last and text.startswith(last, end):
        end += len(last)
    return start, end


def _cut(text: str, found: Sequence[_Found]) -> list[RecognisedPage]:
    """Return the pages: each begins with the line of its first word, or with the word when the line is older.

    A row of a table that is drawn on two pages stands on the first one, without the places on the second.
    """
    starts: list[int] = []
    last = 0
    for page in found:
        first = page.words[0][0] if page.words else last
        line = text.rfind("\n", 0, first) + 1
        if starts and line < last and text.startswith("|", line):
            first = line = text.find("\n", first) + 1 or len(text)
        starts.append(max(starts[-1], line if line >= last else first) if starts else 0)
        last = max((end for _, end, _ in page.words), default=last)
    pages: list[RecognisedPage] = []
    for number, (page, start, end) in enumerate(zip(found, starts, [*starts[1:], len(text)], strict=True), 1):
        words = [
            PlacedWord(first - start, last - start, box)
            for first, last, box in page.words
            if start <= first < last <= end
        ]
        words.sort(key=itemgetter(0, 1))
        content = text[start:end].rstrip()
        for word, box in page.missing:
            content += ("\n\n" if not content.endswith(" ") else "") + word
            words.append(PlacedWord(len(content) - len(word), len(content), box))
            content += " "
        pages.append(RecognisedPage(text=content.rstrip(), metadata={"page_label": str(number)}, words=tuple(words)))
    return pages
