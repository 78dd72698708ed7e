"""Large nodes cut into smaller ones on several levels, each knowing its parent and children."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from desktop_rag.core.schema import NodeRelationship, TextNode
from desktop_rag.node_parser.base import NodeParser, NodeParserOptions
from desktop_rag.node_parser.sentence import SentenceSplitter

DEFAULT_CHUNK_SIZES = (2048, 512, 128)
DEFAULT_CHUNK_OVERLAP = 20


class HierarchicalNodeParser(NodeParser):
    """Cuts documents with the first parser, its nodes with the second, and so on.

    The nodes of all levels are returned, for each document from the largest to the smallest. Source and offsets
    are those of the document; previous and next are among the children of one parent.
    """

    def __init__(
        self,
        node_parser_ids: Sequence[str],
        node_parser_map: Mapping[str, NodeParser],
        *,
        chunk_sizes: Sequence[int] | None = None,
        **options: Unpack[NodeParserOptions],
    ) -> None:
        super().__init__(**options)
        missing = [name for name in node_parser_ids if name not in node_parser_map]
        if missing or not node_parser_ids:
            raise ValueError(f"no node parser for {', '.join(missing) or 'any level'}")
        self.chunk_sizes = chunk_sizes
        self.node_parser_ids = tuple(node_parser_ids)
        self.node_parser_map = dict(node_parser_map)

    @classmethod
    def from_defaults(
        cls,
        chunk_sizes: Sequence[int] | None = None,
        chunk_overlap: int = DEFAULT_CHUNK_OVERLAP,
        *,
        node_parser_ids: Sequence[str] | None = None,
        node_parser_map: Mapping[str, NodeParser] | None = None,
        **options: Unpack[NodeParserOptions],
    ) -> "HierarchicalNodeParser":
        """Return a parser of sentence splitters, one for each of ``chunk_sizes``, or of the parsers given.

        Raises:
            ValueError: sizes and parsers are given both, or ids without parsers.

        """
        if node_parser_ids is None:
            sizes = tuple(DEFAULT_CHUNK_SIZES if chunk_sizes is None else chunk_sizes)
            parsers = {f"chunk_size_{size}": SentenceSplitter(size, chunk_overlap, **options) for size in sizes}
            return cls([f"chunk_size_{size}" for size in sizes], parsers, chunk_sizes=sizes, **options)
        if chunk_sizes is not None:
            raise ValueError("node_parser_ids and chunk_sizes cannot be used together")
        if node_parser_map is None:
            raise ValueError("node_parser_ids needs node_parser_map")
        return cls(node_parser_ids, node_parser_map, **options)

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one document: all of the first level, then all of the second, and so on."""
        parsers = [self.node_parser_map[name] for name in self.node_parser_ids]
        level = parsers[0].parse_document(document)
        nodes = list(level)
        for parser in parsers[1:]:
            level = [child for parent in level for child in _children(parser, parent)]
            nodes += level
        return nodes


def _children(parser: NodeParser, parent: TextNode) -> list[TextNode]:
    """Cut a node and tie it to its children."""
    children = parser.parse_document(parent)
    above = parent.as_related_node_info()
    for child in children:
        child.relationships[NodeRelationship.PARENT] = above
    parent.relationships[NodeRelationship.CHILD] = [child.as_related_node_info() for child in children]
    return children
