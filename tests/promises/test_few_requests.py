"""“In a session a server is asked at most three times about a model”, and each answer takes one request."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config.option import OptionValue
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.results.answers import AnswerState
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.text.tokenizer import get_tokenizer
from desktop_rag.worker.worker import Worker
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import Reply, ScriptedServer

ABOUT = ("/v1/models", "/props", "/api/v0/models", "/api/show", "/api/ps", "/api/tags")
COUNTING = ("/tokenize", "/apply-template")
TEXTS = ("Green tea is brewed at eighty degrees. ", "Whales live in the sea. ", "The committee met on Tuesday. ")


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def tell_counts(server: ScriptedServer, window: int) -> None:
    """Be like llama.cpp's server."""
    server.pages["/props"] = {"default_generation_settings": {"n_ctx": window}}
    server.pages["/apply-template"] = lambda _, body: {
        "prompt": "\n".join(f"<|{one['role']}|>{one['content']}" for one in body["messages"])
    }
    server.pages["/tokenize"] = lambda _, body: {"tokens": get_tokenizer().encode(body["content"])}


def asked(server: ScriptedServer, paths: tuple[str, ...]) -> int:
    return sum(count for path, count in Counter(one.path for one in server.requests).items() if path in paths)


def as_llama_cpp(server: ScriptedServer) -> dict[str, OptionValue]:
    tell_counts(server, 2048)
    return {"llm.provider": "openai", "llm.base_url": server.base_url}


def as_router(server: ScriptedServer) -> dict[str, OptionValue]:
    server.model_extra = {"status": {"value": "loaded"}, "owned_by": "llamacpp"}
    return as_llama_cpp(server)


def as_ollama(server: ScriptedServer) -> dict[str, OptionValue]:
    server.model_info = {"scripted.context_length": 2048}
    server.capabilities = ["completion", "tools"]
    return {"llm.provider": "ollama", "llm.base_url": server.ollama_url}


SERVERS = {"llama.cpp": as_llama_cpp, "router": as_router, "Ollama": as_ollama}


@pytest.fixture(params=rest_at_night(SERVERS, {"llama.cpp"}))
def worker(server: ScriptedServer, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Worker]:
    """A worker whose library is larger than the model's window, of 2,048 tokens."""
    told = SERVERS[request.param](server)
    for number in range(6):
        (tmp_path / f"{number}.txt").write_text("".join(f"{n}. {TEXTS[(number + n) % 3]}" for n in range(200)))
    worker = Worker(tmp_path / "data")
    worker.libraries.create("lib").result(30)
    worker.files.add("lib", [tmp_path / f"{number}.txt" for number in range(6)], embed=False).result(120)
    worker.config.update({**told, "llm.model": "scripted-model", "llm.max_retries": 1})
    yield worker
    worker.close()


@pytest.mark.slow
def test_a_session_of_questions(server: ScriptedServer, worker: Worker) -> None:
    for mode in ("answer", "chat", "summarise", "agent") * 2:
        answer = worker.answers.ask("lib", f"How is tea brewed, {mode}?", overrides={"answer.mode": mode}).result(60)
        assert answer.state is AnswerState.DONE
    assert 1 <= asked(server, ABOUT) <= 3
    assert asked(server, COUNTING) <= 14


@pytest.mark.slow
def test_an_agent_asks_once_a_step_and_tries_again_as_often_as_it_may(server: ScriptedServer, worker: Worker) -> None:
    look_up = Reply(tokens=[], tool_calls=[("search", '{"query": "green tea"}')])
    server.script(look_up, look_up)
    answer = worker.answers.ask("lib", "How is tea brewed?", overrides={"answer.mode": "agent"}).result(60)
    assert answer.state is AnswerState.DONE
    assert len(server.chats) == 3
    server.default = Reply(status=503, headers={"Retry-After": "0"})
    worker.answers.ask("lib", "Where do whales live?", overrides={"answer.mode": "agent"}).result(60)
    assert len(server.chats) == 3 + 2
    assert 1 <= asked(server, ABOUT) <= 3


def test_each_answer_takes_one_request_and_as_many_more_as_it_may_be_tried_again(server: ScriptedServer) -> None:
    llm = OpenAILike("scripted-model", server.base_url, max_retries=2)
    llm.complete("Hello")
    assert len(server.chats) == 1
    server.default = Reply(status=503, headers={"Retry-After": "0"})
    with pytest.raises(Exception, match="has a problem"):
        llm.complete("Hello")
    assert len(server.chats) == 1 + 3
    assert asked(server, ABOUT) <= 3


def test_a_request_is_counted_once(server: ScriptedServer) -> None:
    tell_counts(server, 512)
    llm = OpenAILike("scripted-model", server.base_url, max_retries=0)
    messages = [ChatMessage(content="Green tea is brewed at eighty degrees. " * 40)]
    tokens = llm.count_tokens(messages)
    assert tokens == get_tokenizer().count(f"<|user|>{messages[0].content}")
    for _ in range(5):
        assert llm.count_tokens(messages) == tokens
    llm.chat(messages)
    assert asked(server, COUNTING) == 2
