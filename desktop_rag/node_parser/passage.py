"""The splitter the program itself uses: passages that begin and end where a reader would cut."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple, Unpack

from desktop_rag.core.schema import TextNode
from desktop_rag.evidence.blocks import HEADING_SEPARATOR, Block, Heading, Kind, blocks, line_spans, stripped
from desktop_rag.evidence.records import block_spans, card_spans, data_spans, record_spans
from desktop_rag.evidence.sentences import sentence_spans
from desktop_rag.node_parser.base import NodeParserOptions, Span, TextSplitter
from desktop_rag.node_parser.captions import joined_path, table_context
from desktop_rag.node_parser.token_map import Offsets, TokenMap
from desktop_rag.readers.formats import is_in_blocks, is_verbatim

HEADING_KEY = "heading"
MIN_CHUNK_SIZE = 16
_FILE_KEYS = ("file_path", "file_name")
_BREAKS = (
    re.compile(r".*[.!?。！？][\"'”’」』）)]*(?=\s|\Z|[^\x00-\u02ff])", re.DOTALL),
    re.compile(r".*[,;:、，；：|](?=\s|\Z|[^\x00-\u02ff])", re.DOTALL),
    re.compile(r".*\s", re.DOTALL),
)
_MARKS = re.compile(
    "[\u0300-\u036f\u200d\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
)
_BLANKS = frozenset(" \t\n\r\u3000")
_JOINER = "\u200d"
_LONGEST_CLUSTER = 16
_REPEATED = frozenset([Kind.PARAGRAPH, Kind.ITEM])
Passage = tuple[int, int, str]


class Unit(NamedTuple):
    """A part that stays whole (a sentence, row, item, line), and the heading it stands under."""

    start: int
    end: int
    kind: Kind
    heading: str


class Packer:
    """Packs units into passages of at most ``limit`` tokens; repeats up to ``overlap`` tokens of sentences."""

    def __init__(self, tokens: TokenMap, limit: int, overlap: int) -> None:
        self._tokens = tokens
        self._limit = limit
        self._overlap = overlap
        self._units: list[Unit] = []
        self._repeated = 0  # how many of the units were in the passage before

    def add(self, units: Sequence[Unit], heading: Heading | None) -> Iterator[Passage]:
        """Take a block; yield the passages that are complete."""
        if not units:
            return
        if heading is not None:
            if self._heading_begins_passage(heading):
                yield from self._close(repeat=False)
        elif self._better_in_next(units):
            yield from self._close(repeat=True)
        for unit in units:
            if self._units and not self._fits(unit.end):
                yield from self._make_room(unit)
            self._units.append(unit)

    def finish(self) -> Iterator[Passage]:
        """Yield the remaining passage."""
        if len(self._units) > self._repeated:
            yield self._passage(self._units)
        self._units = []

    def _fits(self, end: int) -> bool:
        """Return True if the passage may extend to ``end`` (one token more is counted when it begins inside a word)."""
        return self._tokens.fits(self._units[0].start, end, self._limit - 1)

    def _is_filled(self, parts: int) -> bool:
        """Return True if at least one of ``parts`` equal parts of the passage is filled."""
        first, last = self._units[0], self._units[-1]
        return not self._tokens.fits(first.start, last.end, (self._limit - 1) // parts)

    def _has_body(self) -> bool:
        """Return True if something other than headings and repetitions is gathered."""
        return any(unit.kind is not Kind.HEADING for unit in self._units[self._repeated :])

    def _heading_begins_passage(self, heading: Heading) -> bool:
        """Return True if a heading begins a new passage; a doubtful one, only when this one has some length."""
        if not self._has_body():
            self._drop_repeated()
            return False
        return heading.sure or self._is_filled(4)

    def _better_in_next(self, units: Sequence[Unit]) -> bool:
        """Return True if a block that no longer fits stays whole in the next passage, leaving this one well filled."""
        if not self._has_body() or self._fits(units[-1].end):
            return False
        return self._tokens.fits(units[0].start, units[-1].end, self._limit - 1) and self._is_filled(2)

    def _make_room(self, unit: Unit) -> Iterator[Passage]:
        """Close the passage if it has something new, then drop repetitions until the unit fits."""
        if len(self._units) > self._repeated:
            yield from self._close(repeat=True)
        while self._repeated and not self._fits(unit.end):
            self._units.pop(0)
            self._repeated -= 1
        if self._units and not self._fits(unit.end):
            yield from self._close(repeat=False)

    def _drop_repeated(self) -> None:
        """Forget repetitions: a heading begins a new matter."""
        del self._units[: self._repeated]
        self._repeated = 0

    def _close(self, *, repeat: bool) -> Iterator[Passage]:
        """Yield the passage and begin the next one with its last headings, or with its last sentences."""
        body = len(self._units)
        while body and self._units[body - 1].kind is Kind.HEADING:
            body -= 1
        if body <= self._repeated:
            body = len(self._units)  # nothing but headings: they cannot wait any longer
        carried = self._units[body:]
        done = self._units[:body]
        if done:
            yield self._passage(done)
        self._repeated = 0
        if repeat and not carried:
            carried = self._tail(done)
            self._repeated = len(carried)
        self._units = carried

    def _tail(self, done: Sequence[Unit]) -> list[Unit]:
        """Return the last sentences and list items that are short enough to be repeated."""
        first = len(done)
        while first > 1:
            unit = done[first - 1]
            small = self._tokens.fits(unit.start, done[-1].end, self._overlap)
            if not small or unit.kind not in _REPEATED:
                break
            first -= 1
        return list(done[first:])

    def _passage(self, units: Sequence[Unit]) -> Passage:
        """Return the range and heading of some units."""
        body = next((unit for unit in units if unit.kind is not Kind.HEADING), units[-1])
        return units[0].start, units[-1].end, body.heading


class PassageSplitter(TextSplitter):
    """Cuts documents into passages of at most ``chunk_size`` tokens of the model that embeds them.

    Sentences, list items, table rows and lines of code are cut only when one alone is too long; paragraphs,
    tables and fenced code are kept whole where they fit. A heading begins a passage and never ends one.
    A passage repeats whole sentences of the one before, at most ``chunk_overlap`` tokens, unless a heading
    separates them. ``tokenizer`` returns the character ranges of a text's tokens (see
    ``token_map.hugging_face_offsets``). Where a heading applies, the node's metadata tell its path as
    ``heading``; a document whose metadata bring a ``heading`` continues below that one.
    """

    def __init__(
        self,
        chunk_size: int = 256,
        chunk_overlap: int = 32,
        *,
        tokenizer: Offsets,
        **options: Unpack[NodeParserOptions],
    ) -> None:
        super().__init__(**options)
        if chunk_size < MIN_CHUNK_SIZE:
            raise ValueError(f"chunk_size must be at least {MIN_CHUNK_SIZE}, got {chunk_size}")
        if not 0 <= chunk_overlap <= chunk_size // 2:
            raise ValueError(f"chunk_overlap must be between 0 and half of chunk_size, got {chunk_overlap}")
        self.chunk_size = chunk_size
        self.chunk_overlap = chunk_overlap
        self._tokenizer = tokenizer

    def split_document(self, document: TextNode) -> Iterator[Span]:
        """Yield the passages of a document in order."""
        text = document.text
        tokens = TokenMap(text, self._tokenizer)
        packer = Packer(tokens, self.chunk_size, self.chunk_overlap)
        path = HeadingPath(document.metadata.get(HEADING_KEY))
        is_running = is_prose(document)
        in_blocks = is_in_blocks(file_name_of(document))
        kept_whole = block_spans(text) if in_blocks else card_spans(text) if is_running else data_spans(text)
        for block in blocks(text, prose=is_running):
            if block.heading:
                path.enter(block.heading)
            for passage in packer.add(self._units(text, tokens, block, path.text, kept_whole), block.heading):
                yield from self._checked(text, *passage)
        for passage in packer.finish():
            yield from self._checked(text, *passage)

    def _units(
        self, text: str, tokens: TokenMap, block: Block, heading: str, records: Sequence[tuple[int, int]]
    ) -> list[Unit]:
        """Return the smallest parts of a block that stay whole; ``records`` of the whole text are among them."""
        units: list[Unit] = []
        above = heading
        if block.kind is Kind.TABLE:
            context = table_context(text, block.start, block.end)
            heading = joined_path((*heading.split(HEADING_SEPARATOR), *context.split(HEADING_SEPARATOR)))
        for start, end in _parts(text, tokens, block, self.chunk_size, records):
            if not tokens.fits(start, end, self.chunk_size - 1):
                pieces = list(_pieces(text, tokens, start, end, self.chunk_size // 4))
            else:
                pieces = [(start, end)]
            units += [Unit(*piece, block.kind, heading if units else above) for piece in pieces]
        return units

    def _checked(self, text: str, start: int, end: int, heading: str) -> Iterator[Span]:
        """Yield the passage, in parts should it turn out too long when it is tokenised on its own.

        Between blanks it cannot: no model's tokens reach over them.
        """
        passage = text[start:end]
        certain = (start == 0 or text[start - 1] in _BLANKS) and (end == len(text) or text[end] in _BLANKS)
        if certain or end - start < 2 or TokenMap(passage, self._tokenizer).fits(0, end - start, self.chunk_size):
            yield Span(start, end, {HEADING_KEY: heading} if heading else {})
            return
        cut = start + _best_cut(passage, max(1, len(passage) * 3 // 4))
        for half in (stripped(text, start, cut), stripped(text, cut, end)):
            if half[0] < half[1]:
                yield from self._checked(text, *half, heading)


class HeadingPath:
    """The headings above the current place; ``given`` are those that the document brings."""

    def __init__(self, given: object = None) -> None:
        titles = str(given).split(HEADING_SEPARATOR) if given else []
        self._path = [(level, title) for level, title in enumerate(titles, 1)]

    @property
    def text(self) -> str:
        """The path, from the highest heading down."""
        return HEADING_SEPARATOR.join(title for _, title in self._path)

    def enter(self, heading: Heading) -> None:
        """Go below a heading, leaving those of its depth and deeper."""
        while self._path and self._path[-1][0] >= heading.level:
            self._path.pop()
        self._path.append((heading.level, heading.title))


def file_name_of(document: TextNode) -> str:
    """Return the path or name of a document's file, "" where its metadata have none."""
    names = (document.metadata.get(key) for key in _FILE_KEYS)
    return next((name for name in names if isinstance(name, str) and name), "")


def is_prose(document: TextNode) -> bool:
    """Return True if a document is prose, by its file's name; source code and data keep their lines."""
    return not is_verbatim(file_name_of(document))


def _parts(
    text: str, tokens: TokenMap, block: Block, limit: int, records: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield a block's records, sentences, rows or lines, or the item or heading as a whole."""
    start, end = stripped(text, block.start, block.end)
    if _is_among((start, end), records) and tokens.fits(start, end, limit - 1):
        yield start, end
    elif block.kind is Kind.CODE:
        yield from _whole_records(text, tokens, (start, end), limit, records)
    elif block.kind is Kind.TABLE:
        yield from line_spans(text, start, end)
    elif block.kind is Kind.PARAGRAPH or not tokens.fits(start, end, limit - 1):
        yield from record_spans(text, start, end) or sentence_spans(text, start, end)
    else:
        yield start, end


def _is_among(span: tuple[int, int], spans: Sequence[tuple[int, int]]) -> bool:
    """Return True if a range is one of many, which are in order."""
    place = bisect_left(spans, span)
    return place < len(spans) and spans[place] == span


def _whole_records(
    text: str, tokens: TokenMap, block: tuple[int, int], limit: int, records: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield the records of a block of lines; one that is too long, or goes over blank lines, in lines."""
    position = block[0]
    first = bisect_left(records, (block[0], 0))
    for start, end in takewhile(lambda one: one[1] <= block[1], islice(records, first, None)):
        if start >= position and tokens.fits(start, end, limit - 1):
            yield from line_spans(text, position, start)
            yield start, end
            position = end
    yield from line_spans(text, position, block[1])


def _pieces(text: str, tokens: TokenMap, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
    """Yield the pieces of a text too long to stay whole: cut after a clause, else between words or characters."""
    while start < end:
        stop = tokens.end_after(start, limit, end)
        if stop < end:
            stop = start + _best_cut(text[start:stop], stop - start, text[stop : stop + 1])
        piece = stripped(text, start, stop)
        if piece[0] < piece[1]:
            yield piece
        start = stop


def _best_cut(text: str, limit: int, following: str = "") -> int:
    """Return the best place to cut ``text`` at ``limit`` or before, in the second half where possible; never 0."""
    half = limit // 2
    window = text[half:limit]
    for pattern in _BREAKS:
        match = pattern.match(window)
        if match and half + match.end() > 0:
            return half + match.end()
    return _whole_character(text + following, limit)


def _whole_character(text: str, cut: int) -> int:
    """Move a cut back so that it does not fall inside a composed character."""
    for earlier in range(cut, max(0, cut - _LONGEST_CLUSTER), -1):
        if not _MARKS.match(text, earlier) and text[earlier - 1] != _JOINER:
            return earlier
    return cut
