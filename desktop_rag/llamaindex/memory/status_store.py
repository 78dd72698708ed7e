"""Track which messages of a conversation a model still sees, for stores that do not."""

from collections.abc import Sequence

from desktop_rag.core.messages import ChatMessage
from desktop_rag.llamaindex.storage.chat_store.sql import AsyncDBChatStore, MessageStatus
from desktop_rag.storage.chat_store import BaseChatStore, SimpleChatStore

ACTIVE, ARCHIVED = MessageStatus.ACTIVE, MessageStatus.ARCHIVED


class StatusChatStore(AsyncDBChatStore):
    """Keeps messages in another store, and for as long as it lives how many of the first ones are archived."""

    def __init__(self, store: BaseChatStore | None = None) -> None:
        self.store = store or SimpleChatStore()
        self._archived: dict[str, int] = {}

    async def get_messages(
        self, key: str, status: MessageStatus | None = ACTIVE, limit: int | None = None, offset: int | None = None
    ) -> list[ChatMessage]:
        """Return the messages of a conversation with a status (None: all), the first one first."""
        messages = self._parts(key)
        wanted = [*messages[ARCHIVED], *messages[ACTIVE]] if status is None else messages[status]
        start = offset or 0
        return wanted[start : None if limit is None else start + limit]

    async def count_messages(self, key: str, status: MessageStatus | None = ACTIVE) -> int:
        """Return how many messages of a conversation have a status."""
        return len(await self.get_messages(key, status))

    async def add_message(self, key: str, message: ChatMessage, status: MessageStatus = ACTIVE) -> None:
        """Add a message at the end of those with its status."""
        await self.add_messages(key, [message], status)

    async def add_messages(self, key: str, messages: Sequence[ChatMessage], status: MessageStatus = ACTIVE) -> None:
        """Add messages at the end of those with their status."""
        if status is ACTIVE:
            for message in messages:
                self.store.add_message(key, message)
        else:
            parts = self._parts(key)
            self._keep(key, [*parts[ARCHIVED], *messages], parts[ACTIVE])

    async def set_messages(self, key: str, messages: Sequence[ChatMessage], status: MessageStatus = ACTIVE) -> None:
        """Put other messages in the place of all that were."""
        self._keep(key, *((messages, ()) if status is ARCHIVED else ((), messages)))

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Forget the active message at a place, and return it; None when there is no such message."""
        parts = self._parts(key)
        if not 0 <= idx < len(parts[ACTIVE]):
            return None
        message = parts[ACTIVE].pop(idx)
        self._keep(key, parts[ARCHIVED], parts[ACTIVE])
        return message

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Forget the messages of a conversation with a status (None: all)."""
        parts = self._parts(key)
        kept = [() if status in {None, one} else parts[one] for one in (ARCHIVED, ACTIVE)]
        self._keep(key, *kept)

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Forget the first active messages, and return them."""
        parts = self._parts(key)
        self._keep(key, parts[ARCHIVED], parts[ACTIVE][n:])
        return parts[ACTIVE][:n]

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Archive the first active messages, and return them."""
        leaving = self._parts(key)[ACTIVE][:n]
        self._archived[key] = self._archived.get(key, 0) + len(leaving)
        return leaving

    async def get_keys(self) -> list[str]:
        """Return the keys of the conversations whose messages were archived, in order: others are not known here."""
        return sorted(self._archived)

    def _parts(self, key: str) -> dict[MessageStatus, list[ChatMessage]]:
        messages, count = self.store.get_messages(key), self._archived.get(key, 0)
        return {ARCHIVED: messages[:count], ACTIVE: messages[count:]}

    def _keep(self, key: str, archived: Sequence[ChatMessage], active: Sequence[ChatMessage]) -> None:
        self._archived[key] = len(archived)
        if archived or active:
            self.store.set_messages(key, [*archived, *active])
        else:
            self.store.delete_messages(key)
