"""Measure whole drafts that are checked against a person's files: which errors are found, and false alarms.

usage: python -m tests.bench.whole_drafts [--halves seen held_out] [--filler FILE ... --files 2000] [--missed]

Forty drafts about sixteen everyday documents in four languages, five a language in each half, written by somebody who
had not seen the checks: of six to nine sentences two to four have an error, and one says what no file says. Both halves
are about the same documents. All files lie in one library, and passages of ``--filler`` (JSON lines with a ``text``)
fill it up. Nothing may be tuned on the half ``held_out``, and ``--missed`` lists only the other one.

*marked* are sentences that are said to be supported in part, contradicted or not found; *unchecked* are those of which
nothing is said.
"""

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import TextCheck
from desktop_rag.worker.worker import Worker

_HERE = Path(__file__).parent
_HALVES = ("seen", "held_out")
_LIBRARY = "Drafts"


class Figures:
    """Counts by kind of sentence and by language."""

    def __init__(self) -> None:
        self.all = Counter[str]()
        self.marked = Counter[str]()
        self.contradicted = Counter[str]()
        self.unchecked = Counter[str]()
        self.at_file = Counter[str]()
        self.missed: list[str] = []

    def add(self, language: str, kind: str, file: str, text: str, found: TextCheck) -> None:
        """Count a sentence by the worst that is said of its parts."""
        start = found.text.index(text)
        parts = [one for one in found.sentences if one.start < start + len(text) and one.end > start]
        verdicts = {one.verdict for one in parts}
        is_marked = any(one.is_doubt for one in verdicts)
        group = kind if kind in ("faithful", "unsaid") else "wrong"
        for key in dict.fromkeys((kind, group, f"{group} {language}")):
            self.all[key] += 1
            self.marked[key] += is_marked
            self.contradicted[key] += Verdict.CONTRADICTED in verdicts
            self.unchecked[key] += not is_marked and Verdict.SUPPORTED not in verdicts
            self.at_file[key] += any(one.place is not None and Path(one.place.file).name == file for one in parts)
        if is_marked is (kind == "faithful"):
            said = [(str(one.verdict), *one.reasons, one.place and one.place.quote) for one in parts]
            self.missed.append(f"{language} {kind}: {text}\n    {said}")

    def print(self) -> None:
        """Print a line for each kind."""
        print(f"  {'':16} {'n':>4} {'marked':>7} {'contradicted':>13} {'unchecked':>10} {'right file':>11}")
        for key in sorted(self.all, key=lambda one: (one.split()[0] not in ("faithful", "wrong", "unsaid"), one)):
            count = self.all[key]
            shares = (self.marked[key], self.contradicted[key], self.unchecked[key], self.at_file[key])
            told = [f"{share / count:.2f}" for share in shares]
            print(f"  {key:16} {count:4} {told[0]:>7} {told[1]:>13} {told[2]:>10} {told[3]:>11}")


def main() -> None:
    """Build the library, check the drafts, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--halves", nargs="+", choices=_HALVES, default=_HALVES)
    parser.add_argument("--filler", type=Path, nargs="*", default=())
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--missed", action="store_true", help="print what was missed in the half that may be looked at")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        others = (json.loads(line)["text"] for path in given.filler for line in path.open(encoding="utf-8"))
        folder = Path(place) / "others"
        folder.mkdir()
        for number, text in zip(range(given.files - 16), others, strict=False):
            (folder / f"{number}.txt").write_text(text, encoding="utf-8")
        worker = Worker(Path(place) / "data")
        try:
            worker.libraries.create(_LIBRARY).result()
            worker.files.add(_LIBRARY, [_HERE / "files", folder]).result()
            for half in given.halves:
                _measure(worker, half, missed=given.missed and half == "seen")
        finally:
            worker.close()


def _measure(worker: Worker, half: str, *, missed: bool) -> None:
    figures, seconds, sentences = Figures(), 0.0, 0
    for line in (_HERE / f"{half}.jsonl").read_text(encoding="utf-8").splitlines():
        draft = json.loads(line)
        found = worker.checks.check_text(_LIBRARY, draft["text"]).result()
        seconds, sentences = seconds + found.seconds, sentences + len(found.sentences)
        for one in draft["sentences"]:
            figures.add(draft["language"], one["kind"], one["file"], one["text"], found)
    print(f"{half}: {seconds / sentences:.2f} s a sentence")
    figures.print()
    if missed:
        print(*figures.missed, sep="\n")


if __name__ == "__main__":
    main()
