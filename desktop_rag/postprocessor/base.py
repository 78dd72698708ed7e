"""The methods every node postprocessor has."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from desktop_rag.core.instrumentation import CBEventType, event
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.payloads import RerankingPayload
from desktop_rag.core.schema import DeclaredFields, NodeWithScore, QueryBundle


class BaseNodePostprocessor(DeclaredFields, ABC):
    """Drops, re-orders or changes retrieved nodes; what one of a program's own declares as fields is given by name."""

    def postprocess_nodes(
        self,
        nodes: Sequence[NodeWithScore],
        query_bundle: QueryBundle | None = None,
        query_str: str | None = None,
    ) -> list[NodeWithScore]:
        """Return the nodes to go on with, best first; a ``RERANKING`` event.

        Raises:
            ValueError: both a bundle and a text were given.

        """
        if query_bundle is not None and query_str is not None:
            raise ValueError("give either query_bundle or query_str, not both")
        bundle = query_bundle if query_str is None else QueryBundle(query_str)
        told = RerankingPayload(type(self).__name__, tuple(found.node.node_id for found in nodes))
        with event(CBEventType.RERANKING, **told.to_payload()) as stage:
            kept = self._postprocess_nodes(list(nodes), bundle)
            after, scores = tuple(found.node.node_id for found in kept), tuple(found.score for found in kept)
            stage.payload |= replace(told, after=after, scores=scores).to_payload()
        return kept

    apostprocess_nodes = asynchronous(postprocess_nodes)

    @abstractmethod
    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        """Do the work (implemented by each postprocessor)."""
