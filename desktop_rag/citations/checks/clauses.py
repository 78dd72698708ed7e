"""Parts of a sentence that its passage says nothing of."""

import re
from collections.abc import Iterator

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.citations.term_weights import TermWeights
from desktop_rag.evidence.units import stems

_CLAUSE = re.compile(r"(?:[^,;:—–(),、，；：（）]|(?<=\d)[,:](?=\d))+")
_FEWEST_WORDS = 5  # in a clause; shorter ones are turns of phrase
_LITTLE = 0.25  # share of a clause's weight that its passage must have


class ClauseCheck(BaseCheck):
    """Finds clauses without support of their own beside supported ones."""

    def __init__(self, weights: TermWeights) -> None:
        self._weights = weights

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each clause whose words the passage hardly has."""
        given = stems(evidence.passage)
        for clause in _CLAUSE.finditer(evidence.sentence):
            terms = frozenset(term for term in stems(clause.group()) if not term[0].isdigit())
            if len(terms) >= _FEWEST_WORDS and self._weights.covered(terms, given) < _LITTLE:
                start = clause.start() + len(clause.group()) - len(clause.group().lstrip())
                yield Finding(start, start + len(clause.group().strip()), "The source does not say this.")
