"""Parsers made again of what they tell of themselves."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from desktop_rag.node_parser.base import NodeParser


def load_parser(data: Mapping[str, Any] | NodeParser) -> NodeParser:
    """Return the parser that ``to_dict`` described, one of those of this package; a parser is returned as it is.

    Raises:
        ValueError: no class is named, or there is no parser of this name.

    """
    if isinstance(data, NodeParser):
        return data
    kind = getattr(import_module("desktop_rag.llamaindex.node_parser"), str(data.get("class_name")), None)
    if not (isinstance(kind, type) and issubclass(kind, NodeParser)):
        name = data.get("class_name")
        raise ValueError(f"there is no parser with the class_name {name}")  # noqa: TRY004 - LlamaIndex's
    return kind.from_dict(data)
