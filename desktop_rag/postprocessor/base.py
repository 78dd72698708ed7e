"""The one method every node postprocessor has."""

from collections.abc import Sequence
from typing import Protocol

from desktop_rag.schema import NodeWithScore, QueryBundle


class BaseNodePostprocessor(Protocol):
    """Drops, re-orders or changes retrieved nodes."""

    def postprocess_nodes(self, nodes: Sequence[NodeWithScore], query: QueryBundle) -> list[NodeWithScore]:
        """Return the nodes to go on with, best first."""
