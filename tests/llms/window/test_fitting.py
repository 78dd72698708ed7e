"""A request becomes as small as the window asks, and it is told what that cost."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import LeftOut
from desktop_rag.llms.window import CUT, FittedRequest, NoRoomError, RequestCounter, fit_request
from desktop_rag.prompts.document_words import PASSAGES_ARE_DATA, framed

SYSTEM, USER, ASSISTANT, TOOL = MessageRole.SYSTEM, MessageRole.USER, MessageRole.ASSISTANT, MessageRole.TOOL


def words(text: str) -> int:
    return len(text.split())


def request_words(messages: Sequence[ChatMessage]) -> int:
    return sum(words(message.content) + 2 for message in messages)


COUNTER = RequestCounter(request_words, words)


def fit(room: int, *messages: ChatMessage, question: int = -1) -> FittedRequest:
    fitted = fit_request(messages, room, COUNTER, question)
    assert fitted.tokens == request_words(fitted.messages) <= room
    return fitted


def passages(count: int, size: int) -> str:
    return "\n\n".join(f"[{n}] {framed(' '.join(f'p{n}w{i}' for i in range(size)))}" for n in range(1, count + 1))


def turns(count: int) -> list[ChatMessage]:
    return [
        message
        for n in range(count)
        for message in (ChatMessage(USER, f"question {n}"), ChatMessage(ASSISTANT, f"answer {n} " + "word " * 20))
    ]


def test_what_fits_is_sent_as_it_is() -> None:
    asked = [ChatMessage(SYSTEM, passages(3, 20)), *turns(2), ChatMessage(USER, "why?")]
    fitted = fit(request_words(asked), *asked)
    assert fitted.messages == asked
    assert not fitted.left_out


def test_the_oldest_turns_go_first_and_no_more_than_needed() -> None:
    system, question = ChatMessage(SYSTEM, "Be brief."), ChatMessage(USER, "why?")
    fitted = fit(63, system, *turns(4), question)
    assert fitted.messages == [system, *turns(4)[4:], question]
    assert fitted.left_out == LeftOut(messages=4)


def test_passages_go_from_the_last_one_on() -> None:
    system = ChatMessage(SYSTEM, f"{PASSAGES_ARE_DATA}Passages:\n{passages(4, 50)}")
    question = ChatMessage(USER, "why?")
    fitted = fit(150, system, *turns(1), question)
    said = fitted.messages[0].content
    assert said.startswith(f"{PASSAGES_ARE_DATA}Passages:\n[1] <passage>")
    assert "p2w49" in said
    assert "p3w0" not in said
    assert said.count("<passage>\n") == said.count("\n</passage>") == 2
    assert fitted.messages[1:] == [question], "older turns were left out before any passage"
    assert fitted.left_out == LeftOut(passages=2, messages=2)


def test_the_first_passage_stays_with_its_beginning_and_its_frame() -> None:
    fitted = fit(90, ChatMessage(SYSTEM, f"Passages:\n{passages(2, 400)}"), ChatMessage(USER, "why?"))
    said = fitted.messages[0].content
    assert "p1w0" in said
    assert "p1w399" not in said
    assert said.rstrip().endswith(f"{CUT}\n</passage>")
    assert fitted.left_out == LeftOut(passages=1, ends=1)
    assert fitted.messages[1].content == "why?"


def test_of_a_long_question_both_ends_are_kept() -> None:
    long = "begin " + "word " * 500 + "end?"
    fitted = fit(100, ChatMessage(SYSTEM, "Be brief."), ChatMessage(USER, long))
    assert fitted.messages[1].content.startswith("begin")
    assert fitted.messages[1].content.endswith("end?")
    assert fitted.left_out == LeftOut(question=True)


def test_an_agents_question_stays_and_its_oldest_steps_go() -> None:
    steps = [
        message
        for n in range(5)
        for message in (ChatMessage(ASSISTANT, f"I search {n}"), ChatMessage(TOOL, f"found {n} " + "word " * 100))
    ]
    head = [ChatMessage(SYSTEM, "You have tools."), ChatMessage(USER, "why?")]
    fitted = fit(180, *head, *steps, question=1)
    assert fitted.messages[:2] == head
    assert fitted.messages[-1] == steps[-1], "what was found last is whole"
    assert fitted.messages[2].role is ASSISTANT
    assert not fitted.left_out.question


def test_a_window_for_nothing_is_an_error() -> None:
    with pytest.raises(NoRoomError, match="leaves no room"):
        fit_request([ChatMessage(USER, "word " * 900)], 10, COUNTER)


ROLES = st.sampled_from([USER, ASSISTANT, TOOL])
TEXTS = st.one_of(st.text(max_size=400), st.integers(1, 4).map(lambda n: passages(n, 30)), st.just("word " * 300))


@given(st.lists(st.tuples(ROLES, TEXTS), min_size=1, max_size=8), st.integers(40, 900), st.integers(0, 7))
def test_nothing_is_ever_longer_than_the_room(said: list[tuple[MessageRole, str]], room: int, place: int) -> None:
    messages = [ChatMessage(SYSTEM, "rules"), *(ChatMessage(role, text) for role, text in said)]
    counter = RequestCounter(lambda sent: sum(len(one.content) // 4 + 3 for one in sent), lambda text: len(text) // 4)
    try:
        fitted = fit_request(messages, room, counter, min(place + 1, len(messages) - 1))
    except NoRoomError:
        assert room < 28 * len(messages)
        return
    assert counter.request(fitted.messages) <= room
    assert fitted.messages[0].role is SYSTEM
