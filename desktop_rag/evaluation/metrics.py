"""Score how well the places that were found answer the questions, keep the figures of a run, and compare later ones.

A question's results are first collapsed to distinct places: pages when pages are expected, files otherwise. Then

* hit@1: the first place is an expected one;
* recall@5: share of the expected places among the first five;
* MRR@10: one over the rank of the first expected place, 0 below rank ten (Voorhees 1999);
* nDCG@10: the grades of the first ten, discounted by the logarithm of the rank, over the best possible order
  (Järvelin & Kekäläinen 2002, linear gain).
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import UserText
from desktop_rag.evaluation.questions import Question

FIGURES = ("hit@1", "recall@5", "MRR@10", "nDCG@10")
_RECALL_DEPTH = 5
_DEPTH = 10

FoundPlace = tuple[str, int]
"""Path and page of a passage that was found."""
TOLERANCE = 0.005  # half a point


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


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of a run and each question's rank (None: not among the places looked at)."""

    mode: str
    top_k: int
    figures: Mapping[str, float]
    ranks: Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Moved:
    """A question whose rank changed."""

    id: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changes between two runs; ``fallen`` names the figures that dropped by more than half a point."""

    before: Mapping[str, float]
    after: Mapping[str, float]
    better: tuple[Moved, ...]
    worse: tuple[Moved, ...]
    fallen: tuple[str, ...]
    same_questions: bool


def run_of(judged: Sequence[Judged], mode: str, top_k: int) -> Run:
    """Sum up judged questions."""
    return Run(mode, top_k, mean_figures(judged), {one.id: one.rank for one in judged})


def save(run: Run, path: Path, notes: Path | None = None) -> None:
    """Write a run to a file; the folder ``notes`` remembers what is written elsewhere.

    Raises:
        UserError: the file cannot be written.

    """
    try:
        write_at_once(path, f"{json.dumps(asdict(run), ensure_ascii=False, indent=1)}\n".encode(), notes)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=path, reason=reason_of(error)), "Choose another place."
        ) from error


def load(path: Path) -> Run:
    """Read a run that was saved.

    Raises:
        UserError: the file cannot be read or holds something else.

    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        figures = {name: float(values["figures"][name]) for name in FIGURES}
        ranks = {str(key): None if rank is None else int(rank) for key, rank in values["ranks"].items()}
        return Run(str(values["mode"]), int(values["top_k"]), figures, ranks)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise UserError(
            UserText("{path} is not a file of saved scores.", path=path), "Write one with --save."
        ) from error


def compare(before: Run, after: Run) -> Comparison:
    """Compare two runs question by question; those that only one of them has are left out."""
    common = [key for key in after.ranks if key in before.ranks]
    moved = [Moved(key, before.ranks[key], after.ranks[key]) for key in common]
    return Comparison(
        before=before.figures,
        after=after.figures,
        better=tuple(one for one in moved if _position(one.after) < _position(one.before)),
        worse=tuple(one for one in moved if _position(one.after) > _position(one.before)),
        fallen=tuple(name for name in FIGURES if before.figures[name] - after.figures[name] > TOLERANCE + 1e-9),
        same_questions=set(before.ranks) == set(after.ranks),
    )


def _position(rank: int | None) -> float:
    """Return a rank to compare by."""
    return float("inf") if rank is None else rank
