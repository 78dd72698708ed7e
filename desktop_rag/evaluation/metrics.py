"""Score how well the places that were found answer the questions.

A question's results are first collapsed to distinct places: pages when pages are expected, files otherwise. Then

* hit@1: the first place is an expected one;
* recall@5: share of the expected places among the first five;
* MRR@10: one over the rank of the first expected place, 0 below rank ten (Voorhees 1999);
* nDCG@10: the grades of the first ten, discounted by the logarithm of the rank, over the best possible order
  (Järvelin & Kekäläinen 2002, linear gain).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.evaluation.questions import Question

FIGURES = ("hit@1", "recall@5", "MRR@10", "nDCG@10")
_RECALL_DEPTH = 5
_DEPTH = 10

FoundPlace = tuple[str, int]
"""Path and page of a passage that was found."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One question's figures, in the order of ``FIGURES``; ``rank`` is the first expected place's, None if absent."""

    id: str
    rank: int | None
    figures: tuple[float, ...]


def judge(question: Question, found: Sequence[FoundPlace], top_k: int = _DEPTH) -> Judged:
    """Judge the places found for a question, best first; only the first ``top_k`` distinct ones count."""
    grades = _grades(question, found)[:top_k]
    ranks = [rank for rank, grade in enumerate(grades, 1) if grade > 0]
    first = ranks[0] if ranks else None
    recall = sum(rank <= _RECALL_DEPTH for rank in ranks) / len(question.expected)
    reciprocal = 1 / first if first is not None and first <= _DEPTH else 0.0
    best = sorted((place.grade for place in question.expected), reverse=True)
    return Judged(question.id, first, (float(first == 1), recall, reciprocal, _dcg(grades) / _dcg(best)))


def mean_figures(judged: Sequence[Judged]) -> dict[str, float]:
    """Return the means over all questions, by name."""
    count = max(1, len(judged))
    return {name: sum(one.figures[index] for one in judged) / count for index, name in enumerate(FIGURES)}


def _grades(question: Question, found: Sequence[FoundPlace]) -> list[float]:
    """Return the grade of each distinct place found; an expected place counts once, however often it is met."""
    open_places = list(question.expected)
    grades: list[float] = []
    # several passages of a page, or of a file, are one place
    for file, page in dict.fromkeys((file, page if question.by_page else 0) for file, page in found):
        match = next((place for place in open_places if place.matches(file, page)), None)
        if match is not None:
            open_places.remove(match)
        grades.append(match.grade if match is not None else 0.0)
    return grades


def _dcg(grades: Sequence[float]) -> float:
    """Return the discounted cumulative gain of the first ten."""
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades[:_DEPTH], 1))
