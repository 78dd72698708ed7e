"""Rewrites each message as a question that stands alone, searches for it, and answers from the passages found."""

import logging
from collections.abc import Sequence

from desktop_rag.chat_engine.condense_question import condense
from desktop_rag.chat_engine.context import ContextChatEngine, ContextOptions, as_context_prompt
from desktop_rag.chat_engine.simple import prefix_of
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.memory.chat_memory_buffer import memory_for
from desktop_rag.memory.types import BaseMemory
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import CONDENSE_PROMPT, CONTEXT_SYSTEM_PROMPT
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion_hints import hints_of
from desktop_rag.retrievers.hybrid import RankedList, fuse_by_score

_log = logging.getLogger(__name__)


class CondensePlusContextChatEngine(ContextChatEngine):
    """Searches for the message as a question that stands alone; the model sees passages, conversation and message.

    With ``search_message_too`` the message itself is searched for as well and both lists are fused by score: a
    condensed question may have lost what mattered. ``verbose`` writes each question to the log.
    """

    def __init__(  # noqa: PLR0913 - the parameters of LlamaIndex's class of this name
        self,
        retriever: BaseRetriever,
        llm: LLM | None,
        memory: BaseMemory | None = None,
        prefix_messages: Sequence[ChatMessage] = (),
        node_postprocessors: Sequence[BaseNodePostprocessor] = (),
        options: ContextOptions | None = None,
        *,
        condense_prompt: PromptTemplate = CONDENSE_PROMPT,
        skip_condense: bool = False,
        search_message_too: bool = False,
        verbose: bool = False,
    ) -> None:
        super().__init__(retriever, llm, memory, prefix_messages, node_postprocessors, options)
        self._condense_prompt = condense_prompt.validated()
        self._skip_condense = skip_condense
        self._search_message_too = search_message_too
        self._log_level = logging.INFO if verbose else logging.DEBUG

    @classmethod
    def from_defaults(  # noqa: PLR0913 - the parameters of LlamaIndex's method of this name
        cls,
        retriever: BaseRetriever,
        llm: LLM | None = None,
        memory: BaseMemory | None = None,
        system_prompt: str | None = None,
        prefix_messages: Sequence[ChatMessage] | None = None,
        node_postprocessors: Sequence[BaseNodePostprocessor] = (),
        context_prompt: PromptTemplate | str = CONTEXT_SYSTEM_PROMPT,
        *,
        condense_prompt: PromptTemplate | str = CONDENSE_PROMPT,
        skip_condense: bool = False,
        chat_history: Sequence[ChatMessage] | None = None,
        verbose: bool = False,
    ) -> "CondensePlusContextChatEngine":
        """Make an engine whose conversation begins with ``chat_history``; the system prompt is above the passages."""
        llm = chosen_llm(llm, "A conversation")
        prefix = prefix_of(system_prompt, prefix_messages)
        options = ContextOptions(context_prompt=as_context_prompt(context_prompt))
        if isinstance(condense_prompt, str):
            condense_prompt = PromptTemplate(condense_prompt, required=CONDENSE_PROMPT.required)
        return cls(
            retriever,
            llm,
            memory_for(memory, llm, chat_history),
            prefix,
            node_postprocessors,
            options,
            condense_prompt=condense_prompt,
            skip_condense=skip_condense,
            verbose=verbose,
        )

    def _nodes(self, message: str, history: Sequence[ChatMessage]) -> list[NodeWithScore]:
        """Return the passages for what the message means."""
        question = message if self._skip_condense else condense(self._llm, self._condense_prompt, message, history)
        _log.log(self._log_level, "Condensed question: %s", question)
        nodes = self._retriever.retrieve(question)
        if self._search_message_too and question != message:
            nodes = self._fused(nodes, self._retriever.retrieve(message))
        return self._processed(nodes, question)

    def _fused(self, *lists: Sequence[NodeWithScore]) -> list[NodeWithScore]:
        """Return the nodes of all lists by their mean scaled score; see decisions/0051."""
        ranked = [RankedList(nodes, 1.0, hints_of(self._retriever).unlisted_score(nodes)) for nodes in lists]
        return [found.with_score(found.get_score() / len(lists)) for found in fuse_by_score(ranked)]
