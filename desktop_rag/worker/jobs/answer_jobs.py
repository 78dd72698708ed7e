"""The jobs that answer questions."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.config import OptionValue
from desktop_rag.core.results.answers import Answer
from desktop_rag.services.ports import ServiceCall
from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane

if TYPE_CHECKING:
    from desktop_rag.services.answers.answers import Answers


class AnswerJobs:
    """Answers questions."""

    def __init__(self, runner: JobRunner, answers: "Callable[[], Answers]") -> None:
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
        shown, beside, files = tuple(images), tuple(also), tuple(attached)

        def run(call: ServiceCall) -> Answer:
            from desktop_rag.services.answers.answers import Question

            return self._answers().answer(
                Question(name, question, conversation_id, overrides, output_schema, shown, beside, files), call
            )

        return self._runner.run(Lane.ANSWER, JobKind.ANSWER, run, name)

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
            return self._answers().resume(name, conversation_id, overrides, call, place)

        return self._runner.run(Lane.ANSWER, JobKind.ANSWER, run, name)
