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
from desktop_rag.core.events import AnswerStage
from desktop_rag.core.instrumentation import running
from desktop_rag.core.results.test_questions import EvaluationRun, QuestionSet, SavedQuestion
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.evaluation.baseline import run_of
from desktop_rag.evaluation.metrics import FIGURES, Judged, judge
from desktop_rag.evaluation.questions import Expected, Question
from desktop_rag.llms.built_in.model import ModelEngine
from desktop_rag.services.answers.retriever_factory import RetrieverFactory, SearchResources
from desktop_rag.services.ports import EmbedModels, ServiceCall
from desktop_rag.services.settings import connected_llm, layered, read_settings
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.properties import get_test_questions, set_test_questions
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache

_DEPTH = 10  # files or pages looked at for each question
_PASSAGES = 50  # passages looked at for each question: the most that the settings allow
_STAGE = "testing"


class LibraryQuestions:
    """The test questions that libraries keep."""

    def __init__(
        self,
        files: IndexFiles,
        embed_models: EmbedModels,
        vectors: VectorCache,
        config: Config,
        secrets: Secrets,
        engine: ModelEngine,
    ) -> None:
        self._files = files
        self._embed_models = embed_models
        self._vectors = vectors
        self._config = config
        self._secrets = secrets
        self._engine = engine

    def read(self, name: str) -> QuestionSet:
        """Return the test questions of a library and how they were answered."""
        with self._files.open(name, read_only=True) as storage:
            return question_set_from(get_test_questions(storage.connection))

    def store(self, name: str, questions: Sequence[SavedQuestion]) -> QuestionSet:
        """Put these questions in the place of all there are; runs stay."""
        return self._change(name, lambda kept: replace(kept, questions=tuple(questions)))

    def add(self, name: str, question: str, file: str, page: int | None = None) -> QuestionSet:
        """Note that a file (or a page of it) answers a question; one that is there gets another right place."""
        text = " ".join(question.split())
        return self._change(name, lambda kept: replace(kept, questions=_with(kept.questions, text, (file, page))))

    def keep_run(self, name: str) -> QuestionSet:
        """Make the last run the one that later ones are compared with."""
        return self._change(name, lambda kept: replace(kept, baseline=kept.last))

    def run(self, name: str, call: ServiceCall) -> QuestionSet:
        """Ask every question as the settings of the person and of the library say; ``AnswerStage`` tells how far.

        The first run is the measure for those after it.

        Raises:
            UserError: there is no question, or the settings need a model and none is connected.

        """
        kept = self.read(name)
        if not kept.questions:
            raise UserError("There are no test questions yet.", "Add one first.")
        with running(call.token):
            judged = self._judge(self._files.existing(name), [as_question(one) for one in kept.questions], call)
        run = run_of(judged, "settings", _DEPTH)
        last = EvaluationRun(dict(run.figures), dict(run.ranks), time.time())
        return self._change(name, lambda now: replace(now, last=last, baseline=now.baseline or last))

    def _judge(self, path: Path, questions: Sequence[Question], call: ServiceCall) -> list[Judged]:
        """Search for each question."""
        config = layered(
            self._config, [read_settings(self._files, path), {SIMILARITY_TOP_K.key: _PASSAGES, FILTERS.key: ""}]
        )
        with (
            connected_llm(config, self._secrets, self._engine) as llm,
            self._files.open(path, read_only=True) as storage,
        ):
            resources = SearchResources(storage, self._embed_models.of(path), llm, config, self._vectors, _unheard)
            retriever = RetrieverFactory(resources).retriever()
            judged = []
            for number, question in enumerate(questions, 1):
                call.token.raise_if_cancelled()
                call.emit(AnswerStage(call.id, _STAGE, f"{number} / {len(questions)}"))
                judged.append(judge(question, _places(retriever.retrieve(QueryBundle(question.text))), _DEPTH))
            return judged

    def _change(self, name: str, change: Callable[[QuestionSet], QuestionSet]) -> QuestionSet:
        """Change what is kept in one transaction."""
        with self._files.open(name) as storage, storage.transaction():
            kept = change(question_set_from(get_test_questions(storage.connection)))
            set_test_questions(storage.connection, asdict(kept))
        return kept


def as_question(one: SavedQuestion) -> Question:
    """Return a question as it is judged."""
    return Question(one.id, one.text, tuple(Expected(file, page) for file, page in one.expected))


def question_set_from(values: Mapping[str, Any]) -> QuestionSet:
    """Read what was stored; what cannot be read is left out."""
    questions = values.get("questions")
    kept = [_question_from(one) for one in questions] if isinstance(questions, list) else []
    return QuestionSet(
        tuple(one for one in kept if one is not None),
        _run_from(values.get("last") or {}),
        _run_from(values.get("baseline") or {}),
    )


def _question_from(value: Mapping[str, Any]) -> SavedQuestion | None:
    try:
        expected = tuple((str(file), page if isinstance(page, int) else None) for file, page in value["expected"])
        return SavedQuestion(str(value["id"]), str(value["text"]), expected)
    except (KeyError, TypeError, ValueError):
        return None


def _run_from(value: Mapping[str, Any]) -> EvaluationRun | None:
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
    return (*questions, SavedQuestion(_new_id([one.id for one in questions]), text, (place,)))


def _new_id(ids: Sequence[str]) -> str:
    """Return an identifier that is not taken."""
    number = len(ids) + 1
    while f"q{number}" in ids:
        number += 1
    return f"q{number}"


def _places(found: Sequence[NodeWithScore]) -> list[tuple[str, int]]:
    """Return where passages stand."""
    return [
        (str(one.node.metadata.get("file_path", "")), int(str(one.node.metadata.get("page_number") or 1)))
        for one in found
    ]


def _unheard(_kind: str, _done: int, _total: int) -> None:
    """Ignore how far an index is built."""
