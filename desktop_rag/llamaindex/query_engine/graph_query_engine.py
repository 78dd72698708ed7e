"""Answers from an index over indices: what stands for an index is asked the same question."""

from collections.abc import Mapping
from typing import Any, Protocol

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.response import AnyResponse
from desktop_rag.core.schema import IndexNode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.query_engine.base import BaseQueryEngine


class EngineMaker(Protocol):
    """An index, as far as it is asked here."""

    def as_query_engine(self, **options: Any) -> BaseQueryEngine:  # noqa: ANN401 - each kind of index has its own
        """Return an engine over the index."""


class IndexGraph(Protocol):
    """A graph of indices, as far as it is asked here."""

    @property
    def root_id(self) -> str:
        """The id of the index at the top."""

    def get_index(self, index_id: str) -> EngineMaker:
        """Return an index by its id."""


class ComposableGraphQueryEngine(BaseQueryEngine):
    """Asks the index at the top; each index that it finds answers the question, and the answers are its passages.

    ``custom_query_engines`` are asked in place of the indices with their ids; the others are asked with ``options``.
    What is not ``recursive`` answers from the descriptions of the indices.
    """

    def __init__(
        self,
        graph: IndexGraph,
        custom_query_engines: Mapping[str, BaseQueryEngine] | None = None,
        recursive: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
        callback_manager: CallbackManager | None = None,
        **options: Any,  # noqa: ANN401 - those of the indices' engines
    ) -> None:
        super().__init__(callback_manager)
        self._graph = graph
        self._custom = custom_query_engines or {}
        self._recursive = recursive
        self._options = options

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        return self._ask(query_bundle, self._graph.root_id)

    def _ask(self, query: QueryBundle, index_id: str) -> AnyResponse:
        """Return the answer of one index."""
        current_token().raise_if_cancelled()
        engine = self._custom.get(index_id) or self._graph.get_index(index_id).as_query_engine(**self._options)
        found = engine.retrieve(query)
        if not self._recursive:
            return engine.synthesize(query, found)
        passages: list[NodeWithScore] = []
        sources: list[NodeWithScore] = []
        for one in found:
            if isinstance(one.node, IndexNode):
                answer = self._ask(query, one.node.index_id)
                passages.append(NodeWithScore(TextNode(str(answer)), one.score))
                sources += answer.source_nodes
            else:
                passages.append(one)
        return engine.synthesize(query, passages, sources)
