"""Highlights: ``python -m tests.bench.highlights FOLDER [--count 500]`` says how many passages are marked where shown.

Passages are drawn at random, as many of each format as of the others; what is not marked is listed.
"""

import argparse
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.formats import is_supported
from tests.helpers.highlights import MarkedViews, StoredPassage, passages_of

_LARGEST = 5_000_000  # bytes
_FILES = 12  # at most of each ending


def files_by_ending(folder: Path, rng: random.Random) -> dict[str, list[Path]]:
    """Return some files of each ending below a folder."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and is_supported(path) and path.stat().st_size <= _LARGEST:
            found[path.suffix.lower()].append(path)
    return {ending: rng.sample(paths, min(_FILES, len(paths))) for ending, paths in found.items()}


def sample(folder: Path, count: int, rng: random.Random) -> Iterator[StoredPassage]:
    """Yield passages, as many of each ending as there are, up to ``count``."""
    pools = {
        ending: [passage for path in paths for passage in passages_of(path, ocr=False)]
        for ending, paths in files_by_ending(folder, rng).items()
    }
    for pool in pools.values():
        rng.shuffle(pool)
    left = count
    while left > 0 and any(pools.values()):
        for pool in pools.values():
            if pool and left > 0:
                left -= 1
                yield pool.pop()


def main() -> None:
    """Print the share of passages that are marked, for each ending and in all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    application = QApplication.instance() or QApplication([])
    views = MarkedViews(Appearance("light"))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for passage in sample(arguments.folder, arguments.count, random.Random(arguments.seed)):
        how = views.how_marked(passage)
        counts[passage.path.suffix.lower()][how] += 1
        if not how:
            node = passage.node
            print(f"not marked: {passage.path} page {node.page} {node.start}-{node.end}: {node.text[:80]!r}")
    total = sum(map(Counter.total, counts.values()))
    missed = sum(count[""] for count in counts.values())
    for ending, count in sorted(counts.items()):
        ways = ", ".join(f"{number} {way}" for way, number in sorted(count.items()) if way)
        print(f"{ending:12} {1 - count[''] / count.total():.3f} of {count.total():3} ({ways})")
    print(f"{'in all':12} {1 - missed / max(total, 1):.3f} of {total}")
    views.close()
    application.processEvents()


if __name__ == "__main__":
    main()
