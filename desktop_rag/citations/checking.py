"""Checks a sentence against the passage it is cited to."""

import re
from collections.abc import Sequence

from desktop_rag.citations.checks.base import Evidence, Finding
from desktop_rag.citations.checks.clauses import ClauseCheck
from desktop_rag.citations.checks.comparison import Comparison
from desktop_rag.citations.checks.dates import DateCheck
from desktop_rag.citations.checks.directions import DirectionCheck
from desktop_rag.citations.checks.names import NameCheck
from desktop_rag.citations.checks.negation import NegationCheck
from desktop_rag.citations.checks.numbers import NumberCheck
from desktop_rag.citations.checks.quantities import quantities
from desktop_rag.citations.checks.quotations import QuotationCheck
from desktop_rag.citations.quotes import Sentence, TermWeights, stems
from desktop_rag.citations.wording import are_of_one_language
from desktop_rag.core.results.answers import Source

_HYPHENATED = re.compile(r"(?<=[^\W\d_])-[ \t]*\n\s*(?=[^\W\d_])")
ADDED = 0.12  # share of a sentence's weight that a neighbour of the cited sentence must add to belong to its source
NEIGHBOURS = 2  # on either side


class SentenceChecker:
    """Runs all checks on one sentence after the other of an answer."""

    def __init__(self, sources: Sequence[Source], candidates: Sequence[Sentence], weights: TermWeights) -> None:
        self._passages = tuple(source.text for source in sources)
        self._contexts = tuple(f"{source.heading}\n{source.file}\n{source.text}" for source in sources)
        self._candidates = candidates
        self._weights = weights
        self._checks = (
            QuotationCheck(),
            NumberCheck(),
            DateCheck(),
            NameCheck(),
            NegationCheck(),
            DirectionCheck(),
            ClauseCheck(weights),
        )

    def findings(
        self, sentence: str, cited: Sentence, quoted: Sequence[tuple[int, int]], *, by_meaning: bool
    ) -> list[Finding]:
        """Return what the source does not support, in order, no range twice; ``by_meaning``: its words are others."""
        evidence = Evidence(
            Comparison(sentence, self._source(sentence, cited)),
            self._contexts[cited.source],
            self._passages,
            tuple(quoted),
        )
        is_comparable = not by_meaning and are_of_one_language(sentence, evidence.source)
        checks = [check for check in self._checks if check.crosses_languages or is_comparable]
        found: list[Finding] = []
        for finding in (one for check in checks for one in check.findings(evidence)):
            if not any(one.start < finding.end and finding.start < one.end for one in found):
                found.append(finding)
        return sorted(found, key=lambda one: one.start)

    def _source(self, sentence: str, cited: Sentence) -> str:
        """Return the cited sentence, with neighbours that have more of the words: answers put sentences together."""
        terms = stems(sentence)
        words = stems(_without_quantities(sentence))
        place = next(place for place, one in enumerate(self._candidates) if one is cited)
        first = last = place
        covered = cited.terms
        for step in (-1, 1):
            for other in range(place + step, place + step * (NEIGHBOURS + 1), step):
                if not 0 <= other < len(self._candidates) or self._candidates[other].source != cited.source:
                    break
                neighbour = self._candidates[other].terms
                gain = self._weights.covered(terms - covered, neighbour) * self._share(terms - covered, terms)
                # numbers alone join nothing: picked from several sentences they make one that nobody wrote
                if gain < ADDED or not words & neighbour - covered or not words & cited.terms - neighbour:
                    continue
                covered |= neighbour
                first, last = min(first, other), max(last, other)
        passage = self._passages[cited.source]
        return _HYPHENATED.sub("", passage[self._candidates[first].start : self._candidates[last].end])

    def _share(self, some: frozenset[str], terms: frozenset[str]) -> float:
        return self._weights.covered(terms, some)


def _without_quantities(sentence: str) -> str:
    """Return a sentence without its numbers and their units."""
    pieces, position = [], 0
    for quantity in quantities(sentence):
        pieces.append(sentence[position : quantity.start])
        position = quantity.end
    return " ".join([*pieces, sentence[position:]])
