"""Print what was predicted rightly, by set and kind."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from judge.archive import Archive
from judge.scores import Floats, area, scores_of

FEWEST = 20  # pairs of a line
Chosen = NDArray[np.bool_]


def lines_of(archive: Archive, predictions: Path, alarms: float) -> Iterator[str]:
    """Yield the lines of the tables.

    Statements are marked below a threshold under which the share ``alarms`` of the supported dev statements of the
    written texts is.
    """
    with np.load(predictions) as box:
        rows, nli, qa = box["rows"], box["nli"], box["qa"]
    scores = scores_of(archive, rows, nli, qa)
    split, task, source, kind, language = (
        archive.named(column, rows) for column in ("split", "task", "source", "kind", "language")
    )
    right = archive.named("label", rows) == "supported"
    tuned = (split == "dev") & (task == "nli") & (source == "written") & right
    threshold = float(np.quantile(scores[tuned], alarms)) if tuned.any() else 0.0
    yield f"statements are marked below {threshold:.2f}"
    sets = sorted(set(zip(split.tolist(), task.tolist(), source.tolist(), strict=True)))
    for of_split, of_task, of_source in sets:
        here = (split == of_split) & (task == of_task) & (source == of_source)
        yield f"\n{of_source} ({of_split}, {'statements' if of_task == 'nli' else 'questions'})"
        limit = threshold if of_task == "nli" else 0.0
        yield _line("all", here, right, scores, limit)
        for one in sorted(set(language[here].tolist())):
            if (here & (language == one)).sum() >= FEWEST:
                yield _line(f"language {one}", here & (language == one), right, scores, limit)
        for one in sorted(set(kind[here & ~right].tolist())):
            wrong = here & (kind == one) & ~right
            # right ones of the same kind, where there are any: pairs that differ in one fact
            twins = here & (kind == one) & right
            if wrong.sum() >= FEWEST:
                yield _line(one, wrong | (twins if twins.any() else here & right), right, scores, limit)


def _line(name: str, here: Chosen, right: Chosen, scores: Floats, threshold: float) -> str:
    good, marked = right[here], scores[here] < threshold

    def share(of: Chosen) -> str:
        return f"{marked[of].mean():.3f} of {of.sum():5}" if of.any() else f"{'–':>14}"

    told = f"wrong marked {share(~good)}   right marked {share(good)}   AUC {area(scores[here], good):.3f}"
    return f"  {name:28} {told}"


def main() -> None:
    """Print the tables of a folder's predictions."""
    parser = argparse.ArgumentParser(description="Print what was predicted rightly.")
    parser.add_argument("weights", type=Path, help="folder with predictions.npz")
    parser.add_argument("--archive", type=Path, required=True, help="folder with archive.npz")
    parser.add_argument("--alarms", type=float, default=0.08, help="share of right statements that may be marked")
    options = parser.parse_args()
    for line in lines_of(Archive.load(options.archive), options.weights / "predictions.npz", options.alarms):
        print(line)
