from desktop_rag.llamaindex.node_parser.relational.base_element import BaseElementNodeParser as BaseElementNodeParser
from desktop_rag.llamaindex.node_parser.relational.elements import (
    Element as Element,
    TableColumnOutput as TableColumnOutput,
    TableOutput as TableOutput,
)
from desktop_rag.llamaindex.node_parser.relational.hierarchical import (
    get_child_nodes as get_child_nodes,
    get_deeper_nodes as get_deeper_nodes,
    get_leaf_nodes as get_leaf_nodes,
    get_root_nodes as get_root_nodes,
)
from desktop_rag.llamaindex.node_parser.relational.markdown_element import (
    MarkdownElementNodeParser as MarkdownElementNodeParser,
)
from desktop_rag.llamaindex.prompts.extractor_prompts import DEFAULT_SUMMARY_QUERY_STR as DEFAULT_SUMMARY_QUERY_STR
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser as HierarchicalNodeParser
