"""What conversations keep: each question with its answer, and settings of their own."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import NoSpaceError, UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState
from desktop_rag.services.ports import ServiceCall
from desktop_rag.services.settings import layered
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore


def kept_in_conversation(
    chats: ChatStore,
    conversation_id: str,
    question: str,
    mode: AnswerMode,
    answer: Callable[[], Answer],
    call: ServiceCall,
) -> Answer:
    """Return ``answer()``, called once the conversation has the question; it keeps the answer too.

    Where the disk is full by then, the answer says that it could not be saved.

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
        with suppress(NoSpaceError):
            chats.answer(turn, failed)
        raise
    else:
        try:
            chats.answer(turn, given)
        except NoSpaceError as error:
            notice = f"{given.notice} The answer could not be saved. {error}".strip()
            return replace(given, notice=notice)
        return given
    finally:
        call.emit(StoreChanged(call.id, frozenset({"conversations"}), (conversation_id,)))


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
