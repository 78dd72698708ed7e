"""What a conversation keeps of its own."""

import pytest

from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState
from desktop_rag.services.conversations.conversations import kept_in_conversation
from tests.helpers.asked import Question, answer_to
from tests.services.conftest import Services


def given() -> Answer:
    return Answer("Why?", "Because.", (), (), "", extractive=True)


def test_the_question_is_there_while_it_is_answered(services: Services) -> None:
    conversation = services.chats.create("lib")

    def answer() -> Answer:
        assert [(turn.question, turn.answer) for turn in services.chats.turns(conversation)] == [("Why?", None)]
        return given()

    kept_in_conversation(services.chats, conversation, "Why?", AnswerMode.ANSWER, answer, services.call())
    assert [turn.answer for turn in services.chats.turns(conversation)] == [given()]


def test_an_error_is_kept_as_the_answer_and_raised(services: Services) -> None:
    conversation = services.chats.create("lib")

    def answer() -> Answer:
        raise UserError("The server is gone.", "Start it.")

    with pytest.raises(UserError, match="gone"):
        kept_in_conversation(services.chats, conversation, "Why?", AnswerMode.CHAT, answer, services.call())
    (turn,) = services.chats.turns(conversation)
    assert turn.answer is not None
    assert (turn.answer.state, turn.answer.mode) == (AnswerState.FAILED, AnswerMode.CHAT)
    assert (turn.answer.question, turn.answer.notice) == ("Why?", "The server is gone. Start it.")


@pytest.mark.parametrize("error", [CancelledError, RuntimeError])
def test_what_ends_otherwise_leaves_the_question_open_and_the_views_hear_of_it(
    services: Services, error: type[Exception]
) -> None:
    conversation = services.chats.create("lib")

    def answer() -> Answer:
        raise error

    with pytest.raises(error):
        kept_in_conversation(services.chats, conversation, "Why?", AnswerMode.ANSWER, answer, services.call())
    assert [turn.answer for turn in services.chats.turns(conversation)] == [None]
    assert services.events == [StoreChanged(7, frozenset({"conversations"}), (conversation,))]


def test_settings_of_a_conversation_replace_each_other_and_wrong_ones_change_nothing(services: Services) -> None:
    conversation, other = services.chats.create("lib"), services.chats.create("lib")
    services.conversations.set_settings(conversation, {"answer.mode": "chat"})
    with pytest.raises(UserError):
        services.conversations.set_settings(conversation, {"answer.mode": "shout"})
    assert services.chats.settings(conversation) == {"answer.mode": "chat"}
    services.conversations.set_settings(conversation, {"retrieval.similarity_top_k": 2})
    assert services.chats.settings(conversation) == {"retrieval.similarity_top_k": 2}
    assert services.chats.settings(other) == {}


def test_a_question_in_a_conversation_that_was_deleted_is_refused(services: Services) -> None:
    services.libraries.create("lib")
    conversation = services.chats.create("lib")
    services.chats.delete(conversation)
    with pytest.raises(UserError, match="This conversation was deleted"):
        answer_to(services.answers, Question("lib", "Where?", conversation), services.call())
    assert services.chats.turns(conversation) == ()


def test_a_connection_that_is_gone_does_not_keep_other_settings_from_being_stored(services: Services) -> None:
    conversation = services.chats.create("lib")
    values = {"llm.connection": "gone", "llm.model": "lost", "answer.mode": "chat"}
    services.conversations.set_settings(conversation, values)
    assert services.chats.settings(conversation) == {"answer.mode": "chat"}
