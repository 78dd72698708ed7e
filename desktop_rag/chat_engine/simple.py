"""Talks with the model alone."""

from collections.abc import Sequence

from desktop_rag.chat_engine.types import BaseChatEngine, StreamingAgentChatResponse
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.memory.chat_memory_buffer import memory_for
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage


class SimpleChatEngine(BaseChatEngine):
    """Sends the conversation to the model, after ``prefix_messages``; nothing is searched for."""

    def __init__(self, llm: LLM, memory: BaseMemory | None = None, prefix_messages: Sequence[ChatMessage] = ()) -> None:
        self._llm = llm
        self.memory = memory_for(memory, llm)
        self._prefix = list(prefix_messages)

    @classmethod
    def from_defaults(
        cls,
        llm: LLM | None = None,
        memory: BaseMemory | None = None,
        system_prompt: str | None = None,
        prefix_messages: Sequence[ChatMessage] | None = None,
        chat_history: Sequence[ChatMessage] | None = None,
    ) -> "SimpleChatEngine":
        """Make an engine whose conversation begins with ``chat_history``; see ``prefix_of``."""
        llm = chosen_llm(llm, "A conversation")
        return cls(llm, memory_for(memory, llm, chat_history), prefix_of(system_prompt, prefix_messages))

    def stream_chat(
        self, message: str, chat_history: Sequence[ChatMessage] | None = None
    ) -> StreamingAgentChatResponse:
        """Return the answer to a message as it is written."""
        messages = [*self._prefix, *self._begin(message, chat_history), ChatMessage(MessageRole.USER, message)]
        if len(messages) == 1 and not self._llm.metadata.is_chat_model:
            # what completes texts would go on with the question; later turns show whose turn it is by themselves
            messages = [ChatMessage(MessageRole.USER, ChatPromptTemplate([FixedMessage(messages[0])]).format())]
        texts = (delta.text for delta in self._llm.stream_chat(messages) if delta.text)
        return StreamingAgentChatResponse(self._remembered(message, texts))


def prefix_of(system_prompt: str | None, prefix_messages: Sequence[ChatMessage] | None) -> list[ChatMessage]:
    """Return the messages that stand before every conversation.

    Raises:
        ValueError: a system prompt and messages were given.

    """
    if system_prompt is None:
        return list(prefix_messages or ())
    if prefix_messages:
        raise ValueError("give either system_prompt or prefix_messages, not both")
    return [ChatMessage(MessageRole.SYSTEM, system_prompt)]
