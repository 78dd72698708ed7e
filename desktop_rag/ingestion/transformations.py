"""Several steps from documents to nodes, one after the other."""

from collections.abc import Callable, Sequence

from desktop_rag.instrumentation import current_token
from desktop_rag.node_parser.base import NodeParser
from desktop_rag.schema import TextNode

Transformation = NodeParser | Callable[[Sequence[TextNode]], list[TextNode]]
"""A node parser, or whatever makes other nodes of nodes (an extractor, a filter)."""


def run_transformations(nodes: Sequence[TextNode], transformations: Sequence[Transformation]) -> list[TextNode]:
    """Return what the transformations make of the nodes, each working on the result of the one before.

    The sequence that is handed in is not changed. A node cut again keeps the source and the offsets of its document.

    Raises:
        CancelledError: the job was told to stop; asked before each step.

    """
    result = list(nodes)
    for transformation in transformations:
        current_token().raise_if_cancelled()
        if isinstance(transformation, NodeParser):
            result = transformation.get_nodes_from_documents(result)
        else:
            result = transformation(result)
    return result
