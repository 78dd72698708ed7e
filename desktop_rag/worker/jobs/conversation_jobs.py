"""The jobs about conversations."""

from collections.abc import Mapping, Sequence

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.conversations import ConversationInfo, Turn
from desktop_rag.services.answers.layers import layered
from desktop_rag.storage.sqlite.chat_store import ChatStore
from desktop_rag.worker.job import Job
from desktop_rag.worker.lanes import EventBus, Lanes


class ConversationJobs:
    """Lists, starts, shows and deletes conversations; part of ``Worker``."""

    config: Config
    _lanes: Lanes
    _bus: EventBus
    _chats: ChatStore

    def list_conversations(self) -> Job[tuple[ConversationInfo, ...]]:
        """Return every conversation, the latest first."""
        return self._lanes.submit("view", "list_conversations", lambda _: self._chats.conversations())

    def create_conversation(self, index_name: str, title: str = "") -> Job[str]:
        """Start a conversation and return its id."""

        def run(job: Job[str]) -> str:
            conversation_id = self._chats.create(index_name, title)
            self._bus.emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))
            return conversation_id

        return self._lanes.submit("view", "create_conversation", run)

    def conversation(self, conversation_id: str) -> Job[tuple[Turn, ...]]:
        """Return the turns of a conversation."""
        return self._lanes.submit("view", "conversation", lambda _: self._chats.turns(conversation_id))

    def delete_conversation(self, conversation_id: str) -> Job[None]:
        """Delete a conversation."""

        def run(job: Job[None]) -> None:
            self._chats.delete(conversation_id)
            self._bus.emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))

        return self._lanes.submit("view", "delete_conversation", run)

    def conversation_settings(self, conversation_id: str) -> Job[dict[str, OptionValue]]:
        """Return the options that are set for one conversation alone."""
        return self._lanes.submit("view", "conversation_settings", lambda _: self._chats.settings(conversation_id))

    def set_conversation_settings(self, conversation_id: str, values: Mapping[str, OptionValue]) -> Job[None]:
        """Put other options in the place of all that were set for a conversation; UserError when one is wrong."""

        def run(_: Job[None]) -> None:
            layered(self.config, [values])
            self._chats.set_settings(conversation_id, values)

        return self._lanes.submit("view", "set_conversation_settings", run)

    def conversation_scope(self, conversation_id: str) -> Job[tuple[str, ...]]:
        """Return the files that a conversation's questions are about; none means all."""
        return self._lanes.submit("view", "conversation_scope", lambda _: self._chats.scope(conversation_id))

    def set_conversation_scope(self, conversation_id: str, files: Sequence[str]) -> Job[None]:
        """Note which files a conversation's questions are about from now on."""
        kept = tuple(files)
        return self._lanes.submit(
            "view", "set_conversation_scope", lambda _: self._chats.set_scope(conversation_id, kept)
        )
