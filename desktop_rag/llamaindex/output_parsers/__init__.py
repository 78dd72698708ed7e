"""LlamaIndex's place for what reads the replies of models (``core/output_parsers.py`` and those who use it)."""

from desktop_rag.core.output_parsers import BaseOutputParser
from desktop_rag.llamaindex.output_parsers.pydantic import PydanticOutputParser
from desktop_rag.llamaindex.output_parsers.selection import SelectionOutputParser
from desktop_rag.llamaindex.output_parsers.utils import (
    OutputParserException,
    StructuredOutput,
    extract_json_str,
    parse_code_markdown,
    parse_json_markdown,
)

__all__ = [
    "BaseOutputParser",
    "OutputParserException",
    "PydanticOutputParser",
    "SelectionOutputParser",
    "StructuredOutput",
    "extract_json_str",
    "parse_code_markdown",
    "parse_json_markdown",
]
