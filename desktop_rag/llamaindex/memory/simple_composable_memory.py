"""Several memories as one: the conversation, and what others recall of it."""

from collections.abc import Sequence

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llamaindex.prompts.further_prompts import RECALL_PROMPT
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.base import PromptTemplate


class SimpleComposableMemory(BaseMemory):
    """Shows what ``primary_memory`` shows, and above it, as the system's words, what the others have beside that."""

    def __init__(
        self,
        primary_memory: BaseMemory,
        secondary_memory_sources: Sequence[BaseMemory] = (),
        recall_prompt: PromptTemplate = RECALL_PROMPT,
    ) -> None:
        super().__init__(primary_memory.chat_store, primary_memory.chat_store_key, primary_memory.token_limit)
        self.primary_memory = primary_memory
        self.secondary_memory_sources = list(secondary_memory_sources)
        self._prompt = recall_prompt.validated()

    @classmethod
    def from_defaults(
        cls,
        primary_memory: BaseMemory | None = None,
        secondary_memory_sources: Sequence[BaseMemory] | None = None,
    ) -> "SimpleComposableMemory":
        """Make a memory; without a primary one, of the latest messages."""
        return cls(primary_memory or ChatMemoryBuffer.from_defaults(), secondary_memory_sources or ())

    def get(self, input: str | None = None, initial_token_count: int = 0) -> list[ChatMessage]:  # noqa: A002
        """Return the conversation, after what the other memories recall for ``input``."""
        shown = self.primary_memory.get(input, initial_token_count)
        recalled: list[ChatMessage] = []
        for memory in self.secondary_memory_sources:
            recalled += [one for one in memory.get(input) if one not in shown and one not in recalled]
        if not recalled:
            return shown
        lines = "\n".join(f"{message.role.value}: {message.content}" for message in recalled)
        text = self._prompt.format(recalled=lines)
        if shown and shown[0].role is MessageRole.SYSTEM:
            return [shown[0].with_parts(f"{shown[0].content}\n\n{text}"), *shown[1:]]
        return [ChatMessage(MessageRole.SYSTEM, text), *shown]

    def get_all(self) -> list[ChatMessage]:
        """Return the conversation."""
        return self.primary_memory.get_all()

    def put(self, message: ChatMessage) -> None:
        """Remember one more message, in every memory."""
        for memory in (self.primary_memory, *self.secondary_memory_sources):
            memory.put(message)

    def set(self, messages: Sequence[ChatMessage]) -> None:
        """Let the conversation be these messages; the other memories learn them and forget nothing."""
        self.primary_memory.set(messages)
        for memory in self.secondary_memory_sources:
            known = memory.get_all()
            memory.put_messages([message for message in messages if message not in known])

    def reset(self) -> None:
        """Forget everything."""
        for memory in (self.primary_memory, *self.secondary_memory_sources):
            memory.reset()
