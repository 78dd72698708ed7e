"""Retrieved nodes as they are shown."""

from desktop_rag.core.results.answers import Source
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.node_parser.page_breaks import passage_of

LIBRARY_KEY = "asked_library"
"""The metadata of a passage that is of another library than the one that was asked first."""


def to_source(found: NodeWithScore, rank: int) -> Source:
    """Return a retrieved node as the source number ``rank`` (from 1)."""
    node = found.node
    metadata, passage = node.metadata, passage_of(node)
    return Source(
        rank=rank,
        score=found.get_score(),
        file=str(metadata["file_path"]),
        page=int(str(metadata["page_number"] or 1)),
        page_label=str(metadata["page_label"]),
        start=node.start_char_idx or 0,
        end=node.end_char_idx or 0,
        text=node.text,
        node_id=node.node_id,
        found_by=found.found_by,
        heading=str(metadata.get("heading", "")),
        library=str(metadata.get(LIBRARY_KEY, "")),
        runs_on=passage.runs_on,
        runs_from=passage.runs_from,
    )
