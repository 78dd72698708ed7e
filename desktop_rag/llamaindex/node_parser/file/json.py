"""JSON: one node for each record, a line for each value."""

import json
from collections.abc import Iterator

from desktop_rag.core.schema import TextNode
from desktop_rag.node_parser.base import FromDefaults, NodeParser, Piece


class JSONNodeParser(FromDefaults, NodeParser):
    """Makes a node of an object, or of each item of a list: a line for each value, after the keys that lead to it.

    ``{"name": {"first": "Ann"}}`` becomes ``name first Ann``. What is no JSON makes no nodes, nor does what holds no
    value.
    """

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one document.

        Raises:
            ValueError: the JSON is neither an object nor a list.

        """
        try:
            data = json.loads(document.text)
        except (ValueError, RecursionError):
            return []
        if not isinstance(data, dict | list):
            raise ValueError("JSON is invalid: it must be an object or an array")  # noqa: TRY004 - LlamaIndex's
        texts = ("\n".join(_lines(record)) for record in (data if isinstance(data, list) else [data]))
        return self._nodes(document, (Piece(text, None, {}) for text in texts if text))


def _lines(record: object) -> Iterator[str]:
    """Yield the values of a record in order, each after its keys; nesting costs no depth of calls."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), record)]
    while waiting:
        keys, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [((*keys, key), one) for key, one in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(keys, one) for one in reversed(value)]
        else:
            yield " ".join((*keys, str(value)))
