"""Ask everyday documents everyday questions without a model, and count what is shown first.

usage: python -m tests.bench.everyday [--parts open held] [--save FILE] [--compare FILE] [--missed]

Two halves of sixty invented documents each (see ``README.md`` beside this file), with six questions a document; two of
them are answered by none of the files. Nothing may be tuned on the half ``held``. A quotation is right if it is from
the file that answers and holds the value as a person sees it, with the words that tell whose value it is. The exit code
is 1 when a figure is more than a point worse than in ``--compare``; ``baseline.json`` has the latest.
"""

import argparse
import json
import re
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.core.results.answers import Answer, Citation
from desktop_rag.worker.worker import Worker

TOLERANCE = 0.01
_HERE = Path(__file__).parent
_BLANKS = re.compile(r"[\s|]+")
_WORST = frozenset({"wrongly refused"})
Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what came of it: its quotations, the first one first, each with the name of its file."""

    question: dict[str, Any]
    quotations: tuple[tuple[str, str], ...]
    refused: bool

    def is_right(self, quotation: tuple[str, str]) -> bool:
        """Whether a quotation answers."""
        file, text = quotation
        holding = any(holds(text, one) for one in self.question["answers"])
        return file == self.question["file"] and holding and all(holds(text, one) for one in self.question["context"])


def main() -> int:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", choices=("open", "held"), default=["open", "held"])
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--missed", action="store_true", help="print the questions of the open half that were missed")
    arguments = parser.parse_args()
    asked = {part: _ask(_HERE / part) for part in arguments.parts}
    results = {part: _figures(found) for part, found in asked.items()}
    before = json.loads(arguments.compare.read_text(encoding="utf-8")) if arguments.compare else {}
    for part, figures in results.items():
        print(
            part,
            *(f"  {name:<24}{value:6.3f}{_change(before, part, name, value)}" for name, value in figures.items()),
            sep="\n",
        )
    if arguments.missed:
        _print_missed(asked.get("open", []))
    if arguments.save:
        arguments.save.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    worse = [
        f"{part}, {name}"
        for part, figures in results.items()
        for name, value in figures.items()
        if name in before.get(part, {}) and _loss(name, before[part][name], value) > TOLERANCE
    ]
    print(*(f"worse: {one}" for one in worse), sep="\n")
    return 1 if worse else 0


def _ask(part: Path) -> list[Asked]:
    """Return what came of every question to the files of one half."""
    lines = (part / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    with tempfile.TemporaryDirectory() as data:
        worker = Worker(Path(data))
        try:
            worker.libraries.create("everyday").result()
            worker.files.add("everyday", [part / "files"]).result()
            return [_asked(worker, json.loads(line)) for line in lines]
        finally:
            worker.close()


def _asked(worker: Worker, question: dict[str, Any]) -> Asked:
    answer = worker.answers.ask("everyday", question["question"]).result()
    return Asked(question, tuple(quotation_of(answer, one) for one in answer.citations), not answer.citations)


def quotation_of(answer: Answer, citation: Citation) -> tuple[str, str]:
    """Return a quotation with the name of its file; that of a row with the table it stands in, as it is shown."""
    shown, begin = answer.text, citation.answer_start
    table = shown.rfind("\n\n", 0, begin) + 2 if shown[begin - 2 : begin] == "| " else begin
    head = "\n".join(shown[table:begin].splitlines()[:2])
    text = f"{head} {shown[begin : citation.answer_end]} {citation.quote}"
    return Path(citation.file).name, text


def holds(text: str, wanted: str) -> bool:
    """Whether a text has what is wanted, however it is set: its blanks, width and capitals do not count."""
    if wanted.startswith("re:"):
        return any(
            re.search(wanted[3:], one, re.IGNORECASE) is not None
            for one in (text, unicodedata.normalize("NFKC", text), " ".join(_BLANKS.split(text)), _plain(text))
        )
    place = _plain(wanted)
    begin = r"(?<![\d])" if place[:1].isdigit() else ""
    end = r"(?![\d])" if place[-1:].isdigit() else ""
    sought = re.compile(f"{begin}{re.escape(place)}{end}")
    # a bar between two cells parts their numbers, and may stand within what is wanted
    return any(sought.search(own) is not None for own in (_plain(text), _plain(text, bars="|")))


def _plain(text: str, *, bars: str = "") -> str:
    told = unicodedata.normalize("NFKC", text).replace("\\", "").replace("|", bars)
    return re.sub(r"\s+", "", told).casefold()


def _figures(asked: Sequence[Asked]) -> Figures:
    answerable = [one for one in asked if one.question["answerable"]]
    others = [one for one in asked if not one.question["answerable"]]
    found: Figures = {
        "first": _share([bool(one.quotations) and one.is_right(one.quotations[0]) for one in answerable]),
        "any": _share([any(map(one.is_right, one.quotations)) for one in answerable]),
        "wrongly refused": _share([one.refused for one in answerable]),
        "refused rightly": _share([one.refused for one in others]),
    }
    for key in ("language", "kind"):
        for value in sorted({one.question[key] for one in answerable}):
            own = [one for one in answerable if one.question[key] == value]
            found[f"first, {value}"] = _share([bool(one.quotations) and one.is_right(one.quotations[0]) for one in own])
    return found


def _share(hits: Sequence[bool]) -> float:
    return round(sum(hits) / len(hits), 4) if hits else 0.0


def _loss(name: str, before: float, value: float) -> float:
    if "," in name:
        return 0.0  # of a few dozen questions: told, not judged
    return value - before if name in _WORST else before - value


def _change(before: dict[str, Figures], part: str, name: str, value: float) -> str:
    known = before.get(part, {}).get(name)
    return "" if known is None else f" ({value - known:+.3f})"


def _print_missed(asked: Sequence[Asked]) -> None:
    kinds = Counter[str]()
    for one in asked:
        if not one.question["answerable"] or (one.quotations and one.is_right(one.quotations[0])):
            continue
        state = "refused" if one.refused else "any" if any(map(one.is_right, one.quotations)) else "missed"
        kinds[state] += 1
        print(f"{state}: {one.question['id']} {one.question['file']}: {one.question['question']}")
        print(f"    wanted {one.question['answers']} {one.question['context']}")
        for file, text in one.quotations[:2]:
            print(f"    {file}: {' '.join(text.split())[:160]}")
    print(dict(kinds))


if __name__ == "__main__":
    sys.exit(main())
