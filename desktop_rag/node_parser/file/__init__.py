"""Node parsers for the source text of one format (LlamaIndex's place for them)."""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.node_parser.file.html_parser import HTMLNodeParser
    from desktop_rag.node_parser.file.json_parser import JSONNodeParser
    from desktop_rag.node_parser.file.markdown_parser import MarkdownNodeParser
    from desktop_rag.node_parser.file.simple_file import SimpleFileNodeParser

__all__ = ["HTMLNodeParser", "JSONNodeParser", "MarkdownNodeParser", "SimpleFileNodeParser"]

__getattr__ = lazily(
    __name__,
    {
        "html_parser": ("HTMLNodeParser",),
        "json_parser": ("JSONNodeParser",),
        "markdown_parser": ("MarkdownNodeParser",),
        "simple_file": ("SimpleFileNodeParser",),
    },
)
