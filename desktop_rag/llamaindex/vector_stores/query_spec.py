"""The description of a vector store for a model, and the query that the model writes for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_rag.core.output_parsers import BaseOutputParser
from desktop_rag.llamaindex.output_parsers.utils import OutputParserException, StructuredOutput, parse_json_markdown
from desktop_rag.storage.filters import FilterOperator, MetadataFilter


@dataclass(frozen=True, slots=True)
class MetadataInfo:
    """A key of the nodes' metadata, the kind of its values, and what they mean."""

    name: str
    type: str
    description: str


@dataclass(frozen=True, slots=True)
class VectorStoreInfo:
    """What the nodes of a vector store are about, and the metadata that can be filtered by."""

    metadata_info: Sequence[MetadataInfo]
    content_info: str


@dataclass(frozen=True, slots=True)
class VectorStoreQuerySpec:
    """What to look for: a text, conditions on metadata, and how many nodes are wanted (None: as usual)."""

    query: str
    filters: list[MetadataFilter] = field(default_factory=list)
    top_k: int | None = None


QUERY_SPEC_SCHEMA = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "what to look for by meaning, may be empty"},
        "filters": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "key": {"type": "string"},
                    "value": {"description": "a text, a number, or a list of them"},
                    "operator": {"enum": [one.value for one in FilterOperator], "default": FilterOperator.EQ.value},
                },
                "required": ["key", "value"],
            },
        },
        "top_k": {"type": ["integer", "null"], "description": "how many passages are wanted, if the question says so"},
    },
    "required": ["query", "filters"],
}
"""The JSON schema of a ``VectorStoreQuerySpec``, as a model is shown it."""


class VectorStoreQueryOutputParser(BaseOutputParser):
    """Reads what a model wants to look for in a vector store."""

    def parse(self, output: str) -> StructuredOutput:
        """Return a reply with its ``VectorStoreQuerySpec``; OutputParserException where it says nothing of the kind."""
        told = parse_json_markdown(output)
        if not isinstance(told, Mapping):
            raise OutputParserException(f"This is not what to look for: {output}")
        return StructuredOutput(output, _spec_of(told))


def _spec_of(told: Mapping[str, Any]) -> VectorStoreQuerySpec:
    """Return what JSON describes."""
    top_k = told.get("top_k")
    try:
        filters = [
            MetadataFilter(str(one["key"]), one.get("value"), one.get("operator", FilterOperator.EQ))
            for one in told.get("filters") or ()
        ]
        return VectorStoreQuerySpec(str(told["query"]), filters, None if top_k is None else int(top_k))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise OutputParserException(f"This is not what to look for: {dict(told)}") from error
