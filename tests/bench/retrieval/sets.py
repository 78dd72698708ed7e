"""The sets of questions: passages as documents of their own, or a folder of reports with the pages that answer."""

import json
import random
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_rag.evaluation.questions import Expected, Question, read_questions

PASSAGE_SETS = {
    "xquad-en": "xquad/en",
    "xquad-zh": "xquad/zh",
    "xquad-es": "xquad/es",
    "jsquad": "jsquad",
    "cmrc2018": "cmrc2018",
    "scifact": "scifact",
}
CROSS_SETS = {"es>en": ("xquad-es", "xquad-en"), "en>es": ("xquad-en", "xquad-es"), "en>zh": ("xquad-en", "xquad-zh")}
"""Questions in one language, files in another: (set of the questions, set of the passages)."""
MIXED_SETS = {f"{language}>mixed": language for language in ("en", "es", "zh")}
"""Questions in one language to XQuAD's articles, a third of which stands in each of three languages."""
_PARAGRAPHS = 5  # of each article, one after the other
REPORTS = "financebench"
REPORT_FOLDERS = (REPORTS, f"{REPORTS}/more")
ALL_REPORTS = "reports"
"""Those and the further ones in the folder ``more``: one library, all questions."""
CONVERSATIONS = "mtrag-mini"
MOST_QUESTIONS = 800
_SEED = 0


@dataclass(frozen=True, slots=True)
class TestSet:
    """What is searched (a folder) and what is asked."""

    __test__ = False
    name: str
    folder: Path
    questions: list[Question]
    histories: tuple[tuple[str, ...], ...] = ()
    """What was asked before each question, the first message first (conversations only)."""


def open_set(name: str, data: Path, work: Path, most: int = 0) -> TestSet:
    """Return a set, or ``most`` of its questions; passages are written as files below ``work``."""
    test_set = _whole(name, data, work)
    if not most or len(test_set.questions) <= most:
        return test_set
    chosen = random.Random(_SEED).sample(range(len(test_set.questions)), most)
    histories = tuple(test_set.histories[place] for place in chosen) if test_set.histories else ()
    return replace(test_set, questions=[test_set.questions[place] for place in chosen], histories=histories)


def _whole(name: str, data: Path, work: Path) -> TestSet:
    """Return a set."""
    if name == REPORTS:
        return TestSet(name, data / REPORTS / "pdfs", read_questions(data / REPORTS / "questions.jsonl"))
    if name == ALL_REPORTS:
        return _all_reports(data, work / name)
    if name == CONVERSATIONS:
        return _conversations(data / name, work / name)
    if name in MIXED_SETS:
        return _mixed(name, data, work / "mixed")
    asked, searched = CROSS_SETS.get(name, (name, name))
    folder = work / searched
    _write_passages(data / PASSAGE_SETS[searched], folder)
    rows = _rows(data / PASSAGE_SETS[asked] / "queries.jsonl")
    if len(rows) > MOST_QUESTIONS:
        rows = random.Random(_SEED).sample(rows, MOST_QUESTIONS)
    languages = (f"x{asked[-2:]}-", f"x{searched[-2:]}-")
    questions = [_question(row, languages if asked != searched else ("", "")) for row in rows]
    return TestSet(name, folder, questions)


def _mixed(name: str, data: Path, folder: Path) -> TestSet:
    """Return questions in one language to articles in several."""
    for language in MIXED_SETS.values():
        for row in _rows(data / "xquad" / language / "passages.jsonl"):
            if mixed_language(row["id"]) == language:
                _write(folder / f"{row['id']}.txt", row["text"])
    rows = random.Random(_SEED).sample(_rows(data / "xquad" / MIXED_SETS[name] / "queries.jsonl"), MOST_QUESTIONS)
    renamed = ((row, next(iter(row["relevant"]))) for row in rows)
    return TestSet(
        name,
        folder,
        [_question(row, (f"x{MIXED_SETS[name]}-", f"x{mixed_language(asked)}-")) for row, asked in renamed],
    )


def mixed_language(passage: str) -> str:
    """Return the language in which the article of one of XQuAD's passages stands where languages are mixed."""
    languages = tuple(MIXED_SETS.values())
    return languages[int(passage.rpartition("-")[2]) // _PARAGRAPHS % len(languages)]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _all_reports(data: Path, folder: Path) -> TestSet:
    """Return the set of both folders, the reports copied into one."""
    folder.mkdir(parents=True, exist_ok=True)
    folders = [data / one for one in REPORT_FOLDERS]
    for report in (path for one in folders for path in sorted((one / "pdfs").iterdir())):
        shutil.copy(report, folder)
    questions = [question for one in folders for question in read_questions(one / "questions.jsonl")]
    return TestSet(ALL_REPORTS, folder, questions)


def _conversations(data: Path, folder: Path) -> TestSet:
    """Return the set whose questions are the last messages of conversations."""
    _write_passages(data, folder)
    rows = _rows(data / "queries.jsonl")
    asked = [[turn["content"] for turn in row["turns"] if turn["role"] == "user"] for row in rows]
    first = _first_copies(data)
    for row in rows:  # a file that is a copy of another is not read
        row["relevant"] = {first[name]: grade for name, grade in row["relevant"].items()}
    questions = [_question(row | {"query": messages[-1]}, ("", "")) for row, messages in zip(rows, asked, strict=True)]
    return TestSet(CONVERSATIONS, folder, questions, tuple(tuple(messages[:-1]) for messages in asked))


def _write_passages(data: Path, folder: Path) -> None:
    """Write the passages as files, unless they are there."""
    if folder.exists():
        return
    folder.mkdir(parents=True)
    first = _first_copies(data)
    for row in _rows(data / "passages.jsonl"):
        if first[row["id"]] == row["id"]:
            (folder / f"{row['id']}.txt").write_text(row["text"], encoding="utf-8")


def _first_copies(data: Path) -> dict[str, str]:
    """Return for each passage the first one with the same text."""
    rows = _rows(data / "passages.jsonl")
    by_text: dict[str, str] = {}
    return {row["id"]: by_text.setdefault(row["text"], row["id"]) for row in rows}


def _question(row: dict[str, Any], renamed: tuple[str, str]) -> Question:
    """Return a question; the passages of XQuAD's languages have the same numbers."""
    places = (Expected(f"{name.replace(*renamed)}.txt", None, grade) for name, grade in row["relevant"].items())
    return Question(str(row["id"]), row["query"], tuple(places))


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
