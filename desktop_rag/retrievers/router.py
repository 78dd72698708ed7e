"""Let a model choose which retrievers to ask."""

import logging
from collections.abc import Mapping, Sequence
from typing import Protocol

from desktop_rag.core.instrumentation import CBEventType, event
from desktop_rag.core.parallel import run_parallel
from desktop_rag.core.payloads import SELECT
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.selectors.base import BaseSelector, Choice
from desktop_rag.selectors.llm_selectors import get_selector_from_llm

_LOG = logging.getLogger(__name__)


class RetrieverChoice(Protocol):
    """A retriever with its description for a model: a ``RetrieverTool``, seen from below."""

    @property
    def metadata(self) -> Choice:
        """Name and description."""

    @property
    def retriever(self) -> BaseRetriever:
        """The retriever to call when it is chosen."""


class RouterRetriever(BaseRetriever):
    """Asks the retrievers that ``selector`` chooses for the question; a node that several find comes once.

    What was chosen, and why, is in a ``FUNCTION_CALL`` event, and with ``verbose`` in the log.
    """

    def __init__(
        self,
        selector: BaseSelector,
        retriever_tools: Sequence[RetrieverChoice],
        object_map: Mapping[str, object] | None = None,
        *,
        verbose: bool = False,
    ) -> None:
        self._verbose = verbose
        self._selector = selector
        self._tools = tuple(retriever_tools)
        self.object_map = object_map or {}

    @classmethod
    def from_defaults(
        cls,
        retriever_tools: Sequence[RetrieverChoice],
        llm: LLM | None = None,
        selector: BaseSelector | None = None,
        *,
        select_multi: bool = False,
        verbose: bool = False,
    ) -> "RouterRetriever":
        """Return a retriever whose selector fits the model: by calling a function where it can, else in words."""
        selector = selector or get_selector_from_llm(chosen_llm(llm, "A router"), is_multi=select_multi)
        return cls(selector, retriever_tools, verbose=verbose)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found: dict[str, NodeWithScore] = {}
        for nodes in run_parallel(lambda retriever: retriever.retrieve(query_bundle), self._chosen(query_bundle)):
            for node in nodes:
                before = found.get(node.node.node_id)
                names = [*(before.found_by if before else ()), *node.found_by]
                found[node.node.node_id] = NodeWithScore(node.node, node.score, tuple(dict.fromkeys(names)))
        return list(found.values())

    def _chosen(self, query_bundle: QueryBundle) -> list[BaseRetriever]:
        choices = [tool.metadata for tool in self._tools]
        with event(CBEventType.FUNCTION_CALL, function=SELECT, choices=[choice.name for choice in choices]) as stage:
            result = self._selector.select(choices, query_bundle)
            stage.payload["selections"] = [
                {"name": choices[selection.index].name, "reason": selection.reason} for selection in result.selections
            ]
            if result.note:
                stage.payload["note"] = result.note
        for one in result.selections if self._verbose else ():
            _LOG.info("%s is asked: %s", choices[one.index].name, one.reason)
        return [self._tools[selection.index].retriever for selection in result.selections]

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the selector: it holds the template."""
        return {"selector": self._selector}
