"""Units of evidence: the smallest parts of a passage that say something for themselves.

What is quoted, cited, checked, struck or exported is a unit: a sentence, an item of a list, a clause with its number,
a row of a table, or a record. They are defined here and nowhere else. How well one supports another is told by the
words they share, rare ones counting most.
"""

import enum
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.core.page_breaks import RunOn
from desktop_rag.evidence.blocks import stripped
from desktop_rag.evidence.clauses import clause_starts
from desktop_rag.evidence.records import block_spans, card_spans, data_spans, record_spans
from desktop_rag.evidence.sentences import sentence_spans
from desktop_rag.evidence.tables import is_row, is_rule
from desktop_rag.text import analyzer
from desktop_rag.text.line_hyphens import keeps_hyphen

STEM = 6  # letters
TITLE_LENGTH = 60  # characters
LONGER = 1.3  # how much longer than a heading the line below it is
_LONGEST = 600  # characters of a unit; what is longer goes on in further ones, from clause to clause
_SMALL = "a-zß-öø-ÿ"
_BLOCK = re.compile(
    rf"(?:[^\n]|(?<=[{_SMALL},])\n\n(?=[{_SMALL}])"  # wide spacing on a page looks like paragraphs of one line
    r"|\n(?![^\S\n]*+(?:\n|[|\-*•·▪]|\d+[.)](?:\s|$)|#|```|~~~)))+"
)
_TITLE = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]|```|~~~)[^\n]*\n"
    r"|^[ \t]*\S.{0,58}[^\s.,;:!?。、，；：！？\-]\n(?=\s*[A-Z\u3040-\u9fff\"“「])",
    re.MULTILINE,
)
_CLOSED = re.compile(r"[.:;!?。：；！？][\"'”’」』)）]*\Z")
LEAD = re.compile(r"\s*(?:(?:[-*•·▪‣○●]|\(?\d{1,2}[.)]|\(?(?:[a-z]|[ivx]{2,5})\))(?:\s+|$))?\s*")
_ITEM = re.compile(r"\s*(?:[-*•·▪‣○●]|\(?\d{1,2}[.)]|\(?(?:[a-z]|[ivx]{2,5})\))\s+\S")
_LONGEST_LEAD = 200  # characters
_CLAUSE_ENDS = re.compile(r"[;:,；：、，](?=\s|[^\x00-\u02ff])|\n")
_BLANKS = re.compile(r"\s")
_UNSPACED = "\u3000"  # Chinese and Japanese from here on


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that has units.

    ``verbatim`` tells that it is of a file whose lines are kept as they are: data, a log, code. ``runs_on`` is what
    its last sentence says on the next page, ``runs_from`` what its first one says on the page before. Where it is
    ``in_blocks``, each of them is an entry, as in calendars.
    """

    text: str
    verbatim: bool = False
    runs_on: RunOn | None = None
    runs_from: RunOn | None = None
    in_blocks: bool = False

    def whole(self, start: int, end: int) -> str:
        """Return the words of a range, with those of its sentence that stand on another page."""
        text = self.text[start:end]
        if self.runs_on and start < self.runs_on.at <= end:
            text = joined_over_pages(self.text[start : self.runs_on.at], self.runs_on.text)
            text += self.text[self.runs_on.at : end]
        if self.runs_from and start <= self.runs_from.at < end:
            text = joined_over_pages(self.runs_from.text, text)
        return text

    def told(self, start: int, end: int) -> str:
        """Return the quoted form of a unit: whole, an item of a list below its introduction."""
        line = self.text.rfind("\n", 0, start) + 1
        lead = "" if self.verbatim or not LEAD.fullmatch(self.text, line, start) else _leads(self.text).get(line, "")
        return f"{lead} {self.whole(start, end)}" if lead else self.whole(start, end)

    def segments(self) -> Iterator[tuple[int, int]]:
        """Yield the ranges between text of other pages: no sentence crosses such a place."""
        cuts = sorted({0, *(one.at for one in (self.runs_on, self.runs_from) if one), len(self.text)})
        yield from pairwise(cuts)


def joined_over_pages(first: str, rest: str) -> str:
    """Return a sentence that was cut by a page break."""
    first, rest = first.rstrip(), rest.lstrip()
    if first.endswith(("-", "‐", "\u00ad")) and first[-2:-1].islower() and rest[:1].islower():
        is_whole = not first.endswith("\u00ad") and keeps_hyphen(first.split()[-1], rest.split()[0])
        return first + rest if is_whole else first[:-1] + rest
    return first + rest if first[-1:] >= _UNSPACED and rest[:1] >= _UNSPACED else f"{first} {rest}"


class Kind(enum.Enum):
    """The kinds of units."""

    SENTENCE = enum.auto()
    """A sentence, an item of a list, a heading, a line."""
    ROW = enum.auto()
    """A row of a table, with the bars around its cells."""
    RECORD = enum.auto()
    """A line or several that stand for themselves, in a list or in data."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of passage ``source`` (position in the list): character range in the passage's text, and its words."""

    source: int
    start: int
    end: int
    text: str
    terms: frozenset[str]
    kind: Kind = Kind.SENTENCE


def stems(text: str) -> frozenset[str]:
    """Return the words of a text, long ones cut to their beginnings: an answer inflects its passage's words."""
    return frozenset(term[:STEM] if term.isalpha() else term for term in analyzer.terms(text))


def stems_without_figures(text: str) -> frozenset[str]:
    """Return the stems of a text without figures, for comparing texts that differ in values."""
    return frozenset(word for word in stems(text) if not any(map(str.isdigit, word)))


def units_of(passages: Iterable[Passage], terms_of: Callable[[str], Iterable[str]] = analyzer.terms) -> list[Unit]:
    """Return the units of every passage that have words, in order, with their terms.

    The text of a unit that goes over a page break is whole, and an item of a list has what leads over to it; its range
    is that in its passage.
    """
    found = []
    for number, passage in enumerate(passages):
        for start, end, kind in unit_spans(passage):
            text = passage.told(start, end)
            terms = frozenset(terms_of(text))
            if terms:
                found.append(Unit(number, start, end, text, terms, kind))
    return found


class UnitSpan(NamedTuple):
    """The range of a unit in its passage's text."""

    start: int
    end: int
    kind: Kind


def unit_spans(passage: Passage) -> list[UnitSpan]:
    """Return the ranges of the units of a passage, in order."""
    text = passage.text
    if passage.verbatim:
        return [UnitSpan(*span, Kind.RECORD) for span in data_spans(text)]
    cards = block_spans(text) if passage.in_blocks else card_spans(text)
    found = [UnitSpan(*card, Kind.RECORD) for card in cards]
    for first, last in passage.segments():
        for start, end in _blocks(text, first, last):
            begin, stop = stripped(text, start, end)
            if any(one <= begin and stop <= other for one, other in cards):
                continue
            for one, other in _parts(text, start, end):
                if is_row(text[one:other].partition("\n")[0]):
                    found += _rows(text, one, other)
                elif (records := record_spans(text, one, other)) is not None:
                    found += [UnitSpan(*_without_lead(text, *record), Kind.RECORD) for record in records]
                else:
                    cuts = (cut for cut in clause_starts(text) if one < cut < other)
                    for clause in pairwise([one, *cuts, other]):
                        found += [UnitSpan(*span, Kind.SENTENCE) for span in _sentences(text, *clause)]
    return sorted(found, key=lambda one: one[:2])


@lru_cache(256)
def _leads(text: str) -> Mapping[int, str]:
    """Return the introductions of a text's list items, by the start of each item's line."""
    found: dict[int, str] = {}
    lead = ""
    position = 0
    for line in text.split("\n"):
        if _ITEM.match(line):
            if lead:
                found[position] = lead
        elif line.strip() and not line[0].isspace():
            spans = list(sentence_spans(text, position, position + len(line)))
            last = text[slice(*spans[-1])] if spans else ""
            lead = last if last.endswith((":", "：")) and len(last) <= _LONGEST_LEAD else ""
        position += len(line) + 1
    return found


def sentence_ranges(text: str, *, whole: bool = False) -> list[tuple[int, int]]:
    """Return the ranges of the sentences of an answer; rows of tables and items of lists count as sentences.

    Unlike the units of a passage they do not depend on what follows: an answer is judged while it is written. With
    ``whole``, long sentences are not cut into clauses.
    """
    return [span for start, end in _blocks(text, 0, len(text)) for span in _sentences(text, start, end, whole=whole)]


def _sentences(text: str, start: int, end: int, *, whole: bool = False) -> Iterator[tuple[int, int]]:
    for one, other in sentence_spans(text, start, end):
        for part in [(one, other)] if whole else _clauses(text, one, other):
            if text[part[0] : part[1]].strip():
                yield _without_lead(text, *part)


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a sentence, one that is too long in parts that end with a clause, else with a word."""
    while end - start > _LONGEST:
        half, limit = start + _LONGEST // 2, start + _LONGEST
        cuts = [match.end() for match in _CLAUSE_ENDS.finditer(text, half, limit)]
        cuts = cuts or [match.end() for match in _BLANKS.finditer(text, half, limit)] or [limit]
        yield start, cuts[-1]
        start = cuts[-1]
    yield start, end


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs of a block, and its runs of rows; a sentence across blank lines stays whole."""
    position = start
    in_rows = False
    for line in re.finditer(r"[^\n]*\n?", text[start:end]):
        begin = start + line.start()
        if line.group().strip() and is_row(line.group()) != in_rows:
            if begin > position:
                yield position, begin
            position, in_rows = begin, not in_rows
    if position < end:
        yield position, end


def _rows(text: str, start: int, end: int) -> Iterator[UnitSpan]:
    """Yield the rows of a table, without the line below its head."""
    for line in re.finditer(r"[^\n]+", text[start:end]):
        row = line.group()
        if row.strip() and not is_rule(row):
            begin = start + line.start() + len(row) - len(row.lstrip())
            yield UnitSpan(begin, start + line.start() + len(row.rstrip()), Kind.ROW)


def _blocks(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield runs of lines that a sentence may cross: not from a heading into the text below it."""
    for block in _BLOCK.finditer(text, first, last):
        start = block.start()
        for title in _TITLE.finditer(text, start, block.end()):
            if title.start() >= start and _is_title(text, start, title.span(), block.end()):
                yield start, title.end()
                start = title.end()
        yield start, block.end()


def _is_title(text: str, start: int, line: tuple[int, int], end: int) -> bool:
    """Return True if a short line stands above longer ones, and is not the end of a paragraph that they continue."""
    if text[line[0] : line[1]].lstrip().startswith(("#", "```", "~~~")):
        return True
    stop = line[0]
    while stop > start and text[stop - 1] == "\n":
        stop -= 1
    before = text[max(start, text.rfind("\n", start, stop) + 1) : stop].rstrip()
    below_end = text.find("\n", line[1], end)
    below = (below_end if below_end >= 0 else end) - line[1]
    goes_on = before and not _CLOSED.search(before) and LONGER * len(before) > below
    return not goes_on and below > LONGER * (line[1] - line[0])


def _without_lead(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out blanks at both ends, and the mark of a list item."""
    lead = LEAD.match(text, start, end)
    start = lead.end() if lead else start
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


class TermWeights:
    """Inverse frequency of terms over a handful of units: rare words decide."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._count = len(units)
        self._frequency = Counter(term for unit in units for term in unit.terms)
        self._weights: dict[str, float] = {}

    def weight(self, term: str) -> float:
        """Return the weight of a term; one that no unit has weighs most."""
        weight = self._weights.get(term)
        if weight is None:
            weight = self._weights[term] = math.log(1 + (self._count + 1) / (self._frequency[term] + 0.5))
        return weight

    def covered(self, terms: frozenset[str], by: frozenset[str]) -> float:
        """Return the share (0 to 1) of the weight of ``terms`` that is found in ``by``."""
        total = sum(map(self.weight, terms))
        return sum(self.weight(term) for term in terms & by) / total if total else 0.0
