"""Figures are kept, read again, and compared to half a point; questions survive a file."""

import json
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.evaluation.metrics import FIGURES, Run, compare, judge, load, save
from desktop_rag.evaluation.questions import Expected, Question, read_questions, write_questions

RANKS = st.none() | st.integers(1, 10)


def run(ranks: dict[str, int | None] | None = None, **figures: float) -> Run:
    return Run("hybrid", 10, {name: figures.get(name[:3], 0.5) for name in FIGURES}, ranks or {})


@pytest.mark.parametrize(
    ("after", "fallen"), [(0.5, False), (0.4951, False), (0.495, False), (0.4949, True), (0.0, True), (0.9, False)]
)
def test_a_figure_has_fallen_when_it_lost_more_than_half_a_point(after: float, *, fallen: bool) -> None:
    assert compare(run(), run(hit=after)).fallen == (("hit@1",) if fallen else ())


@pytest.mark.parametrize(
    ("before", "after", "better", "worse"),
    [
        (1, 1, 0, 0),
        (2, 1, 1, 0),
        (1, 2, 0, 1),
        (None, 10, 1, 0),
        (10, None, 0, 1),
        (None, None, 0, 0),
    ],
)
def test_a_question_that_is_found_nowhere_stands_behind_all(
    before: int | None, after: int | None, better: int, worse: int
) -> None:
    change = compare(run({"a": before}), run({"a": after}))
    assert (len(change.better), len(change.worse)) == (better, worse)


def test_questions_of_one_run_alone_are_left_out() -> None:
    change = compare(run({"gone": 1, "kept": 2}), run({"kept": 1, "new": None}))
    assert [one.id for one in change.better] == ["kept"]
    assert change.worse == ()
    assert not change.same_questions
    assert compare(run({"a": 1, "b": 2}), run({"b": 2, "a": 1})).same_questions


@given(st.dictionaries(st.sampled_from("abcde"), RANKS), st.dictionaries(st.sampled_from("abcde"), RANKS))
def test_turning_a_comparison_round_turns_what_it_says_round(
    one: dict[str, int | None], other: dict[str, int | None]
) -> None:
    there, back = compare(run(one), run(other)), compare(run(other), run(one))
    assert {moved.id for moved in there.better} == {moved.id for moved in back.worse}
    assert not {moved.id for moved in there.better} & {moved.id for moved in there.worse}


def test_a_run_survives_its_file(tmp_path: Path) -> None:
    kept = run({"質問": 3, "b": None}, hit=1 / 3)
    save(kept, tmp_path / "run.json")
    assert load(tmp_path / "run.json") == kept


@pytest.mark.parametrize(
    "change",
    [
        {"figures": {"hit@1": 1}},
        {"figures": None},
        {"ranks": {"a": "first"}},
        {"ranks": ["a"]},
        {"top_k": None},
        {"top_k": inf},
    ],
    ids=["a figure is missing", "no figures", "a rank in words", "ranks in a list", "no depth", "depth without end"],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "run.json"
    save(run({"a": 1}), path)
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change), encoding="utf-8")
    with pytest.raises(UserError, match="not a file of saved scores"):
        load(path)


def test_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "file"
    with pytest.raises(UserError, match="cannot be written"):
        save(run(), nowhere)
    with pytest.raises(UserError, match="cannot be written"):
        write_questions(nowhere, [])


@pytest.mark.parametrize(
    "question",
    [
        Question("1", "Why?", (Expected("a.pdf"),)),
        Question("1", "Where\u2028is “it”?\n", (Expected("/x/日本.txt", 3), Expected("b.pdf", 4, 0.5))),
        Question("", "", (Expected("", 0, 2.0),)),
    ],
    ids=["plain", "awkward", "empty"],
)
def test_a_question_survives_its_file(tmp_path: Path, question: Question) -> None:
    path = tmp_path / "questions.jsonl"
    write_questions(path, [question])
    assert read_questions(path) == [question]


def test_a_file_that_other_programs_wrote_is_read(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id": 1, "question": "Why?", "expected": [{"file": "a"}]}\r\n\r\n')
    assert [one.id for one in read_questions(path)] == ["1"]
    path.write_bytes(b"\xff\xfe{\x00")
    with pytest.raises(UserError, match="cannot be read as text"):
        read_questions(path)


@pytest.mark.parametrize(
    ("expected", "file", "page", "right"),
    [
        (Expected("a.pdf"), "/x/a.pdf", 7, True),
        (Expected("/x/a.pdf"), "/x/a.pdf", None, True),
        (Expected("/y/a.pdf"), "/x/a.pdf", 1, False),
        (Expected("x/a.pdf"), "/x/a.pdf", 1, False),
        (Expected("a.pdf", 7), "/x/a.pdf", 7, True),
        (Expected("a.pdf", 7), "/x/a.pdf", 8, False),
        (Expected("a.pdf", 7), "/x/a.pdf", None, False),
        (Expected("A.pdf"), "/x/a.pdf", 1, False),
    ],
)
def test_a_place_is_right_by_name_or_path_and_page(
    expected: Expected, file: str, page: int | None, *, right: bool
) -> None:
    assert expected.matches(file, page) is right


@given(st.lists(st.sampled_from("abcdef"), max_size=15), st.integers(1, 12))
def test_looking_deeper_never_makes_a_rank_worse(found: list[str], depth: int) -> None:
    question = Question("q", "?", (Expected("a"), Expected("b")))
    places = [(file, 1) for file in found]
    near, far = judge(question, places, depth), judge(question, places, depth + 1)
    assert near.rank in (None, far.rank)
    assert all(one <= other + 1e-9 for one, other in zip(near.figures, far.figures, strict=True))
