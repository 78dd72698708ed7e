"""The text of a page together with where each word stands on it.

Reading and highlighting both use this function, so a character range of a stored passage always maps
back to the very words on the page. What was recognised in a picture is stored with its words.
"""

import re
import unicodedata
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.core.schema import Document, Metadata
from desktop_rag.readers.pages import right_to_left
from desktop_rag.readers.pages.book_tables import has_marks, runs_of
from desktop_rag.readers.pages.form_fields import with_entries
from desktop_rag.readers.pages.letter_spacing import with_whole_words
from desktop_rag.readers.pages.line_numbers import parted
from desktop_rag.readers.pages.mupdf import Page, load_pymupdf
from desktop_rag.readers.pages.page_spacing import joined_blocks
from desktop_rag.readers.pages.page_tables import Box, RawWord, Row, rows_of
from desktop_rag.readers.pages.raised_words import written_in_line
from desktop_rag.text.line_hyphens import compounds_in, keeps_hyphen

__all__ = ["Box", "PageText", "PlacedWord", "RawWord", "RecognisedPage", "lay_out", "pack_words", "read_page"]
__all__ += ["unpack_words"]

_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]")
_WIDE = 2  # Latin letters
_SAME_SIZE = 0.85
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffd\ud800-\udfff]")
_APART = -1  # the block of numbers of lines
_FINE = 8  # stored places are eighths of a point
_NEAR = 0.2  # of a word's height: shadows fall less far
_CELL = 10  # points: lines that begin there with the same letters are looked at
_NARROW = 0.5  # of its width: dots and single letters stand close to one another


def printed_once(words: Sequence[RawWord]) -> list[RawWord]:
    """Return the words of a page, each once: the first of those with the same letters at nearly the same place.

    Of a word and its beginning, as where only part of a line is printed twice, the whole stays.
    """
    words = list(words)
    if not _may_be_doubled(words):
        return words
    seen: dict[str, list[RawWord]] = {}
    kept: list[RawWord] = []
    for word in words:
        text = word[4]
        before = seen.get(text)
        if before is None:
            seen[text] = [word]
        elif any(_is_near(one, word) for one in before):
            continue
        else:
            before.append(word)
        if kept and text[0] == kept[-1][4][0] and _is_near(kept[-1], word):
            last = kept[-1][4]
            if last.startswith(text):
                continue
            if text.startswith(last):
                kept[-1] = word
                continue
        kept.append(word)
    return kept


def _may_be_doubled(words: Sequence[RawWord]) -> bool:
    """Return True if lines begin at one place with the same letters, or a line goes back over its last word.

    Most pages have neither: the rest costs nothing for them.
    """
    begins = [(words[0], words[0])] if words else []
    begins += [(one, other) for one, other in pairwise(words) if one[6] != other[6] or one[5] != other[5]]
    for one, other in begins:
        if one is not other and other[0] < one[2] and _is_near((other[0], *one[1:]), other):
            return True
    for shift in (0, _CELL / 2):
        cells = {(word[4][:3], (word[0] + shift) // _CELL, (word[1] + shift) // _CELL) for _, word in begins}
        if len(cells) < len(begins):
            return True
    return False


def _is_near(one: RawWord, other: RawWord) -> bool:
    x0, y0, x1, y1, *_ = one
    height = y1 - y0
    near = abs(other[1] - y0) <= _NEAR * height
    return near and abs(other[0] - x0) <= min(_NEAR * height, _NARROW * (x1 - x0))


class PlacedWord(NamedTuple):
    """A word: character range in the page's text, and its box in points from the top left corner."""

    start: int
    end: int
    box: Box


@dataclass(frozen=True, slots=True)
class PageText:
    """A page's text and its words in order."""

    text: str
    words: tuple[PlacedWord, ...]

    def boxes(self, start: int, end: int) -> list[Box]:
        """Return one box per line for the characters ``start`` to ``end``."""
        lines: list[Box] = []
        for word in self.words:
            if word.end > start and word.start < end:
                _append(lines, _part(word, self.text[word.start : word.end], start, end))
        return lines

    def followed_by(self, other: "PageText") -> "PageText":
        """Return both texts, one below the other."""
        shift = len(self.text) + 2
        words = tuple(PlacedWord(word.start + shift, word.end + shift, word.box) for word in other.words)
        return PageText(f"{self.text}\n\n{other.text}", self.words + words)


class RecognisedPage(Document):
    """A page whose text was recognised in a picture: the file alone does not give the places of its words."""

    __slots__ = ("words",)

    def __init__(self, text: str, words: tuple[PlacedWord, ...] = (), metadata: Metadata | None = None) -> None:
        Document.__init__(self, text, metadata=metadata)
        self.words = words


def read_page(page: Page) -> PageText:
    """Return the text of a PyMuPDF page: lines end in a newline, paragraphs in an empty line.

    Words hyphenated at a line's end are joined, and so are lines of Chinese and Japanese text. Rows of tables stand
    on one line each, with ``|`` around their cells. Raised and lowered letters are written as ``formulas`` does.
    """
    textpage = page.get_textpage(flags=load_pymupdf().TEXTFLAGS_WORDS)
    words: list[RawWord] = [word[:7] for word in textpage.extractWORDS()]
    if right_to_left.is_written_so(" ".join([word[4] for word in words])):
        words = right_to_left.words_of(page)
    else:
        words = written_in_line(words, textpage)
    if not page.parent.is_pdf and has_marks(words):
        return _lay_out_book(words)
    return lay_out(with_entries(page, words) if page.parent.is_pdf else words)


def _lay_out_book(words: Iterable[RawWord]) -> PageText:
    """Put the words of a page together whose tables are marked."""
    builder = _Builder()
    for run in runs_of(list(_visible(words))):
        for place, part in enumerate(run):
            if isinstance(part, Row):
                builder.add_row(part, first=not place)
        text = [part for part in run if not isinstance(part, Row)]
        if text:
            rows = rows_of(text)
            paragraph = joined_blocks(rows)
            for row in rows:
                for cell in row.cells:
                    builder.add_words(cell, paragraph)
    return PageText("".join(builder.parts), tuple(builder.words))


def lay_out(words: Iterable[RawWord]) -> PageText:
    """Put the words of a page together, in their order; the numbers of its lines stand apart, below the text.

    What is printed twice over stands once, and letters that stand apart are words.
    """
    table = 0
    known, line_numbers = parted(with_whole_words(printed_once(_visible(words))))
    builder = _Builder(known)
    rows = rows_of(known)
    paragraph = joined_blocks(rows)
    for row in rows:
        if row.table:
            builder.add_row(row, first=row.table != table)
        else:
            for cell in row.cells:
                builder.add_words(cell, paragraph)
        table = row.table
    builder.add_words([(*number[:5], _APART, 0) for number in line_numbers], {})
    return PageText("".join(builder.parts), tuple(builder.words))


def _visible(words: Iterable[RawWord]) -> list[RawWord]:
    """Return the words of a page that can be seen, with blanks for the letters that cannot."""
    words = list(words)
    said = " ".join([word[4] for word in words])
    if _CONTROL.search(said):
        words = [(*word[:4], _CONTROL.sub(" ", word[4]), *word[5:]) for word in words]
    elif words and all(said.split(" ")) and said.isprintable():
        return words
    return [word for word in words if word[4].strip()]


def pack_words(words: Sequence[PlacedWord]) -> bytes:
    """Return words as they are stored."""
    import numpy as np

    numbers = np.array([(word.start, word.end, *word.box) for word in words], np.float64).reshape(-1, 6)
    numbers[:, 2:] *= _FINE
    limits = np.iinfo(np.intc)
    return zlib.compress(np.rint(numbers).clip(limits.min, limits.max).astype(np.intc).tobytes(), 6)


def unpack_words(data: bytes) -> tuple[PlacedWord, ...]:
    """Undo ``pack_words``; nothing for what is damaged."""
    numbers = array("i")
    try:
        numbers.frombytes(zlib.decompress(data))
    except (zlib.error, ValueError):
        return ()
    rows = (numbers[i : i + 6] for i in range(0, len(numbers) - 5, 6))
    return tuple(
        PlacedWord(start, end, (x0 / _FINE, y0 / _FINE, x1 / _FINE, y1 / _FINE)) for start, end, x0, y0, x1, y1 in rows
    )


class _Builder:
    """Puts words together; ``parts`` are words and what stands between them."""

    def __init__(self, all_words: Sequence[RawWord] = ()) -> None:
        self._all_words = all_words
        self.parts: list[str] = []
        self.words: list[PlacedWord] = []
        self._length = 0
        self._place: tuple[int, int, int] | None = None

    def add_words(self, words: Iterable[RawWord], paragraph: Mapping[int, int]) -> None:
        """Append words that follow each other; ``paragraph`` gives the first block of one that has several."""
        parts, placed, length = self.parts, self.words, self._length
        _, last_block, last_line = self._place or (-1, -1, -1)
        for x0, y0, x1, y1, text, block, line in words:
            box = (x0, y0, x1, y1)
            if block == last_block and line == last_line:
                parts.append(" ")
                length += 1
            else:
                place = (paragraph.get(block, block), block, line)
                self._length = length
                if placed:
                    self._put(self._glue(text, box, place))
                self._place, last_block, last_line, length = place, block, line, self._length
            end = length + len(text)
            parts.append(text)
            placed.append(PlacedWord(length, end, box))
            length = end
        self._length = length

    def add_row(self, row: Row, *, first: bool) -> None:
        """Append a row of a table."""
        self._put("" if first and not self.words else "\n\n" if first else "\n")
        for cell in row.cells:
            self._put("| ")
            bottom = 0.0
            for x0, y0, x1, y1, text, _, _ in cell:
                if y0 > bottom > 0 and _is_broken(self.parts[-2], text):
                    self._drop_gap(text)
                self._place_word(text.replace("|", "/"), (x0, y0, x1, y1))
                self._put(" ")
                bottom = (y0 + y1) / 2
        self._put("|")
        self._place = None

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self._length += len(text)

    def _place_word(self, word: str, box: Box) -> None:
        self.words.append(PlacedWord(self._length, self._length + len(word), box))
        self._put(word)

    def _glue(self, word: str, box: Box, place: tuple[int, int, int]) -> str:
        """Return the separator between the last word and the next one in another place."""
        last = self.parts[-1]
        if self._place is None or place[0] != self._place[0]:
            return "\n\n"
        if _is_broken(last, word):
            self._drop_hyphen(word)
            return ""
        goes_on = _CJK.match(last[-1]) and _CJK.match(word[0]) and _same_size(self.words[-1].box, box)
        return "" if goes_on else "\n"

    def _drop_gap(self, rest: str) -> None:
        """Join the next word of a cell to the beginning of it, which stands on the line above."""
        self.parts.pop()
        self._length -= 1
        self._drop_hyphen(rest)

    @cached_property
    def _compounds(self) -> frozenset[str]:
        return compounds_in(" ".join([word[4] for word in self._all_words]))

    def _drop_hyphen(self, rest: str) -> None:
        """Drop the hyphen of the last word, unless the word continued by ``rest`` is written with it."""
        last = self.parts[-1]
        if not last.endswith("\u00ad") and keeps_hyphen(last, rest, self._compounds):
            return
        self.parts[-1] = self.parts[-1][:-1]
        placed = self.words[-1]
        self.words[-1] = PlacedWord(placed.start, placed.end - 1, placed.box)
        self._length -= 1


def _is_broken(end: str, start: str) -> bool:
    """Return True if a hyphen splits one word at a line's end; before a capital it belongs to the name."""
    return end.endswith("\u00ad") or (end[-1:] in "-‐" and end[-2:-1].islower() and start[:1].islower())


def _same_size(one: Box, other: Box) -> bool:
    """Return True if two words are equally high: a heading is not the beginning of the sentence below it."""
    heights = one[3] - one[1], other[3] - other[1]
    return min(heights) > _SAME_SIZE * max(heights)


def _part(word: PlacedWord, text: str, start: int, end: int) -> Box:
    """Return the box of the characters inside the range: a run of Chinese counts as one word, with Latin letters in it.

    Without its text, all characters of a word count as equally wide.
    """
    widths = [_WIDE if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text]
    widths = widths or [1] * max(1, word.end - word.start)
    x0, y0, x1, y1 = word.box
    wide = (x1 - x0) / sum(widths)
    left = x0 + wide * sum(widths[: max(0, start - word.start)])
    right = x0 + wide * sum(widths[: end - word.start])
    return (left, y0, right, y1)


def _append(lines: list[Box], box: Box) -> None:
    """Add a word's box to the last line when it continues it, else begin a new line."""
    if lines:
        x0, y0, x1, y1 = lines[-1]
        middle = (box[1] + box[3]) / 2
        if y0 <= middle <= y1 and -1 <= box[0] - x1 < 2 * (y1 - y0):
            lines[-1] = (x0, min(y0, box[1]), max(x1, box[2]), max(y1, box[3]))
            return
    lines.append(box)
