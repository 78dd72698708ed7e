"""Conversations: listing and changing them, and keeping each question with its answer."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError, contained
from desktop_rag.core.instrumentation import running
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState, Usage
from desktop_rag.core.results.conversations import ConversationInfo, ConversationSources, FoundTurn, Turn
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.services.calls import ServiceCall, current_call, layered
from desktop_rag.services.operations import Service, changes, reads
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore

if TYPE_CHECKING:
    from desktop_rag.services.conversations.attachments import Attachments

_NOT_WRITTEN = UserText("The answer could not be saved.")
_NOT_SAVED = UserText("A fault in the program kept this answer from being saved. Copy what you need of it.")
_log = logging.getLogger(__name__)


def _read_nothing(_conversation_id: str, _paths: Sequence[str]) -> None:
    """Leave the attachments to the next question."""


class Conversations(Service):
    """Lists, starts, shows and deletes conversations, and keeps their settings and scopes.

    ``attachments`` deletes what belonged to a conversation; ``read_ahead`` starts reading what is attached to one.
    """

    def __init__(
        self,
        chats: ChatStore,
        config: Config,
        attachments: "Callable[[], Attachments]",
        read_ahead: Callable[[str, Sequence[str]], object] = _read_nothing,
    ) -> None:
        self._chats = chats
        self._config = config
        self._attachments = attachments
        self._read_ahead = read_ahead
        self._gone: dict[str, ConversationSources] = {}  # conversations that cannot be brought back
        self._has_deleted = False

    @reads
    def list_all(self) -> tuple[ConversationInfo, ...]:
        """Return every conversation, the latest first."""
        return self._chats.conversations()

    @changes()
    def create(self, index_name: str, title: str = "") -> str:
        """Start a conversation and return its id."""
        conversation_id = self._chats.create(index_name, title)
        current_call().changed(conversation_id, "conversations")
        return conversation_id

    @reads
    def turns(self, conversation_id: str) -> tuple[Turn, ...]:
        """Return the turns of a conversation."""
        return self._chats.turns(conversation_id)

    @reads
    def search(self, query: str) -> tuple[FoundTurn, ...]:
        """Return the turns of any conversation that contain the words of ``query``, the latest first."""
        return self._chats.search(query)

    @changes("conversations")
    def rename(self, conversation_id: str, title: str) -> None:
        """Give a conversation another title."""
        self._chats.rename(conversation_id, title)

    @changes("conversations")
    def set_pinned(self, conversation_id: str, *, pinned: bool) -> None:
        """Let a conversation stand before those that are not pinned, or no longer."""
        self._chats.set_pinned(conversation_id, pinned=pinned)

    @changes("conversations")
    def branch(self, conversation_id: str, turns: int, *, edited: bool = False) -> ConversationInfo:
        """Start a conversation with the first ``turns`` of another; ``edited``: a version of it."""
        return self._chats.branch(conversation_id, turns, edited=edited)

    @changes("conversations")
    def delete(self, conversation_id: str) -> None:
        """Delete a conversation; until the program ends or the next is deleted, ``restore`` brings it back."""
        self._has_deleted = True
        self._gone |= self._chats.delete(conversation_id)

    @changes("conversations")
    def restore(self, conversation_id: str) -> None:
        """Bring back the conversation that was deleted last."""
        self._chats.restore(conversation_id)

    @changes()
    def forget_deleted(self) -> None:
        """Delete for good the conversations deleted here; another program may still restore its own."""
        if self._has_deleted:
            try:
                self._attachments().sweep({**self._gone, **self._chats.forget_deleted()})
            except UserError as error:
                _log.warning("What was deleted is still in the conversations file: %s", error)

    @reads
    def settings(self, conversation_id: str) -> dict[str, OptionValue]:
        """Return the options that are set for one conversation alone."""
        return self._chats.settings(conversation_id)

    @changes()
    def set_settings(self, conversation_id: str, values: Mapping[str, OptionValue]) -> None:
        """Put other options in the place of all that were set for a conversation; a lost connection is left out.

        Raises:
            UserError: an option does not exist or cannot have that value.

        """
        kept = self._config.without_lost_connection(values)
        layered(self._config, [kept])
        self._chats.set_settings(conversation_id, self._config.keep_secrets(kept))

    @reads
    def scope(self, conversation_id: str) -> tuple[str, ...]:
        """Return the files that a conversation's questions are about; none means all."""
        return self._chats.scope(conversation_id)

    @changes()
    def set_scope(self, conversation_id: str, files: Sequence[str]) -> None:
        """Note which files a conversation's questions are about from now on."""
        self._chats.set_scope(conversation_id, tuple(files))

    @reads
    def sources(self, conversation_id: str) -> ConversationSources:
        """Return the sources of a conversation beside its library."""
        return self._chats.sources(conversation_id)

    @changes()
    def set_sources(self, conversation_id: str, sources: ConversationSources) -> None:
        """Change the sources of a conversation beside its library; attachments are read in the background."""
        self._chats.set_sources(conversation_id, sources)
        if sources.attachments:
            self._read_ahead(conversation_id, sources.attachments)


def kept_in_conversation(
    chats: ChatStore,
    conversation_id: str,
    question: str,
    mode: AnswerMode,
    answer: Callable[[], Answer],
    call: ServiceCall,
) -> Answer:
    """Return ``answer()``, called once the conversation has the question; it keeps the answer too.

    Where it cannot be saved by then (the disk is full), the answer says so.

    Raises:
        UserError: the answer never began; that is kept with the question.

    """
    turn = chats.ask(conversation_id, question)
    try:
        given = answer()
    except UserError as error:
        failed = Answer(
            question, "", (), (), "", extractive=False, state=AnswerState.FAILED, notice=str(error), mode=mode
        )
        with suppress(UserError):
            chats.answer(turn, failed)
        raise
    else:
        return saved(given, lambda form: chats.answer(turn, form))
    finally:
        call.changed(conversation_id, "conversations")


def saved(given: Answer, save: Callable[[Answer], object]) -> Answer:
    """Return an answer that was handed to ``save``; it says so when it could not be saved.

    What cannot be stored of it is left out: rather an answer without its trace than none. An answer that was stopped
    is saved all the same, however long that waits.
    """
    bare = replace(given, usage=Usage(), timings={}, steps=(), trace=())
    text = replace(bare, citations=(), sources=(), sentences=(), nearest=())
    for form in (given, bare, text):
        with contained(_log, "an answer cannot be stored as it is"):
            try:
                with running():
                    save(form)
            except UserError as error:
                return replace(given, notice=joined(given.notice, joined(_NOT_WRITTEN, str(error))))
            return given
    return replace(given, notice=joined(given.notice, _NOT_SAVED))


class KeptMessages:
    """The messages of conversations while an answer adds to them: failures to store are only logged.

    Models are not shown that turn later; the turn itself is kept for people (``kept_in_conversation``).
    """

    def __init__(self, chats: ChatStore) -> None:
        self._chats = chats

    def get_messages(self, key: str) -> list[ChatMessage]:
        """Return the messages of a conversation, the first one first."""
        return self._chats.get_messages(key)

    def set_messages(self, key: str, messages: Sequence[ChatMessage]) -> None:
        """Put other messages in the place of all that were."""
        self._note(lambda: self._chats.set_messages(key, messages))

    def add_message(self, key: str, message: ChatMessage) -> None:
        """Add a message at the end."""
        self._note(lambda: self._chats.add_message(key, message))

    def delete_messages(self, key: str) -> None:
        """Forget a conversation."""
        self._note(lambda: self._chats.delete_messages(key))

    def _note(self, note: Callable[[], object]) -> None:
        with contained(_log, "a conversation cannot be noted for models"):
            try:
                note()
            except UserError as error:
                _log.warning("A conversation cannot be noted for models: %s", error)
