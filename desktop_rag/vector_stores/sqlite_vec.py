"""Embeddings in the index file itself, asked in LlamaIndex's way, and its query modes for them and other stores.

- ``default``: the nearest vectors; scores are similarities.
- ``mmr``: maximal marginal relevance (Carbonell & Goldstein 1998): again and again the candidate with the largest
  ``t · similarity to the question - (1 - t) · largest similarity to anything chosen``, which is its score. LlamaIndex
  looks at the last chosen only. Up to ``EXACT_UP_TO`` vectors all are candidates, else the nearest 200, or 20 for each
  node wanted.
- ``svm``, ``linear_regression``, ``logistic_regression``: see ``learners``. All vectors up to ``EXACT_UP_TO``, else
  the nearest 500, or 10 for each node wanted; scores are decisions.
- ``sparse``, ``text_search``: by words; scores are BM25's.
- ``hybrid``: both lists, each scaled from what it left out (0) to its best (1), weighted by ``alpha``;
  words count as much less as the library does not know them. Where nothing has a vector yet, words decide.
- ``semantic_hybrid``: what ``hybrid`` finds, in the order of meaning; scores are similarities.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.errors import BugError
from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.core.similarity import SimilarityMode, similarities, unit
from desktop_rag.storage.ports import Hit, Keywords, Nodes, Vectors
from desktop_rag.storage.sqlite.keywords.keyword_store import KeywordStore
from desktop_rag.storage.sqlite.library_nodes import SqliteNodes
from desktop_rag.storage.sqlite.vectors.vector_store import SqliteVectors
from desktop_rag.text.analyzer import keyword_terms
from desktop_rag.vector_stores.types import (
    WORD_MODES,
    VectorStoreQuery,
    VectorStoreQueryMode,
    VectorStoreQueryResult,
)

Floats = NDArray[np.float64]
Loss = Callable[[Floats, Floats], tuple[Floats, Floats, Floats]]
_STEPS = 100
_TOLERANCE = 1e-10
_FLAT = 1e-12
EXACT_UP_TO = 2000
HYBRID_DEPTH = 50
DEFAULT_ALPHA = 0.5
DEFAULT_MMR_THRESHOLD = 0.5
_MMR_POOL = (200, 20)  # at least, and for each node wanted
_LEARNER_POOL = (500, 10)
_MEANING, _WORDS = ("meaning",), ("words",)


class SqliteVecVectorStore(SqliteVectors):
    """The vectors of one embedding space, searched in every mode."""

    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        """Return the nodes a query finds, best first; the module's docstring says how."""
        with self._db:  # one state of the file
            return run_query(self, KeywordStore(self._db), SqliteNodes(self._db), query)


"""Takes labels and decisions; returns each example's loss, and its first and second derivative by the decision."""


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


def run_query(vectors: Vectors, words: Keywords, nodes: Nodes, query: VectorStoreQuery) -> VectorStoreQueryResult:
    """Return the result of a query, best first; the three are of one storage, and see one and the same state of it."""
    if query.similarity_top_k <= 0:
        return VectorStoreQueryResult()
    found = _Search(vectors, words, query).hits()
    known = nodes.nodes_by_key([key for key, _, _ in found])
    found = [hit for hit in found if hit[0] in known]
    scores = [float(score) for _, score, _ in found]
    shown = [known[key] for key, _, _ in found]
    return VectorStoreQueryResult(shown, scores, [node.node_id for node in shown], [by for _, _, by in found])


def mmr(query: Vector, candidates: Matrix, top_k: int, threshold: float, mode: SimilarityMode) -> list[Hit]:
    """Return (place among the candidates, score) in the order of choosing; equal scores go to the first."""
    fit = threshold * similarities(query, candidates, mode).astype(np.float64)
    alike = np.full(len(candidates), -np.inf)
    left = np.ones(len(candidates), np.bool_)
    chosen: list[Hit] = []
    while len(chosen) < top_k and left.any():
        scores = fit - (1 - threshold) * alike if chosen else fit
        place = int(np.argmax(np.where(left, scores, -np.inf)))
        chosen.append((place, float(scores[place])))
        left[place] = False
        alike = np.maximum(alike, similarities(candidates[place], candidates, mode))
    return chosen


def fuse(words: list[Hit], meaning: list[Hit], alpha: float, *, all_words: bool) -> list[Hit]:
    """Return two lists fused by ``alpha``; ``all_words``: hits not in ``words`` have none of the words."""
    scores: dict[int, float] = {}
    for hits, weight, from_zero in ((meaning, alpha, False), (words, 1 - alpha, all_words)):
        if not hits or not weight:
            continue
        floor = 0.0 if from_zero else hits[-1][1]
        span = hits[0][1] - floor
        for key, score in hits:
            scores[key] = scores.get(key, 0.0) + weight * ((score - floor) / span if span > 0 else 1.0)
    return sorted(scores.items(), key=lambda hit: -hit[1])


class _Search:
    """One query in one state of the file."""

    def __init__(self, vectors: Vectors, words: Keywords, query: VectorStoreQuery) -> None:
        self._vectors = vectors
        self._words = words
        self._query = query
        self._narrowing = query.narrowing

    def hits(self) -> list[tuple[int, float, tuple[str, ...]]]:
        """Return (node key, score, found by), best first."""
        query = self._query
        if query.mode in WORD_MODES:
            return [(*hit, _WORDS) for hit in self._by_words(query.sparse_top_k or query.similarity_top_k)]
        if query.mode in (VectorStoreQueryMode.HYBRID, VectorStoreQueryMode.SEMANTIC_HYBRID):
            return self._hybrid()
        if query.query_embedding is None:
            return []
        if query.mode is VectorStoreQueryMode.DEFAULT:
            found = self._vectors.nearest(query.query_embedding, query.similarity_top_k, self._narrowing)
        elif query.mode is VectorStoreQueryMode.MMR:
            found = self._mmr(query.query_embedding)
        elif query.mode in LEARNER_MODES:
            found = self._learned(query.query_embedding)
        else:
            raise BugError(f"unknown query mode {query.mode!r}")
        return [(*hit, _MEANING) for hit in found]

    def _by_words(self, count: int) -> list[Hit]:
        return self._words.query(keyword_terms(self._query.query_str or ""), count, self._narrowing)

    def _mmr(self, embedding: Vector) -> list[Hit]:
        """Search for variety."""
        keys, candidates = self._pool(embedding, _MMR_POOL)
        threshold = self._query.mmr_threshold
        threshold = DEFAULT_MMR_THRESHOLD if threshold is None else threshold
        chosen = mmr(embedding, candidates, self._query.similarity_top_k, threshold, self._vectors.similarity_mode)
        return [(keys[place], score) for place, score in chosen]

    def _learned(self, embedding: Vector) -> list[Hit]:
        """Search by a trained model."""
        keys, candidates = self._pool(embedding, _LEARNER_POOL)
        if not keys:
            return []
        if self._vectors.similarity_mode is SimilarityMode.COSINE:
            embedding = unit(embedding)  # as the candidates are
        scores = decisions(embedding, candidates, self._query.mode)
        best = np.argsort(-scores, kind="stable")[: self._query.similarity_top_k]
        return [(keys[place], float(scores[place])) for place in best]

    def _pool(self, embedding: Vector, size: tuple[int, int]) -> tuple[list[int], Matrix]:
        """Return candidates and their vectors, the nearest first."""
        least, each = size
        number = self._vectors.count(self._narrowing)
        wanted = number if number <= EXACT_UP_TO else max(least, each * self._query.similarity_top_k)
        keys = [key for key, _ in self._vectors.nearest(embedding, wanted, self._narrowing)]
        found = self._vectors.get(keys)
        if not keys:
            return [], np.zeros((0, len(embedding)), np.float32)
        return keys, np.stack([found[key] for key in keys])

    def _hybrid(self) -> list[tuple[int, float, tuple[str, ...]]]:
        """Search by words and by meaning."""
        query, embedding = self._query, self._query.query_embedding
        depth = max(HYBRID_DEPTH, query.similarity_top_k)
        sparse = depth if query.sparse_top_k is None else query.sparse_top_k
        wanted = query.similarity_top_k if query.hybrid_top_k is None else query.hybrid_top_k
        meaning = [] if embedding is None else self._vectors.nearest(embedding, depth, self._narrowing)
        alpha = _alpha(query) if meaning else 0.0
        words = self._by_words(sparse) if alpha < 1 else []
        alpha = self._with_known_words(alpha)
        fused = fuse(words, meaning, alpha, all_words=len(words) < sparse)[: max(wanted, 0)]
        if query.mode is VectorStoreQueryMode.SEMANTIC_HYBRID and embedding is not None and meaning:
            fused = self._by_meaning(embedding, fused)
        return _with_finders(fused, words, meaning if alpha else [])

    def _with_known_words(self, alpha: float) -> float:
        """Return the weight of meaning beside words: words unknown to the library count for nothing."""
        if not 0 < alpha < 1:
            return alpha
        known = self._words.known_share(keyword_terms(self._query.query_str or ""))  # none: another language
        return alpha / (alpha + (1 - alpha) * known)

    def _by_meaning(self, embedding: Vector, hits: list[Hit]) -> list[Hit]:
        """Sort by similarity; what has no vector yet comes last, with 0."""
        scores = dict(self._vectors.compare(embedding, [key for key, _ in hits]))
        known = sorted(scores.items(), key=lambda hit: -hit[1])
        return known + [(key, 0.0) for key, _ in hits if key not in scores]


def _alpha(query: VectorStoreQuery) -> float:
    """Return the weight of meaning that a query asks for."""
    return DEFAULT_ALPHA if query.alpha is None else min(max(query.alpha, 0.0), 1.0)


def _with_finders(hits: list[Hit], words: list[Hit], meaning: list[Hit]) -> list[tuple[int, float, tuple[str, ...]]]:
    """Return hits, each with the names of the lists that it is in."""
    by_words, by_meaning = dict(words), dict(meaning)
    return [
        (key, score, (_MEANING if key in by_meaning else ()) + (_WORDS if key in by_words else ()))
        for key, score in hits
    ]


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
    """Return the length of a step: halved until it gains enough (Armijo)."""
    (w, step), (before, slope), (labels, weights, loss) = line, start, goal
    length = 1.0
    while length > 1e-8:
        there = w + length * step
        value = float(there @ there) / 2 + float(weights @ loss(labels, outputs + length * moved)[0])
        if value <= before + 1e-4 * length * slope:
            break
        length /= 2
    return length
