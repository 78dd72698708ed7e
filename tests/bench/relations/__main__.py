"""Check statements about documents, right and wrong ones, and ask the documents questions.

usage: python -m tests.bench.relations [--parts open held] [--languages en de ja zh] [--questions]
                                       [--save FILE] [--compare FILE] [--missed]

Two halves of 32 invented documents in each of four languages (see ``README.md`` beside this file). Each has eight pairs
of a faithful statement and its wrong twin, in which one fact is turned: 25 kinds of errors. Nothing may be tuned on the
half ``held``. Figures are the shares that are marked, as means over the kinds. ``--questions`` measures questions
instead: all documents of a language are one library, which is asked what one of them answers and what none does. The
exit code is 1 when a figure is more than a point worse than in ``--compare``; ``baseline.json`` has the latest.
"""

import argparse
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import Source
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.rerankers.judge import built_in_judge
from desktop_rag.worker.worker import Worker

TOLERANCE = 0.01
LANGUAGES = ("en", "de", "ja", "zh")
_HERE = Path(__file__).parent
_WORSE_WHEN_HIGHER = ("faithful", "wrongly refused")
Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement of a kind, ``role`` in the pair or "unsaid", and whether it is marked."""

    kind: str
    role: str
    text: str
    is_marked: bool


def main() -> int:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", choices=("open", "held"), default=["open", "held"])
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--questions", action="store_true")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--missed", action="store_true", help="print what was judged wrongly in the open half")
    arguments = parser.parse_args()
    results: dict[str, Figures] = {}
    model = MultilingualE5Embedding()
    for part in arguments.parts:
        for language in arguments.languages:
            documents = documents_of(part, language)
            if arguments.questions:
                found = _questions(documents)
            else:
                checked = [one for document in documents for one in _checked(document, model)]
                found = figures(checked)
                if arguments.missed and part == "open":
                    _print_missed(checked)
            kind = "questions" if arguments.questions else "statements"
            results[f"{part}, {language}, {kind}"] = found
            print(f"{part}, {language}", "   ".join(f"{name} {value:.3f}" for name, value in found.items()), flush=True)
    if arguments.save:
        kept = json.loads(arguments.save.read_text(encoding="utf-8")) if arguments.save.exists() else {}
        arguments.save.write_text(json.dumps(kept | results, indent=1) + "\n", encoding="utf-8")
    before = json.loads(arguments.compare.read_text(encoding="utf-8")) if arguments.compare else {}
    worse = [
        f"{name}, {figure}: {before[name][figure]:.3f} → {value:.3f}"
        for name, found in results.items()
        for figure, value in found.items()
        if figure in before.get(name, {}) and _loss(figure, before[name][figure], value) > TOLERANCE
    ]
    print(*(f"worse: {one}" for one in worse), sep="\n")
    return 1 if worse else 0


def documents_of(part: str, language: str) -> list[dict[str, Any]]:
    """Return the documents of a half in a language."""
    lines = (_HERE / f"{part}_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _checked(document: dict[str, Any], model: MultilingualE5Embedding) -> Iterator[Checked]:
    """Yield every statement about a document with what the program makes of it as an answer."""
    text = str(document["evidence"])
    sources = (Source(1, 1.0, str(document["title"]), 1, "1", 0, len(text), text, "1"),)
    statements = [(pair["k"], role, pair[role]) for pair in document["pairs"] for role in ("faithful", "wrong")]
    statements += [("unsaid", "unsaid", one) for one in document["unsaid"]]
    for kind, role, statement in statements:
        aligned = align(statement, sources, model, built_in_judge())
        yield Checked(kind, role, statement, any(one.verdict.is_doubt for one in aligned.sentences))


def figures(checked: Sequence[Checked]) -> Figures:
    """Return the shares marked, as means over kinds, and the share of wrong ones of each kind."""
    shares: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in checked:
        shares[one.role, one.kind].append(one.is_marked)
    found = {
        role: mean(mean(marked) for (own, _), marked in shares.items() if own == role)
        for role in ("wrong", "unsaid", "faithful")
    }
    return {
        name: round(value, 4)
        for name, value in (
            *found.items(),
            *((f"wrong, {kind}", mean(marked)) for (role, kind), marked in sorted(shares.items()) if role == "wrong"),
        )
    }


def _questions(documents: Sequence[dict[str, Any]]) -> Figures:
    """Return how often the first and any quotation is right, and how often questions are refused."""
    asked = [(number, one["q"], one["a"]) for number, document in enumerate(documents) for one in document["asks"]]
    untold = [question for document in documents for question in document["asks_not"]]
    first, found, refused = [], [], []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "files"
        folder.mkdir()
        files = [_write(folder, number, document) for number, document in enumerate(documents)]
        worker = Worker(Path(place) / "data")
        try:
            worker.libraries.create("relations").result()
            worker.files.add("relations", [folder]).result()
            for number, question, answer in asked:
                quotations = worker.answers.ask("relations", question).result().citations
                right = [Path(one.file) == files[number] and _has(one.quote, answer) for one in quotations]
                refused.append(not quotations)
                first.append(right[:1] == [True])
                found.append(any(right))
            rightly = [not worker.answers.ask("relations", question).result().citations for question in untold]
        finally:
            worker.close()
    shares = {"first": first, "any": found, "wrongly refused": refused, "refused rightly": rightly}
    return {name: round(mean(share), 4) for name, share in shares.items()}


def _write(folder: Path, number: int, document: dict[str, Any]) -> Path:
    """Write a document as a file that is called as its title says."""
    name = re.sub(r"[^\w\- ]", "", str(document["title"]).rpartition(".")[0] or str(document["title"]))
    path = folder / f"{number:02} {name}.md"
    path.write_text(str(document["evidence"]), encoding="utf-8")
    return path


def _has(text: str, answer: str) -> bool:
    """Whether a text has an answer, however it is set."""
    return "".join(answer.casefold().split()) in "".join(text.casefold().split())


def _loss(name: str, before: float, value: float) -> float:
    return value - before if name.startswith(_WORSE_WHEN_HIGHER) else before - value


def _print_missed(checked: Sequence[Checked]) -> None:
    for one in checked:
        if one.is_marked == (one.role == "faithful"):
            print(f"  {one.kind}, {one.role}: {one.text}")


if __name__ == "__main__":
    sys.exit(main())
