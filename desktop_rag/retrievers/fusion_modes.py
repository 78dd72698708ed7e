"""LlamaIndex's four ways to fuse ranked lists, each a function of the lists; for ``QueryFusionRetriever``.

The search by words and meaning fuses otherwise: see ``hybrid.fuse_by_score``.

A node is known by its id, and counts once in a list, where it stands first. Nodes of equal score stay in the order
in which they were first seen.
"""

import enum
from collections.abc import Iterable, Sequence

from desktop_rag.core.schema import NodeWithScore

RRF_K = 60.0
_DEVIATIONS = 3  # a list's scores are taken to lie so many standard deviations around their mean
RankedNodes = Sequence[NodeWithScore]


class FUSION_MODES(enum.StrEnum):  # noqa: N801 - LlamaIndex's name
    """The methods of fusing lists."""

    RECIPROCAL_RANK = "reciprocal_rerank"
    RELATIVE_SCORE = "relative_score"
    DIST_BASED_SCORE = "dist_based_score"
    SIMPLE = "simple"


class Merged:
    """Nodes of several lists with their scores and everything that found them."""

    def __init__(self) -> None:
        self._scores: dict[str, float | None] = {}
        self._first: dict[str, NodeWithScore] = {}
        self._found_by: dict[str, dict[str, None]] = {}

    def add(self, node: NodeWithScore, score: float) -> None:
        """Count a node in: its scores add up."""
        known = self._note(node)
        self._scores[known] = (self._scores.get(known) or 0.0) + score

    def keep_best(self, node: NodeWithScore) -> None:
        """Count a node in: its best score stays; one without any has none until it is found again."""
        known = self._note(node)
        if known in self._scores:
            self._scores[known] = max(node.get_score(), self._scores[known] or 0.0)
        else:
            self._scores[known] = node.score

    def nodes(self) -> list[NodeWithScore]:
        """Return the nodes, best first."""
        order = sorted(self._scores, key=self._sort_key)
        return [NodeWithScore(self._first[key].node, self._scores[key], tuple(self._found_by[key])) for key in order]

    def _note(self, node: NodeWithScore) -> str:
        """Record a node and its retriever; return its key."""
        key = node.node.node_id
        self._first.setdefault(key, node)
        self._found_by.setdefault(key, {}).update(dict.fromkeys(node.found_by))
        return key

    def _sort_key(self, key: str) -> float:
        """Return the sort key that puts the best first."""
        return -(self._scores[key] or 0.0)


def fuse(
    lists: Sequence[RankedNodes], weights: Sequence[float], num_queries: int, mode: FUSION_MODES
) -> list[NodeWithScore]:
    """Return the nodes of all lists, best first; ``weights`` (one for each list) count in the two modes by score."""
    if mode is FUSION_MODES.RECIPROCAL_RANK:
        return reciprocal_rank_fusion(lists)
    if mode is FUSION_MODES.SIMPLE:
        return simple_fusion(lists)
    return relative_score_fusion(lists, weights, num_queries, dist_based=mode is FUSION_MODES.DIST_BASED_SCORE)


def reciprocal_rank_fusion(lists: Iterable[RankedNodes]) -> list[NodeWithScore]:
    """Fuse by rank: a node's score is the sum of ``1 / (rank + 60)`` over the lists, ranks from 0.

    (Cormack, Clarke & Büttcher 2009.)
    """
    merged = Merged()
    for nodes in lists:
        for rank, node in enumerate(sorted(_once(nodes), key=NodeWithScore.get_score, reverse=True)):
            merged.add(node, 1.0 / (rank + RRF_K))
    return merged.nodes()


def relative_score_fusion(
    lists: Sequence[RankedNodes], weights: Sequence[float], num_queries: int = 1, *, dist_based: bool = False
) -> list[NodeWithScore]:
    """Sum scores, each list's scaled so that its best is its weight and its worst 0, divided by ``num_queries``.

    ``dist_based`` takes three standard deviations below and above the mean for worst and best.
    """
    merged = Merged()
    for nodes, weight in zip(lists, weights, strict=True):
        scored = _once(nodes)
        low, high = _range([node.get_score() for node in scored], dist_based=dist_based)
        for node in scored:
            merged.add(node, _share(node.get_score(), low, high) * weight / num_queries)
    return merged.nodes()


def simple_fusion(lists: Iterable[RankedNodes]) -> list[NodeWithScore]:
    """Keep each node's best score as it is: right only when all lists are scored alike."""
    merged = Merged()
    for nodes in lists:
        for node in _once(nodes):
            merged.keep_best(node)
    return merged.nodes()


def _share(score: float, low: float, high: float) -> float:
    """Return the position of a score between worst and best; equal scores are all best when they are positive."""
    if high == low:
        return 1.0 if high > 0 else 0.0
    return (score - low) / (high - low)


def _range(scores: Sequence[float], *, dist_based: bool) -> tuple[float, float]:
    """Return the worst and best score by which a list is scaled."""
    if not scores:
        return 0.0, 0.0
    if not dist_based:
        return min(scores), max(scores)
    mean = sum(scores) / len(scores)
    deviation = (sum((score - mean) ** 2 for score in scores) / len(scores)) ** 0.5
    return mean - _DEVIATIONS * deviation, mean + _DEVIATIONS * deviation


def _once(nodes: RankedNodes) -> list[NodeWithScore]:
    """Return the nodes without repetitions."""
    first: dict[str, NodeWithScore] = {}
    for node in nodes:
        first.setdefault(node.node.node_id, node)
    return list(first.values())
