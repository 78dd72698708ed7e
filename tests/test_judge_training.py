"""The texts that the judge is trained with keep to their form, and become the rows and tokens that they should.

PyTorch and onnx are not there: training and conversion are tried by hand, as ``packaging/judge/README.md`` says.
"""

import ast
import gzip
import importlib
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from desktop_rag.core.paths import resource_path
from desktop_rag.embeddings.multilingual_e5 import MODEL, load_tokenizer
from desktop_rag.rerankers import judge as program

ROOT = Path(__file__).resolve().parent.parent
KIT = ROOT / "packaging" / "judge"


@pytest.fixture(scope="module", autouse=True)
def kit_on_path() -> Iterator[None]:
    sys.path.insert(0, str(ROOT / "packaging"))
    yield
    sys.path.remove(str(ROOT / "packaging"))


def module(name: str) -> ModuleType:
    return importlib.import_module(f"judge.{name}")


@pytest.fixture(scope="module")
def texts() -> list[Any]:
    found: list[Any] = module("texts").read_texts(KIT / "texts")
    return found


def a_line(**changes: object) -> dict[str, Any]:
    """Return a text as it stands in a file, of the first round."""
    wrong = "role date order quant list modal mix cond".split()
    return {
        "lang": "en",
        "domain": "lease",
        "evidence": "Ada Novak rents the flat from Ben Lund. The lease runs until May 2027. The rent is 900 euros.",
        "supported": [f"Supported {number}." for number in range(6)],
        "wrong": [{"s": f"Wrong {kind}.", "k": kind} for kind in wrong],
        "unsaid": [f"Unsaid {number}." for number in range(3)],
        "asks": [
            {"q": "Who rents the flat?", "a": "Ada Novak"},
            {"q": "Until when does the lease run?", "a": "May 2027"},
            {"q": "How much is the rent?", "a": "900 euros"},
            {"q": "Who owns the flat?", "a": "Ben Lund"},
        ],
        "asks_not": [f"Not answered {number}?" for number in range(4)],
        **changes,
    }


def write_texts(folder: Path, *lines: dict[str, Any], name: str = "en_first") -> Path:
    folder.mkdir(exist_ok=True)
    told = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / f"{name}.jsonl").write_text(told, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_every_text_keeps_to_its_form(texts: list[Any]) -> None:
    """``read_texts`` raises where one does not; what it notices, the next test shows."""
    languages = Counter(text.evidence_language for text in texts)
    assert set(languages.most_common(4)) == {(name, languages[name]) for name in ("en", "de", "ja", "zh")}
    assert min(languages[name] for name in ("en", "de", "ja", "zh")) > 700
    assert {kind for text in texts for _, kind in text.wrong} == module("texts").KINDS
    told = re.search(r"([\d,]+) texts with", (KIT / "README.md").read_text(encoding="utf-8"))
    assert told
    assert int(told[1].replace(",", "")) == len(texts)


def test_the_form_names_every_kind() -> None:
    rows = [line.split("|") for line in (KIT / "FORM.md").read_text(encoding="utf-8").splitlines() if "|" in line]
    named = {cells[place].strip() for cells in rows if len(cells) > 4 for place in (1, 3)}
    assert named >= module("texts").KINDS


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"supported": ["Only one."]}, "1 of “supported”, not 6"),
        ({"unsaid": ["One.", "Two.", "Three.", "Four."]}, "4 of “unsaid”, not 3"),
        ({"wrong": [{"s": f"Wrong {n}.", "k": "role"} for n in range(8)]}, "1 kinds of wrong statements"),
        ({"wrong": [*a_line()["wrong"][:7], {"s": "Wrong.", "k": "silly"}]}, "unknown kinds: silly"),
        ({"supported": ["Unsaid 0.", *a_line()["supported"][1:]]}, "the same statement twice"),
        ({"asks_not": ["Who rents the flat?", *a_line()["asks_not"][1:]]}, "the same question twice"),
        ({"asks": [{"q": "Who?", "a": " "}, *a_line()["asks"][1:]]}, "something is empty"),
        ({"asks": [{"q": "Who?"}, *a_line()["asks"][1:]]}, "cannot be read"),
        ({"evidence": "Too little."}, "hardly any evidence"),
        ({"evidense": "…"}, "names are missing or unknown: evidense"),
    ],
)
def test_a_text_that_breaks_its_form_is_named(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    other = a_line(evidence="Something else altogether, and long enough to be taken.")
    folder = write_texts(tmp_path / "texts", other, a_line(**changes))
    with pytest.raises(module("texts").BrokenTextError, match=re.escape(says)) as raised:
        module("texts").read_texts(folder)
    assert str(raised.value).startswith("en_first.jsonl, line 2: ")


def test_the_same_evidence_in_another_file_is_noticed(tmp_path: Path) -> None:
    folder = write_texts(tmp_path / "texts", a_line())
    write_texts(folder, a_line(evidence=f" {a_line()['evidence']}\n"), name="en_second")
    with pytest.raises(module("texts").BrokenTextError, match="the same evidence as in en_first"):
        module("texts").read_texts(folder)


@pytest.mark.slow
def test_what_is_trained_on_is_settled_for_each_text(texts: list[Any]) -> None:
    """A text that was trained on must never measure a later judge."""
    split_of = module("rows").split_of
    shares: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        shares[text.round][split_of(text)] += 1
    assert shares["first"] == {"train": 342, "dev": 58}
    assert shares["fifth"] == {"train": 138, "dev": 11, "aside": 76}
    assert shares["sixth"] == {"train": 980, "dev": 155, "aside": 230}
    assert set(shares["seventh"]) == {"aside"}
    by_group = {text.group: split_of(text) for text in texts}
    assert by_group["written/en_everyday/0"] == "train"


def test_rows_of_a_text(tmp_path: Path) -> None:
    (text,) = module("texts").read_texts(write_texts(tmp_path / "texts", a_line()))
    others = [other_text(tmp_path, number) for number in range(3)]
    rows = list(module("rows").rows_of(text, others))
    assert len({row["split"] for _, row in rows}) == 1, "all of a text are trained on, or none"
    whole = Counter(row["label"] for name, row in rows if name == "written" and row["task"] == "nli")
    assert whole == {"supported": 6, "contradicted": 7, "not_supported": 1, "not_said": 3}, "modal may be left open"
    asked = [row for name, row in rows if name == "written" and row["task"] == "qa"]
    assert [row["answer"] for row in asked] == [*(one["a"] for one in a_line()["asks"]), *[None] * 4]
    assert all(row["passage"][row["start"] :].startswith(row["answer"]) for row in asked if row["answer"])
    answers = {one["q"]: one["a"] for one in a_line()["asks"]}
    shown = [row for name, row in rows if name == "units" and row["task"] == "qa"]
    assert {row["label"] for row in shown} == {"supported", "not_said"}
    for row in shown:
        holds = row["hypothesis"] in answers and answers[row["hypothesis"]] in " ".join(row["evidence"])
        assert holds == (row["label"] == "supported"), row
    among = [row for name, row in rows if name == "units" and row["task"] == "nli"]
    assert len(among) == 17
    assert all(set(row["evidence"]) > set(module("units").units_of(text.evidence)) for row in among)
    assert list(module("rows").rows_of(text, others)) == rows, "the same in every run"


def other_text(folder: Path, number: int) -> object:
    evidence = f"Member {number} of the club is Zoe Okafor. She joined in the year {1990 + number}, as the list says."
    found: list[object] = module("texts").read_texts(write_texts(folder / f"other{number}", a_line(evidence=evidence)))
    return found[0]


@pytest.mark.slow
def test_units_of_shipped_texts_hold_their_answers(texts: list[Any]) -> None:
    some = texts[::90]
    answers = {(text.group, question): answer for text in some for question, answer in text.asks}

    def folded(words: str) -> str:
        return re.sub(r"\W+", "", words).casefold()

    labels = Counter[str]()
    for name, row in module("rows").rows_of_texts(some):
        if name == "written" or row["task"] != "qa" or not row["kind"].startswith("unit_"):
            continue
        answer = answers.get((row["group"], row["hypothesis"]))
        labels[row["label"]] += 1
        if row["label"] == "supported":
            assert answer
            assert any(folded(answer) in folded(unit) for unit in row["evidence"])
        elif answer and row["kind"] == "unit_beside":
            assert folded(answer) not in folded(row["evidence"][-1])
    assert labels["supported"] > 100
    assert labels["not_said"] > labels["supported"]


def test_look_alike_documents_are_taken_apart(tmp_path: Path) -> None:
    evidence = "[Lease Novak.pdf] The rent is 900 euros.\n[Lease Lund.pdf] The rent is 700 euros. It is paid late."
    (text,) = module("texts").read_texts(write_texts(tmp_path / "texts", a_line(evidence=evidence)))
    assert module("rows").passages_of(text) == [
        ("Lease Novak", ["The rent is 900 euros."]),
        ("Lease Lund", ["The rent is 700 euros.", "It is paid late."]),
    ]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Dr. Lund came at 9. He left.", ["Dr. Lund came at 9. He left."]),
        ("He paid 3.50 euros. Did he? Yes!", ["He paid 3.50 euros.", "Did he?", "Yes!"]),
        ("家賃は九万円。彼は「払う。」と言った。", ["家賃は九万円。", "彼は「払う。」と言った。"]),
        ("| a | b |\n|---|---|\n| 1. One. Two. | 2 |\n| 3 | 4 |", None),
    ],
)
def test_units(text: str, units: list[str] | None) -> None:
    assert module("units").units_of(text) == (units or text.split("\n"))


def packed(path: Path, *rows: dict[str, Any]) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps({"lang": "en", "group": "one", **row}) + "\n" for row in rows)
    return path


def test_questions_get_passages_that_answer_them_and_others(tmp_path: Path) -> None:
    passage = "Ada paid in May. Ben paid in June. Zoe has not paid yet. The others pay by hand."
    rows = [
        {"task": "qa", "question": "When did Ben pay?", "passage": passage, "answer": "June", "start": 29},
        {"task": "qa", "question": "When did Tom pay?", "passage": passage, "answer": None},
        {
            "task": "qa",
            "question": "Where is it?",
            "passage": "It is in Oslo. It is red.",
            "answer": "Oslo",
            "start": 9,
        },
    ]
    file = packed(tmp_path / "own.jsonl.gz", *(row for row in rows for _ in range(20)))
    pairs = module("material").read_pairs(file, random.Random(1))
    assert {pair.source for pair in pairs} == {"own"}
    ben = [pair for pair in pairs if "Ben" in pair.first]
    assert Counter(pair.label for pair in ben) == {"supported": 20, "not_said": 20}
    assert all(("June" in " ".join(pair.evidence)) == (pair.label == "supported") for pair in ben)
    assert all(pair.keep == "Ben paid in June." for pair in ben if pair.label == "supported")
    assert len({pair.kind for pair in ben}) > 3, "of the same passage, of others"
    assert {pair.label for pair in pairs if "Tom" in pair.first} == {"not_said"}


def test_splits_of_rows(tmp_path: Path) -> None:
    row = {"task": "nli", "hypothesis": "One.", "evidence": ["Two."], "label": "not_said", "kind": "x"}
    given = [{**row, "split": "dev"}, {**row, "set": "eval/mine"}, *({**row, "group": str(n)} for n in range(500))]
    pairs = module("material").read_pairs(packed(tmp_path / "own.jsonl.gz", *given), random.Random(1))
    assert [(pair.split, pair.source) for pair in pairs[:2]] == [("dev", "own"), ("eval", "eval/mine")]
    counts = Counter(pair.split for pair in pairs[2:])
    assert 8 <= counts["dev"] <= 35
    assert counts["dev"] + counts["train"] == 500


def write_archive(tmp_path: Path) -> None:
    long = [f"Line {number} says that member {number} paid {number * 7} euros for the hall." for number in range(40)]
    rows = [
        {"task": "nli", "hypothesis": "Ada paid late.", "evidence": ["Ada Novak paid late.", " ", "Ben did not."]},
        {"task": "nli", "hypothesis": "家賃は九万円です。", "evidence": ["家賃は九万円。", "敷金は二か月分。"]},
        {"task": "nli", "hypothesis": "Member 31 paid 217 euros.", "evidence": long, "set": "eval/long"},
    ]
    told = [{"label": "supported", "kind": "x", "split": "train", **row} for row in rows]
    pairs = module("material").read_pairs(packed(tmp_path / "own.jsonl.gz", *told), random.Random(1))
    module("archive").build(pairs, load_tokenizer()).save(tmp_path)


def test_pairs_become_the_tokens_that_the_program_makes(tmp_path: Path) -> None:
    write_archive(tmp_path)
    archive = module("archive").Archive.load(tmp_path)
    lengths, cuts = archive.columns["length"], archive.columns["cut"]
    rows = np.split(archive.tokens, np.cumsum(lengths)[:-1])
    short = [
        ("Ada paid late.", ["Ada Novak paid late.", "Ben did not."]),
        ("家賃は九万円です。", ["家賃は九万円。", "敷金は二か月分。"]),
    ]
    for (first, units), ids, cut in zip(short, rows, cuts, strict=False):
        assert (ids.tolist(), cut) == program._row(first, units)
    assert lengths.max() <= program.LONGEST == module("archive").LONGEST
    assert archive.named("source", archive.rows_of("eval")).tolist() == ["eval/long"]
    kept = load_tokenizer().decode(rows[2].tolist()).replace("▁", "")
    assert "member 31 paid 217" in kept
    assert "member 20 paid" not in kept, "what shares nothing rare is left out"


def test_area_under_the_curve() -> None:
    area: Callable[..., float] = module("scores").area
    right = np.array([True, True, False, False])
    assert area(np.array([2.0, 1.0, 0.0, -1.0]), right) == 1
    assert area(np.array([2.0, 0.0, 0.0, -1.0]), right) == 0.875, "a draw is half"
    assert np.isnan(area(np.zeros(4), np.ones(4, bool)))


def test_tables_say_what_was_marked(tmp_path: Path) -> None:
    row = {"task": "nli", "evidence": ["Some evidence."], "set": "eval/mine", "kind": "role"}
    labels = ["supported", "contradicted"] * 30
    rows = [{**row, "hypothesis": f"Statement {n}.", "label": label} for n, label in enumerate(labels)]
    pairs = module("material").read_pairs(packed(tmp_path / "own.jsonl.gz", *rows), random.Random(1))
    archive = module("archive").build(pairs, load_tokenizer())
    nli = np.array([[3, 0, 0] if label == "supported" else [0, 3, 0] for label in labels], np.float32)
    nli[1] = [9, 0, 0]  # one that is wrong and looks right
    np.savez(tmp_path / "predictions.npz", rows=np.arange(60), nli=nli, qa=np.zeros(60, np.float32))
    lines = list(module("tables").lines_of(archive, tmp_path / "predictions.npz", alarms=0.08))
    told = [line for line in lines if line.startswith("  role")]
    assert [line.split() for line in told] == [
        "role wrong marked 0.967 of 30 right marked 0.000 of 30 AUC 0.967".split()
    ]


@pytest.mark.slow
def test_steps_run_as_the_description_says(tmp_path: Path) -> None:
    """Rows, an archive and a mean of weights, each in a process of its own; every step is described and there."""
    steps = module("__main__").STEPS
    for step in steps:
        tree = ast.parse((KIT / f"{step}.py").read_text(encoding="utf-8"))
        assert any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in tree.body), step
    described = (KIT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"python -m judge (\w+)", described)) == set(steps)
    sample = write_texts(tmp_path / "texts", a_line())
    run(tmp_path, "rows", "rows", "--texts", str(sample))
    embedder = str(resource_path("models", MODEL))
    said = run(tmp_path, "archive", "archive", "--embedder", embedder, "--material", "rows")
    assert "train nli written" in said
    assert module("archive").Archive.load(tmp_path / "archive").rows_of("train").size > 30
    for name, value in (("old", 1.0), ("new", 2.0)):
        module("weights").save_weights({"nli.bias": np.full(3, value)}, tmp_path / name)
    run(tmp_path, "average", "old", "new", "mean", "--average-with", "0.8")
    assert module("weights").load_weights(tmp_path / "mean")["nli.bias"] == pytest.approx([1.8] * 3)


def run(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", "-m", "judge", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "packaging")}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, timeout=120, check=True
    )
    return done.stdout


def test_nothing_that_the_program_has_not_is_imported_without_need() -> None:
    """PyTorch and onnx where something is computed with them; ONNX Runtime once its reports are switched off."""
    heavy, importing = {"torch", "onnx", "onnxruntime"}, set()
    for path in KIT.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if heavy & {name.split(".")[0] for name in names}:
                importing.add(path.stem)
        if "import onnxruntime" in source:
            assert source.index("ORT_DISABLE_TELEMETRY") < source.index("import onnxruntime"), path.name
    assert importing == {"model", "running", "train", "export"}
