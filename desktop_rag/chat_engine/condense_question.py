"""Asks a query engine the message, made independent of the conversation."""

import logging
from collections.abc import Iterator, Sequence

from desktop_rag.chat_engine.types import BaseChatEngine, StreamingAgentChatResponse
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.response import StreamingResponse
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.memory.chat_memory_buffer import memory_for
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import CONDENSE_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.tools.base import ToolOutput

_log = logging.getLogger(__name__)
_LONGEST_QUESTION = 1000  # characters; a condensed question beyond is a model that rambles


class CondenseQuestionChatEngine(BaseChatEngine, PromptMixin):
    """The model that answers sees no history: the question says all. The first message is asked as it is.

    Answers stream when the query engine's synthesizer streams. ``verbose`` writes each question to the log.
    """

    def __init__(
        self,
        query_engine: BaseQueryEngine,
        llm: LLM | None,
        memory: BaseMemory | None = None,
        condense_question_prompt: BasePromptTemplate | None = None,
        *,
        verbose: bool = False,
    ) -> None:
        self._query_engine = query_engine
        self._log_level = logging.INFO if verbose else logging.DEBUG
        self._llm = llm
        self.memory = memory_for(memory, llm)
        self._declare_prompts(
            {"condense_question_prompt": CONDENSE_PROMPT}, {"condense_question_prompt": condense_question_prompt}
        )

    @classmethod
    def from_defaults(
        cls,
        query_engine: BaseQueryEngine,
        condense_question_prompt: BasePromptTemplate | None = None,
        chat_history: Sequence[ChatMessage] | None = None,
        memory: BaseMemory | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        *,
        llm: LLM | None = None,
    ) -> "CondenseQuestionChatEngine":
        """Make an engine whose conversation begins with ``chat_history``."""
        llm = chosen_llm(llm, "A conversation")
        own = memory_for(memory, llm, chat_history)
        return cls(query_engine, llm, own, condense_question_prompt, verbose=verbose)

    def stream_chat(
        self, message: str, chat_history: Sequence[ChatMessage] | None = None
    ) -> StreamingAgentChatResponse:
        """Return the answer to a message as it is written."""
        history = self._begin(message, chat_history)
        question = condense(self._llm, self._prompt("condense_question_prompt"), message, history)
        _log.log(self._log_level, "Querying with: %s", question)
        response = self._query_engine.query(question)
        pieces: Iterator[str]
        pieces = response.response_gen if isinstance(response, StreamingResponse) else iter((str(response),))
        output = ToolOutput("", "query_engine", {"input": question}, response)
        return StreamingAgentChatResponse(
            self._remembered(message, pieces), [output], response.source_nodes, response.metadata, response.outcome
        )


def condense(llm: LLM | None, prompt: BasePromptTemplate, message: str, chat_history: Sequence[ChatMessage]) -> str:
    """Return the message as a question that stands alone; without a model, together with the question before it."""
    if not chat_history or not message.strip():
        return message
    if llm is None:
        earlier = [turn.content for turn in chat_history if turn.role is MessageRole.USER]
        return f"{earlier[-1]}\n{message}" if earlier else message
    history = "\n".join(f"{turn.role.value}: {turn.content}" for turn in chat_history)
    condensed = llm.predict(prompt, question=message, chat_history=history).strip()
    return condensed if 0 < len(condensed) <= _LONGEST_QUESTION else message
