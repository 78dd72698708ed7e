"""The latest messages that fit a token limit."""

import json
from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Any

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM
from desktop_rag.memory.types import (
    DEFAULT_CHAT_STORE_KEY,
    BaseMemory,
    CountTokens,
    described_store,
    limit_for,
)
from desktop_rag.storage.chat_store import BaseChatStore
from desktop_rag.text.tokenizer import as_tokenizer, get_tokenizer

_ANSWERS = (MessageRole.ASSISTANT, MessageRole.TOOL)


class ChatMemoryBuffer(BaseMemory):
    """Shows the end of the conversation; where something was left out, it does not begin with an answer.

    A last message that is longer than the limit is not shown, unless it ``keeps_last``: whoever cuts what is sent as
    a whole loses nothing by it, and a model that is shown nothing of a conversation cannot follow it.
    """

    def __init__(
        self,
        token_limit: int,
        count_tokens: CountTokens | None = None,
        chat_store: BaseChatStore | None = None,
        chat_store_key: str = DEFAULT_CHAT_STORE_KEY,
        *,
        keeps_last: bool = False,
    ) -> None:
        super().__init__(chat_store, chat_store_key, token_limit)
        self._count = count_tokens or get_tokenizer().count
        self._keeps_last = keeps_last

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
            raise ValueError("Initial token count exceeds token limit")
        messages = self.get_all()
        room = self.token_limit - initial_token_count
        return messages[fitting_from(messages, room, by_content(self._count), keeps_last=self._keeps_last) :]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "ChatMemoryBuffer":
        """Return a memory of what ``to_dict`` described."""
        return cls(data["token_limit"], None, described_store(data), data["chat_store_key"])

    @classmethod
    def from_string(cls, json_str: str) -> "ChatMemoryBuffer":
        """Return a memory of what ``to_string`` described."""
        return cls.from_dict(json.loads(json_str))


def memory_for(
    memory: BaseMemory | None, llm: LLM | None, chat_history: Sequence[ChatMessage] | None = None
) -> BaseMemory:
    """Return the memory of an engine: the given or a new one, beginning with ``chat_history`` if given."""
    made = memory or ChatMemoryBuffer.from_defaults(llm=llm)
    if chat_history is not None:
        made.set(chat_history)
    return made


def by_content(count: CountTokens) -> Callable[[ChatMessage], int]:
    """Return a function that counts the tokens of a message: those of its text."""
    return lambda message: count(message.content)


def fitting_from(
    messages: Sequence[ChatMessage], limit: int, size: Callable[[ChatMessage], int], *, keeps_last: bool = True
) -> int:
    """Return from which message on the rest of the conversation fits ``limit`` tokens.

    The last message always does, where it is to be kept.

    Messages are counted from the last one on, each once, so a long conversation costs no more than its end.
    """
    if not messages:
        return 0
    last = len(messages) - 1
    used, start = size(messages[last]), last
    if used > limit and not keeps_last:
        return len(messages)
    while start and (used := used + size(messages[start - 1])) <= limit:
        start -= 1
    end = last if keeps_last else len(messages)
    while 0 < start < end and messages[start].role in _ANSWERS:
        start += 1
    return start
