"""Node parsers that take the tables out of a text (LlamaIndex's place for them)."""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.node_parser.relational.base_element import BaseElementNodeParser
    from desktop_rag.node_parser.relational.elements import Element, TableColumnOutput, TableOutput
    from desktop_rag.node_parser.relational.markdown_element import MarkdownElementNodeParser

__all__ = ["BaseElementNodeParser", "Element", "MarkdownElementNodeParser", "TableColumnOutput", "TableOutput"]

__getattr__ = lazily(
    __name__,
    {
        "base_element": ("BaseElementNodeParser",),
        "elements": ("Element", "TableColumnOutput", "TableOutput"),
        "markdown_element": ("MarkdownElementNodeParser",),
    },
)
