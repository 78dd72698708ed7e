"""Learns what each feature of a sentence counts: ``python -m tests.bench.quotations --data PATH --train``.

The weights maximise the likelihood that a sentence with the answer stands first, with a small penalty for large ones.
Questions are folded by article: all questions about an article, in all languages, are held out together.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.response_synthesizers.quoting.ranking import SentenceRanking, is_across_languages
from desktop_rag.response_synthesizers.quoting.table_rows import RowHeadings
from desktop_rag.response_synthesizers.quoting.weights import FEATURES, LEARNT, Weights
from tests.bench.quotations.asking import Asked, has_answer

FOLDS = 5
_ROUNDS, _STEP, _PENALTY = 300, 0.1, 0.003
_FIXED = FEATURES.index("rest in the heading")  # these sets have no headings: it keeps what it has


@dataclass(frozen=True, slots=True)
class Example:
    """The sentences compared for a question: their features, and which of them hold the answer."""

    article: str
    is_across: bool
    features: NDArray[np.float64]
    right: NDArray[np.bool_]


def fold_of(article: str) -> int:
    """Return the fold in which an article is held out."""
    return zlib.crc32(article.encode()) % FOLDS


def example_of(asked: Asked, ranking: SentenceRanking) -> Example:
    """Return what is learnt from a question."""
    headings = RowHeadings([found.node for found in asked.nodes])
    sentences, features = ranking.compared(asked.text, asked.nodes, headings)
    right = np.array([has_answer(one.text, asked.answers) for one in sentences], bool)
    return Example(asked.article, is_across_languages(asked.text, asked.nodes), features, right)


def learn(examples: Sequence[Example]) -> Weights:
    """Return the weights that suit the examples best."""
    here, across = (
        _fit([one for one in examples if one.is_across is is_across], is_across=is_across)
        for is_across in (False, True)
    )
    return Weights(here, across)


def _fit(examples: Sequence[Example], *, is_across: bool) -> dict[str, float]:
    """Maximise the likelihood by gradient ascent with momentum (Adam), on features of equal spread."""
    told = [one for one in examples if one.right.any() and not one.right.all()]
    sizes = np.array([len(one.right) for one in told])
    features = np.vstack([one.features for one in told])
    right = np.concatenate([one.right for one in told])
    spread = features.std(axis=0)
    spread[spread == 0] = 1
    scaled = features / spread
    group = np.repeat(np.arange(len(told)), sizes)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    weights = LEARNT.chosen(is_across) * spread
    weights[np.arange(len(weights)) != _FIXED] = 0
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for number in range(1, _ROUNDS + 1):
        scores = scaled @ weights
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[group])
        of_all = shares / np.add.reduceat(shares, starts)[group]
        of_right = shares * right
        of_right /= np.add.reduceat(of_right, starts)[group]
        gradient = scaled.T @ (of_all - of_right) / len(told) + _PENALTY * weights
        gradient[_FIXED] = 0
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        weights -= _STEP * mean / (1 - 0.9**number) / (np.sqrt(square / (1 - 0.99**number)) + 1e-8)
    return {name: round(float(weight), 2) for name, weight in zip(FEATURES, weights / spread, strict=True)}
