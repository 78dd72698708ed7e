"""Models behind an address count tokens as their servers do, or learn it from what these report."""

import json
import math
import stat
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import LLMPayload
from desktop_rag.llms.base import request_room
from desktop_rag.llms.model_tokenizer import FactorStore, ModelTokenizer
from desktop_rag.llms.ollama import Ollama
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.llms.served import ServedLLM
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.text.token_factors import TokenFactors
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.languages import TEXTS
from tests.helpers.scripted_server import Reply, ScriptedServer

JAPANESE = TEXTS["Japanese"]
Make = Callable[[ScriptedServer], ServedLLM]
PER_CHARACTER = 2  # tokens that the scripted models make of each


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.default = truthful
        yield server


def true_tokens(body: dict[str, Any]) -> int:
    return sum(PER_CHARACTER * len(message["content"]) for message in body["messages"])


def truthful(body: dict[str, Any]) -> Reply:
    return Reply(usage=(true_tokens(body), 7))


def openai(server: ScriptedServer, **settings: int) -> OpenAILike:
    return OpenAILike("scripted-model", server.base_url, **{"max_retries": 0, **settings})  # type: ignore[arg-type]


def ollama(server: ScriptedServer, **settings: int) -> Ollama:
    return Ollama("scripted-model", server.ollama_url, **{"max_retries": 0, **settings})  # type: ignore[arg-type]


def user(text: str) -> list[ChatMessage]:
    return [ChatMessage(MessageRole.USER, text)]


def told(llm: ServedLLM, messages: list[ChatMessage]) -> LLMPayload:
    """Ask, and return what the event of the call says."""
    heard = StageRecorder()
    with running(handlers=[heard]):
        llm.chat(messages)
    return LLMPayload.of(heard.get_events(CBEventType.LLM)[-1].payload)


@pytest.mark.parametrize("make", [openai, ollama])
def test_the_factor_of_a_script_is_learnt_from_reported_usage(server: ScriptedServer, make: Make) -> None:
    server.default = lambda body: Reply(usage=(true_tokens(body) // PER_CHARACTER, 7))
    llm = make(server)
    true = len(JAPANESE)
    before = llm.count_tokens(user(JAPANESE))
    for _ in range(4):
        llm.chat(user(JAPANESE * 3))
    after = llm.count_tokens(user(JAPANESE))
    assert true <= after < 1.35 * true
    assert abs(after - true) < abs(before - true)


def test_what_was_learnt_is_there_in_the_next_session(server: ScriptedServer, tmp_path: Path) -> None:
    path = tmp_path / "token_factors.json"
    llm = openai(server)
    llm.learn_into(FactorStore(path))
    for _ in range(4):
        llm.chat(user(JAPANESE * 3))
    again = openai(server)
    again.learn_into(FactorStore(path))
    assert again.tokenizer.count(JAPANESE) == pytest.approx(llm.tokenizer.count(JAPANESE), abs=2)
    assert again.tokenizer.count(JAPANESE) != openai(server).tokenizer.count(JAPANESE)
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_stores_of_one_file_keep_one_anothers_models(tmp_path: Path) -> None:
    path = tmp_path / "token_factors.json"
    first, second = FactorStore(path), FactorStore(path)
    first.of("http://user:SECRET@a.example/v1?key=SECRET", "m")
    second.of("http://b.example/v1", "m")
    first.save()
    second.save()
    text = path.read_text(encoding="utf-8")
    assert "a.example" in text
    assert "b.example" in text
    assert "SECRET" not in text


@pytest.mark.parametrize("content", [b"", b"{", b'{"a m": {"mean": [1], "variances": []}}'])
def test_a_damaged_file_counts_as_nothing_known(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "token_factors.json"
    path.write_bytes(content)
    store = FactorStore(path)
    store.of("http://a.example/v1", "m")
    store.save()
    assert b"a.example" in path.read_bytes()


def test_a_server_that_counts_is_asked_sparingly(server: ScriptedServer) -> None:
    server.pages["/props"] = {"default_generation_settings": {"n_ctx": 4096}}
    server.pages["/tokenize"] = {"tokens": list(range(PER_CHARACTER * len(JAPANESE) * 8))}
    llm = openai(server)
    assert llm.tokenizer.count(JAPANESE * 8) == PER_CHARACTER * len(JAPANESE) * 8
    for times in range(20, 60):
        llm.tokenizer.count(JAPANESE * times)
        llm.tokenizer.count(JAPANESE * 8)
    asked = [request for request in server.requests if request.path == "/tokenize"]
    assert 1 <= len(asked) <= 8
    assert asked[0].body["content"] == JAPANESE * 8


def test_a_request_that_may_not_fit_is_counted_by_the_server(server: ScriptedServer) -> None:
    server.pages["/props"] = {"default_generation_settings": {"n_ctx": 1000}}
    server.pages["/apply-template"] = {"prompt": "all of it"}
    server.pages["/tokenize"] = {"tokens": [1] * 700}
    llm = openai(server)
    room = request_room(llm.metadata)
    assert llm.count_tokens(user("short")) < 100
    long = user("word " * room)
    assert llm.count_tokens(long) == 700
    assert llm.chat(long).message.content
    assert server.chats[-1].body["messages"][0]["content"] == long[0].content, "it was sent whole: it does fit"


@pytest.mark.parametrize("make", [openai, ollama])
def test_a_server_that_reads_less_than_was_sent_is_noticed(server: ScriptedServer, make: Make) -> None:
    server.default = Reply(usage=(60, 7))
    call = told(make(server), user("many words " * 695))
    assert call.unread
    assert (call.prompt_tokens, call.left_out) == (60, None)
    assert (call.sent_tokens or 0) >= 1390


@pytest.mark.sampled(5)
@pytest.mark.parametrize("make", [openai, ollama])
@pytest.mark.parametrize("language", TEXTS)
def test_a_server_that_reads_all_is_not_suspected(server: ScriptedServer, make: Make, language: str) -> None:
    def counted(body: dict[str, Any]) -> Reply:
        texts = [message["content"] for message in body["messages"]]
        return Reply(usage=(sum(map(get_tokenizer("o200k_base").count, texts)) + 3, 7))

    server.default = counted
    llm = make(server)
    for times in (1, 3, 2, 5):
        assert not told(llm, user(TEXTS[language] * times)).unread


REFUSED = '{"error":{"message":"request (%d tokens) exceeds the available context size (%d tokens)"}}'


def refusing(window: int) -> Callable[[dict[str, Any]], Reply]:
    """A server with a window that it does not tell before it is exceeded."""

    def reply(body: dict[str, Any]) -> Reply:
        tokens = true_tokens(body)
        if tokens > window:
            return Reply(status=400, body=REFUSED % (tokens, window))
        return truthful(body)

    return reply


@pytest.mark.parametrize("make", [openai, ollama])
@pytest.mark.parametrize("window", [600, 2048])
def test_a_refused_request_is_made_smaller_and_sent_once_more(server: ScriptedServer, make: Make, window: int) -> None:
    server.default = refusing(window)
    llm = make(server)
    call = told(llm, user(JAPANESE * 15))
    assert call.response == "Hello from the model."
    assert len(server.chats) == 2
    assert true_tokens(server.chats[1].body) <= window * 0.75
    assert call.left_out is not None
    assert call.left_out.question
    assert llm.metadata.context_window == window, "the next request is fitted before it is sent"
    llm.chat(user(JAPANESE * 15))
    assert len(server.chats) == 3


def test_a_server_that_refuses_without_numbers_gets_much_less(server: ScriptedServer) -> None:
    server.script(Reply(status=400, error="the input length exceeds the context length"))
    openai(server).chat(user("word " * 1000))
    first, second = (chat.body["messages"][0]["content"] for chat in server.chats)
    assert len(second) < 0.7 * len(first)


def test_a_server_that_refuses_everything_is_asked_twice(server: ScriptedServer) -> None:
    server.default = Reply(status=400, error="the prompt is too long")
    with pytest.raises(UserError, match="longer than the model can read"):
        openai(server).chat(user("word " * 1000))
    assert len(server.chats) == 2


@pytest.mark.parametrize("length", [4096, 100_000])
def test_the_answer_always_keeps_a_share_of_the_window(server: ScriptedServer, length: int) -> None:
    llm = openai(server, context_window=4096, max_tokens=length)
    assert llm.metadata.num_output == 2048
    llm.chat(user("word " * 9000))
    assert server.chats[0].body["max_tokens"] == 2048
    assert get_tokenizer().count(server.chats[0].body["messages"][0]["content"]) <= 2048


@pytest.mark.parametrize(
    ("usage", "more"),
    [
        ({"prompt_tokens_details": {"cached_tokens": 30}}, {}),
        ({"prompt_cache_hit_tokens": 30}, {}),
        ({"cache_read_input_tokens": 30}, {}),
        ({}, {"timings": {"cache_n": 30, "prompt_n": 10}}),
    ],
    ids=["OpenAI", "DeepSeek", "Anthropic", "llama.cpp"],
)
def test_cached_tokens_are_told(server: ScriptedServer, usage: dict[str, object], more: dict[str, object]) -> None:
    usage = {"prompt_tokens": 40, "completion_tokens": 2, **usage}
    choice = {"index": 0, "message": {"role": "assistant", "content": "Hi."}, "finish_reason": "stop"}
    server.script(Reply(body=json.dumps({"choices": [choice], "usage": usage, **more})))
    assert told(openai(server), user("a few words to read, and no more than these are sent")).cached_tokens == 30


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", TEXTS)
def test_a_passage_larger_than_the_room_is_read_in_parts_that_fit(server: ScriptedServer, language: str) -> None:
    llm = openai(server, context_window=512, max_tokens=24)
    helper = PromptHelper.for_llm(llm)
    prompt = PromptTemplate("Read this.\n{context_str}")
    text = TEXTS[language] * 4
    waiting, parts = deque([text]), []
    while waiting:
        parts.append(helper.take(prompt, waiting))
        assert llm.count_tokens(prompt.format_messages(context_str=parts[-1])) <= request_room(llm.metadata)
    assert len(parts) < 12
    assert parts[-1].endswith(text.strip()[-3:])


def test_estimates_are_whole_numbers(server: ScriptedServer) -> None:
    llm = openai(server)
    assert isinstance(llm.count_tokens(user("a")), int)
    assert llm.tokenizer.count("") == 0
    assert llm.tokenizer.count("a") >= 1
    assert not math.isnan(llm.tokenizer.count(TEXTS["Symbols"]))


def test_no_prompt_is_kept_for_its_size() -> None:
    prompt = "".join(["The rent is due on the third day. "] * 2000)  # made here: no constant that others hold
    tokenizer = ModelTokenizer("m", TokenFactors(), lambda _text: None, lambda: None)
    before = sys.getrefcount(prompt)
    assert tokenizer.estimate([prompt], 1).high > 0
    assert tokenizer.count(prompt) > 0
    assert sys.getrefcount(prompt) == before
