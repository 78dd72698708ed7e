from desktop_rag.llamaindex.node_parser.file.html import DEFAULT_TAGS as DEFAULT_TAGS, HTMLNodeParser as HTMLNodeParser
from desktop_rag.llamaindex.node_parser.file.json import JSONNodeParser as JSONNodeParser
from desktop_rag.llamaindex.node_parser.file.simple_file import (
    FILE_NODE_PARSERS as FILE_NODE_PARSERS,
    SimpleFileNodeParser as SimpleFileNodeParser,
)
from desktop_rag.node_parser.markdown import MarkdownNodeParser as MarkdownNodeParser
