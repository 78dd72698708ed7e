"""Neighbours of a passage, where the model says which are needed."""

import logging

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.llamaindex.prompts.transform_prompts import PREV_NEXT_PROMPT
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.postprocessor.node import (
    KeywordNodePostprocessor,
    LongContextReorder,
    Neighbours,
    PrevNextNodePostprocessor,
    SimilarityPostprocessor,
)
from desktop_rag.prompts.base import BasePromptTemplate, PromptTemplate

__all__ = [
    "AutoPrevNextNodePostprocessor",
    "KeywordNodePostprocessor",
    "LongContextReorder",
    "PrevNextNodePostprocessor",
    "SimilarityPostprocessor",
]

_LOG = logging.getLogger(__name__)


class AutoPrevNextNodePostprocessor(PrevNextNodePostprocessor):
    """Adds ``num_nodes`` nodes where a model says that the answer stands: after each node, before it, or neither.

    Raises:
        ValueError: there is no question, or the model's reply says none of the three.

    """

    def __init__(
        self,
        docstore: Neighbours,
        llm: LLM | None = None,
        num_nodes: int = 1,
        *,
        infer_prev_next_tmpl: str | BasePromptTemplate = PREV_NEXT_PROMPT,
        verbose: bool = False,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        super().__init__(docstore, num_nodes, callback_manager=callback_manager)
        self._llm = chosen_llm(llm, "This step")
        self._verbose = verbose
        given = infer_prev_next_tmpl
        self._prompt = PromptTemplate(given) if isinstance(given, str) else given

    def _mode(self, found: NodeWithScore, query_bundle: QueryBundle | None) -> str:
        if query_bundle is None:
            raise ValueError("Missing query bundle.")
        text = found.node.get_content()
        reply = self._llm.predict(self._prompt, context_str=text, query_str=query_bundle.query_str)
        if self._verbose:
            _LOG.info("where the answer goes on: %s", reply)
        for word in ("previous", "next", "none"):
            if word in reply.lower():
                return word
        raise ValueError(f"Invalid prediction: {reply}")
