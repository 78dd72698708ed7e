"""Choose which of several engines can answer, and ask that one, or those."""

import logging
from collections.abc import Iterator, Mapping, Sequence

from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.response import AnyResponse, PydanticResponse, Response, StreamingResponse
from desktop_rag.core.schema import QueryBundle
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.default_prompts import CONTEXT_SUMMARY_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.query_engine.base import BaseQueryEngine, combined
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.tree_summarize import TreeSummarize
from desktop_rag.selectors.base import BaseSelector
from desktop_rag.selectors.llm_selectors import get_selector_from_llm
from desktop_rag.tools.query_engine_tool import QueryEngineTool

_LOG = logging.getLogger(__name__)


class CombiningQueryEngine(BaseQueryEngine):
    """Asks several engines; ``summarizer`` makes one answer of several."""

    def __init__(self, llm: LLM | None, summarizer: BaseSynthesizer | None, *, use_async: bool = False) -> None:
        self._summarizer = summarizer or TreeSummarize(llm, CONTEXT_SUMMARY_PROMPT)
        self._use_async = use_async

    def _ask(self, tools: Sequence[QueryEngineTool], query_bundle: QueryBundle) -> AnyResponse:
        """Return the answer of one engine as it is, of several in one."""
        if len(tools) == 1:
            return tools[0].query_engine.query(query_bundle)
        workers = DEFAULT_WORKERS if self._use_async else 1
        responses = run_parallel(lambda tool: tool.query_engine.query(query_bundle), tools, max_workers=workers)
        return self._combine(responses, query_bundle)

    def _combine(self, responses: Sequence[AnyResponse], query_bundle: QueryBundle) -> AnyResponse:
        """Return one answer made of several."""
        parts = combined(responses)
        summary = self._summarizer.get_response(query_bundle.query_str, parts.texts)
        metadata: dict[str, object] = {found.node.node_id: found.node.metadata for found in parts.source_nodes}
        if isinstance(summary, str):
            return Response(summary, parts.source_nodes, metadata)
        if isinstance(summary, Iterator):
            return StreamingResponse(summary, parts.source_nodes, metadata)
        return PydanticResponse(summary, parts.source_nodes, metadata)


class RouterQueryEngine(CombiningQueryEngine):
    """Asks the engines that ``selector`` chooses; ``summarizer`` makes one answer of several.

    The response's ``metadata["selector_result"]`` is what was chosen; its ``note`` says so when the model's reply named
    no engine and the first one (or all) was asked. ``verbose`` logs what was chosen, and why.
    """

    def __init__(
        self,
        selector: BaseSelector,
        query_engine_tools: Sequence[QueryEngineTool],
        llm: LLM | None = None,
        summarizer: BaseSynthesizer | None = None,
        *,
        use_async: bool = False,
        verbose: bool = False,
    ) -> None:
        super().__init__(llm, summarizer, use_async=use_async)
        self._verbose = verbose
        self._selector = selector
        self._tools = tuple(query_engine_tools)

    @classmethod
    def from_defaults(
        cls,
        query_engine_tools: Sequence[QueryEngineTool],
        llm: LLM | None = None,
        selector: BaseSelector | None = None,
        summarizer: BaseSynthesizer | None = None,
        *,
        select_multi: bool = False,
        use_async: bool = False,
        verbose: bool = False,
    ) -> "RouterQueryEngine":
        """Return an engine whose selector fits the model."""
        selector = selector or get_selector_from_llm(chosen_llm(llm, "A router"), is_multi=select_multi)
        return cls(selector, query_engine_tools, llm, summarizer, use_async=use_async, verbose=verbose)

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        """Choose, ask, and put together."""
        result = self._selector.select([tool.metadata for tool in self._tools], query_bundle)
        for one in result.selections if self._verbose else ():
            _LOG.info("%s is asked: %s", self._tools[one.index].metadata.name, one.reason)
        response = self._ask([self._tools[index] for index in result.inds], query_bundle)
        response.metadata["selector_result"] = result
        return response

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the parts whose templates can be edited."""
        return {"summarizer": self._summarizer, "selector": self._selector}
