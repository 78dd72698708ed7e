"""A text as it is compared: paragraphs, lines and rows with their words, whatever lines and pages they stand on."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.comparison import DifferentPart
from desktop_rag.evidence.blocks import Kind, blocks, line_spans, stripped
from desktop_rag.evidence.clauses import clause_starts
from desktop_rag.evidence.records import block_spans, record_spans
from desktop_rag.evidence.sentences import sentence_spans
from desktop_rag.evidence.tables import BAR, is_row, is_rule
from desktop_rag.text.line_hyphens import compounds_in, keeps_hyphen

LONGEST = 800
"""Characters of a paragraph that is compared as a whole; a longer one is compared sentence by sentence."""
_UNSPACED = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTERS = rf"(?:[^\W\d_{_UNSPACED}]|[\u0300-\u036f])+"
_LINE_END = r"[^\S\n]*\n[^\S\n]*"
_WORD = re.compile(
    rf"\d+(?:[.,:/'’-]\d+)*"
    rf"|{_LETTERS}(?:(?:\u00ad(?:{_LINE_END})?|[-‐‑'’]|[-‐]{_LINE_END}(?=[^\W\d_A-Z])){_LETTERS})*"
    rf"|[^\s\u00ad]"
)
_BROKEN = re.compile(rf"[-‐]{_LINE_END}")
_SOFT = re.compile(rf"\u00ad(?:{_LINE_END})?")
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "‐": "-", "‑": "-"}
)
_LEAD = re.compile(r"[ \t\u3000]*(?:#{1,6}|>|[-*+•‣◦·▪●○■□◆◇–—・]+)[ \t\u3000]+")
_PARTS = {Kind.HEADING: DifferentPart.HEADING, Kind.ITEM: DifferentPart.ITEM, Kind.CODE: DifferentPart.LINE}


class Word(NamedTuple):
    """A word, a figure, a sign, or a character of Chinese or Japanese; ``key`` is the same however it is broken."""

    key: str
    page: int
    start: int
    end: int


class Span(NamedTuple):
    """A range of characters of a page."""

    page: int
    start: int
    end: int


@dataclass(eq=False)
class Part:
    """A paragraph, a heading, an item, a sentence of a long paragraph, a line, or a row with its cells.

    Parts of one ``block`` stood together: the sentences of a paragraph, the rows of a table.
    """

    text: "ComparedPages"
    number: int
    kind: DifferentPart
    span: Span
    block: int
    heading: str
    cells: tuple[Span, ...] = ()

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words, in order."""
        if self.cells:
            return tuple(word for cell in self.cells for word in self.text.words(cell))
        return tuple(self.text.words(self.span))

    @cached_property
    def cell_keys(self) -> tuple[str, ...]:
        """What each cell of a row says."""
        return tuple(" ".join(self.text.keys(cell)) for cell in self.cells)

    @cached_property
    def key(self) -> str:
        """What it says: the same for parts that are alike."""
        if self.cells and self.text.strict_tables:
            return "|".join(self.cell_keys).rstrip("|") + "|"
        return " ".join(key for span in self.cells or (self.span,) for key in self.text.keys(span))

    def words_in(self, span: Span) -> tuple[Word, ...]:
        """Return the words of one of its cells."""
        return tuple(self.text.words(span))


@dataclass
class ComparedPages:
    """The pages of a text, taken apart into what is compared.

    With ``strict_tables`` the cells of tables are as they were written; else they were recognised on a page, and only
    their words count.
    """

    pages: Sequence[tuple[str, str]]  # labels and texts
    verbatim: bool = False
    in_blocks: bool = False
    strict_tables: bool = True
    compounds: frozenset[str] = field(default=frozenset())

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of all pages, in order."""
        found: list[Part] = []
        token, heading, block = current_token(), "", 0
        for page, (_, text) in enumerate(self.pages, 1):
            token.raise_if_cancelled()
            starts = 0
            for kind, start, end, new in self._ranges(text):
                block += new or not starts
                starts += 1
                cells = _cells(text, page, start, end) if kind is DifferentPart.ROW else ()
                span = Span(page, start, end)
                if kind is DifferentPart.HEADING:  # its signs are Markdown's, not the page's
                    span = span._replace(start=_begin(text, span))
                part = Part(self, len(found), kind, span, block, heading, cells)
                if not part.key.strip("|"):
                    continue
                if kind is DifferentPart.HEADING:
                    heading = self.text_of(span).strip("# ")
                found.append(part)
        return found

    @cached_property
    def _firsts(self) -> dict[int, Part]:
        """The first part of each block."""
        return {part.block: part for part in reversed(self.parts)}

    def first_of_block(self, block: int) -> Part:
        """Return the first part of a block: the head of a table."""
        return self._firsts[block]

    def with_compounds(self) -> frozenset[str]:
        """Return the words with a hyphen inside that the text has."""
        return frozenset[str]().union(*(compounds_in(text) for _, text in self.pages))

    def words(self, span: Span) -> Iterator[Word]:
        """Yield the words of a range."""
        text = self.pages[span.page - 1][1]
        for match in _WORD.finditer(text, _begin(text, span), span.end):
            yield Word(self._key(match.group()), span.page, match.start(), match.end())

    def keys(self, span: Span) -> list[str]:
        """Return what the words of a range say: as ``words``, in a tenth of the time."""
        text = self.pages[span.page - 1][1]
        part = text[_begin(text, span) : span.end]
        found = _WORD.findall(part)
        return found if part.isascii() and not _BROKEN.search(part) else [self._key(word) for word in found]

    def text_of(self, span: Span) -> str:
        """Return the words of a range as they stand there."""
        return self.pages[span.page - 1][1][span.start : span.end]

    def _key(self, word: str) -> str:
        if word.isascii() and "\n" not in word:
            return word
        word = _SOFT.sub("", word.translate(_LIGATURES))
        if (broken := _BROKEN.search(word)) is not None:
            first, rest = word[: broken.start()], word[broken.end() :]
            word = f"{first}-{rest}" if keeps_hyphen(first, rest, self.compounds) else first + rest
        return unicodedata.normalize("NFC", word)

    def _ranges(self, text: str) -> Iterator[tuple[DifferentPart, int, int, bool]]:
        """Yield the kind and the range of each part of a page, and whether it begins a new block."""
        if self.verbatim:
            yield from ((DifferentPart.LINE, *span, True) for span in line_spans(text, 0, len(text)))
            return
        if self.in_blocks:
            yield from ((DifferentPart.PARAGRAPH, *span, True) for span in block_spans(text))
            return
        cuts = clause_starts(text)
        for block in blocks(text):
            if block.kind in (Kind.TABLE, Kind.CODE):
                yield from _lines(text, block.start, block.end, block.kind)
                continue
            kind = _PARTS.get(block.kind, DifferentPart.PARAGRAPH)
            begun = block.start
            inside = cuts[bisect_right(cuts, block.start) :]
            for cut in (*(cut for cut in inside if cut < block.end), block.end):
                yield from _paragraph(text, begun, cut, kind)
                begun = cut


def _begin(text: str, span: Span) -> int:
    """Return where the words of a range begin, behind the mark of a list or a heading."""
    lead = _LEAD.match(text, span.start, span.end)
    return lead.end() if lead and lead.end() < span.end else span.start


def _lines(text: str, start: int, end: int, kind: Kind) -> Iterator[tuple[DifferentPart, int, int, bool]]:
    """Yield the rows of a table, or the lines of code."""
    is_first = True
    for one, other in line_spans(text, start, end):
        line = text[one:other]
        if kind is Kind.TABLE and is_rule(line):
            continue
        is_table_row = kind is Kind.TABLE and (is_row(line) or "\t" in line)
        yield DifferentPart.ROW if is_table_row else DifferentPart.LINE, one, other, is_first or kind is Kind.CODE
        is_first = False


def _paragraph(text: str, start: int, end: int, kind: DifferentPart) -> Iterator[tuple[DifferentPart, int, int, bool]]:
    """Yield a paragraph, its lines where each is a record, or its sentences where it is long."""
    one, other = stripped(text, start, end)
    if one >= other:
        return
    records = record_spans(text, one, other) if kind is DifferentPart.PARAGRAPH else None
    if records:
        yield from ((DifferentPart.LINE, *record, True) for record in records)
    elif other - one > LONGEST:
        for number, span in enumerate(sentence_spans(text, one, other)):
            yield DifferentPart.SENTENCE, *span, number == 0
    else:
        yield kind, one, other, True


def _cells(text: str, page: int, start: int, end: int) -> tuple[Span, ...]:
    """Return the ranges of the cells of a row, without white space around them."""
    if is_row(text[start:end]):
        bars = [match.start() for match in BAR.finditer(text, start, end)]
        if bars[-1] != end - 1:
            bars.append(end)
        edges = [(one + 1, other) for one, other in pairwise(bars)]
    else:
        edges, begun = [], start
        for piece in text[start:end].split("\t"):
            edges.append((begun, begun + len(piece)))
            begun += len(piece) + 1
    return tuple(Span(page, *_inside(text, *edge)) for edge in edges)


def _inside(text: str, start: int, end: int) -> tuple[int, int]:
    one, other = stripped(text, start, end)
    return (one, other) if one < other else (start, start)


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return one range for each page that ranges in order stand on."""
    found: list[Span] = []
    for span in spans:
        if found and found[-1].page == span.page:
            last = found[-1]
            found[-1] = Span(span.page, min(last.start, span.start), max(last.end, span.end))
        else:
            found.append(span)
    return tuple(found)
