"""Measure searching: by words, by meaning, by both.

usage: python -m tests.bench.retrieval --data PATH [--sets xquad-en jsquad ...] [--cache FOLDER]
                                       [--save FILE] [--compare FILE] [--rerank ADDRESS [--rerank-model NAME]]
                                       [--questions 100]

PATH holds the sets as described in ``sets.py``. Vectors are remembered in the cache folder: the first run takes
twenty minutes, the next ones two. ``baseline.json`` beside this file holds the figures to compare with; the
exit code is 1 when one of them fell by more than half a point. ``--rerank`` adds a row: the best twenty by words and
meaning in the order of the reranker at that address; ``late_interaction.py`` is one. ``--questions`` asks only so many
of each set, always the same: reranking takes seconds each. Their figures are no baseline.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import platformdirs

from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.postprocessor.endpoint_rerank import EndpointRerank
from tests.bench.retrieval.cached_embedding import CachedEmbedding
from tests.bench.retrieval.measuring import Figures, build, measure
from tests.bench.retrieval.sets import (
    ALL_REPORTS,
    CONVERSATIONS,
    CROSS_SETS,
    MIXED_SETS,
    PASSAGE_SETS,
    REPORTS,
    TestSet,
    open_set,
)

TOLERANCE = 0.005
_SETS = (*PASSAGE_SETS, *CROSS_SETS, *MIXED_SETS, CONVERSATIONS, REPORTS, ALL_REPORTS)


def main() -> int:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="+", choices=_SETS, default=_SETS)
    parser.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("desktop-rag-bench")))
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--rerank", default="", help="a server with /v1/rerank")
    parser.add_argument("--rerank-model", default="")
    parser.add_argument("--questions", type=int, default=0, help="ask only so many of each set")
    arguments = parser.parse_args()
    if arguments.questions and (arguments.save or arguments.compare):
        parser.error("figures of some questions are no baseline")
    before = json.loads(arguments.compare.read_text(encoding="utf-8")) if arguments.compare else {}
    embed_model = CachedEmbedding(
        arguments.cache / "vectors.sqlite", MultilingualE5Embedding(arguments.cache / "graph.json")
    )
    reranker = EndpointRerank(arguments.rerank_model, arguments.rerank, top_n=20) if arguments.rerank else None
    with tempfile.TemporaryDirectory() as folder:
        measured = partial(measure, embed_model=embed_model, reranker=reranker)
        opened = partial(open_set, data=arguments.data, work=Path(folder), most=arguments.questions)
        results = _run(arguments.sets, opened, partial(_built, Path(folder), embed_model), measured, before)
    embed_model.close()
    if arguments.save:
        _save(results, arguments.save)
    fallen = _fallen(before, results)
    for line in fallen:
        print(f"fell: {line}")
    return 1 if fallen else 0


def _run(
    names: list[str],
    opened: Callable[[str], TestSet],
    built: Callable[[TestSet], Path],
    measured: Callable[[TestSet, Path], Figures],
    before: dict[str, Figures],
) -> dict[str, Figures]:
    """Measure every set, printing its row as soon as it is known."""
    results: dict[str, Figures] = {}
    for name in names:
        started = time.perf_counter()
        test_set = opened(name)
        results[name] = measured(test_set, built(test_set))
        seconds = time.perf_counter() - started
        print(f"{name}: {len(test_set.questions)} questions, {seconds:.0f} s", flush=True)
        for mode, figures in results[name].items():
            known = before.get(name, {}).get(mode, {})
            cells = (f"{key} {value:.4f}{_change(known.get(key), value)}" for key, value in figures.items())
            print(f"  {mode:8} {'   '.join(cells)}", flush=True)
    return results


def _built(work: Path, embed_model: CachedEmbedding, test_set: TestSet) -> Path:
    """Return the index file of a set, made unless it is there."""
    index = work / f"{test_set.folder.name}.ragindex"
    if not index.exists():
        build(test_set, index, embed_model)
    return index


def _save(results: dict[str, Figures], path: Path) -> None:
    """Write the figures; what was not measured keeps its own."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    together = kept | {name: kept.get(name, {}) | modes for name, modes in _rounded(results).items()}
    ordered = {name: together[name] for name in _SETS if name in together}
    path.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def _change(before: float | None, after: float) -> str:
    """Return the change in points, nothing when there is nothing to compare with."""
    return "" if before is None else f" ({(after - before) * 100:+.2f})"


def _fallen(before: dict[str, Figures], after: dict[str, Figures]) -> list[str]:
    """Name every figure that is more than half a point lower."""
    return [
        f"{name} {mode} {key}: {before[name][mode][key]:.4f} -> {value:.4f}"
        for name, modes in after.items()
        for mode, figures in modes.items()
        for key, value in figures.items()
        if value < before.get(name, {}).get(mode, {}).get(key, value) - TOLERANCE
    ]


def _rounded(results: dict[str, Figures]) -> dict[str, Figures]:
    return {
        name: {mode: {key: round(value, 4) for key, value in figures.items()} for mode, figures in modes.items()}
        for name, modes in results.items()
    }


if __name__ == "__main__":
    sys.exit(main())
