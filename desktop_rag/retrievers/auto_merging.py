"""Show the whole section where most of it was found."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Protocol

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion_hints import FusionHints, hints_of


class Hierarchy(Protocol):
    """A document store's access to the nodes above and beside a node."""

    def get_nodes(self, node_ids: Sequence[str], *, raise_error: bool = True) -> list[TextNode]:
        """Return nodes by id."""

    def get_parents(self, node_ids: Sequence[str]) -> dict[str, TextNode]:
        """Return parents by the ids of their children."""

    def get_children(self, parent_ids: Sequence[str]) -> dict[str, list[str]]:
        """Return the ids of all children by the ids of their parents."""


class HasDocstore(Protocol):
    """A storage context, as far as merging needs it."""

    @property
    def docstore(self) -> Hierarchy:
        """The document store."""


class AutoMergingRetriever(FusionHints, BaseRetriever):
    """Puts a parent in the place of its children where more than ``simple_ratio_thresh`` of them were found.

    A node missing between two found neighbours is added first. Both are repeated until nothing changes, so parents
    merge into theirs. What is added has the average score of what it stands for; the best come first.
    """

    def __init__(
        self,
        vector_retriever: BaseRetriever,
        storage_context: HasDocstore,
        simple_ratio_thresh: float = 0.5,
        *,
        verbose: bool = False,  # noqa: ARG002 - LlamaIndex's parameter; the events tell it all
        object_map: Mapping[str, object] | None = None,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._vector_retriever = vector_retriever
        self._docstore = storage_context.docstore
        self._simple_ratio_thresh = simple_ratio_thresh
        self.object_map = object_map or {}

    def confidence(self, query_bundle: QueryBundle) -> float:
        """Return the share of the question that the inner retriever can use, 0 to 1."""
        return hints_of(self._vector_retriever).confidence(query_bundle)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        nodes = self._vector_retriever.retrieve(query_bundle)
        seen = {found.node.node_id for found in nodes}
        changed = True
        while changed:
            current_token().raise_if_cancelled()
            filled = self._filled(nodes, seen)
            merged = self._merged(filled, seen)
            changed = len(filled) != len(nodes) or merged is not filled
            nodes = merged
        return sorted(nodes, key=NodeWithScore.get_score, reverse=True)

    def _filled(self, nodes: list[NodeWithScore], seen: set[str]) -> list[NodeWithScore]:
        """Add the node between two that follow one another in the list and, but for it, in the document.

        ``seen`` holds every node that ever was in the list: none comes twice, so merging ends.
        """
        gaps = {
            place: missing
            for place, (one, other) in enumerate(itertools.pairwise(nodes))
            if (missing := _between(one.node, other.node)) and missing not in seen
        }
        between = {node.node_id: node for node in self._docstore.get_nodes(list(gaps.values()), raise_error=False)}
        filled: list[NodeWithScore] = []
        for place, found in enumerate(nodes):
            filled.append(found)
            node = between.get(gaps.get(place, ""))
            if node is not None and node.node_id not in seen:
                seen.add(node.node_id)
                filled.append(_standing_for([found, nodes[place + 1]], node))
        return filled

    def _merged(self, nodes: list[NodeWithScore], seen: set[str]) -> list[NodeWithScore]:
        """Replace children by their parents; return ``nodes`` itself when there is nothing to merge."""
        parent_of = self._docstore.get_parents([found.node.node_id for found in nodes])
        found_children: dict[str, list[NodeWithScore]] = {}
        for found in nodes:
            if parent := parent_of.get(found.node.node_id):
                found_children.setdefault(parent.node_id, []).append(found)
        all_children = self._docstore.get_children(list(found_children))
        parents: list[NodeWithScore] = []
        gone: set[str] = set()
        for parent_id, children in found_children.items():
            if len(children) / max(1, len(all_children.get(parent_id, ()))) <= self._simple_ratio_thresh:
                continue
            gone |= {child.node.node_id for child in children}
            if parent_id not in seen:
                seen.add(parent_id)
                parents.append(_standing_for(children, parent_of[children[0].node.node_id]))
        return [found for found in nodes if found.node.node_id not in gone] + parents if gone else nodes


def _between(one: TextNode, other: TextNode) -> str:
    """Return the id of the only node between two, "" when there is none or more."""
    if one.next_node is None or other.prev_node is None or one.next_node.node_id != other.prev_node.node_id:
        return ""
    return one.next_node.node_id


def _standing_for(nodes: Sequence[NodeWithScore], node: TextNode) -> NodeWithScore:
    """Return a node with the average score of others, and everything that found one of them."""
    score = sum(found.get_score() for found in nodes) / len(nodes)
    return NodeWithScore(node, score, tuple(dict.fromkeys(name for found in nodes for name in found.found_by)))
