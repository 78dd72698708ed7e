"""Does any file bring a reader down? Breaks files at random for as long as it is told, and keeps what goes wrong.

    python tests/tools/fuzz.py --minutes 60 [--corpus DIR] [--findings DIR] [--seed 1] [--seconds 20]

The files are the smallest of every format, and all small ones below ``--corpus``. Run by hand; ``tests/README.md``
keeps the result. A fault that was seen before is counted, not kept again. The tests do a short run with a fixed seed.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from desktop_rag.readers.formats import FORMATS, of_name  # noqa: E402 - the checkout, not what is installed
from tests.helpers.fuzzing import Fuzzer  # noqa: E402
from tests.helpers.smallest_files import write  # noqa: E402

_LARGEST_SEED = 200_000  # bytes


def main() -> int:
    options = _parser().parse_args()
    options.findings.mkdir(parents=True, exist_ok=True)
    seen = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        corpus = _corpus(Path(folder), options.corpus)
        scratch = Path(folder) / "scratch"
        scratch.mkdir()
        fuzzer = Fuzzer(corpus, scratch, seconds=options.seconds, seed=str(options.seed))
        for finding in fuzzer.findings(time.monotonic() + 60 * options.minutes):
            seen[finding.where] += 1
            if seen[finding.where] == 1:
                (options.findings / finding.name).write_bytes(finding.data)
                print(f"{finding.name}: {finding.where}\n{finding.detail}", flush=True)
    print(f"{fuzzer.executions} broken files of {len(corpus)} read, {len(seen)} different faults")
    for where, count in seen.most_common():
        print(f"{count:6d} {where}")
    return 1 if seen else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "fuzz findings")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--seconds", type=float, default=20.0, help="how long reading one small file may take")
    return parser


def _corpus(folder: Path, more: Path | None) -> list[Path]:
    """Return the files that are broken, those of every format first."""
    files = []
    for one in FORMATS:
        if one.is_read:
            files.append(folder / f"seed{one.endings[0]}")
            write(files[-1], one)
    found = sorted(more.rglob("*")) if more else ()
    return files + [
        path for path in found if path.is_file() and of_name(path).is_read and 0 < path.stat().st_size < _LARGEST_SEED
    ]


if __name__ == "__main__":
    sys.exit(main())
