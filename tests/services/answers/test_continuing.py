"""An answer that ended too early goes on: the model is shown what it wrote, and the whole takes its place."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerDelta, StoreChanged
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.services.answers.answers import ContinuingLLM, whole_sentences
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_llm import ScriptedLLM
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

QUESTION = "How is green tea brewed?"
MARK = re.compile(r" \[\d\]")
BEGUN = ["Green tea is brewed at eighty degrees. ", "It should not ", "boil"]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    return services


def model(server: ScriptedServer, **values: OptionValue) -> dict[str, OptionValue]:
    own = {key.replace("__", "."): value for key, value in values.items()}
    served = {
        "llm.provider": "openai",
        "llm.base_url": server.base_url,
        "llm.model": server.models[0],
        "llm.max_retries": 0,
    }
    return {**served, **own}


def interrupted(lib: Services, server: ScriptedServer, **values: OptionValue) -> str:
    """Ask a question whose answer is interrupted, and return its conversation."""
    conversation = lib.chats.create("lib")
    server.script(Reply(tokens=[*BEGUN, "never"], cut_after=3))
    asked = Question("lib", QUESTION, conversation, model(server, **values))
    answer = answer_to(lib.answers, asked, lib.call())
    assert answer.state is AnswerState.FAILED
    lib.events.clear()
    return conversation


def resume(lib: Services, server: ScriptedServer, conversation: str, **values: OptionValue) -> Answer:
    return lib.answers.resume("lib", conversation, overrides=model(server, **values))


@pytest.mark.parametrize("mode", ["answer", "chat"])
def test_the_whole_answer_takes_the_place_of_the_interrupted_one(
    lib: Services, server: ScriptedServer, mode: str
) -> None:
    conversation = interrupted(lib, server, answer__mode=mode)
    server.script(Reply(tokens=["It is drunk ", "from small cups."]))
    answer = resume(lib, server, conversation, answer__mode=mode)
    assert answer.state is AnswerState.DONE
    plain = "Green tea is brewed at eighty degrees. It is drunk from small cups."
    assert MARK.sub("", answer.text) == plain
    assert [citation.quote for citation in answer.citations] == ["Green tea is brewed at eighty degrees."]
    [turn] = lib.chats.turns(conversation)
    assert (turn.question, turn.answer) == (QUESTION, answer)
    told = "".join(one.text for one in lib.events if isinstance(one, AnswerDelta))
    assert MARK.sub("", told) == plain
    assert isinstance(lib.events[-1], StoreChanged)


def test_the_model_sees_what_it_wrote_up_to_its_last_whole_sentence(lib: Services, server: ScriptedServer) -> None:
    conversation = interrupted(lib, server)
    server.script(Reply(tokens=["The end."]))
    resume(lib, server, conversation)
    *_, question, said, wish = server.chats[-1].body["messages"]
    assert QUESTION in question["content"]
    assert said["role"] == "assistant"
    assert MARK.sub("", said["content"]) == "Green tea is brewed at eighty degrees. "
    assert wish["role"] == "user"
    assert "what comes next" in wish["content"]


def test_later_questions_see_the_whole_answer_once(lib: Services, server: ScriptedServer) -> None:
    conversation = interrupted(lib, server, answer__mode="chat")
    server.script(Reply(tokens=["It is drunk from small cups."]))
    resume(lib, server, conversation, answer__mode="chat")
    server.default = Reply(tokens=["From small cups."])
    asked = Question("lib", "And how is it drunk?", conversation, model(server, answer__mode="chat"))
    answer_to(lib.answers, asked, lib.call())
    sent = " ".join(message["content"] for message in server.chats[-1].body["messages"])
    assert sent.count("It is drunk from small cups.") == 1
    assert "should not" not in sent


def test_an_answer_stays_where_the_model_adds_nothing(lib: Services, server: ScriptedServer) -> None:
    conversation = interrupted(lib, server)
    before = lib.chats.turns(conversation)[0].answer
    assert before is not None
    server.script(Reply(tokens=[]))
    answer = resume(lib, server, conversation)
    assert answer.text.startswith(before.text[:38])
    assert len(lib.chats.turns(conversation)) == 1


def test_an_answer_stays_where_the_server_is_gone(lib: Services, server: ScriptedServer) -> None:
    conversation = interrupted(lib, server)
    server.script(Reply(status=500, error="broken"))
    answer = resume(lib, server, conversation)
    assert answer.state is AnswerState.FAILED
    assert answer.text.startswith("Green tea is brewed at eighty degrees")
    assert answer.can_continue


def test_a_complete_answer_is_not_continued(lib: Services, server: ScriptedServer) -> None:
    conversation = lib.chats.create("lib")
    with pytest.raises(UserError, match="complete"):
        resume(lib, server, conversation)
    server.script(Reply(tokens=["Green tea is brewed at eighty degrees."]))
    answer_to(lib.answers, Question("lib", QUESTION, conversation, model(server)), lib.call())
    with pytest.raises(UserError, match="complete"):
        resume(lib, server, conversation)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("One. Two", "One. "),
        ("One [1]. Two (and", "One [1]. "),
        ("One. [2] Tw", "One. [2] "),
        ("- first\n- sec", "- first\n"),
        ("茶は八十度です。次に", "茶は八十度です。"),
        ("Only words and mo", "Only words and "),
        ("Word", "Word "),
        ("It costs 3.50 euros and", "It costs 3.50 euros "),
        ("“So it is.” He sa", "“So it is.” "),
        ("", ""),
    ],
)
def test_a_model_goes_on_behind_a_whole_sentence(text: str, kept: str) -> None:
    assert whole_sentences(text) == kept


def test_what_is_not_streamed_is_asked_as_usual() -> None:
    inner = ScriptedLLM(["a query", "the rest"])
    llm = ContinuingLLM(inner, "Begun. ")
    assert llm.complete("Write a query.").text == "a query"
    assert [len(call) for call in inner.calls] == [1]
    assert "".join(delta.text for delta in llm.stream_chat(inner.calls[0])) == "the rest"
    assert [message.role.value for message in inner.calls[1]] == ["user", "assistant", "user"]
    assert llm.count_tokens(inner.calls[0]) > inner.count_tokens(inner.calls[0])
    llm.close()
    assert inner.closed
