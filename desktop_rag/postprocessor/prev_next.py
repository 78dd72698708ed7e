"""Show what stands around a passage."""

import logging
from collections.abc import Sequence
from typing import Protocol

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.postprocessor.base import BaseNodePostprocessor

_LOG = logging.getLogger(__name__)

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

    def __init__(
        self,
        docstore: Neighbours,
        num_nodes: int = 1,
        mode: str = "next",
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        if mode not in MODES:
            raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}")
        self._docstore = docstore
        self.num_nodes = num_nodes
        self.mode = mode

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        found = {node.node.node_id: node for node in reversed(nodes)}
        runs: list[list[TextNode]] = []
        for node_id in dict.fromkeys(node.node.node_id for node in nodes):
            current_token().raise_if_cancelled()
            mode = self._mode(found[node_id], query_bundle)
            before = self.num_nodes if mode in {"previous", "both"} else 0
            after = self.num_nodes if mode in {"next", "both"} else 0
            left, right = self._docstore.nodes_around(node_id, before, after)
            _add_run(runs, [*left, found[node_id].node, *right])
        return [found.get(node.node_id) or NodeWithScore(node) for run in runs for node in run]

    def _mode(self, _found: NodeWithScore, _query_bundle: QueryBundle | None) -> str:
        """Return where neighbours of a node are wanted."""
        return self.mode


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
