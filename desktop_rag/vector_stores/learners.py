"""Ranking by a small model that is trained to tell the question from every candidate.

A linear model learns the question as its only positive example and all candidates as negative ones, both sides with
equal weight in total; candidates are ranked by its decision. What many candidates share counts little then (Karpathy's
"kNN vs SVM"). Three losses: squared hinge with C = 0.1 (a linear SVM, as LIBLINEAR defines it), logistic with C = 1,
and squares with C = 1 (ridge regression: where candidates are fewer than
dimensions, plain least squares fit them all exactly and rank by noise).

All three are minimised by Newton's method with a line search; the bias is one more coordinate of 1, regularised too.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.vector_stores.types import VectorStoreQueryMode

Floats = NDArray[np.float64]
Loss = Callable[[Floats, Floats], tuple[Floats, Floats, Floats]]
"""Takes labels and decisions; returns each example's loss, and its first and second derivative by the decision."""
_STEPS = 100
_TOLERANCE = 1e-10
_FLAT = 1e-12


def decisions(query: Vector, candidates: Matrix, mode: VectorStoreQueryMode) -> Floats:
    """Return the trained model's decision for each candidate; higher is more like the question."""
    loss, cost = _LOSSES[mode]
    examples = np.vstack([query[None, :], candidates]).astype(np.float64)
    count = len(examples)
    examples = np.hstack([examples, np.ones((count, 1))])
    labels = np.full(count, -1.0)
    labels[0] = 1.0
    weights = np.full(count, cost * count / (2 * max(count - 1, 1)))
    weights[0] = cost * count / 2
    found: Floats = examples[1:] @ minimise(examples, labels, weights, loss)
    return found


def minimise(examples: Floats, labels: Floats, weights: Floats, loss: Loss) -> Floats:
    """Return ``w`` with the least ``|w|²/2 + Σ weight · loss(label, example·w)``."""
    w: Floats = np.zeros(examples.shape[1])
    for _ in range(_STEPS):
        outputs = examples @ w
        losses, first, second = loss(labels, outputs)
        gradient = w + examples.T @ (weights * first)
        step = _newton_step(examples, weights * second, gradient)
        slope = float(gradient @ step)
        if -slope < _TOLERANCE:
            break
        before = float(w @ w) / 2 + float(weights @ losses)
        w = w + _length(examples @ step, outputs, (w, step), (before, slope), (labels, weights, loss)) * step
    return w


def _newton_step(examples: Floats, curvatures: Floats, gradient: Floats) -> Floats:
    """Solve ``(1 + examplesᵀ · curvatures · examples) · step = -gradient`` on the shorter side (Woodbury)."""
    curved = curvatures > _FLAT
    rows, curvatures = examples[curved], curvatures[curved]
    if len(rows) < examples.shape[1]:
        inner = rows @ rows.T
        inner.flat[:: len(rows) + 1] += 1.0 / curvatures
        return rows.T @ np.asarray(np.linalg.solve(inner, rows @ gradient), np.float64) - gradient
    hessian = (rows.T * curvatures) @ rows
    hessian.flat[:: len(gradient) + 1] += 1.0
    return np.asarray(np.linalg.solve(hessian, -gradient), np.float64)


def _length(
    moved: Floats,
    outputs: Floats,
    line: tuple[Floats, Floats],
    start: tuple[float, float],
    goal: tuple[Floats, Floats, Loss],
) -> float:
    """Return how far to go along a step: halved until it gains enough (Armijo)."""
    (w, step), (before, slope), (labels, weights, loss) = line, start, goal
    length = 1.0
    while length > 1e-8:
        there = w + length * step
        value = float(there @ there) / 2 + float(weights @ loss(labels, outputs + length * moved)[0])
        if value <= before + 1e-4 * length * slope:
            break
        length /= 2
    return length


def _squared_hinge(labels: Floats, outputs: Floats) -> tuple[Floats, Floats, Floats]:
    """Penalise decisions on the wrong side of the margin."""
    short: Floats = np.maximum(1.0 - labels * outputs, 0.0)
    curvature: Floats = np.where(short > 0, 2.0, 0.0)
    return short * short, -2.0 * labels * short, curvature


def _logistic(labels: Floats, outputs: Floats) -> tuple[Floats, Floats, Floats]:
    """Penalise improbable labels."""
    margins = labels * outputs
    wrong: Floats = np.exp(-np.logaddexp(0.0, margins))
    losses: Floats = np.logaddexp(0.0, -margins)
    return losses, -labels * wrong, wrong * (1.0 - wrong)


def _squares(labels: Floats, outputs: Floats) -> tuple[Floats, Floats, Floats]:
    """Penalise every distance from 1 (the question) and 0 (the candidates), as regressions do."""
    off: Floats = outputs - np.where(labels > 0, 1.0, 0.0)
    return off * off / 2, off, np.ones_like(off)


_LOSSES: dict[VectorStoreQueryMode, tuple[Loss, float]] = {
    VectorStoreQueryMode.SVM: (_squared_hinge, 0.1),
    VectorStoreQueryMode.LOGISTIC_REGRESSION: (_logistic, 1.0),
    VectorStoreQueryMode.LINEAR_REGRESSION: (_squares, 1.0),
}
LEARNER_MODES = frozenset(_LOSSES)
