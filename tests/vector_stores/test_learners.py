"""The small models that rank candidates: against scikit-learn's figures, and by what optima must be.

In the reference the three give the same result.
"""

import numpy as np
import pytest

from desktop_rag.vector_stores import sqlite_vec
from desktop_rag.vector_stores.sqlite_vec import decisions, minimise
from desktop_rag.vector_stores.types import VectorStoreQueryMode as Mode

MODES = [Mode.SVM, Mode.LOGISTIC_REGRESSION, Mode.LINEAR_REGRESSION]
QUERY = np.array([-0.4582, -0.73, -0.4799, 0.1637], np.float64)
CANDIDATES = np.array(
    [
        [0.0013, 0.3053, -0.2801, -0.9101],
        [-0.2629, -0.5735, 0.0348, 0.7751],
        [-0.4935, -0.6222, 0.4912, 0.3579],
        [0.0904, -0.7975, -0.0251, 0.596],
        [-0.4977, -0.1694, -0.704, -0.4775],
        [-0.8134, -0.1038, -0.5597, 0.1198],
    ]
)
# scikit-learn 1.9.1: LinearSVC(class_weight="balanced", C=0.1), LogisticRegression(class_weight="balanced",
# solver="liblinear"), Ridge(alpha=1, fit_intercept=False) with a column of ones and balanced sample weights
KNOWN = {
    Mode.SVM: [-0.140122, 0.034761, -0.031274, 0.070213, 0.052629, 0.043773],
    Mode.LOGISTIC_REGRESSION: [-0.349894, 0.056119, -0.101785, 0.144567, 0.108747, 0.081168],
    Mode.LINEAR_REGRESSION: [0.064848, 0.354981, 0.261616, 0.433002, 0.478689, 0.430092],
}


def random_candidates(count: int, width: int, seed: int = 0) -> np.ndarray:
    vectors = np.random.default_rng(seed).standard_normal((count, width)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.mark.parametrize("mode", MODES)
def test_as_scikit_learn(mode: Mode) -> None:
    assert decisions(QUERY, CANDIDATES, mode) == pytest.approx(KNOWN[mode], abs=2e-6)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("count", "width"), [(1, 3), (5, 40), (60, 8), (300, 64)])
def test_the_gradient_vanishes(mode: Mode, count: int, width: int) -> None:
    loss, cost = sqlite_vec._LOSSES[mode]
    candidates = random_candidates(count, width).astype(np.float64)
    examples = np.hstack([np.vstack([candidates[:1] * 0.9, candidates]), np.ones((count + 1, 1))])
    labels = np.array([1.0] + [-1.0] * count)
    weights = cost * (count + 1) / 2 * np.array([1.0] + [1 / count] * count)
    w = minimise(examples, labels, weights, loss)
    assert np.abs(w + examples.T @ (weights * loss(labels, examples @ w)[1])).max() < 1e-4
    best = decisions(candidates[0] * 0.9, candidates, mode)
    assert best == pytest.approx(examples[1:] @ w, abs=1e-5)  # also where there are fewer candidates than dimensions
    assert best.argmax() == 0


def test_each_is_a_method_of_its_own() -> None:
    candidates = random_candidates(50, 16)
    orders = {mode: tuple(np.argsort(-decisions(candidates[3] + candidates[4], candidates, mode))) for mode in MODES}
    assert len(set(orders.values())) == 3


@pytest.mark.parametrize("mode", MODES)
def test_nothing_to_tell_apart(mode: Mode) -> None:
    same = np.ones((4, 3), np.float32)
    assert np.ptp(decisions(same[0], same, mode)) < 1e-9
    assert np.isfinite(decisions(np.zeros(3, np.float32), np.zeros((4, 3), np.float32), mode)).all()
