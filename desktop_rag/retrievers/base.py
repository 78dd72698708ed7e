"""The methods every retriever has."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol, runtime_checkable

from desktop_rag.callbacks.base import CallbackManager, HasCallbackManager
from desktop_rag.core.errors import BugError
from desktop_rag.core.instrumentation import CBEventType, also_notified, event
from desktop_rag.core.parallel import asynchronous, asynchronous_function, has_own
from desktop_rag.core.payloads import FoundNode, RetrievePayload
from desktop_rag.core.schema import IndexNode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.prompts.mixin import PromptMixin


class BaseRetriever(HasCallbackManager, PromptMixin, ABC):
    """Finds nodes for a question, best first.

    ``object_map`` holds, by ``index_id``, what an ``IndexNode`` among the found nodes stands for: a node, a
    retriever or a query engine, which answers instead.
    """

    object_map: Mapping[str, object] = {}
    _verbose = False

    def __init__(
        self,
        callback_manager: CallbackManager | None = None,
        *,
        object_map: Mapping[str, object] | None = None,
        objects: Sequence[IndexNode] | None = None,
        verbose: bool = False,
    ) -> None:
        """Take the objects that index nodes point to; a custom retriever need not call this.

        ``callback_manager`` hears of each search; ``verbose`` is there for whoever asks: the events tell it all.
        """
        self._callback_manager = callback_manager
        self._verbose = verbose
        self.object_map = {node.index_id: node.obj for node in objects or ()} | dict(object_map or {})

    def retrieve(self, str_or_query_bundle: str | QueryBundle) -> list[NodeWithScore]:
        """Return the nodes for a question, best first; each node once."""
        bundle = as_query_bundle(str_or_query_bundle)
        with self._stage(bundle) as tell:
            return tell(self._follow(bundle, self._retrieve(bundle)))

    async def aretrieve(self, str_or_query_bundle: str | QueryBundle) -> list[NodeWithScore]:
        """Retrieve like ``retrieve``: on another thread, unless the class overrides ``_aretrieve``."""
        if not has_own(self, "_aretrieve", BaseRetriever):
            return await asynchronous_function(self.retrieve)(str_or_query_bundle)
        bundle = as_query_bundle(str_or_query_bundle)
        with self._stage(bundle) as tell:
            found = await self._aretrieve(bundle)
            return tell(await asynchronous_function(self._follow)(bundle, found))

    @contextmanager
    def _stage(self, bundle: QueryBundle) -> Iterator[Callable[[list[NodeWithScore]], list[NodeWithScore]]]:
        """Record the search as a stage; the yielded function records the nodes found, and returns them."""
        told = RetrievePayload(type(self).__name__, bundle.query_str)
        with (
            also_notified(self._callback_manager),
            event(CBEventType.RETRIEVE, {"query": bundle}, **told.to_payload()) as stage,
        ):

            def tell(nodes: list[NodeWithScore]) -> list[NodeWithScore]:
                stage.objects["nodes"] = nodes
                stage.payload |= replace(told, nodes=tuple(map(_found_node, nodes))).to_payload()
                return nodes

            yield tell

    @abstractmethod
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Find the nodes (implemented by each retriever)."""

    _aretrieve = asynchronous(_retrieve)

    def _follow(self, query_bundle: QueryBundle, nodes: list[NodeWithScore]) -> list[NodeWithScore]:
        """Replace index nodes by their targets; a node that comes again keeps its first place."""
        # by id; LlamaIndex takes nodes of one document with equal texts for one, and citations need the place
        followed: dict[str, NodeWithScore] = {}
        for found in nodes:
            for other in self._resolve(query_bundle, found):
                followed.setdefault(other.node.node_id, other)
        return list(followed.values())

    def _resolve(self, query_bundle: QueryBundle, found: NodeWithScore) -> list[NodeWithScore]:
        """Return the nodes behind one node; an index node without an object is returned itself."""
        node = found.node
        target = (node.obj or self.object_map.get(node.index_id)) if isinstance(node, IndexNode) else None
        if target is None:
            return [found]
        if isinstance(target, NodeWithScore):
            return [target.with_score(found.score if target.score is None else target.score)]
        if isinstance(target, TextNode):
            return [NodeWithScore(target, found.score, found.found_by)]
        if isinstance(target, BaseRetriever):
            return target.retrieve(query_bundle)
        if isinstance(target, SupportsQuery):
            answer = target.query(query_bundle)
            told = getattr(answer, "metadata", None) or {}
            return [NodeWithScore(TextNode(text=str(answer), metadata=dict(told)), found.score, found.found_by)]
        raise BugError(f"an index node stands for {type(target).__name__}, which cannot be asked")


@runtime_checkable
class SupportsQuery(Protocol):
    """Something that answers questions: a query engine, seen from below."""

    def query(self, str_or_query_bundle: str | QueryBundle) -> object:
        """Return the answer; ``str()`` of it is its text."""


def as_query_bundle(query: str | QueryBundle) -> QueryBundle:
    """Return a question as a bundle."""
    return QueryBundle(query) if isinstance(query, str) else query


def _found_node(found: NodeWithScore) -> FoundNode:
    """Return the part of a found node that a trace stores."""
    metadata = found.node.metadata
    page = metadata.get("page_number")
    return FoundNode(
        found.node.node_id, found.score, str(metadata.get("file_path") or ""), page if isinstance(page, int) else 0
    )
