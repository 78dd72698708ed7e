"""What logits say, and how well they tell right from wrong."""

import numpy as np
from numpy.typing import NDArray

from judge.archive import Archive, Ints

Floats = NDArray[np.float64]


def log_odds(nli: NDArray[np.floating]) -> Floats:
    """Return how surely statements are supported, as log odds, from logits ``(rows, 3)``."""
    logits = nli.astype(np.float64)
    odds: Floats = logits[:, 0] - np.logaddexp(logits[:, 1], logits[:, 2])
    return odds


def scores_of(archive: Archive, rows: Ints, nli: NDArray[np.floating], qa: NDArray[np.floating]) -> Floats:
    """Return the log odds of each pair by its own head: supported, or answered."""
    asked = archive.named("task", rows) == "qa"
    return np.where(asked, qa.astype(np.float64), log_odds(nli))


def area(scores: Floats, right: NDArray[np.bool_]) -> float:
    """Return the area under the curve: how often a right one is above a wrong one; not a number without both."""
    if right.all() or not right.any():
        return float("nan")
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    positive = int(right.sum())
    return float((ranks[right].sum() - positive * (positive + 1) / 2) / (positive * (len(right) - positive)))
