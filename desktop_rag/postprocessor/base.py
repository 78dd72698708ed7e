"""The methods every node postprocessor has."""

import functools
import inspect
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from desktop_rag.callbacks.base import CallbackManager, HasCallbackManager
from desktop_rag.core.instrumentation import CBEventType, also_notified, event
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.payloads import RerankingPayload
from desktop_rag.core.schema import DeclaredFields, NodeWithScore, QueryBundle

_LOG = logging.getLogger(__name__)


def _forgiving(init: Callable[..., None]) -> Callable[..., None]:
    """Return a constructor that leaves out, and notes, the names it does not know."""
    parameters = inspect.signature(init).parameters
    takes_all = any(one.kind is one.VAR_KEYWORD for one in parameters.values())

    @functools.wraps(init)
    def made(self: object, *args: object, **kwargs: object) -> None:
        unknown = set() if takes_all else kwargs.keys() - parameters.keys()
        for name in sorted(unknown):
            _LOG.warning("%s has no parameter %r: it changes nothing", type(self).__name__, name)
        init(self, *args, **{name: value for name, value in kwargs.items() if name not in unknown})

    return made


class BaseNodePostprocessor(HasCallbackManager, DeclaredFields, ABC):
    """Drops, re-orders or changes retrieved nodes; what one of a program's own declares as fields is given by name.

    ``callback_manager`` hears of the stage. As in LlamaIndex, a postprocessor is made also where it is given what none
    of its parameters takes; the log says so then.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__init__" in vars(cls):
            cls.__init__ = _forgiving(cls.__init__)  # type: ignore[method-assign]  # the same, for more names

    def __init__(self, *, callback_manager: CallbackManager | None = None, **fields: object) -> None:
        super().__init__(**fields)
        self._callback_manager = callback_manager

    def postprocess_nodes(
        self,
        nodes: Sequence[NodeWithScore],
        query_bundle: QueryBundle | None = None,
        query_str: str | None = None,
    ) -> list[NodeWithScore]:
        """Return the nodes that remain, best first; a ``RERANKING`` event.

        Raises:
            ValueError: both a bundle and a text were given.

        """
        bundle = _question(query_bundle, query_str)
        with self._stage(nodes, bundle) as tell:
            return tell(self._postprocess_nodes(list(nodes), bundle))

    async def apostprocess_nodes(
        self,
        nodes: Sequence[NodeWithScore],
        query_bundle: QueryBundle | None = None,
        query_str: str | None = None,
    ) -> list[NodeWithScore]:
        """Postprocess like ``postprocess_nodes``: on another thread, unless ``_apostprocess_nodes`` is overridden."""
        bundle = _question(query_bundle, query_str)
        with self._stage(nodes, bundle) as tell:
            return tell(await self._apostprocess_nodes(list(nodes), bundle))

    @contextmanager
    def _stage(
        self, nodes: Sequence[NodeWithScore], bundle: QueryBundle | None
    ) -> Iterator[Callable[[list[NodeWithScore]], list[NodeWithScore]]]:
        """Record the stage; the yielded function records the nodes that remain, and returns them."""
        record = self._record(tuple(found.node.node_id for found in nodes))
        with (
            also_notified(self._callback_manager),
            event(CBEventType.RERANKING, {"query": bundle, "before": list(nodes)}, **record.to_payload()) as stage,
        ):

            def tell(kept: list[NodeWithScore]) -> list[NodeWithScore]:
                stage.objects["nodes"] = kept
                after, scores = tuple(found.node.node_id for found in kept), tuple(found.score for found in kept)
                stage.payload |= replace(record, after=after, scores=scores).to_payload()
                return kept

            yield tell

    def _record(self, before: tuple[str, ...]) -> RerankingPayload:
        """Return the record of the stage at its start."""
        return RerankingPayload(type(self).__name__, before)

    @abstractmethod
    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        """Do the work (implemented by each postprocessor)."""

    _apostprocess_nodes = asynchronous(_postprocess_nodes)


def _question(query_bundle: QueryBundle | None, query_str: str | None) -> QueryBundle | None:
    """Return the question, however it was given."""
    if query_bundle is not None and query_str is not None:
        raise ValueError("give either query_bundle or query_str, not both")
    return query_bundle if query_str is None else QueryBundle(query_str)
