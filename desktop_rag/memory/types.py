"""The interface of memories."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import asynchronous
from desktop_rag.storage.chat_store import BaseChatStore, SimpleChatStore, messages_of, rows_of

DEFAULT_CHAT_STORE_KEY = "chat_history"
DEFAULT_TOKEN_LIMIT = 3000
DEFAULT_TOKEN_LIMIT_RATIO = 0.75
CountTokens = Callable[[str], int]


class BaseMemory(ABC):
    """A conversation, of which the model is shown what fits."""

    def __init__(self, chat_store: BaseChatStore | None, chat_store_key: str, token_limit: int) -> None:
        if token_limit <= 0:
            raise ValueError(f"token_limit must be positive, got {token_limit}")
        self.chat_store = chat_store or SimpleChatStore()
        self.chat_store_key = chat_store_key
        self.token_limit = token_limit

    @abstractmethod
    def get(self, input: str | None = None, initial_token_count: int = 0) -> list[ChatMessage]:  # noqa: A002
        """Return the messages before the message ``input``, beside ``initial_token_count`` tokens of other text."""

    def get_all(self) -> list[ChatMessage]:
        """Return all remembered messages."""
        return self.chat_store.get_messages(self.chat_store_key)

    def put(self, message: ChatMessage) -> None:
        """Remember one more message."""
        self.chat_store.add_message(self.chat_store_key, message)

    def put_messages(self, messages: Sequence[ChatMessage]) -> None:
        """Remember more messages."""
        for message in messages:
            self.put(message)

    def set(self, messages: Sequence[ChatMessage]) -> None:
        """Remember these messages and no others."""
        self.chat_store.set_messages(self.chat_store_key, messages)

    def reset(self) -> None:
        """Forget everything."""
        self.chat_store.delete_messages(self.chat_store_key)

    def to_dict(self) -> dict[str, object]:
        """Return the conversation and its limit as values of JSON, for ``from_dict`` of memories that have it."""
        kept = rows_of(self.get_all())
        return {"token_limit": self.token_limit, "chat_store_key": self.chat_store_key, "chat_history": kept}

    def to_string(self) -> str:
        """Return the result of ``to_dict`` as JSON, for ``from_string``."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    aget = asynchronous(get)
    aget_all = asynchronous(get_all)
    aput = asynchronous(put)
    aput_messages = asynchronous(put_messages)
    aset = asynchronous(set)  # noqa: A003 - the method, LlamaIndex's name
    areset = asynchronous(reset)


def described_store(data: Mapping[str, Any]) -> SimpleChatStore:
    """Return a store with the conversation that ``BaseMemory.to_dict`` described."""
    return SimpleChatStore({data["chat_store_key"]: messages_of(data["chat_history"])})


def limit_for(token_limit: int | None, context_window: int | None) -> int:
    """Return the number of tokens of conversation to show: the given one, or three quarters of the window."""
    if token_limit is not None:
        return token_limit
    return int(context_window * DEFAULT_TOKEN_LIMIT_RATIO) if context_window else DEFAULT_TOKEN_LIMIT
