"""LlamaIndex's place for what reads the replies of models (``core/output_parsers.py`` and those who use it)."""

from desktop_rag.core.output_parsers import (
    BaseOutputParser,
    OutputParserException,
    StructuredOutput,
    extract_json_str,
    parse_code_markdown,
    parse_json_markdown,
)
from desktop_rag.llms.structured import PydanticOutputParser
from desktop_rag.selectors.replies import SelectionOutputParser

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
