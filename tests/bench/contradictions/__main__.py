"""Look for contradictions between everyday files, and count those planted, those missed and the false alarms.

usage: python -m tests.bench.contradictions [--halves seen held_out] [--missed] [--save FILE] [--compare FILE]

A hundred files in each half (leases, orders, rules, policies; contracts of employment, loans, cars, hostels, in
English, German, Japanese and Chinese, as text, mail, Word, Excel and PDF) with 30 planted contradictions and 70 pairs
of innocent near-twins. All files of a half lie in one library. What is shown and was not planted is a false alarm; what
is said to be newer is counted apart. Nothing may be tuned on the half ``held_out``. The exit code is 1 when a figure is
worse than in ``--compare``; ``baseline.json`` has the latest.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.contradictions import Contradiction, Contradictions, Quotation
from desktop_rag.worker.worker import Worker
from tests.bench.contradictions.cases import HALVES, LANGUAGES, Half, Pair, Statement, half_of, write_files

Figures = dict[str, dict[str, int]]


def contradictions_in(half: Half) -> Contradictions:
    """Return what is found in a library of the files of a half."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "files"
        write_files(half, folder)
        worker = Worker(Path(place) / "data")
        worker.libraries.create("half").result()
        worker.files.add("half", [folder]).result()
        found = worker.contradictions.find("half").result()
        worker.close()
    return found


def is_pair(one: Contradiction, pair: Pair) -> bool:
    """Return True if a contradiction is between the statements of a pair."""
    return (_is_at(one.one, pair.one) and _is_at(one.other, pair.other)) or (
        _is_at(one.one, pair.other) and _is_at(one.other, pair.one)
    )


def _is_at(quoted: Quotation, stated: Statement) -> bool:
    value, wanted = ("".join(text.split()) for text in (quoted.value, stated.value))
    return shown_name(quoted.file) == stated.name and (value in wanted or wanted in value)


def count(half: Half, found: Contradictions, *, missed: bool = False) -> Counter[str]:
    """Return how many contradictions are found, and how many false alarms there are."""
    figures = Counter[str](planted=len(half.planted), innocent=len(half.innocent), shown=len(found.open))
    for pair in half.planted:
        is_found = any(is_pair(one, pair) for one in found.open)
        figures["found"] += is_found
        figures[f"found {pair.language}"] += is_found
        if missed and not is_found:
            print(f"- {pair.language} {pair.one.name}: {pair.one.value} | {pair.other.name}: {pair.other.value}")
    for one in found.open:
        if not any(is_pair(one, pair) for pair in half.planted):
            figures["false"] += 1
            if missed:
                sides = " | ".join(
                    f"{shown_name(side.file)}: {' '.join(side.quote.split())}" for side in (one.one, one.other)
                )
                print(f"+ {one.kind} {one.about}: {sides}")
    figures["innocent shown"] = sum(any(is_pair(one, pair) for one in found.open) for pair in half.innocent)
    newer = [one for one in found.found if one.is_newer]
    figures["newer"] = len(newer)
    figures["newer of pairs"] = sum(any(is_pair(one, pair) for one in newer) for pair in half.innocent)
    return figures


def main() -> None:
    """Measure the halves that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.contradictions", description=__doc__)
    parser.add_argument("--halves", nargs="+", choices=HALVES, default=list(HALVES))
    parser.add_argument("--missed", action="store_true", help="print what is missed (-) and false (+)")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    given = parser.parse_args()
    figures: Figures = {}
    for name in given.halves:
        half = half_of(name)
        figures[name] = dict(count(half, contradictions_in(half), missed=given.missed))
        said = figures[name]
        by_language = ", ".join(f"{one} {said.get(f'found {one}', 0)}" for one in LANGUAGES)
        print(
            f"{name:9} found {said['found']} of {said['planted']} ({by_language}), false alarms {said.get('false', 0)}"
        )
        print(
            f"{'':9} of {said['innocent']} near-twins {said['innocent shown']} shown, {said['newer']} said to be newer"
        )
    if given.save:
        given.save.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    if given.compare:
        known: Figures = json.loads(given.compare.read_text(encoding="utf-8"))
        worse = [
            name
            for name, said in figures.items()
            if said["found"] < known[name]["found"] or said.get("false", 0) > known[name].get("false", 0)
        ]
        print(f"worse: {', '.join(worse)}" if worse else "nothing is worse")
        sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
