"""Retrievers and nodes for tests that need no library."""

from collections.abc import Mapping, Sequence

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.retrievers.base import BaseRetriever


def hits(by: str = "x", /, **scores: float | None) -> list[NodeWithScore]:
    """Nodes named like the arguments, with these scores."""
    return [NodeWithScore(TextNode(text=f"text of {name}", id_=name), score, (by,)) for name, score in scores.items()]


def ids(nodes: Sequence[NodeWithScore]) -> list[str]:
    """The nodes' names."""
    return [found.node.node_id for found in nodes]


class FixedRetriever(BaseRetriever):
    """Finds the same for every question, or what a table says of it ("*": any other); ``asked`` records them."""

    def __init__(
        self,
        found: Sequence[NodeWithScore] | Mapping[str, Sequence[NodeWithScore]] | UserError,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self._found = found
        self.object_map = object_map or {}
        self.asked: list[str] = []

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self.asked.append(query_bundle.query_str)
        if isinstance(self._found, UserError):
            raise self._found
        if isinstance(self._found, Mapping):
            return list(self._found.get(query_bundle.query_str, self._found.get("*", ())))
        return list(self._found)
