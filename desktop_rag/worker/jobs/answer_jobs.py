"""The jobs that answer questions."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from desktop_rag.config import OptionValue
from desktop_rag.core.results.answers import Answer
from desktop_rag.services.answers.answers import Answers, Question
from desktop_rag.services.ports import ServiceCall
from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane


class AnswerJobs:
    """Answers questions."""

    def __init__(self, runner: JobRunner, answers: Answers) -> None:
        self._runner = runner
        self._answers = answers

    def ask(
        self,
        name: str,
        question: str,
        *,
        conversation_id: str = "",
        overrides: Mapping[str, OptionValue] | None = None,
        output_schema: Mapping[str, object] | None = None,
        images: Sequence[Path] = (),
        also: Sequence[str] = (),
        attached: Sequence[Path] = (),
    ) -> Job[Answer]:
        """Answer a question; cancelling keeps what came. With a conversation, its turns are the history.

        Settings of the library, of the conversation and ``overrides`` go before the person's, the last one first.
        With ``output_schema`` the answer is JSON of that form. ``images`` are shown to a model that sees. Libraries
        in ``also`` and files in ``attached`` are asked too, and those that the conversation remembers.
        """
        asked = Question(
            name, question, conversation_id, overrides, output_schema, tuple(images), tuple(also), tuple(attached)
        )
        return self._runner.run(Lane.ANSWER, JobKind.ANSWER, lambda call: self._answers.answer(asked, call), name)

    def resume(
        self,
        name: str,
        conversation_id: str,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
        place: int | None = None,
    ) -> Job[Answer]:
        """Go on with an answer of a conversation, which ended too early; see ``Answers.resume``."""

        def run(call: ServiceCall) -> Answer:
            return self._answers.resume(name, conversation_id, overrides, call, place)

        return self._runner.run(Lane.ANSWER, JobKind.ANSWER, run, name)
