"""Sentences of passages, and how well one text supports another, by shared words."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.node_parser.sentences import sentence_spans
from desktop_rag.text import analyzer

STEM = 6  # letters
_LONGEST_LINE = 600
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
TITLE_LENGTH = 60  # characters
LONGER = 1.3  # how much longer than a heading the line below it is
LEAD = re.compile(r"\s*(?:(?:[-*•·▪‣○●]|\(?\d{1,2}[.)]|\(?(?:[a-z]|[ivx]{2,5})\))(?:\s+|$))?\s*")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of passage ``source`` (position in the list): character range in the passage's text."""

    source: int
    start: int
    end: int
    text: str
    terms: frozenset[str]


def stems(text: str) -> frozenset[str]:
    """Return the words of a text, long ones cut to their beginnings: an answer inflects what its passage says."""
    return frozenset(term[:STEM] if term.isalpha() else term for term in analyzer.terms(text))


def sentences_of(passages: Sequence[str], terms_of: Callable[[str], Iterable[str]] = analyzer.terms) -> list[Sentence]:
    """Return the sentences of every passage, in order, with their terms."""
    found = []
    for number, passage in enumerate(passages):
        for start, end in line_sentences(passage):
            text = passage[start:end]
            terms = frozenset(terms_of(text))
            if terms:
                found.append(Sentence(number, start, end, text, terms))
    return found


def line_sentences(text: str) -> list[tuple[int, int]]:
    """Return the ranges of sentences; rows of tables and list items count as sentences of their own."""
    ranges: list[tuple[int, int]] = []
    for block_start, block_end in _blocks(text):
        for start, end in sentence_spans(text, block_start, block_end):
            if text[start:end].strip():
                ranges.append((start, min(end, start + _LONGEST_LINE)))
    return [_strip(text, start, end) for start, end in ranges]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield runs of lines that a sentence may go across: not from a heading into what stands below it."""
    for block in _BLOCK.finditer(text):
        start = block.start()
        for title in _TITLE.finditer(text, start, block.end()):
            if title.start() >= start and _is_title(text, start, title.span(), block.end()):
                yield start, title.end()
                start = title.end()
        yield start, block.end()


def _is_title(text: str, start: int, line: tuple[int, int], end: int) -> bool:
    """Whether a short line stands above longer ones, and is not the end of a paragraph that they continue."""
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


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out blanks at both ends, and the mark of a list item."""
    lead = LEAD.match(text, start, end)
    start = lead.end() if lead else start
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


class TermWeights:
    """Inverse frequency of terms over a handful of sentences: rare words decide."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self._count = len(sentences)
        self._frequency = Counter(term for sentence in sentences for term in sentence.terms)
        self._weights: dict[str, float] = {}

    def weight(self, term: str) -> float:
        """Return the weight of a term; one that no sentence has weighs most."""
        weight = self._weights.get(term)
        if weight is None:
            weight = self._weights[term] = math.log(1 + (self._count + 1) / (self._frequency[term] + 0.5))
        return weight

    def covered(self, terms: frozenset[str], by: frozenset[str]) -> float:
        """Return which share (0 to 1) of the weight of ``terms`` is found in ``by``."""
        total = sum(map(self.weight, terms))
        return sum(self.weight(term) for term in terms & by) / total if total else 0.0
