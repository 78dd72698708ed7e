"""Ask questions about all documents, and count what is recognised, what is answered, and of how many files.

usage: python -m tests.bench.all_documents [--halves seen held_out] [--only questions folders] [--save FILE]
           [--compare FILE] [--missed]

``questions.tsv`` has 212 questions in four languages: half of them ask all documents, half are near-misses that one
place answers. They are recognised without any file. ``seen.toml`` and ``held_out.toml`` have eight folders of everyday
files, each with a damaged one beside them, and 49 questions with what is to be cited and said. Nothing may be tuned on
the halves ``held_out``; ``--missed`` prints failures of the other halves alone. The exit code is 1 when a figure is
worse than in ``--compare``; ``baseline.json`` has the latest.
"""

import argparse
import csv
import json
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from desktop_rag.core.results.answers import Answer
from desktop_rag.retrievers.all_documents_questions import AllDocumentsQuestion, all_documents_question
from desktop_rag.retrievers.library_questions import library_question
from desktop_rag.worker.worker import Worker

HALVES = ("seen", "held_out")
_HERE = Path(__file__).parent
_WORST = frozenset({"false alarms", "answered at once", "milliseconds", "wrong answers"})
Figures = dict[str, float]


def main() -> int:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--halves", nargs="+", choices=HALVES, default=list(HALVES))
    parser.add_argument("--only", choices=("questions", "folders"))
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--missed", action="store_true", help="print what failed in the halves that may be tuned on")
    arguments = parser.parse_args()
    before = json.loads(arguments.compare.read_text(encoding="utf-8")) if arguments.compare else {}
    results: dict[str, Figures] = {}
    for half in arguments.halves:
        shows = arguments.missed and half == "seen"
        results[half] = {
            **({} if arguments.only == "folders" else _recognised(half, shows=shows)),
            **({} if arguments.only == "questions" else _answered(half, shows=shows)),
        }
        for name, value in results[half].items():
            known = before.get(half, {}).get(name)
            print(f"{half:<9} {name:<26}{value:7.3f}" + ("" if known is None else f" ({value - known:+.3f})"))
    if arguments.save:
        arguments.save.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    worse = [
        f"{half}, {name}"
        for half, figures in results.items()
        for name, value in figures.items()
        if name != "milliseconds" and _loss(name, before.get(half, {}).get(name, value), value) > 0
    ]
    print(*(f"worse: {one}" for one in worse), sep="\n")
    return 1 if worse else 0


def _recognised(half: str, *, shows: bool) -> Figures:
    """Return how many questions of a half are recognised, and how many near-misses are taken for such."""
    with (_HERE / "questions.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["half"] == half]
    all_documents_question("which files mention tea?")  # makes the patterns
    started = time.perf_counter()
    found = [(row, None if library_question(one := row["question"]) else all_documents_question(one)) for row in rows]
    seconds = (time.perf_counter() - started) / len(rows)
    asking = [(row, one) for row, one in found if row["asks"] == "all"]
    others = [(row, one) for row, one in found if row["asks"] != "all"]
    if shows:
        print(*(f"missed: {row['question']}" for row, one in asking if one is None), sep="\n")
        print(*(f"false alarm: {row['question']} {one}" for row, one in others if one is not None), sep="\n")
    figures = {
        "recall": _share([one is not None for _, one in asking]),
        "recall, at once": _share([_is_sure(one) for _, one in asking]),
        "false alarms": _share([one is not None for _, one in others]),
        "answered at once": _share([_is_sure(one) for _, one in others]),
        "milliseconds": round(seconds * 1000, 3),
    }
    for language in sorted({row["language"] for row in rows}):
        own = [one is not None for row, one in asking if row["language"] == language]
        figures[f"recall, {language}"] = _share(own)
    return figures


def _is_sure(one: AllDocumentsQuestion | None) -> bool:
    return one is not None and one.is_sure


def _answered(half: str, *, shows: bool) -> Figures:
    """Return how many questions to the folders of a half are answered rightly, offered, or answered wrongly."""
    folders = tomllib.loads((_HERE / f"{half}.toml").read_text(encoding="utf-8"))["folders"]
    right, offered, wrong, denominators = 0, 0, 0, 0
    questions = [(folder, one) for folder in folders for one in folder["questions"]]
    with tempfile.TemporaryDirectory() as place:
        worker = Worker(Path(place) / "data")
        try:
            for folder in folders:
                written = _write(Path(place) / folder["name"], folder["files"])
                worker.libraries.create(folder["name"]).result()
                worker.files.add(folder["name"], [written]).result()
            for folder, one in questions:
                answer = worker.answers.ask(folder["name"], one["asks"]).result()
                missing = _missing(answer, one)
                is_whole = answer.is_of_all
                right += is_whole and not missing
                wrong += is_whole and bool(missing)
                offered += answer.offer is not None and answer.offer.is_needed
                denominators += is_whole and one["says"][-1] in answer.notice
                if shows and (missing or not is_whole):
                    print(f"{folder['name']}: {one['asks']}\n    {missing} {is_whole}\n    {answer.notice}")
        finally:
            worker.close()
    count = len(questions)
    return {
        "right answers": round(right / count, 4),
        "right denominators": round(denominators / count, 4),
        "offered": round(offered / count, 4),
        "wrong answers": round(wrong / count, 4),
    }


def _write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.lstrip("\n"), encoding="utf-8")
    (folder / "damaged.pdf").write_bytes(b"%PDF-1.4 garbage")
    return folder


def _missing(answer: Answer, question: Mapping[str, Any]) -> list[str]:
    """Return what an answer lacks, and the files that it cites wrongly."""
    cited = {Path(one.file).name for one in answer.citations}
    lacks = [one for one in question["says"] if one not in answer.notice]
    if "files" in question:
        lacks += sorted(cited ^ set(question["files"]))
    named = answer.notice.partition("These are: ")[2].partition("were read")[0]
    return lacks + [one for one in question.get("names", ()) if one not in named]


def _share(hits: Sequence[bool]) -> float:
    return round(sum(hits) / len(hits), 4) if hits else 0.0


def _loss(name: str, before: float, value: float) -> float:
    return value - before if name in _WORST else before - value


if __name__ == "__main__":
    sys.exit(main())
