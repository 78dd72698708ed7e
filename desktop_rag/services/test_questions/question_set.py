"""The test questions of a library as they are stored in its file."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from desktop_rag.core.results.test_questions import EvaluationRun, QuestionSet, QuotedWords, SavedQuestion
from desktop_rag.evaluation.metrics import FIGURES
from desktop_rag.evaluation.questions import Expected, Question

MOST_WORDS = 50  # that one question keeps of those a person showed, and of those they refused: the latest
_ODD = (KeyError, TypeError, ValueError, AttributeError, OverflowError)  # the last of 1e999, which JSON may hold


def question_set_from(values: Mapping[str, Any]) -> QuestionSet:
    """Return a question set from stored values; unreadable ones are left out."""
    questions = values.get("questions")
    kept = [_question_from(one) for one in questions] if isinstance(questions, list) else []
    return QuestionSet(
        tuple(one for one in kept if one is not None),
        _run_from(values.get("last") or {}),
        _run_from(values.get("baseline") or {}),
    )


def stored(question_set: QuestionSet) -> dict[str, object]:
    """Return the values that ``question_set_from`` reads; lost questions are found again each time."""
    values = asdict(question_set)
    del values["lost"]
    return values


def as_question(one: SavedQuestion) -> Question:
    """Return a question as it is judged."""
    return Question(one.id, one.text, tuple(Expected(file, page) for file, page in one.expected))


def shown_words(one: SavedQuestion) -> tuple[QuotedWords, ...]:
    """Return the chosen words whose place is still among those that answer the question, the latest first."""
    places = as_question(one).expected
    return tuple(
        words for words in reversed(one.chosen) if any(place.matches(words.file, words.page) for place in places)
    )


def _question_from(value: Mapping[str, Any]) -> SavedQuestion | None:
    try:
        expected = tuple((str(file), page if isinstance(page, int) else None) for file, page in value["expected"])
        chosen, refused = (
            tuple(map(_words_from, (value.get(key) or [])[-MOST_WORDS:])) for key in ("chosen", "refused")
        )
        return SavedQuestion(str(value["id"]), str(value["text"]), expected, chosen, refused)
    except _ODD:
        return None


def _words_from(value: Mapping[str, Any]) -> QuotedWords:
    return QuotedWords(str(value["file"]), int(value["page"]), str(value["text"]))


def _run_from(value: Mapping[str, Any]) -> EvaluationRun | None:
    try:
        figures = {name: float(value["figures"][name]) for name in FIGURES}
        ranks = {str(key): None if rank is None else int(rank) for key, rank in value["ranks"].items()}
        return EvaluationRun(figures, ranks, float(value["made"]))
    except _ODD:
        return None
