"""Answers and their sources as Markdown, printed."""

import sys

from desktop_rag.core.response import AnyResponse, shortened
from desktop_rag.core.schema import MetadataMode, NodeWithScore


def display_source_node(
    source_node: NodeWithScore,
    source_length: int = 100,
    show_source_metadata: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
) -> None:
    """Print a source as lines of Markdown: its id, its score, the beginning of its text; its metadata if wanted."""
    node = source_node.node
    text = shortened(node.get_content(MetadataMode.NONE), source_length)
    lines = [f"**Node ID:** {node.node_id}", f"**Similarity:** {source_node.score}", f"**Text:** {text}"]
    if show_source_metadata:
        lines.append(f"**Metadata:** {node.metadata}")
    _print(*lines)


def display_response(
    response: AnyResponse,
    source_length: int = 100,
    show_source: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    show_metadata: bool = False,  # noqa: FBT001, FBT002
    show_source_metadata: bool = False,  # noqa: FBT001, FBT002
) -> None:
    """Print an answer as Markdown; its sources, its metadata and theirs where they are wanted."""
    _print(f"**`Final Response:`** {str(response).strip()}")
    if show_source:
        for number, source in enumerate(response.source_nodes, start=1):
            _print("---", f"**`Source Node {number}/{len(response.source_nodes)}`**")
            display_source_node(source, source_length, show_source_metadata)
    if show_metadata and response.metadata is not None:
        _print(str(response.metadata))


def _print(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
