"""Fuse the results of several retrievers."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.schema import NodeWithScore, QueryBundle

RRF_K = 60.0


@dataclass(frozen=True, slots=True)
class RankedList:
    """What one retriever found, how much it counts, and what the nodes it left out would score at most."""

    nodes: Sequence[NodeWithScore]
    weight: float = 1.0
    unlisted_score: float = 0.0


class QueryFusionRetriever(BaseRetriever):
    """Asks every retriever and fuses their lists by relative score.

    Ranks hide how far the best is ahead; scores tell it. Against reciprocal rank fusion this gains 0.2 to 1.6
    points of nDCG@10 on questions in the language of the files and 10 to 16 on others: see this package's README.
    """

    def __init__(
        self,
        retrievers: Sequence[BaseRetriever],
        similarity_top_k: int = 2,
        retriever_weights: Sequence[float] | None = None,
    ) -> None:
        self._retrievers = tuple(retrievers)
        self._similarity_top_k = similarity_top_k
        self._weights = tuple(retriever_weights or [1.0] * len(self._retrievers))

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        lists = [
            self._ask(retriever, weight, query_bundle)
            for retriever, weight in zip(self._retrievers, self._weights, strict=True)
        ]
        fused = relative_score(lists)[: self._similarity_top_k]
        total = sum(self._weights)
        return [node.with_score(node.get_score() / total) for node in fused]

    @staticmethod
    def _ask(retriever: BaseRetriever, weight: float, query_bundle: QueryBundle) -> RankedList:
        """Return what a retriever finds, weighted by how much of the question it can make use of."""
        nodes = retriever.retrieve(query_bundle)
        confidence = retriever.confidence(query_bundle) if nodes else 0.0
        return RankedList(nodes, weight * confidence, retriever.unlisted_score(nodes))


def relative_score(lists: Sequence[RankedList]) -> list[NodeWithScore]:
    """Sum the scores of each node, scaled so that a list's best has its weight and nodes it left out have 0.

    Equal scores keep the order in which the nodes were first seen.
    """
    merged = _Merged()
    for ranked in lists:
        top = max((node.get_score() for node in ranked.nodes), default=0.0)
        span = top - ranked.unlisted_score
        for node in ranked.nodes:
            share = (node.get_score() - ranked.unlisted_score) / span if span > 0 else 1.0
            merged.add(node, ranked.weight * share)
    return merged.nodes()


def reciprocal_rerank(lists: Sequence[list[NodeWithScore]], weights: Sequence[float]) -> list[NodeWithScore]:
    """Fuse lists whose scores cannot be compared, by rank (Cormack, Clarke & Büttcher 2009), ranks from 0.

    A node's score is the sum over lists of ``weight / (rank + 60)``; equal scores keep the order in which the
    nodes were first seen.
    """
    merged = _Merged()
    for nodes, weight in zip(lists, weights, strict=True):
        for rank, node in enumerate(nodes):
            merged.add(node, weight / (rank + RRF_K))
    return merged.nodes()


class _Merged:
    """Nodes of several lists with the sums of their scores."""

    def __init__(self) -> None:
        self._scores: dict[str, float] = {}
        self._first: dict[str, NodeWithScore] = {}
        self._found_by: dict[str, dict[str, None]] = {}

    def add(self, node: NodeWithScore, score: float) -> None:
        """Count a node in."""
        key = node.node.node_id
        self._scores[key] = self._scores.get(key, 0.0) + score
        self._first.setdefault(key, node)
        self._found_by.setdefault(key, {}).update(dict.fromkeys(node.found_by))

    def nodes(self) -> list[NodeWithScore]:
        """Return the nodes, best first."""
        order = sorted(self._scores, key=lambda key: -self._scores[key])
        return [NodeWithScore(self._first[key].node, self._scores[key], tuple(self._found_by[key])) for key in order]
