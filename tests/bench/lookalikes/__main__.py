"""Ask questions about one of a dozen look-alike documents without a model, and count whose fact is shown.

usage: python -m tests.bench.lookalikes [--parts open held] [--apart] [--save FILE] [--compare FILE] [--missed]

Twelve families of near-identical documents, in two halves (see ``README.md`` beside this file); all of a half lie in
one library, with ``--apart`` each family in one of its own. Seven of ten questions mean one document; three leave open
which one: then quotations of two documents that answer must be shown, and the answer must say so; it must not say so of
the others. Nothing may be tuned on the half ``held``. The exit code is 1 when a figure is more than a point worse than
in ``--compare``; ``baseline.json`` has the latest.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.worker.worker import Worker
from tests.bench.everyday.__main__ import holds, quotation_of

TOLERANCE = 0.01
_HERE = Path(__file__).parent
Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its quotations, the first one first, each with the name of its file.

    ``is_left_open``: the answer says that the question fits several files.
    """

    question: dict[str, Any]
    quotations: tuple[tuple[str, str], ...]
    is_left_open: bool

    @property
    def is_decided(self) -> bool:
        """Whether one document is meant."""
        return bool(self.question["kind"] == "decided")

    def is_right_file(self, file: str) -> bool:
        """Whether a quotation is from a document that is meant."""
        return file in self.question["files"] or file in self.question.get("also_in", {})

    def is_right(self, quotation: tuple[str, str]) -> bool:
        """Whether a quotation answers."""
        file, text = quotation
        return self.is_right_file(file) and any(holds(text, one) for one in self._answers(file))

    def answering_files(self) -> set[str]:
        """Return the documents whose own answers are quoted."""
        return {one[0] for one in self.quotations if self.is_right(one)}

    def _answers(self, file: str) -> list[str]:
        told = self.question.get("undecided_answers", {}).get(file)
        if told is None:
            return list(self.question["answers"])
        return [told] if isinstance(told, str) else list(told)


def main() -> int:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", choices=("open", "held"), default=["open", "held"])
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--missed", action="store_true", help="print the questions of the open half that were missed")
    arguments = parser.parse_args()
    asked = {part: list(_ask(_HERE / part, is_apart=arguments.apart)) for part in arguments.parts}
    results = {part: _figures(found) for part, found in asked.items()}
    before = json.loads(arguments.compare.read_text(encoding="utf-8")) if arguments.compare else {}
    for part, figures in results.items():
        print(part, *(f"  {name:<28}{value:6.3f}" for name, value in figures.items()), sep="\n")
    if arguments.missed:
        _print_missed(asked.get("open", []))
    if arguments.save:
        arguments.save.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    worse = [
        f"{part}, {name}"
        for part, figures in results.items()
        for name, value in figures.items()
        if "," not in name and value < before.get(part, {}).get(name, value) - TOLERANCE
    ]
    print(*(f"worse: {one}" for one in worse), sep="\n")
    return 1 if worse else 0


def _ask(part: Path, *, is_apart: bool) -> Iterator[Asked]:
    """Yield what came of every question of one half."""
    questions = [json.loads(line) for line in (part / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as data:
        worker = Worker(Path(data))
        try:
            for family in sorted({one["family"] for one in questions}) if is_apart else [""]:
                name = family or "all"
                worker.libraries.create(name).result()
                worker.files.add(name, [part / "files" / family]).result()
                for question in questions:
                    if not family or question["family"] == family:
                        yield _asked(worker, name, question)
        finally:
            worker.close()


def _asked(worker: Worker, library: str, question: dict[str, Any]) -> Asked:
    answer = worker.answers.ask(library, question["question"]).result()
    is_left_open = "the question fits each of them" in answer.notice
    return Asked(question, tuple(quotation_of(answer, one) for one in answer.citations), is_left_open)


def _figures(asked: Sequence[Asked]) -> Figures:
    decided = [one for one in asked if one.is_decided]
    others = [one for one in asked if not one.is_decided]
    first = [bool(one.quotations) and one.is_right(one.quotations[0]) for one in decided]
    found: Figures = {
        "right document first": _share(
            [bool(one.quotations) and one.is_right_file(one.quotations[0][0]) for one in decided]
        ),
        "first": _share(first),
        "any": _share([any(map(one.is_right, one.quotations)) for one in decided]),
        "decided, refused": _share([not one.quotations for one in decided]),
        "undecided, two shown": _share([len(one.answering_files()) > 1 for one in others]),
        "undecided, said so": _share([one.is_left_open for one in others]),
        "decided, called undecided": _share([one.is_left_open for one in decided]),
    }
    for family in sorted({one.question["family"] for one in asked}):
        own = [hit for one, hit in zip(decided, first, strict=True) if one.question["family"] == family]
        found[f"first, {family}"] = _share(own)
    return found


def _share(hits: Sequence[bool]) -> float:
    return round(sum(hits) / len(hits), 4) if hits else 0.0


def _print_missed(asked: Sequence[Asked]) -> None:
    for one in asked:
        is_good = one.is_decided and bool(one.quotations) and one.is_right(one.quotations[0])
        is_good = is_good or (not one.is_decided and len(one.answering_files()) > 1)
        if is_good:
            continue
        told = one.question
        print(f"{told['kind']}: {told['family']} {told['files'][:3]}: {told['question']}")
        print(f"    wanted {told['answers'][:3]}")
        for file, text in one.quotations[:3]:
            print(f"    {file}: {' '.join(text.split())[:150]}")


if __name__ == "__main__":
    sys.exit(main())
