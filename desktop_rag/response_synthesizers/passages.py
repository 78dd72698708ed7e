"""Format passages for a model."""

from desktop_rag.core.schema import MetadataMode, NodeWithScore
from desktop_rag.prompts.document_words import as_data, framed, on_one_line


def plain_passage(_number: int, found: NodeWithScore) -> str:
    """Return a passage with the metadata meant for models."""
    return found.node.get_content(MetadataMode.LLM)


def numbered_passage(number: int, found: NodeWithScore) -> str:
    """Return a passage with its number for citing, and its source and text in a frame.

    The answer to a part of the question is shown as it is: it names the passages it rests on itself.
    """
    metadata = found.node.metadata
    if "sub_question" in metadata:
        return as_data(found.node.text)
    file_name, page, heading = (str(metadata.get(key) or "") for key in ("file_name", "page_label", "heading"))
    place = ", ".join(part for part in (file_name, page and f"page {page}") if part)
    place = ": ".join(part for part in (place, heading) if part)
    text = f"({on_one_line(place)})\n{found.node.text}" if place else found.node.text
    return f"[{number}] {framed(text)}"


def framed_passage(_number: int, found: NodeWithScore) -> str:
    """Return a passage in its frame, with the metadata meant for models."""
    return framed(plain_passage(0, found))
