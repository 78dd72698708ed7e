"""The test questions of a library: noted, asked, compared, and read again whatever was stored."""

from math import inf
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import AnswerStage
from desktop_rag.core.results.test_questions import QuestionSet, SavedQuestion
from desktop_rag.evaluation.metrics import FIGURES
from desktop_rag.services.calls import calling
from desktop_rag.services.test_questions.library_questions import question_set_from
from tests.services.conftest import Services


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    services.events.clear()
    return services


def test_a_question_gets_another_right_place_and_each_place_once(lib: Services) -> None:
    for file, page in (("cats.txt", None), ("cats.txt", None), ("cats.txt", 1), ("dogs.txt", None)):
        kept = lib.questions.add("lib", "  Who\n purrs? ", file, page)
    (question,) = kept.questions
    assert question == SavedQuestion("q1", "Who purrs?", (("cats.txt", None), ("cats.txt", 1), ("dogs.txt", None)))
    assert lib.questions.read("lib") == kept


def test_new_questions_get_names_that_are_free(lib: Services) -> None:
    lib.questions.store("lib", [SavedQuestion("q2", "Two?", (("a", None),)), SavedQuestion("q3", "Three?", ())])
    kept = lib.questions.add("lib", "Another?", "a")
    kept = lib.questions.add("lib", "And one more?", "a")
    assert [one.id for one in kept.questions] == ["q2", "q3", "q4", "q5"]
    lib.questions.store("lib", [SavedQuestion("q2", "Two?", ())])
    assert [one.id for one in lib.questions.add("lib", "New?", "a").questions] == ["q2", "q3"]


def test_a_run_ranks_each_question_and_tells_how_far_it_is(lib: Services) -> None:
    lib.questions.store(
        "lib",
        [
            SavedQuestion("cats", "Which animals purr?", (("cats.txt", None),)),
            SavedQuestion("none", "Which animals purr?", (("nowhere.txt", None),)),
        ],
    )
    kept = lib.questions.run("lib")
    assert kept.last is not None
    assert kept.last.ranks["none"] is None
    assert kept.last.ranks["cats"] in (1, 2, 3)
    assert set(kept.last.figures) == set(FIGURES)
    assert lib.heard(AnswerStage) == [AnswerStage(7, "testing", "1 / 2"), AnswerStage(7, "testing", "2 / 2")]
    assert lib.questions.read("lib") == kept


def test_the_first_run_is_the_measure_until_another_is_kept(lib: Services) -> None:
    lib.questions.add("lib", "Which animals purr?", "cats.txt")
    first = lib.questions.run("lib")
    assert first.baseline == first.last
    lib.questions.store("lib", [SavedQuestion("x", "Which animals purr?", (("nowhere.txt", None),))])
    second = lib.questions.run("lib")
    assert (second.baseline, second.last is not first.last) == (first.last, True)
    assert lib.questions.keep_run("lib").baseline == second.last


def test_a_run_searches_as_the_library_is_set_but_deep_and_everywhere(lib: Services) -> None:
    lib.questions.store("lib", [SavedQuestion("q", "moon hours degrees", (("dogs.txt", None), ("tea.md", None)))])
    lib.libraries.set_settings(
        "lib",
        {
            "retrieval.retriever": "bm25",
            "retrieval.similarity_top_k": 1,
            "retrieval.filters": "file_name=cats.txt",
        },
    )
    kept = lib.questions.run("lib")
    assert kept.last is not None
    assert kept.last.figures["recall@5"] == 1.0


def test_a_run_without_a_question_or_a_model_it_needs_keeps_nothing(lib: Services) -> None:
    with pytest.raises(UserError, match="no test questions yet"):
        lib.questions.run("lib")
    lib.questions.add("lib", "Which animals purr?", "cats.txt")
    lib.libraries.set_settings("lib", {"retrieval.retriever": "query_fusion"})
    with pytest.raises(UserError, match="needs a language model"):
        lib.questions.run("lib")
    assert lib.questions.read("lib").last is None


def test_a_run_that_is_stopped_keeps_the_run_before(lib: Services) -> None:
    lib.questions.add("lib", "Which animals purr?", "cats.txt")
    before = lib.questions.run("lib")
    token = CancelToken()
    token.cancel()
    with calling(lib.call(token)), pytest.raises(CancelledError):
        lib.questions.run("lib")
    assert lib.questions.read("lib") == before


_RUN = {"figures": dict.fromkeys(FIGURES, 0.5), "ranks": {"q1": 1, "q2": None}, "made": 1.5}
_QUESTION = {"id": "q1", "text": "Why?", "expected": [["a.txt", None], ["b.txt", 3]]}
_ENDLESS = {**_QUESTION, "chosen": [{"file": "a.txt", "page": inf, "text": "words"}]}  # JSON may say 1e999


@pytest.mark.parametrize(
    ("stored", "questions", "has_run"),
    [
        ({}, 0, False),
        ({"questions": None, "last": None}, 0, False),
        ({"questions": [_QUESTION], "last": _RUN}, 1, True),
        ({"questions": [_QUESTION, {"id": "q2"}, {}, {**_QUESTION, "expected": 3}]}, 1, False),
        ({"questions": "q1", "last": []}, 0, False),
        ({"questions": [_QUESTION], "last": {**_RUN, "figures": {"hit@1": 1}}}, 1, False),
        ({"questions": [_QUESTION], "last": {**_RUN, "ranks": ["q1"]}}, 1, False),
        ({"questions": [_QUESTION], "last": {**_RUN, "made": "yesterday"}}, 1, False),
        ({"questions": [_QUESTION, "q2", None]}, 1, False),
        ({"questions": [_QUESTION], "last": "yesterday"}, 1, False),
        ({"questions": [_QUESTION, _ENDLESS], "last": {**_RUN, "ranks": {"q1": inf}}}, 1, False),
    ],
    ids=[
        "nothing", "nulls", "everything", "broken questions", "other types", "a figure is missing", "ranks in a list",
        "no time", "no questions at all", "a run in words", "pages and ranks without end",
    ],
)  # fmt: skip
def test_what_can_be_read_of_stored_questions_is_read(stored: dict[str, Any], questions: int, *, has_run: bool) -> None:
    kept = question_set_from(stored)
    assert isinstance(kept, QuestionSet)
    assert [(one.id, one.expected) for one in kept.questions] == [("q1", (("a.txt", None), ("b.txt", 3)))] * questions
    assert (kept.last is not None) is has_run
    assert kept.baseline is None
