"""Functions that cut texts, for programs and for the parsers that take one (``sentence_splitter``)."""

from desktop_rag.node_parser.base import TextSplitter


def truncate_text(text: str, text_splitter: TextSplitter) -> str:
    """Return the beginning of a text: the first part that a splitter makes of it, "" where it makes none."""
    return next(iter(text_splitter.split_text(text)), "")
