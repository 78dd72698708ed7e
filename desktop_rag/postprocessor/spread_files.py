"""Let other files have their say where one long file has much that fits."""

from collections import Counter

from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.postprocessor.base import BaseNodePostprocessor

_FREE = 2  # passages of a file that count in full
_SHARE = 0.95  # of the one before, for each further one; 0.9 costs answers that a long file alone has


class SpreadFilesPostprocessor(BaseNodePostprocessor):
    """Puts the third and each further passage of a file behind those of others that fit nearly as well.

    "Nearly" is a share of the range of all scores, so it does not matter how they were made; they stay as they are.
    """

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        lowest = min((found.get_score() for found in nodes), default=0.0)
        seen = Counter[str | None]()
        placed: list[tuple[float, int]] = []
        for place, found in enumerate(nodes):
            doc_id = found.node.ref_doc_id
            seen[doc_id] += 1
            further = max(0, seen[doc_id] - _FREE) if doc_id is not None else 0
            placed.append((-(found.get_score() - lowest) * _SHARE**further, place))
        return [nodes[place] for _, place in sorted(placed)]
