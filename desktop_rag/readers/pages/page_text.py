"""The text of a page together with where each word stands on it.

Reading and highlighting both use this function, so a character range of a stored passage always maps back to the very
words on the page. What was recognised in a picture is stored with its words.

PyMuPDF takes each line of a paragraph for a block of its own where lines stand far apart. It cuts Arabic and Hebrew
words where ordinary letters follow those written as shapes, and where a font has lam and alef in one glyph it often has
alef first. Measured on one text written in eight ways (both orders of glyphs, both of the two letters, ordinary letters
and shapes): 12 of 40 words were right before, all are now.
"""

import re
import unicodedata
import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from desktop_rag.core.schema import Document, Metadata
from desktop_rag.readers.pages.book_tables import has_marks, runs_of
from desktop_rag.readers.pages.form_fields import with_entries
from desktop_rag.readers.pages.letter_spacing import with_whole_words
from desktop_rag.readers.pages.line_numbers import parted
from desktop_rag.readers.pages.mupdf import Page, load_pymupdf
from desktop_rag.readers.pages.page_lines import around
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
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_SHAPED = re.compile(r"[\ufb1d-\ufdff\ufe70-\ufefc]")
_BLANK = re.compile(r"[\s\u202a-\u202e]")
_LAM, _ALEFS = "\u0644", frozenset("\u0622\u0623\u0625\u0627\u0671")
_TOUCHING = 0.1  # points
Letter = tuple[str, Box]
_SAME_DISTANCE = 0.08  # of the distance between lines
_SAME_HEIGHT = 0.85
_FARTHEST = 3.5  # heights, from one line to the next
_INDENT = 0.6  # heights
_LEAST_LINES = 3
_LEAST_WIDTH = 8  # heights: narrower ones are numbers of lines, names of axes
_FULL = 0.8  # of the column's width: the line was broken, and did not end
_MOSTLY = 0.5  # of the lines of a page
_ITEM = re.compile(r"[•◦▪●■‣·*–—-]|\(?\w{1,3}[.)]|[（(]\w{1,3}[）)]")
_SENTENCE_END = re.compile(r"[.!?:;。！？：；]['\"”’」』)）\]]*$")


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
    if _RIGHT_TO_LEFT.search(" ".join([word[4] for word in words])):
        words = _right_to_left_words(page)
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


def _right_to_left_words(page: Page) -> list[RawWord]:
    """Return the words of a page in the order in which they are read, shapes of letters as the letters they show."""
    import pymupdf

    blocks = page.get_text("rawdict", flags=pymupdf.TEXTFLAGS_WORDS, sort=False)["blocks"]
    return [
        (*box, text, number, place)
        for number, block in enumerate(blocks)
        for place, line in enumerate(block.get("lines", ()))
        for text, box in _right_to_left_runs(_letters(line))
    ]


def _letters(line: dict[str, Any]) -> list[Letter]:
    """Return the letters of a line; lam and alef of one glyph in the order in which they are written."""
    letters = [(one["c"], one["bbox"]) for span in line["spans"] for one in span["chars"]]
    for at in range(len(letters) - 1):
        (first, box), (second, next_box) = letters[at : at + 2]
        if second == _LAM and first in _ALEFS and _is_one_glyph(box, next_box):
            letters[at], letters[at + 1] = (second, box), (first, next_box)
    return letters


def _is_one_glyph(one: Box, other: Box) -> bool:
    """Return True if two letters are one glyph: the box of one of them is its right edge."""
    narrow, wide = sorted((one, other), key=lambda box: box[2] - box[0])
    return narrow[2] - narrow[0] < _TOUCHING and abs(narrow[0] - wide[2]) < _TOUCHING


def _right_to_left_runs(letters: Iterable[Letter]) -> Iterator[Letter]:
    """Yield words with the boxes around them; one ends where it stops to be written from right to left."""
    word = ""
    box_around: Box = (0.0, 0.0, 0.0, 0.0)
    for letter, box in letters:
        goes_on = bool(word) and not _BLANK.match(letter)
        if goes_on and bool(_RIGHT_TO_LEFT.match(word[-1])) is bool(_RIGHT_TO_LEFT.match(letter)):
            word += letter
            box_around = around(box_around, box)
            continue
        if word:
            yield _without_shapes(word), box_around
        word, box_around = ("" if _BLANK.match(letter) else letter), box
    if word:
        yield _without_shapes(word), box_around


def _without_shapes(word: str) -> str:
    return unicodedata.normalize("NFKC", word) if _SHAPED.search(word) else word


class _Line(NamedTuple):
    """A row of plain text: its box in points, its first and last word, and the numbers of their blocks."""

    left: float
    top: float
    right: float
    bottom: float
    first: str
    last: str
    upper: int
    lower: int

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def is_item(self) -> bool:
        return _ITEM.fullmatch(self.first) is not None


def joined_blocks(rows: Sequence[Row]) -> dict[int, int]:
    """Return the blocks that continue the paragraph of a block above, each with that paragraph's first block.

    A line goes on with the full one above it; of two lines alone, the second must begin in small letters. Where a
    sentence ended, most lines of the page must stand apart, and the line must not be short as a heading is: else one
    that begins both a block and a sentence begins a paragraph.
    """
    first: dict[int, int] = {}
    lines = [_line(row) for row in rows]
    spaced = _is_spaced(lines)
    for run in _runs(lines):
        left, right = min(line.left for line in run), max(line.right for line in run)
        # only a full line was broken by the edge of the column
        broken = left + _FULL * (right - left)
        for above, below in pairwise(run):
            likely = len(run) >= _LEAST_LINES or below.first[0].islower()
            if likely and above.lower != below.upper and _is_one(above, below, broken, spaced=spaced):
                first[below.upper] = first.get(above.lower, above.lower)
    return first


def _is_one(above: _Line, below: _Line, broken: float, *, spaced: bool) -> bool:
    """Return True if two lines are of one paragraph; those that reach ``broken`` continue in the next line."""
    if above.right < broken or _is_set_off(above, below):
        return False
    return _SENTENCE_END.search(above.last) is None or (spaced and below.right >= broken)


def _line(row: Row) -> _Line | None:
    """Return a row of plain text, nothing for what is in a table or may be."""
    if row.table or len(row.cells) != 1:
        return None
    words = row.cells[0]
    return _Line(*row.box, first=words[0][4], last=words[-1][4], upper=words[0][5], lower=words[-1][5])


def _is_spaced(lines: Sequence[_Line | None]) -> bool:
    """Return True if most lines of a page are alone in their blocks."""
    sizes = Counter(line.upper for line in lines if line is not None)
    return list(sizes.values()).count(1) > _MOSTLY * sizes.total()


def _is_set_off(above: _Line, below: _Line) -> bool:
    """Return True if a line begins an item of a list, or is indented as the first one of a paragraph."""
    indented = below.left - above.left > _INDENT * above.height
    return below.is_item or (indented and not above.is_item)


def _runs(lines: Sequence[_Line | None]) -> list[list[_Line]]:
    """Return lines that stand below each other at one distance."""
    runs: list[list[_Line]] = [[]]
    for line in lines:
        last = runs[-1]
        if line is None:
            runs.append([])
        elif not last or _goes_on(last, line):
            last.append(line)
        else:
            runs.append([last[-1], line] if _goes_on(last[-1:], line) else [line])
    return [run for run in runs if len(run) > 1]


def _goes_on(run: Sequence[_Line], line: _Line) -> bool:
    """Return True if a line stands at the same distance below the last one as that one below the line before it."""
    above = run[-1]
    distance = line.bottom - above.bottom
    low, high = sorted((above.height, line.height))
    near = 0 < distance <= _FARTHEST * high and abs(line.left - above.left) <= _FARTHEST * high
    evenly = len(run) < 2 or abs(distance - (above.bottom - run[-2].bottom)) <= _SAME_DISTANCE * distance
    wide = max(above.right - above.left, line.right - line.left) >= _LEAST_WIDTH * high
    return near and evenly and wide and low >= _SAME_HEIGHT * high
