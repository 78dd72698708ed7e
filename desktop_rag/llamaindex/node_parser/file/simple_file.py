"""Files cut by the parser that their ending asks for."""

from pathlib import PurePath

from desktop_rag.core.schema import TextNode
from desktop_rag.llamaindex.node_parser.file.html import HTMLNodeParser
from desktop_rag.llamaindex.node_parser.file.json import JSONNodeParser
from desktop_rag.node_parser.base import FromDefaults, NodeParser, Piece
from desktop_rag.node_parser.markdown import MarkdownNodeParser

FILE_NODE_PARSERS: dict[str, type[HTMLNodeParser | JSONNodeParser | MarkdownNodeParser]] = {
    ".md": MarkdownNodeParser,
    ".html": HTMLNodeParser,
    ".json": JSONNodeParser,
}


class SimpleFileNodeParser(FromDefaults, NodeParser):
    """Cuts Markdown, HTML and JSON as their own parsers do; any other document is one node.

    What a document is, its metadata tell: ``extension`` (“.md”), or the ending of ``file_path``.
    """

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one document; raises as the parser does."""
        kind = FILE_NODE_PARSERS.get(_extension(document))
        if kind is None:
            return self._nodes(document, [Piece(document.text, 0, {})])
        parser = kind(
            include_metadata=self.include_metadata,
            include_prev_next_rel=self.include_prev_next_rel,
            id_func=self._id_func,
        )
        return parser.parse_document(document)


def _extension(document: TextNode) -> str:
    told = document.metadata.get("extension")
    return str(told) if told is not None else PurePath(str(document.metadata.get("file_path", ""))).suffix.lower()
