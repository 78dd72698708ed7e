"""Follow nodes that stand for other retrievers, query engines or nodes."""

from collections.abc import Iterable, Mapping

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.errors import BugError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import IndexNode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.retrievers.base import BaseRetriever, SupportsQuery, as_query_bundle

DEFAULT_QUERY_RESPONSE_TMPL = "Query: {query_str}\nResponse: {response}"
_Found = tuple[list[NodeWithScore], list[NodeWithScore]]


class RecursiveRetriever(BaseRetriever):
    """Asks the retriever ``root_id``, and replaces each ``IndexNode`` found by what its ``index_id`` names.

    That is a node of ``node_dict``, a retriever of ``retriever_dict`` or a query engine of ``query_engine_dict``,
    whose answer becomes a node worded by ``query_response_tmpl``. What is being asked already is not asked again:
    references in a circle end.
    """

    def __init__(
        self,
        root_id: str,
        retriever_dict: Mapping[str, BaseRetriever],
        query_engine_dict: Mapping[str, SupportsQuery] | None = None,
        node_dict: Mapping[str, TextNode] | None = None,
        query_response_tmpl: str | None = None,
        *,
        verbose: bool = False,  # noqa: ARG002 - LlamaIndex's parameter; the events tell it all
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        if root_id not in retriever_dict:
            raise ValueError(f"{root_id!r} is no key of retriever_dict")
        if set(retriever_dict) & set(query_engine_dict or {}):
            raise ValueError("a retriever and a query engine have the same id")
        self._root_id = root_id
        self._retrievers = retriever_dict
        self._query_engines = query_engine_dict or {}
        self._nodes = node_dict or {}
        self._template = PromptTemplate(query_response_tmpl or DEFAULT_QUERY_RESPONSE_TMPL)

    def retrieve_all(self, query: str | QueryBundle) -> _Found:
        """Return the nodes, and the nodes that query engines made their answers from."""
        return self._ask(as_query_bundle(query), self._root_id, 1.0, frozenset())

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self.retrieve_all(query_bundle)[0]

    def _ask(self, query: QueryBundle, name: str, score: float, path: frozenset[str]) -> _Found:
        """Ask what is named; ``path`` holds the names that are being asked."""
        current_token().raise_if_cancelled()
        if name in self._nodes:
            return [NodeWithScore(self._nodes[name], score)], []
        if name in path:
            return [], []
        if name in self._retrievers:
            return self._follow_all(query, self._retrievers[name].retrieve(query), path | {name})
        if name in self._query_engines:
            response = self._query_engines[name].query(query)
            text = self._template.format(query_str=query.query_str, response=str(response))
            return [NodeWithScore(TextNode(text=text), score)], list(getattr(response, "source_nodes", []))
        raise BugError(f"an index node refers to {name!r}, which is unknown")

    def _follow_all(self, query: QueryBundle, nodes: Iterable[NodeWithScore], path: frozenset[str]) -> _Found:
        """Return what the nodes stand for, each node once."""
        asked: set[str] = set()
        found: list[NodeWithScore] = []
        additional: list[NodeWithScore] = []
        for hit in nodes:
            if not isinstance(hit.node, IndexNode):
                found.append(hit)
            elif hit.node.index_id not in asked:
                asked.add(hit.node.index_id)
                score = 1.0 if hit.score is None else hit.score
                more, sources = self._ask(query, hit.node.index_id, score, path)
                found += more
                additional += sources
        return _once(found), _once(additional)


def _once(nodes: Iterable[NodeWithScore]) -> list[NodeWithScore]:
    """Return the nodes without repetitions."""
    first: dict[str, NodeWithScore] = {}
    for found in nodes:
        first.setdefault(found.node.node_id, found)
    return list(first.values())
