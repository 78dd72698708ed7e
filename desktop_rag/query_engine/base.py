"""The interface of query engines, and answers of several put together without mixing up whose passage ``[1]`` is."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from desktop_rag.callbacks.base import CallbackManager, HasCallbackManager
from desktop_rag.core.instrumentation import CBEventType, also_notified, each_notified, event
from desktop_rag.core.parallel import asynchronous, asynchronous_function, has_own
from desktop_rag.core.response import AnyResponse, StreamingResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import as_query_bundle

_MARKER = re.compile(r"\[(\d{1,3})\]")


class BaseQueryEngine(HasCallbackManager, PromptMixin, ABC):
    """Answers questions. Subclasses implement ``_query``; ``callback_manager`` is notified of each stage."""

    def __init__(self, callback_manager: CallbackManager | None = None) -> None:
        self._callback_manager = callback_manager

    def query(self, str_or_query_bundle: str | QueryBundle) -> AnyResponse:
        """Return the answer and what it was made of; a ``QUERY`` event.

        Raises:
            UserError: the model fails, or its window leaves no room for any passage.

        """
        bundle = as_query_bundle(str_or_query_bundle)
        with self._stage(bundle) as tell:
            return tell(self._query(bundle))

    async def aquery(self, str_or_query_bundle: str | QueryBundle) -> AnyResponse:
        """Answer like ``query``: on another thread, unless the class overrides ``_aquery``."""
        if not has_own(self, "_aquery", BaseQueryEngine):
            return await asynchronous_function(self.query)(str_or_query_bundle)
        bundle = as_query_bundle(str_or_query_bundle)
        with self._stage(bundle) as tell:
            return tell(await self._aquery(bundle))

    @contextmanager
    def _stage(self, bundle: QueryBundle) -> Iterator[Callable[[AnyResponse], AnyResponse]]:
        """Record the question; the yielded function records the answer, and returns it."""
        told = {"engine": type(self).__name__, "query_str": bundle.query_str}
        with also_notified(self._callback_manager), event(CBEventType.QUERY, {"query": bundle}, **told) as stage:

            def tell(response: AnyResponse) -> AnyResponse:
                stage.objects["response"] = response
                if isinstance(response, StreamingResponse):
                    response.response_gen = each_notified(self._callback_manager, response.response_gen)
                else:
                    stage.payload["response"] = str(response)
                return response

            yield tell

    def retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Return the nodes an answer would be made of (engines with one retriever only)."""
        raise NotImplementedError(f"{type(self).__name__} has no retriever of its own")

    def synthesize(
        self,
        query_bundle: QueryBundle,
        nodes: Sequence[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> AnyResponse:
        """Return the answer made of given nodes (engines with one synthesizer only)."""
        raise NotImplementedError(f"{type(self).__name__} has no synthesizer of its own")

    aretrieve = asynchronous(retrieve)
    asynthesize = asynchronous(synthesize)

    @abstractmethod
    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        """Answer the question (implemented by each engine)."""

    _aquery = asynchronous(_query)


@dataclass(frozen=True, slots=True)
class Combined:
    """The answers as texts whose markers count through all ``source_nodes``."""

    texts: list[str]
    source_nodes: list[NodeWithScore]


def combined(responses: Sequence[AnyResponse]) -> Combined:
    """Return the answers and their sources; streams are drained."""
    texts: list[str] = []
    sources: list[NodeWithScore] = []
    for response in responses:
        whole = response.get_response() if isinstance(response, StreamingResponse) else response
        texts.append(_renumbered(str(whole), len(sources), len(whole.source_nodes)))
        sources += whole.source_nodes
    return Combined(texts, sources)


def _renumbered(text: str, before: int, own: int) -> str:
    """Return an answer with markers raised by ``before`` other sources; other numbers stay."""

    def marker(match: re.Match[str]) -> str:
        number = int(match.group(1))
        return f"[{number + before}]" if 0 < number <= own else match.group(0)

    return _MARKER.sub(marker, text) if before else text
