"""Every mention in a library of many files: seconds, and the memory that counting takes.

    python -m tests.bench.mentions [--files 1000] [--sentences 60]

Makes text files in four languages, reads them into a library without vectors, and counts words that are in all of
them, in some, in one and in none, a number, a date and a Japanese word.
"""

import argparse
import random
import tempfile
import time
import tracemalloc
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.results.mentions import MentionQuery
from desktop_rag.services.calls import ServiceCall, calling
from tests.helpers.mixed_files import WAYS
from tests.services.conftest import Services

_FILLING = (
    "The tenant {n} pays the rent of the flat on the third day of each month, without being asked for it.",
    "Der Mieter {n} zahlt die Miete der Wohnung am dritten Tag jedes Monats, ohne dass er darum gebeten wird.",
    "借主{n}は毎月三日に賃料を支払い、遅れた場合は遅延損害金を加えて支払います。",
    "租户{n}应在每月三日支付租金，逾期应另行支付滞纳金。",
)


def _fill(folder: Path, files: int, sentences: int) -> int:
    dice, size = random.Random(3), 0
    for number in range(files):
        text = []
        for _ in range(sentences):
            text.append(dice.choice(_FILLING).format(n=dice.randint(1, 99_999)))
            if dice.random() < 0.02:
                text.append(f"It says {dice.choice(dice.choice(list(WAYS.values())))} on 5 March 2024.")
        if number == files // 2:
            text.append("The walrus is here.")
        path = folder / f"{number // 100}" / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(text), "utf-8")
        size += path.stat().st_size
    return size


def main() -> None:
    """Print a line for each query."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--sentences", type=int, default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "files"
        size = _fill(folder, given.files, given.sentences)
        services = Services(Path(place) / "data")
        with calling(ServiceCall(1, CancelToken(), lambda _: None)):
            services.libraries.create("Lib")
            started = time.perf_counter()
            services.ingestion.add("Lib", [folder], services.call())
            print(f"{given.files:,} files, {size / 1e6:.1f} MB, read in {time.perf_counter() - started:.0f} s")
            for words in ("tenant", "notice period", "walrus", "Narwal", "1,250,000", "5 March 2024", "賃料", "契約"):
                started = time.perf_counter()
                found = services.mentions.count("Lib", MentionQuery(words))
                seconds = time.perf_counter() - started
                tracemalloc.start()
                services.mentions.count("Lib", MentionQuery(words))
                most = tracemalloc.get_traced_memory()[1]
                tracemalloc.stop()
                in_files = f"{found.count:,} in {len(found.files):,} of {found.total:,}"
                print(f"{words:15} {in_files:26} {seconds:6.2f} s {most / 1e6:6.1f} MB")
        services.scratch.close()


if __name__ == "__main__":
    main()
