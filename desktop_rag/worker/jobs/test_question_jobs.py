"""The jobs about the test questions of a library."""

from collections.abc import Callable, Sequence

from desktop_rag.core.events import StoreChanged, StoreKind
from desktop_rag.core.results.test_questions import QuestionSet, SavedQuestion
from desktop_rag.services.ports import ServiceCall
from desktop_rag.services.test_questions.library_questions import LibraryQuestions
from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane

_CHANGED: StoreKind = "test_questions"


class TestQuestionJobs:
    """Keeps test questions and asks them."""

    def __init__(self, runner: JobRunner, questions: LibraryQuestions) -> None:
        self._runner = runner
        self._questions = questions

    def read(self, name: str) -> Job[QuestionSet]:
        """Return the test questions of a library and how they were answered."""
        return self._runner.read(lambda: self._questions.read(name), name)

    def store(self, name: str, questions: Sequence[SavedQuestion]) -> Job[QuestionSet]:
        """Put these questions in the place of all there are; runs stay."""
        return self._change(name, lambda: self._questions.store(name, questions))

    def add(self, name: str, question: str, file: str, page: int | None = None) -> Job[QuestionSet]:
        """Note that a file (or a page of it) answers a question; one that is there gets another right place."""
        return self._change(name, lambda: self._questions.add(name, question, file, page))

    def keep_run(self, name: str) -> Job[QuestionSet]:
        """Make the last run the one that later ones are compared with."""
        return self._change(name, lambda: self._questions.keep_run(name))

    def run(self, name: str) -> Job[QuestionSet]:
        """Ask every question as the settings of the person and of the library say; ``AnswerStage`` tells how far.

        The first run is the measure for those after it. UserError when there is no question, or the settings need a
        model and none is connected.
        """

        def run(call: ServiceCall) -> QuestionSet:
            result = self._questions.run(name, call)
            call.emit(StoreChanged(call.id, frozenset({_CHANGED}), (name,)))
            return result

        return self._runner.run(Lane.ANSWER, JobKind.TEST, run, name)

    def _change(self, name: str, function: Callable[[], QuestionSet]) -> Job[QuestionSet]:
        return self._runner.change(function, [_CHANGED], name, name)
