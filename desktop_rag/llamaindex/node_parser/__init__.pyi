from desktop_rag.llamaindex.node_parser.file.html import HTMLNodeParser as HTMLNodeParser
from desktop_rag.llamaindex.node_parser.file.json import JSONNodeParser as JSONNodeParser
from desktop_rag.llamaindex.node_parser.file.simple_file import SimpleFileNodeParser as SimpleFileNodeParser
from desktop_rag.llamaindex.node_parser.loading import load_parser as load_parser
from desktop_rag.llamaindex.node_parser.node_utils import build_nodes_from_splits as build_nodes_from_splits
from desktop_rag.llamaindex.node_parser.relational.base_element import BaseElementNodeParser as BaseElementNodeParser
from desktop_rag.llamaindex.node_parser.relational.hierarchical import (
    get_child_nodes as get_child_nodes,
    get_deeper_nodes as get_deeper_nodes,
    get_leaf_nodes as get_leaf_nodes,
    get_root_nodes as get_root_nodes,
)
from desktop_rag.llamaindex.node_parser.relational.markdown_element import (
    MarkdownElementNodeParser as MarkdownElementNodeParser,
)
from desktop_rag.llamaindex.node_parser.text.semantic_splitter import (
    SemanticSplitterNodeParser as SemanticSplitterNodeParser,
)
from desktop_rag.llamaindex.node_parser.text.utils import SimpleNodeParser as SimpleNodeParser
from desktop_rag.node_parser.base import (
    NodeParser as NodeParser,
    TextSplitter as TextSplitter,
    default_id_func as default_id_func,
)
from desktop_rag.node_parser.code import CodeSplitter as CodeSplitter
from desktop_rag.node_parser.factory import make_node_parser as make_node_parser
from desktop_rag.node_parser.markdown import MarkdownNodeParser as MarkdownNodeParser
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser as HierarchicalNodeParser
from desktop_rag.node_parser.passage import PassageSplitter as PassageSplitter
from desktop_rag.node_parser.sentence import SentenceSplitter as SentenceSplitter
from desktop_rag.node_parser.sentence_window import SentenceWindowNodeParser as SentenceWindowNodeParser
from desktop_rag.node_parser.base import truncate_text as truncate_text
from desktop_rag.node_parser.text_splitter import MetadataAwareTextSplitter as MetadataAwareTextSplitter
from desktop_rag.node_parser.token import TokenTextSplitter as TokenTextSplitter
