"""The saved test questions of a library and how well they were answered."""

from dataclasses import dataclass

from desktop_rag.core.results.answers import Answer


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """Words of a file as they stand in one of its passages, and the page (from 1) on which they began."""

    file: str
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class SavedQuestion:
    """A question with the places that answer it: (file, page) with page None for the whole file.

    One that no place is known for yet waits for it. The person showed the words ``chosen``, which answer it, and
    refused others, which don't: answers to this question keep to that.
    """

    id: str
    text: str
    expected: tuple[tuple[str, int | None], ...]
    chosen: tuple[QuotedWords, ...] = ()
    refused: tuple[QuotedWords, ...] = ()


@dataclass(frozen=True, slots=True)
class EvaluationRun:
    """The results of one run of a library's test questions: ``ranks`` by question, None where not found."""

    figures: dict[str, float]
    ranks: dict[str, int | None]
    made: float  # seconds since 1970


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The test questions of a library with their last run and the one that is the measure.

    ``lost`` are the ids of those whose chosen words stand in no file of the library any more.
    """

    questions: tuple[SavedQuestion, ...]
    last: EvaluationRun | None = None
    baseline: EvaluationRun | None = None
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question as stored after a person judged its answer, and its state ``before`` (None: it was not stored)."""

    question: SavedQuestion
    before: SavedQuestion | None


def quoted_words(answer: Answer) -> tuple[QuotedWords, ...]:
    """Return the words of the files that an answer quotes or cites, as its sources have them, each once."""
    sources = {source.node_id: source for source in answer.sources}
    found = [(citation, sources[citation.node_id]) for citation in answer.citations if citation.node_id in sources]
    words = (
        QuotedWords(source.file, source.page, source.text[one.start - source.start : one.end - source.start])
        for one, source in found
        if one.page == source.page and source.start <= one.start
    )
    return tuple(dict.fromkeys(one for one in words if one.text.strip()))
