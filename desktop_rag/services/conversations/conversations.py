"""What conversations keep: each question with its answer, and settings of their own."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError, contained
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.instrumentation import running
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState, Usage
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.services.calls import ServiceCall
from desktop_rag.services.settings import layered
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore

_NOT_WRITTEN = UserText("The answer could not be saved.")
_NOT_SAVED = UserText("A fault in the program kept this answer from being saved. Copy what you need of it.")
_log = logging.getLogger(__name__)


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
        call.emit(StoreChanged(call.id, frozenset({"conversations"}), (conversation_id,)))


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
    """The messages of conversations as an answer on its way adds to them: what cannot be noted is logged, no more.

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


def set_conversation_settings(
    chats: ChatStore, config: Config, conversation_id: str, values: Mapping[str, OptionValue]
) -> None:
    """Put other options in the place of all that were set for a conversation; a connection that is gone is left out.

    Raises:
        UserError: an option does not exist or cannot have that value.

    """
    kept = config.without_lost_connection(values)
    layered(config, [kept])
    chats.set_settings(conversation_id, config.keep_secrets(kept))
