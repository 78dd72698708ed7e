"""The jobs about the test questions of a library."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from desktop_rag.core.events import StoreChanged, StoreKind
from desktop_rag.core.results.test_questions import JudgedQuestion, QuestionSet, QuotedWords, SavedQuestion
from desktop_rag.services.ports import ServiceCall
from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane

if TYPE_CHECKING:
    from desktop_rag.services.test_questions.library_questions import LibraryQuestions

T = TypeVar("T")
_CHANGED: StoreKind = "test_questions"


class TestQuestionJobs:
    """Keeps test questions and asks them."""

    def __init__(self, runner: JobRunner, questions: "Callable[[], LibraryQuestions]") -> None:
        self._runner = runner
        self._questions = questions

    def read(self, name: str) -> Job[QuestionSet]:
        """Return the test questions of a library and how they were answered."""
        return self._runner.read(lambda: self._questions().read(name), name)

    def store(self, name: str, questions: Sequence[SavedQuestion]) -> Job[QuestionSet]:
        """Put these questions in the place of all there are; runs stay."""
        return self._change(name, lambda: self._questions().store(name, questions))

    def add(self, name: str, question: str, file: str, page: int | None = None) -> Job[QuestionSet]:
        """Note that a file (or a page of it) answers a question; one that is there gets another right place."""
        return self._change(name, lambda: self._questions().add(name, question, file, page))

    def refuse(self, name: str, question: str, before: str, quoted: Sequence[QuotedWords]) -> Job[JudgedQuestion]:
        """Note that an answer, and the words it quoted, do not answer a question; it becomes a test question.

        ``before`` is the question before it in its conversation, "" for none.
        """
        return self._change(name, lambda: self._questions().refuse(name, question, before, quoted))

    def choose(self, name: str, question: str, before: str, words: QuotedWords) -> Job[JudgedQuestion]:
        """Note that words of a file answer a question: they are quoted first from now on.

        UserError where they stand in no passage of the library, or in several places.
        """
        return self._change(name, lambda: self._questions().choose(name, question, before, words))

    def put_back(self, name: str, judged: JudgedQuestion) -> Job[QuestionSet]:
        """Undo what was said of an answer."""
        return self._change(name, lambda: self._questions().put_back(name, judged))

    def remove(self, name: str, question: str) -> Job[QuestionSet]:
        """Forget a test question; UserError where there is none in these words."""
        return self._change(name, lambda: self._questions().remove(name, question))

    def keep_run(self, name: str) -> Job[QuestionSet]:
        """Make the last run the one that later ones are compared with."""
        return self._change(name, lambda: self._questions().keep_run(name))

    def run(self, name: str) -> Job[QuestionSet]:
        """Ask every question as the settings of the person and of the library say; ``AnswerStage`` tells how far.

        The first run is the measure for those after it. UserError when there is no question, or the settings need a
        model and none is connected.
        """

        def run(call: ServiceCall) -> QuestionSet:
            result = self._questions().run(name, call)
            call.emit(StoreChanged(call.id, frozenset({_CHANGED}), (name,)))
            return result

        return self._runner.run(Lane.ANSWER, JobKind.TEST, run, name)

    def _change(self, name: str, function: Callable[[], T]) -> Job[T]:
        return self._runner.change(function, [_CHANGED], name, name)
