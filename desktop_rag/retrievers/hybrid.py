"""The product's own search: words and meaning, fused by how good they are."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion_modes import Merged
from desktop_rag.schema import NodeWithScore, QueryBundle


@dataclass(frozen=True, slots=True)
class RankedList:
    """What one retriever found, how much it counts, and what the nodes it left out would score at most."""

    nodes: Sequence[NodeWithScore]
    weight: float = 1.0
    unlisted_score: float = 0.0


class HybridRetriever(BaseRetriever):
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
    merged = Merged()
    for ranked in lists:
        top = max((node.get_score() for node in ranked.nodes), default=0.0)
        span = top - ranked.unlisted_score
        for node in ranked.nodes:
            share = (node.get_score() - ranked.unlisted_score) / span if span > 0 else 1.0
            merged.add(node, ranked.weight * share)
    return merged.nodes()
