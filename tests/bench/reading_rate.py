"""How fast files of each kind are read, beside another checkout: processor time, memory, and whether the same is kept.

    python -m tests.bench.reading_rate [FOLDER] [--kinds xlsx csv] [--times 3] [--against CHECKOUT] [--files]

Without FOLDER files of each kind are made: workbooks of 30,000 rows, texts of some 200 pages, web pages with tables ….
*read* is until the text of all pages is there, *all* until it is cut and has its keyword terms as well, both in
megabytes of the files a second of the processor. Each figure is the quickest of several runs, and checkouts take turns:
other programs slow single runs down. *memory* is the most that a process had which read the files of a kind one after
the other; a hundred megabytes are there before the first.

With ``--against`` the last columns are how many times as long this checkout takes as the other one, and how many files
it keeps otherwise: pages, places of words, passages, terms; ``--files`` lists them. The other one is only read: its
code runs with the Python of this one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.reading_files import MAKERS, make_files

HERE = Path(__file__).resolve().parents[2]
_SIDE = Path(__file__).with_name("reading_side.py")
_MINUTES = 30


@dataclass(slots=True)
class Figures:
    """What reading files took: the fewest seconds of each, and the fewest megabytes."""

    read: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    memory: int = 0
    kept: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, run: "Figures") -> None:
        """Take in another run."""
        self.read = list(map(min, self.read, run.read)) if self.read else run.read
        self.whole = list(map(min, self.whole, run.whole)) if self.whole else run.whole
        self.memory = min(self.memory, run.memory) if self.memory else run.memory
        self.kept = run.kept


def measured(checkout: Path, files: list[Path]) -> Figures:
    """Read files once with the code of a checkout, in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-P", str(_SIDE), "2", *map(str, files)]
    told = subprocess.run(command, env=environment, stdout=subprocess.PIPE, timeout=_MINUTES * 60, check=True).stdout
    return Figures(**json.loads(told))


@contextmanager
def files_by_kind(folder: Path | None, kinds: list[str]) -> Iterator[dict[str, list[Path]]]:
    """Give the files of a folder by their ending, or those that are made."""
    if folder is None:
        with tempfile.TemporaryDirectory() as made:
            yield make_files(Path(made), kinds)
        return
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob("*")):
        kind = path.suffix.lower().removeprefix(".")
        if path.is_file() and (not kinds or kind in kinds):
            found.setdefault(kind, []).append(path)
    yield found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--kinds", nargs="*", default=[], help=f"endings, or of {', '.join(MAKERS)}")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--files", action="store_true")
    options = parser.parse_args()
    checkouts = [HERE, *([options.against.resolve()] if options.against else [])]
    print(f"{'kind':18} {'files':>5} {'MB':>6} {'pages':>6} {'read MB/s':>10} {'all MB/s':>9} {'memory MB':>9}", end="")
    print(f" {'read':>6} {'all':>6} {'memory':>6} {'other':>6}" if options.against else "")
    with files_by_kind(options.folder, options.kinds) as kinds:
        for kind, files in kinds.items():
            figures = [Figures() for _ in checkouts]
            for _ in range(options.times):
                for one, checkout in zip(figures, checkouts, strict=True):
                    one.add(measured(checkout, files))
            show(kind, files, figures, listed=options.files)


def show(kind: str, files: list[Path], figures: list[Figures], *, listed: bool) -> None:
    here, *others = figures
    size = sum(path.stat().st_size for path in files) / 1e6
    pages = sum(count for count, _ in here.kept.values())
    print(f"{kind:18} {len(files):5} {size:6.1f} {pages:6} {size / sum(here.read):10.2f}", end="")
    print(f" {size / sum(here.whole):9.2f} {here.memory:9}", end="" if others else "\n")
    for there in others:
        differ = [name for name, told in here.kept.items() if there.kept[name] != told]
        read, whole = (sum(one) / sum(other) for one, other in ((here.read, there.read), (here.whole, there.whole)))
        print(f" {read:6.2f} {whole:6.2f} {here.memory / there.memory:6.2f} {len(differ):6}", flush=True)
        for name in differ if listed else ():
            print(f"    {name}")


if __name__ == "__main__":
    main()
