"""``desktop-rag eval``, run as a person runs it."""

import json
from pathlib import Path

import pytest

from tests.helpers.command_line import run, run_json


@pytest.mark.slow
def test_eval_measures_saves_and_compares(tmp_path: Path, folder: Path) -> None:
    data, saved = tmp_path / "data", tmp_path / "saved.json"
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", folder, "--no-embed", data_dir=data)
    rows = [
        {"id": "cats", "question": "how long do cats sleep", "expected": [{"file": "cats.txt", "page": 1}]},
        {"id": "tea", "question": "green tea", "expected": [{"file": str(folder / "notes" / "tea.md")}]},
        {"id": "gone", "question": "cats", "expected": [{"file": "gone.txt"}]},
    ]
    questions = tmp_path / "questions.jsonl"
    questions.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    measured = run_json("eval", "lib", questions, "--mode", "bm25", "--save", saved, data_dir=data)
    assert measured["ranks"] == {"cats": 1, "tea": 1, "gone": None}
    assert measured["figures"]["hit@1"] == measured["figures"]["nDCG@10"] == 2 / 3
    printed = run("eval", "lib", questions, "--compare", saved, data_dir=data)
    assert "nDCG@10     0.6667 -> 0.6667" in printed
    assert "Worse: 0" in printed

    better = json.loads(saved.read_text())
    better["figures"]["hit@1"] = 1.0
    better["ranks"]["gone"] = 1
    saved.write_text(json.dumps(better))
    printed = run("eval", "lib", questions, "--compare", saved, data_dir=data, code=1)
    assert "gone: rank 1 -> none" in printed
    assert "Worse than before by more than half a point: hit@1." in printed

    questions.write_text("[]")
    assert "Line 1" in run("eval", "lib", questions, data_dir=data, code=1)
