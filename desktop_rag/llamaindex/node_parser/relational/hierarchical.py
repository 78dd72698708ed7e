"""Nodes by where they stand in their hierarchy."""

from collections.abc import Sequence

from desktop_rag.core.schema import NodeRelationship, TextNode
from desktop_rag.node_parser.hierarchical import (
    HierarchicalNodeParser as HierarchicalNodeParser,
)


def get_leaf_nodes(nodes: Sequence[TextNode]) -> list[TextNode]:
    """Return the nodes without children."""
    return [node for node in nodes if NodeRelationship.CHILD not in node.relationships]


def get_root_nodes(nodes: Sequence[TextNode]) -> list[TextNode]:
    """Return the nodes without a parent."""
    return [node for node in nodes if NodeRelationship.PARENT not in node.relationships]


def get_child_nodes(nodes: Sequence[TextNode], all_nodes: Sequence[TextNode]) -> list[TextNode]:
    """Return those of ``all_nodes`` that are children of ``nodes``, in their order."""
    children = {child.node_id for node in nodes for child in node.child_nodes or ()}
    return [node for node in all_nodes if node.id_ in children]


def get_deeper_nodes(nodes: Sequence[TextNode], depth: int = 1) -> list[TextNode]:
    """Return the nodes ``depth`` levels below the roots.

    Raises:
        ValueError: the depth is negative, or no node is a root.

    """
    if depth < 0:
        raise ValueError(f"Depth cannot be negative, got {depth}")
    level = get_root_nodes(nodes)
    if not level:
        raise ValueError("There is no root among the nodes")
    for _ in range(depth):
        level = get_child_nodes(level, nodes)
    return level
