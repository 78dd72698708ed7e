"""The jobs about conversations."""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.results.conversations import ConversationInfo, ConversationSources, FoundTurn, Turn
from desktop_rag.core.user_text import Say
from desktop_rag.services.calls import ServiceCall
from desktop_rag.services.conversations.conversations import set_conversation_settings
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.worker.jobs.runner import JobRunner

if TYPE_CHECKING:
    from desktop_rag.services.conversations.attachments import Attachments
    from desktop_rag.services.conversations.titles import Titles
    from desktop_rag.services.exports.exports import Exports

_LOG = logging.getLogger(__name__)


class ConversationJobs:
    """Lists, starts, shows, exports and deletes conversations, and keeps their settings and scopes."""

    def __init__(
        self,
        runner: JobRunner,
        chats: ChatStore,
        config: Config,
        exports: "Callable[[], Exports]",
        attachments: "Callable[[], Attachments]",
        titles: "Callable[[], Titles]",
    ) -> None:
        self._runner = runner
        self._chats = chats
        self._config = config
        self._exports = exports
        self._attachments = attachments
        self._titles = titles
        self._gone: dict[str, ConversationSources] = {}  # conversations that cannot be brought back
        self._has_deleted = False

    def close(self) -> None:
        """Delete for good what was deleted here; what another program deleted it may still bring back."""
        if self._has_deleted:
            try:
                self._attachments().sweep({**self._gone, **self._chats.forget_deleted()})
            except UserError as error:
                _LOG.warning("What was deleted is still in the conversations file: %s", error)

    def list_all(self) -> Job[tuple[ConversationInfo, ...]]:
        """Return every conversation, the latest first."""
        return self._runner.read(self._chats.conversations)

    def create(self, index_name: str, title: str = "") -> Job[str]:
        """Start a conversation and return its id."""

        def run(call: ServiceCall) -> str:
            conversation_id = self._chats.create(index_name, title)
            call.emit(StoreChanged(call.id, frozenset({"conversations"}), (conversation_id,)))
            return conversation_id

        return self._runner.run(Lane.CHANGE, JobKind.CHANGE, run)

    def turns(self, conversation_id: str) -> Job[tuple[Turn, ...]]:
        """Return the turns of a conversation."""
        return self._runner.read(lambda: self._chats.turns(conversation_id))

    def search(self, query: str) -> Job[tuple[FoundTurn, ...]]:
        """Return where the words of ``query`` were said in any conversation, the latest first."""
        return self._runner.read(lambda: self._chats.search(query))

    def rename(self, conversation_id: str, title: str) -> Job[None]:
        """Give a conversation another title."""

        def rename() -> None:
            self._chats.rename(conversation_id, title)

        return self._change(rename, conversation_id)

    def name_by_model(self, conversation_id: str) -> Job[str]:
        """Have the model name a conversation whose first answer has ended; return the title, "" for none.

        It keeps its title when a person gave it one, the settings do not want this, or the model fails.
        """
        return self._runner.run(Lane.MODELS, JobKind.READ, lambda call: self._titles().write(conversation_id, call))

    def set_pinned(self, conversation_id: str, *, pinned: bool) -> Job[None]:
        """Let a conversation stand before those that are not pinned, or no longer."""
        return self._change(lambda: self._chats.set_pinned(conversation_id, pinned=pinned), conversation_id)

    def branch(self, conversation_id: str, turns: int, *, edited: bool = False) -> Job[ConversationInfo]:
        """Start a conversation with the first ``turns`` of another; ``edited``: a version of it."""
        return self._runner.change(
            lambda: self._chats.branch(conversation_id, turns, edited=edited), ["conversations"], conversation_id
        )

    def delete(self, conversation_id: str) -> Job[None]:
        """Delete a conversation; until the program ends or the next is deleted, ``restore`` brings it back."""
        self._has_deleted = True

        def delete() -> None:
            self._gone |= self._chats.delete(conversation_id)

        return self._change(delete, conversation_id)

    def restore(self, conversation_id: str) -> Job[None]:
        """Bring back the conversation that was deleted last."""
        return self._change(lambda: self._chats.restore(conversation_id), conversation_id)

    def _change(self, function: Callable[[], None], conversation_id: str) -> Job[None]:
        return self._runner.change(function, ["conversations"], conversation_id)

    def settings(self, conversation_id: str) -> Job[dict[str, OptionValue]]:
        """Return the options that are set for one conversation alone."""
        return self._runner.read(lambda: self._chats.settings(conversation_id))

    def set_settings(self, conversation_id: str, values: Mapping[str, OptionValue]) -> Job[None]:
        """Put other options in the place of all that were set for a conversation; UserError when one is wrong."""

        def change(_: ServiceCall) -> None:
            set_conversation_settings(self._chats, self._config, conversation_id, values)

        return self._runner.run(Lane.CHANGE, JobKind.CHANGE, change)

    def scope(self, conversation_id: str) -> Job[tuple[str, ...]]:
        """Return the files that a conversation's questions are about; none means all."""
        return self._runner.read(lambda: self._chats.scope(conversation_id))

    def set_scope(self, conversation_id: str, files: Sequence[str]) -> Job[None]:
        """Note which files a conversation's questions are about from now on."""
        kept = tuple(files)
        return self._runner.run(Lane.CHANGE, JobKind.CHANGE, lambda _: self._chats.set_scope(conversation_id, kept))

    def sources(self, conversation_id: str) -> Job[ConversationSources]:
        """Return what a conversation is asked of beside its library."""
        return self._runner.read(lambda: self._chats.sources(conversation_id))

    def set_sources(self, conversation_id: str, sources: ConversationSources) -> Job[None]:
        """Change what a conversation is asked of beside its library; what is attached is read in the background."""

        def read(call: ServiceCall) -> None:
            self._attachments().read(conversation_id, sources.attachments, call, whole=True)

        def change(_: ServiceCall) -> None:
            self._chats.set_sources(conversation_id, sources)
            if sources.attachments:
                self._runner.run(Lane.REFRESH, JobKind.REFRESH, read)

        return self._runner.run(Lane.CHANGE, JobKind.CHANGE, change)

    def keep_picture(self, content: bytes) -> Job[Path]:
        """Write a pasted picture (PNG) to a file that can be attached."""
        return self._runner.run(Lane.CHANGE, JobKind.READ, lambda _: self._attachments().keep_picture(content))

    def export(
        self, conversation_id: str, target: Path, *, replace: bool = False, full_paths: bool = False, say: Say = str
    ) -> Job[Path]:
        """Write a conversation to a file in the format of its name; see ``services.exports.exports.Exports``."""

        def run(call: ServiceCall) -> Path:
            return self._exports().conversation(
                conversation_id, target, call.token, replace=replace, full_paths=full_paths, say=say
            )

        return self._runner.run(Lane.LONG, JobKind.READ, run)

    def export_answer(
        self,
        answer: Answer,
        library: str,
        target: Path,
        *,
        asked_at: float | None = None,
        replace: bool = False,
        full_paths: bool = False,
        say: Say = str,
    ) -> Job[Path]:
        """Write one answer of a library to a file in the format of its name."""

        def run(call: ServiceCall) -> Path:
            return self._exports().answer(
                answer, library, target, call.token, asked_at=asked_at, replace=replace, full_paths=full_paths, say=say
            )

        return self._runner.run(Lane.LONG, JobKind.READ, run)
