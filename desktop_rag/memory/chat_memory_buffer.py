"""The latest messages that fit a token limit."""

from collections.abc import Callable, Sequence, Sized

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM
from desktop_rag.memory.types import DEFAULT_CHAT_STORE_KEY, BaseChatStore, BaseMemory, CountTokens, limit_for
from desktop_rag.text.tokenizer import as_tokenizer, get_tokenizer

_ANSWERS = (MessageRole.ASSISTANT, MessageRole.TOOL)


class ChatMemoryBuffer(BaseMemory):
    """Shows the end of the conversation; where something was left out, it does not begin with an answer.

    The last message is shown whoever wrote it and however long it is, as LlamaIndex does: a model that is shown
    nothing of a conversation cannot follow it. Whoever must stay inside a window cuts what is sent as a whole.
    """

    def __init__(
        self,
        token_limit: int,
        count_tokens: CountTokens | None = None,
        chat_store: BaseChatStore | None = None,
        chat_store_key: str = DEFAULT_CHAT_STORE_KEY,
    ) -> None:
        super().__init__(chat_store, chat_store_key, token_limit)
        self._count = count_tokens or get_tokenizer().count

    @classmethod
    def from_defaults(
        cls,
        chat_history: Sequence[ChatMessage] | None = None,
        llm: LLM | None = None,
        chat_store: BaseChatStore | None = None,
        chat_store_key: str = DEFAULT_CHAT_STORE_KEY,
        token_limit: int | None = None,
        tokenizer_fn: Callable[[str], Sized] | None = None,
    ) -> "ChatMemoryBuffer":
        """Make a memory for a model; without ``token_limit``, three quarters of its window."""
        limit = limit_for(token_limit, llm.metadata.context_window if llm else None)
        tokenizer = llm.tokenizer if llm and tokenizer_fn is None else as_tokenizer(tokenizer_fn)
        memory = cls(limit, tokenizer.count, chat_store, chat_store_key)
        if chat_history is not None:
            memory.set(chat_history)
        return memory

    def get(self, input: str | None = None, initial_token_count: int = 0) -> list[ChatMessage]:  # noqa: A002, ARG002
        """Return the end of the conversation that fits.

        Raises:
            ValueError: the other text alone is over the limit.

        """
        if initial_token_count > self.token_limit:
            raise ValueError(f"{initial_token_count} tokens before the conversation exceed its {self.token_limit}")
        messages = self.get_all()
        start = fitting_from(messages, self.token_limit - initial_token_count, self._count)
        return messages[start:]


def memory_for(
    memory: BaseMemory | None, llm: LLM | None, chat_history: Sequence[ChatMessage] | None = None
) -> BaseMemory:
    """Return the memory of an engine: one of its own unless there is one, beginning with ``chat_history`` if given."""
    made = memory or ChatMemoryBuffer.from_defaults(llm=llm)
    if chat_history is not None:
        made.set(chat_history)
    return made


def fitting_from(messages: Sequence[ChatMessage], limit: int, count: CountTokens) -> int:
    """Return from which message on the rest of the conversation fits ``limit`` tokens; the last one always counts.

    Messages are counted from the last one on, each once, so a long conversation costs no more than its end.
    """
    if not messages:
        return 0
    last = len(messages) - 1
    used, start = count(messages[last].content), last
    while start and (used := used + count(messages[start - 1].content)) <= limit:
        start -= 1
    while 0 < start < last and messages[start].role in _ANSWERS:
        start += 1
    return start
