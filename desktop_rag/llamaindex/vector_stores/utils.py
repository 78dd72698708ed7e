"""Helpers for vector stores of a program's own."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from desktop_rag.core.schema import KINDS, TextNode
from desktop_rag.storage.filters import MetadataFilter, MetadataFilters, matches
from desktop_rag.vector_stores.types import CONTENT_KEY, KIND_KEY, BaseVectorStore
from desktop_rag.vector_stores.types import (
    node_to_metadata_dict as node_to_metadata_dict,
)


def metadata_dict_to_node(metadata: Mapping[str, Any], text: str | None = None) -> TextNode:
    """Return the node of ``node_to_metadata_dict``; ``text`` is its text when that was kept elsewhere.

    Raises:
        ValueError: the metadata are of something else.

    """
    content = metadata.get(CONTENT_KEY)
    if not isinstance(content, str):
        raise ValueError("there is no node in these metadata")  # noqa: TRY004 - not a wrong type
    node = KINDS.get(str(metadata.get(KIND_KEY)), TextNode).from_dict(json.loads(content))
    if text is not None:
        node.set_content(text)
    return node


def build_metadata_filter_fn(
    metadata_lookup_fn: Callable[[str], Mapping[str, Any]], metadata_filters: MetadataFilters | None = None
) -> Callable[[str], bool]:
    """Return what tells whether the node with an id passes the filters; its metadata are looked up."""
    return lambda node_id: matches(metadata_filters, metadata_lookup_fn(node_id))


ExactMatchFilter = MetadataFilter


BasePydanticVectorStore = BaseVectorStore  # LlamaIndex's name
