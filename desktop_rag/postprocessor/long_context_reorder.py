"""Put the best where models read best."""

from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.postprocessor.base import BaseNodePostprocessor


class LongContextReorder(BaseNodePostprocessor):
    """Moves the best nodes to both ends: models overlook the middle of long prompts (Liu et al. 2023)."""

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        worst_first = sorted(nodes, key=NodeWithScore.get_score)
        return worst_first[::2][::-1] + worst_first[1::2]
