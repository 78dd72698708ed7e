"""How large a model's window is: what its server tells, wherever it tells it, or a guess."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from desktop_rag.llms.context_window import ServerFacts, ask_server, default_context_window, is_openai
from tests.helpers.scripted_server import ScriptedServer

OPENAI = "https://api.openai.com/v1"
LM_STUDIO = "/api/v0/models"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def facts(server: ScriptedServer, model: str = "scripted-model") -> ServerFacts:
    with httpx.Client(timeout=5) as client:
        return ask_server(client, server.base_url, model)


@pytest.mark.parametrize(
    ("address", "model", "window"),
    [
        (OPENAI, "gpt-4", 8192),
        (OPENAI, "gpt-4-0613", 8192),
        (OPENAI, "gpt-4o-mini", 128_000),  # the longest name that fits, not gpt-4
        (OPENAI, "gpt-4-turbo-preview", 128_000),
        (OPENAI, "gpt-4.1-nano", 1_047_576),
        (OPENAI, "gpt-3.5-turbo-16k", 16_385),
        (OPENAI, "gpt-5-mini", 400_000),
        (OPENAI, "o3-mini", 200_000),
        (OPENAI, "what comes next", 128_000),
        ("http://localhost:8080/v1", "gpt-4o", 4096),  # a name alone tells nothing elsewhere
        ("http://192.168.1.5:8080/v1", "any", 4096),
        ("https://api.example.com/v1", "any", 8192),
        ("https://api.openai.com.example.com/v1", "gpt-4o", 8192),
    ],
)
def test_a_guess_for_servers_that_do_not_tell(address: str, model: str, window: int) -> None:
    assert default_context_window(address, model) == window


@pytest.mark.parametrize(
    ("address", "expected"),
    [(OPENAI, True), ("https://api.openai.com:443/v1", True), ("https://openai.com/v1", False), ("http://x/v1", False)],
)
def test_only_its_own_address_is_openai(address: str, expected: bool) -> None:
    assert is_openai(address) is expected


@pytest.mark.parametrize(
    ("extra", "window"),
    [
        ({"max_model_len": 6000}, 6000),  # vLLM's
        ({"loaded_context_length": 6000, "max_context_length": 99_000}, 6000),  # what is loaded counts
        ({"context_length": 6000}, 6000),
        ({"context_window": 6000}, 6000),
        ({"max_context_length": 6000}, 6000),
        ({"max_model_len": 0, "context_length": 6000}, 6000),
        ({"max_model_len": "6000"}, None),
        ({"max_model_len": True}, None),
        ({"max_model_len": -1}, None),
        ({}, None),
    ],
)
def test_the_list_of_models_tells(server: ScriptedServer, extra: dict[str, Any], window: int | None) -> None:
    server.model_extra = extra
    assert facts(server).context_window == window


def test_another_model_of_the_list_tells_nothing(server: ScriptedServer) -> None:
    server.model_extra = {"max_model_len": 6000}
    assert facts(server, "other-model").context_window is None


@pytest.mark.parametrize(
    ("told", "expected"), [(True, True), (False, False), ("yes", None), (1, None), (None, None), ({}, None)]
)
def test_whether_tools_may_be_sent_is_told_or_not_known(
    server: ScriptedServer,
    told: object,
    expected: bool | None,
) -> None:
    server.pages["/props"] = {"chat_template_caps": {"supports_tools": told}}
    assert facts(server).supports_tools is expected


def test_what_a_server_was_started_with_comes_before_what_its_model_could_do(server: ScriptedServer) -> None:
    server.model_extra = {"max_model_len": 99_000}
    server.pages["/props"] = {"default_generation_settings": {"n_ctx": 2048}}
    assert facts(server) == ServerFacts(2048, answered=True, server="llama.cpp")


def test_the_second_list_is_asked_where_the_first_tells_nothing(server: ScriptedServer) -> None:
    server.pages[LM_STUDIO] = {"data": [{"id": "x"}, {"id": "scripted-model", "loaded_context_length": 5000}]}
    assert facts(server).context_window == 5000
    server.model_extra = {"max_model_len": 6000}
    server.requests.clear()
    assert facts(server).context_window == 6000
    assert LM_STUDIO not in [request.path for request in server.requests]


@pytest.mark.parametrize("page", [[], "text", 5, None, {"data": "x"}, {"data": [1, None, {"id": 5}]}, {"data": {}}])
def test_pages_of_another_shape_tell_nothing(server: ScriptedServer, page: object) -> None:
    server.pages["/props"] = page
    server.pages[LM_STUDIO] = page
    assert facts(server) == ServerFacts(answered=True)


def test_a_server_that_is_not_there_tells_nothing() -> None:
    with httpx.Client(timeout=1) as client:
        assert ask_server(client, "http://127.0.0.1:9/v1", "m") == ServerFacts(None, None)
