"""Show what stands around a passage."""

from collections.abc import Sequence
from typing import Protocol

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.postprocessor.base import BaseNodePostprocessor

MODES = ("next", "previous", "both")


class Neighbours(Protocol):
    """A document store, as far as it knows what stands beside a node."""

    def nodes_around(self, node_id: str, before: int, after: int) -> tuple[list[TextNode], list[TextNode]]:
        """Return nodes before and after a node, in document order."""


class PrevNextNodePostprocessor(BaseNodePostprocessor):
    """Adds ``num_nodes`` nodes after each node ("next"), before it ("previous"), or both.

    Nodes that follow one another stand together, in the order of the document, where the best of them stood. A node
    that was found keeps its score; what is added has none.
    """

    def __init__(self, docstore: Neighbours, num_nodes: int = 1, mode: str = "next") -> None:
        if mode not in MODES:
            raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}")
        self._docstore = docstore
        self.num_nodes = num_nodes
        self.mode = mode

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        found = {node.node.node_id: node for node in reversed(nodes)}
        before = 0 if self.mode == "next" else self.num_nodes
        after = 0 if self.mode == "previous" else self.num_nodes
        runs: list[list[TextNode]] = []
        for node_id in dict.fromkeys(node.node.node_id for node in nodes):
            current_token().raise_if_cancelled()
            left, right = self._docstore.nodes_around(node_id, before, after)
            _add_run(runs, [*left, found[node_id].node, *right])
        return [found.get(node.node_id) or NodeWithScore(node) for run in runs for node in run]


def _add_run(runs: list[list[TextNode]], run: list[TextNode]) -> None:
    """Add nodes that follow one another; they grow together with runs that they overlap or touch."""
    place = len(runs)
    for number in range(len(runs) - 1, -1, -1):
        together = _together(runs[number], run) or _together(run, runs[number])
        if together:
            run, place = together, number
            del runs[number]
    runs.insert(place, run)


def _together(one: Sequence[TextNode], other: Sequence[TextNode]) -> list[TextNode]:
    """Return both runs as one when the other begins inside the first or right behind it, else nothing."""
    ids = [node.node_id for node in one]
    begin = other[0].node_id
    if begin in ids:
        rest = other[len(ids) - ids.index(begin) :]
        return [*one, *rest]
    after, before = one[-1].next_node, other[0].prev_node
    follows = (after is not None and after.node_id == begin) or (before is not None and before.node_id == ids[-1])
    return [*one, *other] if follows else []
