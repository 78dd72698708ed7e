"""Texts checked against a library of many files: which planted errors are found, and how long sixty sentences take.

usage: python -m tests.bench.check_text --data FOLDER [--filler FILE ...] [--files 2000] [--limit 200]
                                        [--library FOLDER] [--missed] [--sentences 60]

FOLDER holds ``planted.jsonl`` (see ``tests.bench.citations``): answers of one sentence, right ones and wrong ones, with
the passages that say so. Each passage becomes a small file; passages of ``--filler`` (JSON lines with a ``text``) fill
up the library. Each answer is checked as a text of its own, so its source must be found among all files first. What was
planted as standing nowhere, and stands word for word in another file, is left out; of two halves from two files
("mixed") each may be supported there. Nothing is tuned on it. ``--limit`` takes every so many-th answer of
each kind. ``--library`` keeps the library for other runs.
``--missed`` prints the answers that were judged wrongly.
"""

import argparse
import hashlib
import itertools
import json
import os
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.events import Event, TextCheckProgress
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import TextCheck
from desktop_rag.services import check_text
from desktop_rag.worker.worker import Worker
from tests.bench.citations.planted import FAITHFUL, HUMAN, WRONG, PlantedAnswer, planted_answers

_LIBRARY = "Planted"
_FAITHFUL = (*FAITHFUL, HUMAN)


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer and what was found of it."""

    answer: PlantedAnswer
    found: TextCheck

    @property
    def is_marked(self) -> bool:
        """Whether a sentence is said to be supported partly, contradicted or not said."""
        return any(one.verdict.is_doubt for one in self.found.sentences)

    @property
    def is_contradicted(self) -> bool:
        """Whether a sentence is said to be contradicted."""
        return any(one.verdict is Verdict.CONTRADICTED for one in self.found.sentences)

    @property
    def is_said_elsewhere(self) -> bool:
        """Whether it was planted as standing nowhere, and stands in another file."""
        words = " ".join(self.answer.text.split()).rstrip(".")
        quotes = (one.place.quote for one in self.found.sentences if one.place is not None)
        return self.answer.kind.startswith("nowhere") and any(words in " ".join(quote.split()) for quote in quotes)

    @property
    def is_at_its_file(self) -> bool | None:
        """Whether the first place is in a file that supports it; None where there is none to be found."""
        place = next((one.place for one in self.found.sentences if one.place is not None), None)
        if place is None or not self.answer.supporting:
            return None
        right = {_name(one.text) for one in self.answer.sources if one.rank in self.answer.supporting}
        return Path(place.file).name in right


def main() -> None:
    """Build the library, check the answers and a text of many sentences, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--filler", type=Path, nargs="*", default=())
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--limit", type=int, default=0, help="answers, spread over all kinds; 0 for all")
    parser.add_argument("--sentences", type=int, default=60)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--missed", action="store_true")
    given = parser.parse_args()
    answers = _sample(list(planted_answers(given.data / "planted.jsonl")), given.limit)
    check_text.VERSION = str(time.time())  # so that nothing of an earlier run counts
    with tempfile.TemporaryDirectory() as place:
        folder = given.library or Path(place)
        worker = Worker(folder / "data")
        try:
            _fill(worker, folder / "files", answers, given.filler, given.files)
            _print_speed(worker, answers, given.sentences)
            checked = [Checked(one, worker.checks.check_text(_LIBRARY, one.text).result()) for one in answers]
        finally:
            worker.close()
    counted = [one for one in checked if not one.is_said_elsewhere]
    print(f"{len(checked) - len(counted)} that were planted as standing nowhere stand in another file")
    for part in (False, True):
        some = [one for one in counted if one.answer.is_kept_aside is part]
        print(f"{'kept aside' if part else 'tuning part'}: {len(some)} answers")
        _print_figures(some)
    for one in counted if given.missed else ():
        if one.is_marked is not (one.answer.kind in WRONG):
            said = [(str(each.verdict), *each.reasons, each.place and each.place.quote) for each in one.found.sentences]
            print(f"{one.answer.row} [{one.answer.how}]: {one.answer.text}\n    {said}")


def _sample(answers: Sequence[PlantedAnswer], limit: int) -> list[PlantedAnswer]:
    """Return every so many-th answer of each kind."""
    kinds = defaultdict[str, list[PlantedAnswer]](list)
    for one in answers:
        kinds[one.row].append(one)
    step = max(1, len(answers) // limit) if limit else 1
    return [one for some in kinds.values() for one in some[::step]]


def _fill(worker: Worker, folder: Path, answers: Sequence[PlantedAnswer], filler: Sequence[Path], files: int) -> None:
    """Make a library of the passages of answers and of others."""
    if (folder / "done").exists():
        return
    own = (source.text for answer in answers for source in answer.sources)
    others = (json.loads(line)["text"] for path in filler for line in path.open(encoding="utf-8"))
    texts = {_name(text): text for text in own}
    for text in others:
        if len(texts) >= files:
            break
        texts.setdefault(_name(text), text)
    for number, (name, text) in enumerate(texts.items()):
        (folder / f"{number // 100}").mkdir(parents=True, exist_ok=True)
        (folder / f"{number // 100}" / name).write_text(text, encoding="utf-8")
    started = time.monotonic()
    worker.libraries.create(_LIBRARY).result()
    worker.files.add(_LIBRARY, [folder]).result()
    (folder / "done").touch()
    print(f"{len(texts):,} files read and embedded in {time.monotonic() - started:.0f} s")


def _name(text: str) -> str:
    return f"{hashlib.blake2b(text.encode('utf-8', 'replace'), digest_size=6).hexdigest()}.txt"


def _print_speed(worker: Worker, answers: Sequence[PlantedAnswer], sentences: int) -> None:
    """Check one text of many sentences and print the seconds and the memory that it takes."""
    worker.checks.check_text(_LIBRARY, "The model is loaded.").result()
    step = max(1, len(answers) // sentences)
    text = "\n\n".join(one.text for one in answers[::step][:sentences])
    most, before, times = [_memory()], _memory(), [time.monotonic()]

    def hear(event: Event) -> None:
        if isinstance(event, TextCheckProgress):
            times.append(time.monotonic())
            most.append(_memory())

    unsubscribe = worker.subscribe(hear)
    found = worker.checks.check_text(_LIBRARY, text).result()
    unsubscribe()
    each = [after - one for one, after in itertools.pairwise(times[2:])] or [0.0]
    print(
        f"{len(found.sentences)} sentences in {found.seconds:.1f} s ({found.judged} judged, median "
        f"{statistics.median(each) * 1000:.0f} ms, most {max(each) * 1000:.0f} ms); {max(most):.0f} MB with its child, "
        f"{max(most) - before:.0f} of them for it"
    )
    again = worker.checks.check_text(_LIBRARY, text).result()
    print(f"again in {again.seconds:.2f} s ({again.judged} judged)")


def _memory() -> float:
    """Return the memory of this process and its children, in MB."""
    return sum(map(_resident, _family(os.getpid()))) / 1e6


def _family(process: int) -> Iterator[int]:
    yield process
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from _family(int(child))


def _resident(process: int) -> int:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _print_figures(checked: Sequence[Checked]) -> None:
    for kind in _FAITHFUL:
        _print(f"false alarms, {kind}", [one.is_marked for one in checked if one.answer.kind == kind])
    rows = dict.fromkeys(one.answer.row for kind in WRONG for one in checked if one.answer.kind == kind)
    for row in sorted(rows):
        some = [one for one in checked if one.answer.row == row]
        contradicted = sum(one.is_contradicted for one in some)
        _print(f"found, {row} ({contradicted} contradicted)", [one.is_marked for one in some])
    right = [one.is_at_its_file for one in checked if one.is_at_its_file is not None]
    _print("right file", right)


def _print(name: str, hits: Sequence[bool]) -> None:
    if hits:
        print(f"  {name:60} {sum(hits) / len(hits):.3f}  {sum(hits)} of {len(hits)}")


if __name__ == "__main__":
    main()
