"""Figures of a search, worked out by hand."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.evaluation.metrics import FIGURES, Judged, compare, judge, load, mean_figures, run_of, save
from desktop_rag.evaluation.questions import Expected, Question, read_questions


def question(*expected: Expected) -> Question:
    return Question("q", "?", expected)


def figures(judged: Judged) -> dict[str, float]:
    return dict(zip(FIGURES, judged.figures, strict=True))


def test_passages_of_one_file_count_once() -> None:
    found = [("/x/a.txt", 1), ("/x/a.txt", 2), ("/x/b.txt", 1)]
    judged = judge(question(Expected("b.txt")), found)
    assert judged.rank == 2
    assert figures(judged) == pytest.approx({"hit@1": 0, "recall@5": 1, "MRR@10": 0.5, "nDCG@10": 1 / math.log2(3)})


def test_pages_are_told_apart_when_pages_are_expected() -> None:
    found = [("/x/a.pdf", 1), ("/x/a.pdf", 1), ("/x/a.pdf", 7), ("/x/b.pdf", 7)]
    judged = judge(question(Expected("/x/a.pdf", 7), Expected("/x/a.pdf", 9)), found)
    assert judged.rank == 2
    assert figures(judged)["recall@5"] == 0.5
    assert judge(question(Expected("/y/a.pdf", 7)), found).rank is None


def test_grades_decide_the_best_order() -> None:
    wanted = question(Expected("a", grade=2), Expected("b", grade=1))
    assert figures(judge(wanted, [("a", 1), ("b", 1)]))["nDCG@10"] == 1
    swapped = (1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3))
    assert figures(judge(wanted, [("b", 1), ("a", 1)]))["nDCG@10"] == pytest.approx(swapped)


def test_an_expected_place_counts_once() -> None:
    judged = judge(question(Expected("a.txt")), [("/x/a.txt", 1), ("/y/a.txt", 1)])
    assert figures(judged)["nDCG@10"] == 1


def test_nothing_found_and_found_too_late() -> None:
    assert judge(question(Expected("a")), []).figures == (0, 0, 0, 0)
    late = [(f"f{number}", 1) for number in range(10)] + [("a", 1)]
    assert judge(question(Expected("a")), late).rank is None
    assert judge(question(Expected("a")), late, 20).rank == 11
    assert judge(question(Expected("a")), late, 20).figures == (0, 0, 0, 0)


def test_accents_match_however_they_are_written() -> None:
    assert judge(question(Expected("café.txt")), [("/x/cafe\u0301.txt", 1)]).rank == 1


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 3))), st.sets(st.sampled_from("abcd"), min_size=1))
def test_figures_lie_between_nothing_and_everything(found: list[tuple[str, int]], names: set[str]) -> None:
    judged = judge(question(*(Expected(name) for name in sorted(names))), found)
    assert all(0 <= value <= 1 + 1e-9 for value in judged.figures)


def lines(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_questions_are_read(tmp_path: Path) -> None:
    places: list[dict[str, Any]] = [{"file": "a.pdf", "page": 3}, {"file": "a.pdf", "page": 3, "grade": 2}]
    row = {"id": 1, "question": "Why?", "expected": [*places, {"file": "b.pdf", "grade": 0}], "other": None}
    (read,) = read_questions(lines(tmp_path / "q.jsonl", row, ""))
    assert read == Question("1", "Why?", (Expected("a.pdf", 3, 2.0),))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["nonsense"], "Line 1"),
        ([["a list"]], "Line 1"),
        ([{"id": 1, "question": "?", "expected": [{"page": 3}]}], "Line 1"),
        ([{"id": 1, "question": "?", "expected": [{"file": "a", "page": "three"}]}], "Line 1"),
        ([{"id": 1, "question": "?", "expected": []}], "names no expected source"),
        ([], "no question"),
        ([{"id": 1, "question": "?", "expected": [{"file": "a"}]}] * 2, "same “id”"),
    ],
)
def test_wrong_questions_are_explained(tmp_path: Path, rows: list[object], message: str) -> None:
    with pytest.raises(UserError, match=message):
        read_questions(lines(tmp_path / "q.jsonl", *rows))
    with pytest.raises(UserError, match="cannot be read"):
        read_questions(tmp_path / "nowhere.jsonl")


def test_a_line_of_very_many_brackets_is_explained(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text("[" * 100_000)
    with pytest.raises(UserError, match="Line 1"):
        read_questions(tmp_path / "q.jsonl")


def test_runs_are_kept_and_compared(tmp_path: Path) -> None:
    before = run_of([judge(Question(i, "?", (Expected("a"),)), [("a", 1)]) for i in "xyz"], "hybrid", 10)
    moved = [[("b", 1), ("a", 1)], [("a", 1)], []]
    after = run_of(
        [judge(Question(i, "?", (Expected("a"),)), f) for i, f in zip("xyz", moved, strict=True)], "hybrid", 10
    )
    save(before, tmp_path / "b.json")
    assert load(tmp_path / "b.json") == before
    change = compare(before, after)
    assert [(one.id, one.before, one.after) for one in change.worse] == [("x", 1, 2), ("z", 1, None)]
    assert change.better == ()
    assert change.fallen == FIGURES
    assert compare(after, before).fallen == ()
    assert len(compare(after, before).better) == 2
    assert mean_figures([])["hit@1"] == 0
    (tmp_path / "c.json").write_text('{"figures": 1}')
    for wrong in ("c.json", "nowhere.json"):
        with pytest.raises(UserError, match="saved scores"):
            load(tmp_path / wrong)
