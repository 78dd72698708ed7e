"""The test questions of a library: kept in its file, asked of it, and compared with how it was before."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from desktop_rag.config import Config
from desktop_rag.config.options import FILTERS, SIMILARITY_TOP_K
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerStage
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.test_questions import (
    EvaluationRun,
    JudgedQuestion,
    QuestionSet,
    QuotedWords,
    SavedQuestion,
)
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.core.user_text import UserText
from desktop_rag.evaluation.metrics import Judged, judge, run_of
from desktop_rag.evaluation.questions import Question
from desktop_rag.llms.built_in.engine import ModelEngine
from desktop_rag.readers.formats import is_paged
from desktop_rag.services.answers.retriever_factory import RetrieverFactory, SearchResources
from desktop_rag.services.calls import ServiceCall, current_call, layered, read_settings
from desktop_rag.services.connected_models import connected_llm
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.masking.library_names import library_names
from desktop_rag.services.operations import Service, changes, reads
from desktop_rag.services.test_questions.question_set import as_question, question_set_from, shown_words, stored
from desktop_rag.services.test_questions.quoted_words import best_part, find_words, range_in
from desktop_rag.services.test_questions.same_question import standing_alone, wording_of
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.properties import get_test_questions, set_test_questions
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext

_DEPTH = 10  # files or pages looked at for each question
_PASSAGES = 50  # passages looked at for each question: the most that the settings allow
_STAGE = "testing"
_SURE = 200  # letters: nobody can select more of a row or sentence that stands there twice
_LISTING = "“desktop-rag question list NAME” lists them."


class LibraryQuestions(Service):
    """The test questions that libraries keep."""

    def __init__(
        self,
        files: IndexFiles,
        embed_models: Embedders,
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

    @reads
    def read(self, name: str) -> QuestionSet:
        """Return the test questions of a library and how they were answered."""
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            kept = question_set_from(get_test_questions(storage.connection))
            return replace(kept, lost=tuple(one.id for one in kept.questions if _is_lost(storage, one)))

    @changes("test_questions")
    def store(self, name: str, questions: Sequence[SavedQuestion]) -> QuestionSet:
        """Put these questions in the place of all there are; runs stay."""
        return self._change(name, lambda kept: replace(kept, questions=tuple(questions)))

    @changes("test_questions")
    def add(self, name: str, question: str, file: str, page: int | None = None) -> QuestionSet:
        """Note that a file (or a page of it) answers a question; one that is there gets another right place."""
        text = " ".join(question.split())
        return self._change(name, lambda kept: replace(kept, questions=_with(kept.questions, text, (file, page))))

    @changes("test_questions")
    def refuse(self, name: str, question: str, before: str, quoted: Sequence[QuotedWords]) -> JudgedQuestion:
        """Note that an answer, and the words it ``quoted``, do not answer a question.

        It becomes a test question that waits for its place, unless it is one already. ``before`` is the question before
        it in its conversation, "" for none.
        """

        def refused(kept: SavedQuestion, _storage: StorageContext) -> SavedQuestion:
            wrong = tuple(dict.fromkeys((*kept.refused, *quoted)))
            left = tuple(one for one in kept.chosen if not any(_are_the_same(one, other) for other in quoted))
            places = {_place_of(one) for one in kept.chosen} - {_place_of(one) for one in left}
            expected = tuple(place for place in kept.expected if place not in places)
            return replace(kept, expected=expected, chosen=left, refused=wrong)

        return self._judge_one(name, standing_alone(question, before), refused)

    @changes("test_questions")
    def choose(self, name: str, question: str, before: str, words: QuotedWords) -> JudgedQuestion:
        """Note that words of a file answer a question; they are quoted first from now on, and their place is right.

        Raises:
            UserError: the words stand in no passage of the library, or in several places.

        """

        def chosen(kept: SavedQuestion, storage: StorageContext) -> SavedQuestion:
            found = _found(storage, words)
            return replace(
                kept,
                expected=tuple(dict.fromkeys((*kept.expected, _place_of(found)))),
                chosen=(*(one for one in kept.chosen if not _are_the_same(one, found)), found),
                refused=tuple(one for one in kept.refused if not _is_part(found, one)),
            )

        return self._judge_one(name, standing_alone(question, before), chosen)

    @changes("test_questions")
    def put_back(self, name: str, judged: JudgedQuestion) -> QuestionSet:
        """Undo a judgement of an answer: the test question is as before, or none."""

        def put(kept: QuestionSet) -> QuestionSet:
            own = [judged.before if one.id == judged.question.id else one for one in kept.questions]
            return replace(kept, questions=tuple(one for one in own if one is not None))

        return self._change(name, put)

    @changes("test_questions")
    def remove(self, name: str, question: str) -> QuestionSet:
        """Remove a test question, and the judgements of its answers.

        Raises:
            UserError: there is none in these words.

        """

        def removed(kept: QuestionSet) -> QuestionSet:
            left = tuple(one for one in kept.questions if wording_of(one.text) != wording_of(question))
            if len(left) == len(kept.questions):
                raise UserError(UserText("“{name}” has no such test question.", name=name), _LISTING)
            return replace(kept, questions=left)

        return self._change(name, removed)

    @changes("test_questions")
    def keep_run(self, name: str) -> QuestionSet:
        """Make the last run the one that later ones are compared with."""
        return self._change(name, lambda kept: replace(kept, baseline=kept.last))

    @changes("test_questions", lane=Lane.ANSWER, kind=JobKind.TEST)
    def run(self, name: str) -> QuestionSet:
        """Ask every question with the settings of the person and of the library; emits ``AnswerStage``.

        The first run is the measure for those after it.

        Raises:
            UserError: there is no question, or the settings need a model and none is connected.

        """
        call, kept = current_call(), self.read(name)
        questions = [as_question(one) for one in kept.questions if one.expected]
        if not questions:
            raise UserError("There are no test questions yet.", "Add one first.")
        with running(call.token):
            judged = self._judge(self._files.existing(name), questions, call)
        run = run_of(judged, "settings", _DEPTH)
        last = EvaluationRun(dict(run.figures), dict(run.ranks), time.time())
        return self._change(name, lambda now: replace(now, last=last, baseline=now.baseline or last))

    def _judge(self, path: Path, questions: Sequence[Question], call: ServiceCall) -> list[Judged]:
        """Search for each question."""
        config = layered(
            self._config, [read_settings(self._files, path), {SIMILARITY_TOP_K.key: _PASSAGES, FILTERS.key: ""}]
        )
        with (
            connected_llm(config, self._secrets, self._engine, partial(library_names, self._files, path)) as llm,
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

    def _judge_one(
        self, name: str, text: str, change: Callable[[SavedQuestion, StorageContext], SavedQuestion]
    ) -> JudgedQuestion:
        """Change the test question of these words, a new one where there is none, in one transaction."""
        with self._files.open(name) as storage, storage.transaction():
            kept = question_set_from(get_test_questions(storage.connection))
            before = next((one for one in kept.questions if wording_of(one.text) == wording_of(text)), None)
            after = change(before or SavedQuestion(_new_id([one.id for one in kept.questions]), text, ()), storage)
            others = [after if one is before else one for one in kept.questions]
            questions = others if before is not None else [*others, after]
            set_test_questions(storage.connection, stored(replace(kept, questions=tuple(questions))))
        return JudgedQuestion(after, before)

    def _change(self, name: str, change: Callable[[QuestionSet], QuestionSet]) -> QuestionSet:
        """Change the stored questions in one transaction."""
        with self._files.open(name) as storage, storage.transaction():
            kept = change(question_set_from(get_test_questions(storage.connection)))
            set_test_questions(storage.connection, stored(kept))
        return kept


def _is_lost(storage: StorageContext, one: SavedQuestion) -> bool:
    """Return True if words that a person showed for a question stand nowhere any more."""
    return not all(find_words(storage, words) for words in shown_words(one))


def _found(storage: StorageContext, words: QuotedWords) -> QuotedWords:
    """Return the words as a passage has them; of those of several passages, the part that most of them stand in."""
    if not any(sign.isalnum() for sign in words.text):
        raise UserError("There are no words to show.", "Select the words that answer the question.")
    places = find_words(storage, words)
    here = [one for one in places if one.words.page == words.page] or places
    if len(here) > 1 and len(words.text) < _SURE:
        raise UserError(
            "These words stand there in several places.",
            "Select more of the sentence or row that answers it.",
        )
    best = here[0] if here else best_part(storage, words)
    if best is None:
        name = shown_name(words.file)
        raise UserError(
            UserText("These words stand in no passage of “{file}” in this library.", file=name),
            "Select them in the text of the file.",
        )
    return best.words


def _place_of(words: QuotedWords) -> tuple[str, int | None]:
    """Return the right place that words stand for: their page, where the file has pages to be seen."""
    return words.file, words.page if is_paged(words.file) else None


def _are_the_same(one: QuotedWords, other: QuotedWords) -> bool:
    """Return True if the words of the one are among those of the other, or the other way round."""
    return _is_part(one, other) or _is_part(other, one)


def _is_part(one: QuotedWords, other: QuotedWords) -> bool:
    return (one.file, one.page) == (other.file, other.page) and range_in(other.text, one.text) is not None


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
    """Return the files and pages of passages."""
    return [
        (str(one.node.metadata.get("file_path", "")), int(str(one.node.metadata.get("page_number") or 1)))
        for one in found
    ]


def _unheard(_kind: str, _done: int, _total: int) -> None:
    """Ignore how far an index is built."""
