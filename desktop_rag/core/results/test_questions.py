"""The saved test questions of a library and how well they were answered."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SavedQuestion:
    """A question with the places that answer it: (file, page) with page None for the whole file."""

    id: str
    text: str
    expected: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class EvaluationRun:
    """How well the test questions of a library were answered once: ``ranks`` by question, None where not found."""

    figures: dict[str, float]
    ranks: dict[str, int | None]
    made: float  # seconds since 1970


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The test questions of a library with their last run and the one that is the measure."""

    questions: tuple[SavedQuestion, ...]
    last: EvaluationRun | None = None
    baseline: EvaluationRun | None = None
