"""Compare pairs of files with known edits, and count the edits that are told and the differences that are none.

usage: python -m tests.bench.compare [--missed] [--paragraphs 2000]

The files (``pairs.py``) are Word files, PDFs, workbooks and texts with edits of known kinds; in PDFs and texts, lines
and pages end elsewhere as well. ``--paragraphs`` measures how long two long files take.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from desktop_rag.worker.worker import Worker
from tests.bench.compare.pairs import PAIRS, told_and_invented
from tests.helpers.pairs import write_text

_WORDS = "the tenant landlord rent flat month year key pays gives keeps may must not any before after account".split()


def measure(worker: Worker, folder: Path, *, missed: bool) -> None:
    """Print how many edits of each format are told, and how many differences are invented."""
    edits, told, invented = Counter[str](), Counter[str](), Counter[str]()
    for number, pair in enumerate(PAIRS):
        place = folder / f"{number}"
        place.mkdir()
        before, after = pair.write(place)
        worker.libraries.create(f"{number}").result()
        worker.files.add(f"{number}", [place], embed=False).result()
        found = worker.comparisons.files(f"{number}", str(before), str(after)).result().differences
        lacking, more = told_and_invented(pair, found)
        edits[pair.ending] += len(pair.edits)
        told[pair.ending] += len(pair.edits) - len(lacking)
        invented[pair.ending] += len(more)
        if missed and (lacking or more):
            print(f"{pair.ending} {pair.name}")
            print(*(f"  not told: {one}" for one in lacking), sep="\n")
            print(*(f"  invented: {one}" for one in more), sep="\n")
    for ending in edits:
        print(f"{ending:5} {told[ending]:3} of {edits[ending]:3} edits told, {invented[ending]} invented")
    print(f"all   {told.total():3} of {edits.total():3} edits told, {invented.total()} invented, {len(PAIRS)} pairs")


def measure_long(worker: Worker, folder: Path, count: int) -> None:
    """Print how long two files of so many paragraphs take, a twentieth of them changed, moved, new or gone."""
    dice = random.Random(1)
    parts = [" ".join(dice.choices(_WORDS, k=60)) + f" {number}." for number in range(count)]
    after = list(parts)
    for _ in range(count // 80):
        after[dice.randrange(len(after))] += " and more."
        after.insert(dice.randrange(len(after)), after.pop(dice.randrange(len(after))))
        after.insert(dice.randrange(len(after)), " ".join(dice.choices(_WORDS, k=60)))
        after.pop(dice.randrange(len(after)))
    place = folder / "long"
    place.mkdir()
    write_text(place / "a.txt", parts, 80)
    write_text(place / "b.txt", after, 70)
    worker.libraries.create("long").result()
    worker.files.add("long", [place], embed=False).result()
    started = time.perf_counter()
    found = worker.comparisons.files("long", "a.txt", "b.txt").result()
    seconds = time.perf_counter() - started
    print(f"{count:,} paragraphs: {len(found.differences)} differences in {seconds:.2f} s")


def main() -> None:
    """Measure what the options say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--paragraphs", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        worker = Worker(Path(place) / "data")
        try:
            if options.paragraphs:
                measure_long(worker, Path(place), options.paragraphs)
            else:
                measure(worker, Path(place), missed=options.missed)
        finally:
            worker.close()


if __name__ == "__main__":
    main()
