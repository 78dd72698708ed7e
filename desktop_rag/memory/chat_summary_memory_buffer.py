"""The latest messages, and a summary of those before them."""

import json
from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Any

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM
from desktop_rag.memory.chat_memory_buffer import by_content, fitting_from
from desktop_rag.memory.types import (
    DEFAULT_CHAT_STORE_KEY,
    BaseMemory,
    CountTokens,
    described_store,
    limit_for,
)
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import SUMMARIZE_PROMPT
from desktop_rag.storage.chat_store import BaseChatStore
from desktop_rag.text.shortening import beginning
from desktop_rag.text.tokenizer import as_tokenizer, get_tokenizer


class ChatSummaryMemoryBuffer(BaseMemory):
    """Shows the end of the conversation after a summary of the rest, written by ``llm`` (None: the rest is forgotten).

    A last message that is longer than the limit is a part of the rest, unless the memory ``keeps_last``. A
    ``summarize_prompt`` that is a text alone is what the model is told above the conversation.

    The summary is kept in the store in the place of the messages it sums up, as a message of the system, so it is
    written once and extended when more messages no longer fit.
    """

    def __init__(
        self,
        token_limit: int,
        llm: LLM | None = None,
        summarize_prompt: PromptTemplate | str = SUMMARIZE_PROMPT,
        count_tokens: CountTokens | None = None,
        chat_store: BaseChatStore | None = None,
        chat_store_key: str = DEFAULT_CHAT_STORE_KEY,
        *,
        count_initial_tokens: bool = False,
        keeps_last: bool = False,
    ) -> None:
        super().__init__(chat_store, chat_store_key, token_limit)
        self.llm = llm
        self.summarize_prompt = summarize_prompt
        self._prompt.validated()
        self._count = count_tokens or get_tokenizer().count
        self.count_initial_tokens = count_initial_tokens
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
        summarize_prompt: PromptTemplate | str = SUMMARIZE_PROMPT,
        *,
        count_initial_tokens: bool = False,
    ) -> "ChatSummaryMemoryBuffer":
        """Make a memory for a model; without ``token_limit``, three quarters of its window."""
        limit = limit_for(token_limit, llm.metadata.context_window if llm else None)
        tokenizer = llm.tokenizer if llm and tokenizer_fn is None else as_tokenizer(tokenizer_fn)
        memory = cls(
            limit,
            llm,
            summarize_prompt,
            tokenizer.count,
            chat_store,
            chat_store_key,
            count_initial_tokens=count_initial_tokens,
        )
        if chat_history is not None:
            memory.set(chat_history)
        return memory

    def get(self, input: str | None = None, initial_token_count: int = 0) -> list[ChatMessage]:  # noqa: A002, ARG002
        """Return the summary, if there is one, and the end of the conversation.

        Raises:
            ValueError: the other text counts, and alone is over the limit.

        """
        if self.count_initial_tokens and initial_token_count > self.token_limit:
            raise ValueError("Initial token count exceeds token limit")
        messages = self.get_all()
        taken = initial_token_count if self.count_initial_tokens else 0
        start = fitting_from(messages, self.token_limit - taken, by_content(self._count), keeps_last=self._keeps_last)
        earlier, shown = messages[:start], messages[start:]
        if not earlier:
            return shown
        if self.llm is not None:
            shown = [self._summary(earlier, self.llm), *shown]
        self.set(shown)
        return shown

    def to_dict(self) -> dict[str, object]:
        """Return the conversation and its limit as values of JSON, for ``from_dict``; without the model."""
        asked = self.summarize_prompt
        told = asked if isinstance(asked, str) else asked.template
        return super().to_dict() | {"count_initial_tokens": self.count_initial_tokens, "summarize_prompt": told}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], llm: LLM | None = None) -> "ChatSummaryMemoryBuffer":
        """Return a memory of what ``to_dict`` described, whose summaries ``llm`` writes."""
        return cls(
            data["token_limit"],
            llm,
            data.get("summarize_prompt", SUMMARIZE_PROMPT),
            chat_store=described_store(data),
            chat_store_key=data["chat_store_key"],
            count_initial_tokens=data["count_initial_tokens"],
        )

    @classmethod
    def from_string(cls, json_str: str, llm: LLM | None = None) -> "ChatSummaryMemoryBuffer":
        """Return a memory of what ``to_string`` described, whose summaries ``llm`` writes."""
        return cls.from_dict(json.loads(json_str), llm)

    @property
    def _prompt(self) -> PromptTemplate:
        """The prompt for the model."""
        asked = self.summarize_prompt
        if not isinstance(asked, str):
            return asked
        return PromptTemplate(asked if "{chat_history}" in asked else f"{asked}\n\n{{chat_history}}")

    def _summary(self, messages: Sequence[ChatMessage], llm: LLM) -> ChatMessage:
        """Sum up messages, an earlier summary among them; what does not fit the model's window is cut off."""
        if len(messages) == 1 and messages[0].role is MessageRole.SYSTEM:
            return messages[0]
        history = "\n".join(f"{message.role.value}: {message.content}" for message in messages)
        room = max(256, llm.metadata.context_window // 2)
        history = beginning(history, room, self._count)
        return ChatMessage(MessageRole.SYSTEM, llm.predict(self._prompt, chat_history=history).strip())
