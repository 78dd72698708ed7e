"""Measure which questions a library refuses: those it answers, those of its subject, those of other subjects.

usage: python -m tests.bench.refusals --data PATH [--libraries xquad-en …] [--cache FOLDER] [--questions 150]
                                      [--save FILE] [--compare FILE]

PATH holds the sets of ``tests.bench.retrieval``, whose cache of vectors is used. A library is made of half of a set's
files: its questions about these can be answered, those about the other half cannot though they are of the same
subject, and neither can those of other sets. “tuned” are the figures of the sets that the weights and limits of
``retrievers/relevance.py`` come from, “held out” those of the others. ``baseline.json`` beside this file holds the
figures to compare with; the exit code is 1 when one of them got worse by more than two points.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import platformdirs

from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from tests.bench.refusals.measuring import GOOD, HELD_OUT, TUNED, Figures, Refusals
from tests.bench.retrieval.cached_embedding import CachedEmbedding

TOLERANCE = 0.02


def main() -> int:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--libraries", nargs="+", choices=(*TUNED, *HELD_OUT), default=(*TUNED, *HELD_OUT))
    parser.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("desktop-rag-bench")))
    parser.add_argument("--questions", type=int, default=150, help="of each kind, asked of each library")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    arguments = parser.parse_args()
    before = json.loads(arguments.compare.read_text(encoding="utf-8")) if arguments.compare else {}
    embed_model = CachedEmbedding(
        arguments.cache / "vectors.sqlite", MultilingualE5Embedding(arguments.cache / "graph.json")
    )
    results: Figures = {}
    with tempfile.TemporaryDirectory() as work:
        refusals = Refusals(arguments.data, Path(work), embed_model, arguments.questions)
        for name in arguments.libraries:
            results[name] = refusals.measure(name)
            _print(name, results[name], before.get(name, {}))
    embed_model.close()
    for kind, names in (("tuned", TUNED), ("held out", HELD_OUT)):
        results[kind] = _mean([results[name] for name in names if name in results])
        _print(kind, results[kind], before.get(kind, {}))
    if arguments.save:
        arguments.save.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    worse = [line for name, figures in results.items() for line in _worse(name, before.get(name, {}), figures)]
    for line in worse:
        print(f"worse: {line}")
    return 1 if worse else 0


def _print(name: str, figures: dict[str, float], before: dict[str, float]) -> None:
    """Print the shares that were refused, with their change in points."""
    cells = []
    for kind, share in figures.items():
        change = f" ({(share - before[kind]) * 100:+.1f})" if kind in before else ""
        cells.append(f"{kind} {share:.3f}{change}")
    print(f"{name:12} {'   '.join(cells)}", flush=True)


def _mean(figures: list[dict[str, float]]) -> dict[str, float]:
    """Return the mean of each figure over the libraries that have it."""
    kinds = dict.fromkeys(kind for one in figures for kind in one)
    found = {kind: [one[kind] for one in figures if kind in one] for kind in kinds}
    return {kind: round(sum(values) / len(values), 4) for kind, values in found.items()}


def _worse(name: str, before: dict[str, float], after: dict[str, float]) -> list[str]:
    """Name the figures that got worse: more refusals of what can be answered, fewer of what cannot."""
    return [
        f"{name} {kind}: {before[kind]:.3f} -> {share:.3f}"
        for kind, share in after.items()
        if kind in before and (before[kind] - share if kind in GOOD else share - before[kind]) > TOLERANCE
    ]


if __name__ == "__main__":
    sys.exit(main())
