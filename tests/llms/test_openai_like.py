"""OpenAI-compatible servers over real HTTP: what is sent and what is understood."""

import json
import socket
import time
from collections.abc import Callable

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.base import ChatDelta
from desktop_rag.llms.openai_access import ASK_TIMEOUT, api_address
from desktop_rag.llms.openai_like import OpenAILike
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.llms.asking import QUESTION, ask


def _llm(server: ScriptedServer, **settings: object) -> OpenAILike:
    return OpenAILike("scripted-model", server.base_url, **{"max_retries": 0, **settings})  # type: ignore[arg-type]


def test_an_answer_is_streamed_with_usage(server: ScriptedServer) -> None:
    text, last = ask(_llm(server, api_key="k", temperature=0.3, max_tokens=50))
    assert text == "Hello from the model."
    assert last == ChatDelta("", Usage(11, 7), "stop")
    [request] = server.chats
    assert request.headers["authorization"] == "Bearer k"
    assert request.body == {
        "model": "scripted-model",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Où ça ? 東京"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.3,
        "max_tokens": 50,
    }


def test_nothing_about_this_computer_is_sent(server: ScriptedServer) -> None:
    ask(_llm(server))
    headers = server.chats[0].headers
    assert not [name for name in headers if name.startswith("x-stainless")]
    assert headers["user-agent"].startswith("DesktopRAG/")
    assert "authorization" not in headers


@pytest.mark.parametrize("name", ["authorization", "Authorization", "User-Agent", "user-agent"])
def test_a_header_of_ones_own_takes_the_place_of_ours(server: ScriptedServer, name: str) -> None:
    ask(_llm(server, api_key="k", default_headers={name: "mine"}))
    for request in server.requests:
        assert request.headers[name.lower()] == "mine", request.path


def test_more_settings(server: ScriptedServer) -> None:
    ask(_llm(server, default_headers={"X-Title": "t"}, additional_kwargs={"seed": 1, "odd": [2]}))
    assert server.chats[0].headers["x-title"] == "t"
    assert server.chats[0].body["seed"] == 1
    assert server.chats[0].body["odd"] == [2]
    assert "max_tokens" not in server.chats[0].body


def test_thoughts_are_no_part_of_the_answer(server: ScriptedServer) -> None:
    server.script(Reply(thoughts=["hm", " so"], tokens=["<th", "ink>again</thi", "nk>\n\nParis", "."]))
    deltas = list(_llm(server).stream_chat(QUESTION, CancelToken()))
    assert "".join(delta.text for delta in deltas) == "Paris."
    assert [delta.text for delta in deltas if delta.text] == ["Paris", "."]
    assert "".join(delta.thought for delta in deltas) == "hm soagain"


def test_parts_of_content(server: ScriptedServer) -> None:
    content = [{"type": "thinking", "thinking": [{"type": "text", "text": "no"}]}, {"type": "text", "text": "yes"}]
    event = json.dumps({"choices": [{"delta": {"content": content}, "finish_reason": "stop"}]})
    server.script(Reply(body=f": ping\n\ndata: {event}\n\ndata: [DONE]\n\n", content_type="text/event-stream"))
    assert ask(_llm(server))[0] == "yes"


def test_a_done_without_a_finish_reason_is_an_end(server: ScriptedServer) -> None:
    server.script(Reply(finish_reason=None, usage=None))
    assert ask(_llm(server)) == ("Hello from the model.", ChatDelta("", None, "stop"))


def test_a_server_that_cannot_stream(server: ScriptedServer) -> None:
    server.script(Reply(whole=True))
    assert ask(_llm(server)) == ("Hello from the model.", ChatDelta("", Usage(11, 7), "stop"))


@pytest.mark.parametrize("rejected", ["stream_options", "temperature"])
def test_what_a_server_rejects_is_left_out(server: ScriptedServer, rejected: str) -> None:
    server.default = _rejecting(rejected)
    llm = _llm(server, max_retries=1)
    assert ask(llm)[0] == "ok"
    assert ask(llm)[0] == "ok"
    assert [rejected in request.body for request in server.chats] == [True, False, False]


def test_the_other_name_of_the_longest_answer(server: ScriptedServer) -> None:
    server.script(Reply(status=400, error="'max_tokens' is not supported. Use 'max_completion_tokens' instead."))
    ask(_llm(server, max_retries=1, max_tokens=9))
    assert server.chats[1].body["max_completion_tokens"] == 9
    assert "max_tokens" not in server.chats[1].body


def _rejecting(name: str) -> Callable[[dict[str, object]], Reply]:
    def reply(body: dict[str, object]) -> Reply:
        return Reply(status=400, error=f"Unsupported field: {name}") if name in body else Reply(tokens=["ok"])

    return reply


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("", "https://api.openai.com/v1"),
        ("http://localhost:1234", "http://localhost:1234/v1"),
        ("http://localhost:1234/", "http://localhost:1234/v1"),
        ("localhost:1234/v1/", "http://localhost:1234/v1"),
        ("https://api.example.com/api/v1", "https://api.example.com/api/v1"),
        ("http://h:1/v1/chat/completions", "http://h:1/v1"),
        ("https://api.example.com/v1beta/openai/", "https://api.example.com/v1beta/openai"),
    ],
)
def test_forgiving_addresses(typed: str, address: str) -> None:
    assert api_address(typed) == address


@pytest.mark.parametrize(
    ("page", "value"),
    [
        ("/props", {"default_generation_settings": {"n_ctx": 6000}}),
        ("/v1/models", {"data": [{"id": "other"}, {"id": "scripted-model", "max_model_len": 6000}]}),
        (
            "/api/v0/models",
            {"data": [{"id": "scripted-model", "max_context_length": 9, "loaded_context_length": 6000}]},
        ),
    ],
)
def test_the_window_is_asked_for_once(server: ScriptedServer, page: str, value: object) -> None:
    server.pages[page] = value
    llm = _llm(server)
    assert llm.metadata.context_window == 6000
    assert llm.metadata.num_output == 1024
    asked = len(server.requests)
    assert llm.metadata.model_name == "scripted-model"
    assert len(server.requests) == asked


def test_windows_nobody_tells(server: ScriptedServer) -> None:
    assert _llm(server).metadata.context_window == 4096
    assert _llm(server, context_window=777).metadata.context_window == 777
    assert OpenAILike("gpt-4o-mini").metadata.context_window == 128_000
    assert OpenAILike("gpt-4.1-nano").metadata.context_window == 1_047_576
    assert OpenAILike("unheard-of").metadata.context_window == 128_000


@pytest.mark.slow
def test_a_server_that_hangs_is_not_asked_for_long() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(5)
        started = time.monotonic()
        assert OpenAILike("m", f"http://127.0.0.1:{silent.getsockname()[1]}").metadata.context_window == 4096
        assert time.monotonic() - started < ASK_TIMEOUT + 0.5


def test_models_are_listed(server: ScriptedServer) -> None:
    server.models = ["b", "a"]
    assert _llm(server).list_models() == ("a", "b")
    server.api_key = "k"
    with pytest.raises(UserError, match="needs an API key"):
        _llm(server).list_models()
