"""Engines whose tools, or passages, are retrieved first."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.response import AnyResponse
from desktop_rag.core.schema import QueryBundle, TextNode
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.query_engine.router_query_engine import CombiningQueryEngine
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.tools.query_engine_tool import QueryEngineTool


class RetrieverRouterQueryEngine(BaseQueryEngine):
    """Asks the engine that ``node_to_query_engine_fn`` returns for the one node that a retriever finds."""

    def __init__(
        self,
        retriever: BaseRetriever,
        node_to_query_engine_fn: Callable[[TextNode], BaseQueryEngine],
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._retriever = retriever
        self._node_to_query_engine_fn = node_to_query_engine_fn

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        found = self._retriever.retrieve(query_bundle)
        if len(found) != 1:
            raise ValueError(f"Retrieved {len(found)} nodes: the retriever has to find exactly one.")
        return self._node_to_query_engine_fn(found[0].node).query(query_bundle)

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the retriever, whose templates can be edited."""
        return {"retriever": self._retriever}


class ToolRetriever(Protocol):
    """Finds tools for a question."""

    def retrieve(self, str_or_query_bundle: QueryBundle) -> Sequence[QueryEngineTool]:
        """Return the tools to ask."""


class ToolRetrieverRouterQueryEngine(CombiningQueryEngine):
    """Asks the engines of the tools that a retriever finds; ``metadata["retrieved_tools"]`` of the answer has them."""

    def __init__(
        self, retriever: ToolRetriever, llm: LLM | None = None, summarizer: BaseSynthesizer | None = None
    ) -> None:
        super().__init__(llm, summarizer)
        self._retriever = retriever

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        tools = list(self._retriever.retrieve(query_bundle))
        response = self._ask(tools, query_bundle)
        response.metadata["retrieved_tools"] = tools
        return response

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the summarizer, whose templates can be edited."""
        return {"summarizer": self._summarizer}
