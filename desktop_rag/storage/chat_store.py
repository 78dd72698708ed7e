"""The interface of chat stores for memories, and the simplest implementation."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import asynchronous
from desktop_rag.storage.kvstore import persist


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


def rows_of(messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
    """Return messages with all that belongs to them as values of JSON, for ``messages_of``."""
    return [message.to_row(with_images=True) for message in messages]


def messages_of(rows: Sequence[Mapping[str, Any]]) -> list[ChatMessage]:
    """Return the messages that ``rows_of`` described.

    Raises:
        ValueError: something else is described.

    """
    try:
        return [ChatMessage.from_row(row) for row in rows]
    except (TypeError, AttributeError) as error:
        raise ValueError("this does not describe messages: use what persist or to_dict made") from error


class SimpleChatStore:
    """Keeps messages as long as the program runs, or in a file of JSON (``persist``)."""

    def __init__(self, store: Mapping[str, Sequence[ChatMessage]] | None = None) -> None:
        self._messages = {key: list(messages) for key, messages in (store or {}).items()}

    @classmethod
    def from_persist_path(cls, persist_path: str | Path = "chat_store.json") -> "SimpleChatStore":
        """Return a store loaded from a file of ``persist``; an empty store when there is no such file.

        Raises:
            ValueError: the file holds something else.

        """
        path = Path(persist_path)
        return cls.parse_raw(path.read_bytes()) if path.exists() else cls()

    @classmethod
    def parse_raw(cls, b: str | bytes) -> "SimpleChatStore":
        """Return a store parsed from the output of ``json``; ValueError when it is something else."""
        kept = msgspec.json.decode(b, type=dict[str, list[dict[str, Any]]])
        return cls({key: messages_of(rows) for key, rows in kept.items()})

    def json(self) -> str:
        """Return the whole store as JSON, for ``parse_raw``."""
        return msgspec.json.encode({key: rows_of(messages) for key, messages in self._messages.items()}).decode()

    model_dump_json, model_validate_json = json, parse_raw  # pydantic's later names

    def persist(self, persist_path: str | Path = "chat_store.json") -> None:
        """Write everything to a file, at once or not at all."""
        persist(Path(persist_path), self.json().encode())

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
