"""Show what stands around the best passage: an answer that begins in it often ends in the next."""

from collections.abc import Sequence
from typing import Protocol

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.postprocessor.join_neighbours import JoinNeighboursPostprocessor, Texts
from desktop_rag.postprocessor.node import Neighbours


class Documents(Neighbours, Texts, Protocol):
    """A document store, as far as it is needed here."""


class WidenBestPostprocessor(BaseNodePostprocessor):
    """Joins the first node with the ones before and after it on its page, where these are running text.

    Then joins what else follows one another among the nodes: see ``JoinNeighboursPostprocessor``.
    """

    def __init__(self, docstore: Documents) -> None:
        self._docstore = docstore
        self._joining = JoinNeighboursPostprocessor(docstore)

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        if nodes:
            nodes = [self._widened(nodes[0], query_bundle), *nodes[1:]]
        return self._joining.postprocess_nodes(nodes, query_bundle)

    def _widened(self, best: NodeWithScore, query_bundle: QueryBundle | None) -> NodeWithScore:
        """Return a node with its neighbours, as far as they join it."""
        before, after = self._docstore.nodes_around(best.node.node_id, 1, 1)
        beside = [NodeWithScore(node) for node in _on_the_page(best.node, [*before, *after])]
        joined = self._joining.postprocess_nodes([best, *beside], query_bundle)
        return joined[0]


def _on_the_page(node: TextNode, others: Sequence[TextNode]) -> list[TextNode]:
    """Return the nodes that stand on a node's page."""
    page = node.metadata.get("page_number")
    return [other for other in others if other.metadata.get("page_number") == page]
