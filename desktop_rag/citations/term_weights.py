"""Score how well one text supports another by the words they share."""

import math
from collections import Counter
from collections.abc import Sequence

from desktop_rag.evidence.units import Unit


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
