"""An answer as it is shown, and what speaks for or against each of its sentences."""

import bisect
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.citations.quoted_places import QuotedPlace
from desktop_rag.core.results.answers import CheckedSentence, Citation, Source, Verdict

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for a sentence: ``verdict`` is None before it is checked, ``source`` where nothing is cited."""

    verdict: Verdict | None
    reasons: tuple[str, ...]
    source: Source | None
    quote: str
    citation: int = -1  # index in the answer's citations


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer's Markdown, its citations and verdicts as far as they are known; ranges are of ``text``.

    ``places`` are the lines above its quotations.
    """

    text: str = ""
    sources: tuple[Source, ...] = ()
    citations: tuple[Citation, ...] = ()
    sentences: tuple[CheckedSentence, ...] = ()  # in order
    places: tuple[QuotedPlace, ...] = ()  # in order

    def ranges(self) -> list[Range]:
        """Return the ranges of sentences with something to show, and of other citations, in order, none overlapping."""
        found = [(one.start, one.end) for one in self.sentences if one.is_told]
        for one in self.citations:
            place = bisect.bisect_right(found, one.answer_start, key=_end_of_range)
            if one.answer_start < one.answer_end and not _meets(found[place : place + 1], *_cited(one)):
                found.insert(place, _cited(one))
        return found

    def sentence_at(self, start: int, end: int) -> int:
        """Return the index of the first sentence in a range that has something to show, -1 without one."""
        first = bisect.bisect_right(self.sentences, start, key=_end)
        for index in range(first, len(self.sentences)):
            sentence = self.sentences[index]
            if sentence.start >= end:
                break
            if sentence.is_told:
                return index
        return -1

    def ranges_citing(self, source: Source) -> list[Range]:
        """Return the ranges of the sentences that cite a passage, in order."""
        ranges = self.ranges()
        found = []
        for citation in self.citations:
            if citation.marker == source.rank:
                found += [one for one in ranges if _meets([one], *_cited(citation))]
        return sorted(set(found))

    def evidence_of_marker(self, marker: int, citation: int) -> Evidence:
        """Return the evidence for the sentence before a marker; ``citation`` is the citation's index, -1 for none."""
        source = next((one for one in self.sources if one.rank == marker), None)
        if not 0 <= citation < len(self.citations):
            return Evidence(None, (), source, source.text if source else "")
        cited = self.citations[citation]
        index = self.sentence_at(cited.answer_start, cited.answer_end)
        if index < 0:
            return Evidence(None, (), source, cited.quote, citation)
        sentence = self.sentences[index]
        return Evidence(sentence.verdict, sentence.reasons, source, cited.quote, citation)

    def evidence_of_sentence(self, index: int) -> Evidence:
        """Return the evidence for a sentence, or against it."""
        sentence = self.sentences[index]
        for place, citation in enumerate(self.citations):
            meets = _meets([(sentence.start, sentence.end)], *_cited(citation))
            if meets and sentence.citation in (None, citation.marker):
                return self.evidence_of_marker(citation.marker, place)
        source = next((one for one in self.sources if one.rank == sentence.citation), None)
        return Evidence(sentence.verdict, sentence.reasons, source, "")

    def unchanged_until(self, newer: "ShownAnswer") -> int:
        """Return up to where the text of a newer state, with its citations and verdicts, is the same."""
        if self.sources != newer.sources:
            return 0
        same = common_length(self.text, newer.text)
        places = [same if same in (len(self.text), len(newer.text)) else max(0, same - _NEXT_LINE)]
        sentences, citations = (self.sentences, newer.sentences), (self.citations, newer.citations)
        places += [one.start for states in sentences for one in states[_same(*sentences) :]]
        places += [one.answer_start for states in citations for one in states[_same(*citations) :]]
        lines = (self.places, newer.places)
        places += [one.start for states in lines for one in states[_same(*lines) :]]
        return min(places)


_NEXT_LINE = 12  # a paragraph's end is known by this much of the next line


def _end(sentence: CheckedSentence) -> int:
    return sentence.end


def _end_of_range(one: Range) -> int:
    return one[1]


def _cited(citation: Citation) -> Range:
    return citation.answer_start, citation.answer_end


def _meets(ranges: Sequence[Range], start: int, end: int) -> bool:
    return any(start < other_end and other_start < end for other_start, other_end in ranges)


def _same(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the length of the common beginning of two sequences."""
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def common_length(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low
