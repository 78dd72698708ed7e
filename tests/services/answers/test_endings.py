"""An answer that is not whole says so; so does one whose model, or reranker, did not do what it should."""

import itertools
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import AnswerDelta, AnswerStage, AnswerThought, Event
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.core.user_text import UserText
from desktop_rag.services.calls import ServiceCall
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

QUESTION = "How is green tea brewed?"
CUT = "The answer was cut off: it reached the limit for one answer. Continue it, or raise “Longest answer”."
WORDS = ["Green tea is brewed ", "at eighty degrees."]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    services.events.clear()
    return services


def ask(
    lib: Services, server: ScriptedServer, provider: str = "openai", conversation: str = "", **values: OptionValue
) -> Answer:
    url = server.base_url if provider == "openai" else server.ollama_url
    given: dict[str, OptionValue] = {
        "llm.provider": provider, "llm.base_url": url, "llm.model": "scripted-model", "llm.max_retries": 0,
        **{key.replace("__", "."): value for key, value in values.items()},
    }  # fmt: skip
    return answer_to(lib.answers, Question("lib", QUESTION, conversation, given), lib.call())


@pytest.mark.parametrize(("provider", "reason"), [("openai", "length"), ("openai", "MAX_TOKENS"), ("ollama", "length")])
def test_an_answer_that_reached_its_limit_says_so(
    lib: Services, server: ScriptedServer, provider: str, reason: str
) -> None:
    server.default = Reply(tokens=WORDS, finish_reason=reason)
    answer = ask(lib, server, provider)
    assert (answer.state, answer.cut, answer.can_continue) == (AnswerState.DONE, True, True)
    assert answer.notice == CUT
    assert answer.text.startswith("Green tea is brewed at eighty degrees")


def test_a_conversation_keeps_that_an_answer_was_cut(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=WORDS, finish_reason="length")
    conversation = lib.chats.create("lib")
    answer = ask(lib, server, conversation=conversation)
    chats = lib.chats
    assert isinstance(chats, ChatStore)
    (turn,) = chats.turns(conversation)
    assert turn.answer == answer
    assert turn.answer.cut


def test_an_answer_that_a_filter_ended_says_so(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=WORDS, finish_reason="content_filter")
    answer = ask(lib, server)
    assert (answer.notice, answer.cut) == ("The provider's content filter ended this answer.", False)
    server.default = Reply(tokens=[], finish_reason="content_filter")
    assert ask(lib, server).notice.startswith("The provider's content filter blocked the answer.")


def test_an_answer_whose_model_read_a_part_only_says_so(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=WORDS, usage=(9, 5))
    notice = ask(lib, server).notice
    assert notice.startswith("The model did not see everything: its server read only 9 of about ")
    server.default = Reply(tokens=WORDS, usage=None)
    assert ask(lib, server).notice == ""


def test_a_reranker_that_fails_leaves_the_order_of_the_search(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=WORDS)
    place = server.ollama_url.removeprefix("http://")
    answer = ask(lib, server, retrieval__node_postprocessors="rerank", rerank__base_url=f"{server.ollama_url}/none")
    assert answer.state is AnswerState.DONE
    assert answer.citations
    assert answer.notice.startswith(f"The reranker at {place} failed, so the order is that of the search. ")
    assert "model's server" not in answer.notice


def test_what_a_model_thinks_is_told_and_kept(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(thoughts=["Tea… ", "eighty?"], tokens=WORDS)
    for provider in ("openai", "ollama"):
        lib.events.clear()
        answer = ask(lib, server, provider)
        assert answer.thoughts == "Tea… eighty?"
        told = [event.text for event in lib.events if isinstance(event, AnswerThought)]
        assert "".join(told) == "Tea… eighty?"
        stages = [event.stage for event in lib.events if isinstance(event, AnswerStage)]
        assert stages[-4:] == ["connecting", "reading", "thinking", "writing"]


@pytest.mark.slow
def test_an_endless_answer_can_be_stopped_at_once(lib: Services, server: ScriptedServer) -> None:
    words = "tea water leaf cup pot time heat taste hour spring hill rain stone fire".split()
    chosen = random.Random(2026)
    sentences = (f"The {' '.join(chosen.choices(words, k=9))} is green. " for _ in range(9_000))  # no two are alike
    tokens = [
        "Green tea is brewed at eighty degrees. ",
        *("".join(itertools.islice(sentences, 45)) for _ in range(199)),
    ]
    server.default = Reply(tokens=tokens, silent_after=len(tokens))
    token, pressed, came = CancelToken(), list[float](), list[str]()

    def hear(event: Event) -> None:
        if isinstance(event, AnswerDelta):
            came.append(event.text)
            if len(came) == len(tokens):
                pressed.append(time.monotonic())
                token.cancel()

    given: dict[str, OptionValue] = {
        "llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": "scripted-model",
    }  # fmt: skip
    answer = answer_to(lib.answers, Question("lib", QUESTION, "", given), ServiceCall(7, token, hear))
    assert time.monotonic() - pressed[0] < 3  # a third of a second is for checking, alone on a computer it takes one
    assert answer.state is AnswerState.STOPPED
    assert len(answer.text) > 500_000  # nearly as long as an answer may be
    assert answer.citations


@pytest.mark.parametrize("documents_only", [False, True])
def test_a_refusal_in_its_own_field_is_told(lib: Services, server: ScriptedServer, *, documents_only: bool) -> None:
    deltas = [{"role": "assistant", "content": None, "refusal": "I cannot "}, {"refusal": "help with that."}]
    events = [*({"choices": [{"index": 0, "delta": one}]} for one in deltas)]
    events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    server.default = Reply(raw=[f"data: {json.dumps(one)}\n\n".encode() for one in events])
    answer = ask(lib, server, answer__documents_only=documents_only)
    assert (answer.text, answer.state) == ("", AnswerState.FAILED)
    assert answer.notice == "The model refused to answer: “I cannot help with that.”"
    assert isinstance(answer.notice, UserText)


def test_thoughts_that_only_end_are_taken_back_and_kept_as_thoughts(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["Okay, the user wants tea. ", "So be it.\n", "</think>\n\n", *WORDS])
    conversation = lib.chats.create("lib")
    answer = ask(lib, server, conversation=conversation)
    assert answer.text.startswith("Green tea is brewed at eighty degrees")
    assert answer.thoughts == "Okay, the user wants tea. So be it."
    shown = ""
    for event in lib.events:
        if isinstance(event, AnswerDelta):
            shown = event.text if event.is_start else shown + event.text
    assert shown == "".join(WORDS)
    said = [message.content for message in lib.chats.get_messages(conversation)]
    assert not any("Okay" in one for one in said)
