"""What every memory and every store behind one offers."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import asynchronous

DEFAULT_CHAT_STORE_KEY = "chat_history"
DEFAULT_TOKEN_LIMIT = 3000
DEFAULT_TOKEN_LIMIT_RATIO = 0.75
CountTokens = Callable[[str], int]


class BaseChatStore(Protocol):
    """Keeps the messages of many conversations, each under its key."""

    def get_messages(self, key: str) -> list[ChatMessage]:
        """Return the messages of a conversation, the first one first."""

    def set_messages(self, key: str, messages: Sequence[ChatMessage]) -> None:
        """Put other messages in the place of all that were."""

    def add_message(self, key: str, message: ChatMessage) -> None:
        """Add a message at the end."""

    def delete_messages(self, key: str) -> None:
        """Forget a conversation."""


class SimpleChatStore:
    """Keeps messages as long as the program runs, or in a file of JSON (``persist``)."""

    def __init__(self, store: Mapping[str, Sequence[ChatMessage]] | None = None) -> None:
        self._messages = {key: list(messages) for key, messages in (store or {}).items()}

    @classmethod
    def from_persist_path(cls, persist_path: str | Path = "chat_store.json") -> "SimpleChatStore":
        """Return what ``persist`` wrote; an empty store when there is no such file.

        Raises:
            ValueError: the file holds something else.

        """
        path = Path(persist_path)
        if not path.exists():
            return cls()
        return cls(msgspec.json.decode(path.read_bytes(), type=dict[str, list[ChatMessage]]))

    def persist(self, persist_path: str | Path = "chat_store.json") -> None:
        """Write everything to a file, at once or not at all."""
        path = Path(persist_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.new")
        unfinished.write_bytes(msgspec.json.encode(self._messages))
        unfinished.replace(path)

    def get_keys(self) -> list[str]:
        """Return the keys of all conversations."""
        return list(self._messages)

    def get_messages(self, key: str) -> list[ChatMessage]:
        """Return the messages of a conversation, the first one first."""
        return list(self._messages.get(key, ()))

    def set_messages(self, key: str, messages: Sequence[ChatMessage]) -> None:
        """Put other messages in the place of all that were."""
        self._messages[key] = list(messages)

    def add_message(self, key: str, message: ChatMessage, idx: int | None = None) -> None:
        """Add a message at the end, or before the one at ``idx``."""
        messages = self._messages.setdefault(key, [])
        messages.insert(len(messages) if idx is None else idx, message)

    def delete_messages(self, key: str) -> None:
        """Forget a conversation."""
        self._messages.pop(key, None)

    def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Forget one message and return it; None when there is no such message."""
        messages = self._messages.get(key, [])
        return messages.pop(idx) if -len(messages) <= idx < len(messages) else None

    def delete_last_message(self, key: str) -> ChatMessage | None:
        """Forget the last message and return it; None when there is none."""
        return self.delete_message(key, -1)

    aget_keys = asynchronous(get_keys)
    aget_messages = asynchronous(get_messages)
    aset_messages = asynchronous(set_messages)
    async_add_message = asynchronous(add_message)
    adelete_messages = asynchronous(delete_messages)
    adelete_message = asynchronous(delete_message)
    adelete_last_message = asynchronous(delete_last_message)


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
        """Return what the model is shown before the message ``input``, beside so many tokens of other text."""

    def get_all(self) -> list[ChatMessage]:
        """Return everything that is remembered."""
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
        kept: dict[str, object] = msgspec.to_builtins(self.get_all())
        return {"token_limit": self.token_limit, "chat_store_key": self.chat_store_key, "chat_history": kept}

    def to_string(self) -> str:
        """Return what ``to_dict`` does as JSON, for ``from_string``."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    aget = asynchronous(get)
    aget_all = asynchronous(get_all)
    aput = asynchronous(put)
    aput_messages = asynchronous(put_messages)
    aset = asynchronous(set)  # noqa: A003 - the method, LlamaIndex's name
    areset = asynchronous(reset)


def described_store(data: Mapping[str, Any]) -> SimpleChatStore:
    """Return a store with the conversation that ``BaseMemory.to_dict`` described."""
    return SimpleChatStore({data["chat_store_key"]: msgspec.convert(data["chat_history"], list[ChatMessage])})


def limit_for(token_limit: int | None, context_window: int | None) -> int:
    """Return how many tokens of conversation to show: what was asked for, or three quarters of the window."""
    if token_limit is not None:
        return token_limit
    return int(context_window * DEFAULT_TOKEN_LIMIT_RATIO) if context_window else DEFAULT_TOKEN_LIMIT
