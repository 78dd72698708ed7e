"""Learn from questions to company reports how much pages and documents count, and write the weights.

usage: python -m tests.bench.retrieval.train_ranking --data PATH [--library FILE] [--cache FOLDER] [--save FILE]

PATH holds financebench with its folder ``more``. Figures are those of cross-validation: all questions to a report are
in one fold, and the weights that rank a fold were learnt from the others. Beside them stand those of weights that saw
every question, and of the search without this evidence. Beside page hits stands which share of the figures that people
named as evidence stands in the five passages that a model reads. ``--library`` keeps the library of all reports, which
takes minutes to make.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import platformdirs

from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.postprocessor.join_neighbours import Documents
from desktop_rag.retrievers.page_evidence import FEATURES
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.retrieval.cached_embedding import CachedEmbedding
from tests.bench.retrieval.measuring import build
from tests.bench.retrieval.reports import Example, Numbers, evidence_figures, examples
from tests.bench.retrieval.sets import ALL_REPORTS, open_set

FOLDS = 11  # of three reports each
_DEPTHS = (1, 5, 20)
_PENALTY = 0.01  # of squared weights; .003 gives the same figures within a question or two
_STEPS = 200
_RATE = 0.3
_SEED = 0


def main() -> None:
    """Search, learn, print figures, write weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("desktop-rag-bench")))
    parser.add_argument("--save", type=Path)
    arguments = parser.parse_args()
    model = CachedEmbedding(arguments.cache / "vectors.sqlite", MultilingualE5Embedding(arguments.cache / "graph.json"))
    with tempfile.TemporaryDirectory() as work:
        reports = open_set(ALL_REPORTS, arguments.data, Path(work))
        library = arguments.library or Path(work) / "reports.ragindex"
        if not library.exists():
            build(reports, library, model)
        with StorageContext(library, read_only=True) as storage:
            found = list(examples(reports.questions, evidence_figures(arguments.data), storage, model))
            weights = _report(found, storage.docstore)
    model.close()
    if arguments.save:
        named = dict(zip(FEATURES, (round(float(one), 3) for one in weights[1:] / weights[0]), strict=True))
        arguments.save.write_text(json.dumps(named, indent=1) + "\n", encoding="utf-8")


def learn(found: Sequence[Example]) -> Numbers:
    """Return the weights of own score and features that make pages that answer likeliest, none below 0.

    A page scores as its best passage does; softmax over the pages that were found says how likely it answers.
    """
    weights = np.zeros(1 + len(FEATURES))
    weights[0] = 10.0  # where the steps begin: the order of the search as it is
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    penalty = np.r_[0.0, np.full(len(FEATURES), _PENALTY)]
    usable = [one for one in found if one.answers.any()]
    for step in range(_STEPS):  # Adam, with steps that become shorter
        slope = penalty * weights + np.sum([_slope(one, weights) for one in usable], axis=0) / len(found)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        change = mean / (1 - 0.9 ** (step + 1)) / (np.sqrt(square / (1 - 0.99 ** (step + 1))) + 1e-8)
        weights = np.maximum(0.0, weights - _RATE * (1 - step / _STEPS) * change)
    return weights


def folds_of(found: Sequence[Example]) -> list[int]:
    """Return the fold of each question; those to one report are in one."""
    reports = sorted({one.report for one in found})
    random.Random(_SEED).shuffle(reports)
    return [reports.index(one.report) % FOLDS for one in found]


def _slope(one: Example, weights: Numbers) -> Numbers:
    """Return how the weights make the pages that answer less likely."""
    best = one.best_passages(weights)
    values, answers = one.values[best], one.answers[best]
    scores = values @ weights
    odds = np.exp(scores - scores[answers].max())
    slope: Numbers = values.T @ (odds / odds.sum() - np.where(answers, odds, 0.0) / odds[answers].sum())
    return slope


def _report(found: Sequence[Example], docstore: Documents) -> Numbers:
    """Print the figures, and return the weights learnt from everything."""
    folds = folds_of(found)
    alone, everything = np.eye(1 + len(FEATURES))[0], learn(found)
    by_fold = {fold: learn([one for one, other in zip(found, folds, strict=True) if other != fold]) for fold in folds}
    rows = {
        "search alone": [alone] * len(found),
        "tuned": [everything] * len(found),
        "held out": [by_fold[fold] for fold in folds],
    }
    print(f"{len(found)} questions, {len({one.report for one in found})} reports, {len(by_fold)} folds")
    for name, weights in rows.items():
        ranks = [one.rank(weight) for one, weight in zip(found, weights, strict=True)]
        pairs = zip(found, weights, strict=True)
        read = [one.evidence_read(weight, docstore) for one, weight in pairs if one.evidence]
        print(f"  {name:13} {_figures(ranks, folds)}   evidence in five {sum(read) / len(read):.3f}")
    learnt = np.array([one[1:] / one[0] for one in by_fold.values()])
    for place, name in enumerate(FEATURES):
        print(f"  {name:13} {everything[1 + place] / everything[0]:.3f} ± {learnt[:, place].std():.3f}")
    return everything


def _figures(ranks: Sequence[int], folds: Sequence[int]) -> str:
    """Return hits among all questions, with the standard deviation over folds."""
    numbers, of_fold = np.array(ranks), np.array(folds)
    cells = []
    for depth in _DEPTHS:
        hits = numbers <= depth
        spread = np.std([hits[of_fold == fold].mean() for fold in sorted(set(folds))])
        cells.append(f"hit@{depth} {hits.mean():.3f} ± {spread:.3f}")
    return "   ".join([*cells, f"MRR {(1 / numbers).mean():.3f}"])


if __name__ == "__main__":
    main()
