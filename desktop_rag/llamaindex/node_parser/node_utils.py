"""Helpers for parsers of a program's own to build nodes."""

from collections.abc import Iterable

from desktop_rag.core.schema import TextNode
from desktop_rag.node_parser.base import IdFunc, default_id_func, part_of

__all__ = ["build_nodes_from_splits", "default_id_func"]


def build_nodes_from_splits(
    text_splits: Iterable[str], document: TextNode, ref_doc: TextNode | None = None, id_func: IdFunc | None = None
) -> list[TextNode]:
    """Return a node for each part of a document's text, as ``_parse_nodes`` of a parser of one's own may return it.

    Their source is ``ref_doc``, the document without it; what else they share with it, ``NodeParser`` tells them.
    """
    source = (ref_doc or document).as_related_node_info()
    make_id = id_func or default_id_func
    return [part_of(document, source, make_id(i, document), text) for i, text in enumerate(text_splits)]
