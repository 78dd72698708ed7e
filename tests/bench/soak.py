"""A folder that never rests: whether a watched library keeps up for hours, and whether memory stays flat.

    python -m tests.bench.soak [--minutes 120] [--changes 3] [--files 300] [--trace]

Files are made, edited, renamed and deleted, so many a second, while questions are asked. At the end the library must
hold what the folder holds within five seconds. Prints the memory of this process and its children each minute, and
how fast it grows after a quarter of the time. ``--trace`` names the lines that hold more Python memory than then.
"""

import argparse
import gc
import os
import random
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import psutil

from desktop_rag.core.paths import resource_path
from desktop_rag.ingestion.scanner import hash_file
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker

_LIBRARY = "soak"
SECONDS_TO_CATCH_UP = 5.0
_SAMPLE_SECONDS = 5.0
_ASK_EVERY = 4  # changes
_WARM_UP = 0.25  # of the time: caches fill, children grow to their size
_MB = 1 << 20


@dataclass
class Folder:
    """A folder of short texts, and the ways it changes; every choice follows from the seed."""

    path: Path
    count: int
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    _made: int = 0

    def __post_init__(self) -> None:
        self._words = resource_path("guide", "guide.en.md").read_text(encoding="utf-8").split()
        self._files: list[Path] = []
        for number in range(8):
            (self.path / f"part{number}").mkdir(parents=True)
        while len(self._files) < self.count:
            self.create()

    def change(self) -> None:
        """Change one file; there are about as many afterwards as before."""
        kinds = [self.edit, self.rename, self.create if len(self._files) < self.count else self.delete]
        self.rng.choice(kinds)()

    def create(self) -> None:
        self._made += 1
        self._files.append(self._somewhere())
        self._write(self._files[-1])

    def edit(self) -> None:
        self._write(self.rng.choice(self._files))

    def rename(self) -> None:
        number = self.rng.randrange(len(self._files))
        self._made += 1
        self._files[number] = self._files[number].rename(self._somewhere())

    def delete(self) -> None:
        self._files.pop(self.rng.randrange(len(self._files))).unlink()

    def question(self) -> str:
        return " ".join(self.rng.choices(self._words, k=4))

    def contents(self) -> dict[str, bytes]:
        """Return the hash of every file's content."""
        return {str(path): hash_file(path) for path in self._files}

    def _somewhere(self) -> Path:
        return self.path / f"part{self._made % 8}" / f"note{self._made:06}.txt"

    def _write(self, path: Path) -> None:
        path.write_text(f"Change {self.rng.random()}: {' '.join(self.rng.choices(self._words, k=80))}.", "utf-8")


class Memory:
    """Resident bytes of this process and of its children, again and again."""

    def __init__(self) -> None:
        self._us = psutil.Process()
        self.samples: list[tuple[float, int, int]] = []  # seconds, this process, all children
        self._next = 0.0

    def look(self, seconds: float) -> None:
        """Take a sample when it is time."""
        if seconds < self._next:
            return
        self._next = seconds + _SAMPLE_SECONDS
        children = sum(_resident(child) for child in self._us.children(recursive=True))
        self.samples.append((seconds, _resident(self._us), children))

    def slopes(self) -> tuple[float, float]:
        """Return how many megabytes an hour this process and its children grow, after the warm-up."""
        start = self.samples[-1][0] * _WARM_UP
        late = np.array([sample for sample in self.samples if sample[0] >= start])
        if len(late) < 2:
            return 0.0, 0.0
        hours = late[:, 0] / 3600
        own, children = (float(np.polyfit(hours, late[:, column] / _MB, 1)[0]) for column in (1, 2))
        return own, children


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def stored(worker: Worker) -> dict[str, bytes]:
    """Return the hash of the content of every file that is found by its words."""
    (info,) = [info for info in worker.libraries.list_all().result(60) if info.name == _LIBRARY]
    with StorageContext(Path(info.path), read_only=True) as storage:
        rows = select(storage.connection, "SELECT path, content_hash FROM documents WHERE state = 'parsed'")
    return {path: bytes(content) for path, content in rows}


def ask(worker: Worker, question: str) -> None:
    """Search by words and meaning, as the search page and a question do."""
    worker.search.passages(_LIBRARY, question, mode="hybrid").result(120)


@dataclass(frozen=True)
class Outcome:
    """What a soak showed: seconds until library and folder were equal (None: they were not), and memory."""

    changes: int
    questions: int
    caught_up: float | None
    memory: Memory


def soak(
    folder: Folder, data: Path, seconds: float, changes_a_second: float, catch_up: float = SECONDS_TO_CATCH_UP
) -> Outcome:
    """Change the folder for so long while it is watched and asked about."""
    worker = Worker(data)
    memory = Memory()
    changes = questions = 0
    try:
        worker.libraries.create(_LIBRARY).result(60)
        worker.files.add(_LIBRARY, [folder.path]).result(3600)
        worker.watch()
        started, before = time.monotonic(), None
        for passed in _beats(seconds, 1 / changes_a_second):
            if before is None and tracemalloc.is_tracing() and passed > _WARM_UP * seconds:
                before = tracemalloc.take_snapshot()
            folder.change()
            changes += 1
            if not changes % _ASK_EVERY:
                ask(worker, folder.question())
                questions += 1
            memory.look(passed)
        memory.look(time.monotonic() - started)
        if before is not None:
            _tell_growth(before)
        return Outcome(changes, questions, _catch_up(worker, folder, catch_up), memory)
    finally:
        worker.close()


def _beats(seconds: float, pause: float) -> Iterator[float]:
    """Yield the seconds that passed, one every ``pause``; what came late is not made up for."""
    started = time.monotonic()
    while (passed := time.monotonic() - started) < seconds:
        yield passed
        time.sleep(max(0.0, pause - (time.monotonic() - started - passed)))


def _catch_up(worker: Worker, folder: Folder, most: float) -> float | None:
    """Wait until the library holds what the folder holds; None when it takes too long."""
    wanted, started = folder.contents(), time.monotonic()
    while stored(worker) != wanted:
        if time.monotonic() - started > most:
            _tell_difference(stored(worker), wanted)
            return None
        time.sleep(0.1)
    return time.monotonic() - started


def _tell_difference(held: dict[str, bytes], wanted: dict[str, bytes]) -> None:
    changed = [path for path in held.keys() & wanted.keys() if held[path] != wanted[path]]
    print(f"missing {sorted(wanted.keys() - held.keys())[:5]}, too many {sorted(held.keys() - wanted.keys())[:5]}, ")
    print(f"old {sorted(changed)[:5]}")


def _tell_growth(before: tracemalloc.Snapshot) -> None:
    gc.collect()
    for line in tracemalloc.take_snapshot().compare_to(before, "lineno")[:25]:
        print(line)


def _report(outcome: Outcome) -> None:
    for seconds, own, children in outcome.memory.samples[:: round(60 / _SAMPLE_SECONDS)]:
        print(f"  {seconds / 60:5.1f} min: {own / _MB:6.1f} MB, children {children / _MB:6.1f} MB")
    print(f"{outcome.changes:,} changes, {outcome.questions:,} questions")
    own, childrens = outcome.memory.slopes()
    print(f"memory grows by {own:+.1f} MB an hour, that of the children by {childrens:+.1f}")
    equal = "never equal" if outcome.caught_up is None else f"equal after {outcome.caught_up:.1f} s"
    print(f"library and folder: {equal}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--changes", type=float, default=3.0, help="a second")
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--trace", action="store_true")
    options = parser.parse_args()
    if options.trace:
        tracemalloc.start()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Folder(Path(temporary) / "files", options.files)
        outcome = soak(folder, Path(temporary) / "data", options.minutes * 60, options.changes)
    _report(outcome)
    return 0 if outcome.caught_up is not None else 1


if __name__ == "__main__":
    os.nice(5)
    raise SystemExit(main())
