"""Fuse the results of several retrievers."""

from collections.abc import Sequence

from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.schema import NodeWithScore, QueryBundle

RRF_K = 60.0


class QueryFusionRetriever(BaseRetriever):
    """Asks every retriever and fuses their lists by rank.

    Reciprocal rank fusion (Cormack, Clarke & Büttcher 2009) with ranks from 0:
    a node's score is the sum over lists of ``weight / (rank + 60)``.
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
        lists = [retriever.retrieve(query_bundle) for retriever in self._retrievers]
        return reciprocal_rerank(lists, self._weights)[: self._similarity_top_k]


def reciprocal_rerank(lists: Sequence[list[NodeWithScore]], weights: Sequence[float]) -> list[NodeWithScore]:
    """Fuse ranked lists; equal scores keep the order in which the nodes were first seen."""
    scores: dict[str, float] = {}
    best: dict[str, NodeWithScore] = {}
    found_by: dict[str, dict[str, None]] = {}
    for nodes, weight in zip(lists, weights, strict=True):
        for rank, node in enumerate(nodes):
            key = node.node.node_id
            scores[key] = scores.get(key, 0.0) + weight / (rank + RRF_K)
            best.setdefault(key, node)
            found_by.setdefault(key, {}).update(dict.fromkeys(node.found_by))
    order = sorted(scores, key=lambda key: -scores[key])
    return [NodeWithScore(best[key].node, scores[key], tuple(found_by[key])) for key in order]
