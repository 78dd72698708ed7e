"""The test questions of a library: kept in its file, asked of it, and compared with how it was before."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from desktop_rag.config import Config
from desktop_rag.config.options import FILTERS, SIMILARITY_TOP_K
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerStage, StoreChanged
from desktop_rag.core.instrumentation import running
from desktop_rag.core.results.test_questions import EvaluationRun, QuestionSet, SavedQuestion
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.evaluation.baseline import run_of
from desktop_rag.evaluation.metrics import FIGURES, Judged, judge
from desktop_rag.evaluation.questions import Expected, Question
from desktop_rag.llms import resolve
from desktop_rag.services.answers.layers import layered, read_settings
from desktop_rag.services.answers.retrieving import Retrieving, Searched
from desktop_rag.services.libraries.library import Library
from desktop_rag.storage.sqlite.properties import get_golden, set_golden
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.job import Job
from desktop_rag.worker.jobs.asking import api_key
from desktop_rag.worker.lanes import EventBus, Lanes
from desktop_rag.worker.processes.embedders import Embedders

_DEPTH = 10  # files or pages looked at for each question
_PASSAGES = 50  # passages looked at for each question: the most that the settings allow
_STAGE = "testing"


class GoldenJobs:
    """Keeps and asks test questions; part of ``Worker``."""

    config: Config
    secrets: Secrets
    _lanes: Lanes
    _bus: EventBus
    _library: Library
    _embedders: Embedders
    _vectors: VectorCache

    def golden_questions(self, name: str) -> Job[QuestionSet]:
        """Return the test questions of a library and how they were answered."""
        return self._lanes.submit("view", "golden_questions", lambda _: self._read_golden(name))

    def set_golden_questions(self, name: str, questions: Sequence[SavedQuestion]) -> Job[QuestionSet]:
        """Put these questions in the place of all there are; runs stay."""
        return self._golden_change(name, lambda kept: replace(kept, questions=tuple(questions)))

    def add_golden_question(self, name: str, question: str, file: str, page: int | None = None) -> Job[QuestionSet]:
        """Note that a file (or a page of it) answers a question; one that is there gets another right place."""
        text = " ".join(question.split())

        def add(kept: QuestionSet) -> QuestionSet:
            return replace(kept, questions=_with(kept.questions, text, (file, page)))

        return self._golden_change(name, add)

    def keep_golden_run(self, name: str) -> Job[QuestionSet]:
        """Make the last run the one that later ones are compared with."""
        return self._golden_change(name, lambda kept: replace(kept, baseline=kept.last))

    def run_golden(self, name: str) -> Job[QuestionSet]:
        """Ask every question as the settings of the person and of the library say; ``AnswerStage`` tells how far.

        The first run is the measure for those after it.

        Raises:
            UserError: there is no question, or the settings need a model and none is connected.

        """

        def run(job: Job[QuestionSet]) -> QuestionSet:
            path = self._library.files.existing(name)
            kept = self._read_golden(name)
            if not kept.questions:
                raise UserError("There are no test questions yet.", "Add one first.")
            questions = [as_question(one) for one in kept.questions]
            with running(job.token):
                judged = self._judge(job, path, questions)
            run = run_of(judged, "settings", _DEPTH)
            last = EvaluationRun(dict(run.figures), dict(run.ranks), time.time())
            return self._write_golden(job.id, name, lambda now: replace(now, last=last, baseline=now.baseline or last))

        return self._lanes.submit("answer", "run_golden", run)

    def _judge(self, job: Job[QuestionSet], path: Path, questions: Sequence[Question]) -> list[Judged]:
        """Search for each question."""
        config = layered(self.config, [read_settings(path), {SIMILARITY_TOP_K.key: _PASSAGES, FILTERS.key: ""}])
        llm = resolve.resolve_llm(config, api_key(self.secrets, config))
        try:
            with StorageContext(path, read_only=True) as storage:
                searched = Searched(storage, self._embedders.of(path), llm, config, self._vectors, _unheard)
                retriever = Retrieving(searched).retriever()
                judged = []
                for number, question in enumerate(questions, 1):
                    job.token.raise_if_cancelled()
                    self._bus.emit(AnswerStage(job.id, _STAGE, f"{number} / {len(questions)}"))
                    judged.append(judge(question, _places(retriever.retrieve(QueryBundle(question.text))), _DEPTH))
                return judged
        finally:
            if llm is not None:
                llm.close()

    def _golden_change(self, name: str, change: Callable[[QuestionSet], QuestionSet]) -> Job[QuestionSet]:
        """Change what is kept."""

        def run(job: Job[QuestionSet]) -> QuestionSet:
            return self._write_golden(job.id, name, change)

        return self._lanes.submit("view", "change_golden", run)

    def _read_golden(self, name: str) -> QuestionSet:
        """Read what is kept."""
        with StorageContext(self._library.files.existing(name), read_only=True) as storage:
            return golden_from(get_golden(storage.connection))

    def _write_golden(self, job_id: int, name: str, change: Callable[[QuestionSet], QuestionSet]) -> QuestionSet:
        """Change what is kept in one transaction, and tell."""
        with StorageContext(self._library.files.existing(name)) as storage, storage.transaction():
            kept = change(golden_from(get_golden(storage.connection)))
            set_golden(storage.connection, asdict(kept))
        self._bus.emit(StoreChanged(job_id, frozenset({"golden"}), (name,)))
        return kept


def as_question(one: SavedQuestion) -> Question:
    """Return a question as it is judged."""
    return Question(one.id, one.text, tuple(Expected(file, page) for file, page in one.expected))


def golden_from(values: Mapping[str, Any]) -> QuestionSet:
    """Read what was stored; what cannot be read is left out."""
    questions = values.get("questions")
    kept = [_question_from(one) for one in questions] if isinstance(questions, list) else []
    return QuestionSet(
        tuple(one for one in kept if one is not None),
        _run_from(values.get("last") or {}),
        _run_from(values.get("baseline") or {}),
    )


def _question_from(value: Mapping[str, Any]) -> SavedQuestion | None:
    """Read one question."""
    try:
        expected = tuple((str(file), page if isinstance(page, int) else None) for file, page in value["expected"])
        return SavedQuestion(str(value["id"]), str(value["text"]), expected)
    except (KeyError, TypeError, ValueError):
        return None


def _run_from(value: Mapping[str, Any]) -> EvaluationRun | None:
    """Read a run."""
    try:
        figures = {name: float(value["figures"][name]) for name in FIGURES}
        ranks = {str(key): None if rank is None else int(rank) for key, rank in value["ranks"].items()}
        return EvaluationRun(figures, ranks, float(value["made"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _with(questions: Sequence[SavedQuestion], text: str, place: tuple[str, int | None]) -> tuple[SavedQuestion, ...]:
    """Return questions with one more, or with one more place for one that is there."""
    for number, one in enumerate(questions):
        if one.text == text:
            expected = one.expected if place in one.expected else (*one.expected, place)
            return (*questions[:number], replace(one, expected=expected), *questions[number + 1 :])
    return (*questions, SavedQuestion(new_id([one.id for one in questions]), text, (place,)))


def new_id(ids: Sequence[str]) -> str:
    """Return an identifier that is not taken."""
    number = len(ids) + 1
    while f"q{number}" in ids:
        number += 1
    return f"q{number}"


def _places(found: Sequence[NodeWithScore]) -> list[tuple[str, int]]:
    """Return where passages stand."""
    return [
        (str(one.node.metadata.get("file_path", "")), int(one.node.metadata.get("page_number") or 1)) for one in found
    ]


def _unheard(_kind: str, _done: int, _total: int) -> None:
    """Take what is told of the preparation of an index."""
