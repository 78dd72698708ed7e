"""Measure vector stores beside each other: ours, LlamaIndex's, Chroma, USearch, FAISS; then hybrid search of ours.

usage: python -m tests.bench.stores --vectors CACHE.npz [--sizes 10000 100000 1000000]
                                    [--reference PYTHON ...] [--limit 300] [--hybrid 10000 100000] [--texts FILE ...]

Each PYTHON is an interpreter with some of the other stores. CACHE.npz has real passages and questions, and larger
sets are grown from them: see ``vector_search.py``. Each store builds in one process and answers in another, which
opens what was stored: its memory is what that adds. Steps that take longer than the limit are left out, and said so.
``--hybrid`` measures searching by words and meaning, end to end: see ``hybrid.py``. ``--libraries FILE ... --texts
FILE ...`` does so in libraries that were made before; questions are lines of the passages of the texts.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from desktop_rag.core.schema import Matrix
from tests.bench.stores.hybrid import hybrid_rows, library_rows
from tests.bench.stores.others import TOP
from tests.bench.vector_search import exact, grow

_OTHERS = Path(__file__).with_name("others.py")
_EQUAL = 1e-4  # half-precision scores
_QUERY_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Store:
    """What is measured: the command that runs its steps."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """The files every store works with, and the nearest similarities of each question."""

    vectors: Path
    questions: Path
    truth: Matrix
    size: int


def stores(pythons: Sequence[str]) -> list[Store]:
    """Return ours and those that the other interpreters have."""
    found = [Store("Desktop RAG", (sys.executable, "-m", "tests.bench.stores.ours"))]
    for python in pythons:
        listed = subprocess.run([python, str(_OTHERS)], check=True, capture_output=True, text=True)
        found += [Store(name, (python, str(_OTHERS), name)) for name in json.loads(listed.stdout)]
    return found


def measure(store: Store, given: Given, folder: Path, limit: float) -> dict[str, str]:
    """Return the cells of one row."""
    row = {"vectors": f"{given.size:,}", "store": store.name}
    try:
        built = _step(store, "build", given, folder, limit)
        disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        row |= {"built/s": f"{given.size / built['seconds']:,.0f}", "bytes/node": f"{disk / given.size:,.0f}"}
        asked = _step(store, "query", given, folder, limit)
    except subprocess.TimeoutExpired:
        return row | {"note": f"left out: more than {limit:.0f} s"}
    p50, p95 = np.percentile(asked["times"], [50, 95])
    recall = _recall(given, asked["found"])
    return row | {
        "p50 ms": f"{p50:.1f}",
        "p95 ms": f"{p95:.1f}",
        f"recall@{TOP}": f"{recall:.3f}",
        "MB": f"{asked['MB']:,.0f}",
        "opens s": f"{asked['opening']:.2f}",
    }


def _step(store: Store, what: str, given: Given, folder: Path, limit: float) -> dict[str, Any]:
    """Run one step in a process of its own."""
    arguments = [*store.command, what, str(given.vectors), str(given.questions), str(folder), str(_QUERY_SECONDS)]
    done = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True, timeout=limit)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def _recall(given: Given, found: Sequence[Sequence[int]]) -> float:
    """Return the share of what was found that belongs to the nearest; of equally near ones any will do."""
    vectors, questions = np.load(given.vectors, mmap_mode="r"), np.load(given.questions)
    hits = [
        np.mean(vectors[np.array(rows)] @ question >= best[TOP - 1] - _EQUAL) * len(rows) / TOP
        for rows, question, best in zip(found, questions, given.truth, strict=False)
    ]
    return float(np.mean(hits))


def store_rows(arguments: argparse.Namespace, work: Path) -> Iterator[dict[str, str]]:
    """Measure every store with every size."""
    with np.load(arguments.vectors) as saved:
        base, asked = saved["passages"], saved["questions"]
    for size in arguments.sizes:
        grown = grow(base, size)
        truth, times = exact(grown, asked)
        given = Given(work / "vectors.npy", work / "questions.npy", truth, size)
        np.save(given.vectors, grown)
        np.save(given.questions, asked)
        del grown
        yield {"vectors": f"{size:,}", "store": "NumPy, exact", "p50 ms": f"{np.median(times):.1f}"}
        for store in stores(arguments.reference):
            with tempfile.TemporaryDirectory(dir=work) as folder:
                yield measure(store, given, Path(folder), arguments.limit)


def show(rows: Iterator[dict[str, str]], columns: Sequence[str]) -> None:
    """Print a table, each row when it is known."""
    print("| " + " | ".join(columns) + " |\n|" + "---|" * len(columns), flush=True)
    for row in rows:
        print("| " + " | ".join(row.get(column, "") for column in columns) + " |", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--reference", nargs="*", default=[], help="interpreters with other stores")
    parser.add_argument("--limit", type=float, default=300, help="seconds that a step may take")
    parser.add_argument("--hybrid", type=int, nargs="*", default=[])
    parser.add_argument(
        "--texts", type=Path, nargs="+", help="libraries with the passages to measure hybrid search with"
    )
    parser.add_argument("--libraries", type=Path, nargs="+", help="measure searching in these, and nothing else")
    parser.add_argument("--scratch", type=Path, help="folder for the files (5 GB for a million)")
    arguments = parser.parse_args()
    if arguments.vectors is None and not arguments.libraries:
        parser.error("--vectors or --libraries")
    searches = ("nodes", "question", "p50 ms", "p95 ms", "processor ms", "note")
    with tempfile.TemporaryDirectory(dir=arguments.scratch) as work:
        if arguments.libraries:
            show(library_rows(arguments.texts, arguments.libraries, Path(work)), searches)
            return
        columns = ("vectors", "store", "p50 ms", "p95 ms", f"recall@{TOP}", "built/s", "MB", "bytes/node", "opens s")
        show(store_rows(arguments, Path(work)), (*columns, "note"))
        if arguments.hybrid:
            rows = hybrid_rows(arguments.texts, arguments.vectors, arguments.hybrid, Path(work))
            show(rows, searches)


if __name__ == "__main__":
    main()
