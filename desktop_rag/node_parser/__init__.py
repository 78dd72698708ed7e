"""Node parsers: they cut documents into the nodes that are stored, searched and cited.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.node_parser.base import (
        NodeParser,
        TextSplitter,
        build_nodes_from_splits,
        default_id_func,
        load_parser,
    )
    from desktop_rag.node_parser.code import CodeSplitter
    from desktop_rag.node_parser.factory import make_node_parser
    from desktop_rag.node_parser.file.html_parser import HTMLNodeParser
    from desktop_rag.node_parser.file.json_parser import JSONNodeParser
    from desktop_rag.node_parser.file.markdown_parser import MarkdownNodeParser
    from desktop_rag.node_parser.file.simple_file import SimpleFileNodeParser
    from desktop_rag.node_parser.hierarchical import (
        HierarchicalNodeParser,
        get_child_nodes,
        get_deeper_nodes,
        get_leaf_nodes,
        get_root_nodes,
    )
    from desktop_rag.node_parser.passage import PassageSplitter
    from desktop_rag.node_parser.relational import BaseElementNodeParser, MarkdownElementNodeParser
    from desktop_rag.node_parser.semantic import SemanticSplitterNodeParser
    from desktop_rag.node_parser.sentence import SentenceSplitter, SimpleNodeParser
    from desktop_rag.node_parser.sentence_window import SentenceWindowNodeParser
    from desktop_rag.node_parser.text.utils import truncate_text
    from desktop_rag.node_parser.text_splitter import MetadataAwareTextSplitter
    from desktop_rag.node_parser.token import TokenTextSplitter

__all__ = [
    "BaseElementNodeParser",
    "CodeSplitter",
    "HTMLNodeParser",
    "HierarchicalNodeParser",
    "JSONNodeParser",
    "MarkdownElementNodeParser",
    "MarkdownNodeParser",
    "MetadataAwareTextSplitter",
    "NodeParser",
    "PassageSplitter",
    "SemanticSplitterNodeParser",
    "SentenceSplitter",
    "SentenceWindowNodeParser",
    "SimpleFileNodeParser",
    "SimpleNodeParser",
    "TextSplitter",
    "TokenTextSplitter",
    "build_nodes_from_splits",
    "default_id_func",
    "get_child_nodes",
    "get_deeper_nodes",
    "get_leaf_nodes",
    "get_root_nodes",
    "load_parser",
    "make_node_parser",
    "truncate_text",
]

__getattr__ = lazily(
    __name__,
    {
        "text_splitter": ("MetadataAwareTextSplitter",),
        "base": (
            "NodeParser",
            "TextSplitter",
            "build_nodes_from_splits",
            "default_id_func",
            "load_parser",
        ),
        "code": ("CodeSplitter",),
        "factory": ("make_node_parser",),
        "file.html_parser": ("HTMLNodeParser",),
        "file.json_parser": ("JSONNodeParser",),
        "file.markdown_parser": ("MarkdownNodeParser",),
        "file.simple_file": ("SimpleFileNodeParser",),
        "hierarchical": (
            "HierarchicalNodeParser",
            "get_child_nodes",
            "get_deeper_nodes",
            "get_leaf_nodes",
            "get_root_nodes",
        ),
        "passage": ("PassageSplitter",),
        "relational": ("BaseElementNodeParser", "MarkdownElementNodeParser"),
        "semantic": ("SemanticSplitterNodeParser",),
        "sentence": ("SentenceSplitter", "SimpleNodeParser"),
        "sentence_window": ("SentenceWindowNodeParser",),
        "text.utils": ("truncate_text",),
        "token": ("TokenTextSplitter",),
    },
)
