"""Ollama's own interface over real HTTP."""

import socket

import pytest

from desktop_rag.config import Config
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.base import ChatDelta
from desktop_rag.llms.ollama import Ollama, next_step, server_address
from desktop_rag.llms.resolve import resolve_llm
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.llms import asking
from tests.llms.asking import QUESTION, ask


def _llm(server: ScriptedServer, **settings: object) -> Ollama:
    return Ollama("scripted-model", server.ollama_url, **{"max_retries": 0, **settings})  # type: ignore[arg-type]


def _failure(server: ScriptedServer, reply: Reply, **settings: object) -> UserError:
    return asking.failure(_llm(server, **settings), server, reply)


def test_an_answer_is_streamed_with_usage(server: ScriptedServer) -> None:
    text, last = ask(_llm(server, temperature=0.2, keep_alive="9m", max_tokens=50, thinking=False))
    assert text == "Hello from the model."
    assert last == ChatDelta("", Usage(11, 7), "stop")
    assert server.chats[0].body == {
        "model": "scripted-model",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Où ça ? 東京"}],
        "stream": True,
        "options": {"num_ctx": 4096, "num_predict": 50, "temperature": 0.2},
        "keep_alive": "9m",
        "think": False,
    }


def test_what_is_not_set_is_not_sent(server: ScriptedServer) -> None:
    ask(_llm(server))
    assert "think" not in server.chats[0].body
    assert server.chats[0].body["options"] == {"num_ctx": 4096, "num_predict": -1}


def test_chat_and_thoughts(server: ScriptedServer) -> None:
    server.script(Reply(thoughts=["hm"], tokens=["<think>x</th", "ink>Paris"]))
    assert _llm(server).chat(QUESTION, CancelToken()).message.content == "Paris"


def test_a_whole_answer_in_one_line(server: ScriptedServer) -> None:
    server.script(Reply(whole=True))
    text = "Hello from the model."
    assert ask(_llm(server)) == (text, ChatDelta(text, Usage(11, 7), "stop"))


def test_the_window_grows_with_the_prompt_and_never_shrinks(server: ScriptedServer) -> None:
    server.model_info = {"llama.context_length": 131_072, "llama.block_count": 3}
    llm = _llm(server)
    assert llm.metadata.context_window == 32_768
    for words in (20, 4_000, 20, 12_000, 200_000):
        list(llm.stream_chat([ChatMessage(MessageRole.USER, "word " * words)], CancelToken()))
    assert [chat.body["options"]["num_ctx"] for chat in server.chats] == [4096, 8192, 8192, 16_384, 32_768]
    assert len([request for request in server.requests if request.path == "/api/show"]) == 1


@pytest.mark.parametrize(
    ("length", "parameters", "setting", "window"),
    [
        (2048, "", None, 2048),
        (8192, "stop  x\nnum_ctx                        6000", None, 6000),
        (131_072, "", 65_536, 65_536),
        (8192, "", 65_536, 8192),
        (0, "", None, 4096),
    ],
)
def test_windows(server: ScriptedServer, length: int, parameters: str, setting: int | None, window: int) -> None:
    server.model_info = {"x.context_length": length} if length else {}
    server.parameters = parameters
    assert _llm(server, context_window=setting).metadata.context_window == window


def test_steps_and_estimates() -> None:
    assert [next_step(tokens) for tokens in (1, 4096, 4097, 7000, 8193, 12_289)] == [
        4096,
        4096,
        6144,
        8192,
        12_288,
        16_384,
    ]


def test_not_running() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    for call in (ask, Ollama.list_models):
        with pytest.raises(UserError, match="Ollama is not running") as caught:
            call(Ollama("m", address))
        assert "ollama serve" in caught.value.next_step


def test_the_window_is_asked_again_when_the_server_was_not_running(server: ScriptedServer) -> None:
    llm = _llm(server)
    address, llm.address = llm.address, "http://127.0.0.1:9"
    assert llm.metadata.context_window == 4096
    llm.address = address
    assert llm.metadata.context_window == 8192


def test_not_pulled(server: ScriptedServer) -> None:
    server.models = []
    error = _failure(server, Reply())
    assert error.message == "Ollama does not have the model “scripted-model” yet."
    assert error.next_step == "Run: ollama pull scripted-model"


def test_not_ollama(server: ScriptedServer) -> None:
    assert "does not serve a language model" in _failure(server, Reply(body="<html>", content_type="text/html")).message
    assert "no language model at" in _failure(server, Reply(status=404, body="404 page not found")).message
    server.pages["/api/tags"] = {"x": 1}
    with pytest.raises(UserError, match="does not serve a language model"):
        _llm(server).list_models()


def test_an_error_in_mid_answer(server: ScriptedServer) -> None:
    assert "runner stopped" in _failure(server, Reply(error_after=2, error="runner stopped")).message


def test_not_enough_memory(server: ScriptedServer) -> None:
    words = "model requires more system memory (9 GiB) than is available (4 GiB)"
    error = _failure(server, Reply(status=500, error=words), max_retries=3)
    assert "does not fit into memory" in error.message
    assert len(server.chats) == 1


@pytest.mark.parametrize("tail", ["", "/", "/v1", "/api", "/api/chat", "/api/tags"])
def test_forgiving_addresses(tail: str) -> None:
    assert server_address(f"localhost:11434{tail}") == "http://localhost:11434"


@pytest.mark.parametrize(
    ("minutes", "sent"), [(5, "5m"), (0, "0m"), (90, "90m"), (-1, -1)], ids=["usual", "at once", "long", "for ever"]
)
def test_how_long_the_model_stays_in_memory_is_set(server: ScriptedServer, minutes: int, sent: object) -> None:
    config = Config()
    config.update(
        {"llm.provider": "ollama", "llm.base_url": server.ollama_url, "llm.model": "scripted-model"}
        | {"llm.keep_alive": minutes}
    )
    llm = resolve_llm(config, None)
    assert llm is not None
    ask(llm)
    assert server.chats[0].body["keep_alive"] == sent


def test_a_server_is_asked_again_whether_it_still_has_the_model(server: ScriptedServer) -> None:
    server.pages["/api/ps"] = {"models": []}
    for keep_alive, looks in (("5m", 1), (-1, 1), (0, 2), ("0s", 2)):
        server.requests.clear()
        llm = _llm(server, keep_alive=keep_alive)
        for _ in range(2):
            ask(llm)
        assert len([request for request in server.requests if request.path == "/api/ps"]) == looks, keep_alive


def test_a_key_goes_along_with_every_request(server: ScriptedServer) -> None:
    server.api_key = "sk-remote"
    llm = _llm(server, api_key="sk-remote")
    assert llm.list_models() == ("scripted-model",)
    ask(llm)
    assert {request.headers["authorization"] for request in server.requests} == {"Bearer sk-remote"}
