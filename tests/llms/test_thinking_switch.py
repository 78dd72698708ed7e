"""The switch for thinking, and extra JSON, as each kind of server gets them."""

from collections.abc import Iterator
from typing import Any

import pytest

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.resolve import parse_fields, resolve_llm
from tests.helpers.scripted_server import Reply, ScriptedServer


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def sent(server: ScriptedServer, provider: str, **values: OptionValue) -> list[dict[str, Any]]:
    """Ask once, with these options of the model, and return the bodies of all requests that took."""
    address = server.base_url if provider == "openai" else server.ollama_url
    served: dict[str, OptionValue] = {"llm.provider": provider, "llm.base_url": address, "llm.model": server.models[0]}
    own = {f"llm.{key}": value for key, value in values.items()}
    llm = resolve_llm(Config().overridden({**served, **own}), None)
    assert llm is not None
    llm.chat([ChatMessage(content="Hello")])
    return [request.body for request in server.chats]


@pytest.mark.parametrize(
    ("values", "switch"),
    [
        ({}, None),
        ({"thinking": "on"}, {"enable_thinking": True}),
        ({"thinking": "off"}, {"enable_thinking": False}),
    ],
    ids=["the model's default", "on", "off"],
)
def test_templates_are_told_to_think_or_not(
    server: ScriptedServer, values: dict[str, OptionValue], switch: dict[str, bool] | None
) -> None:
    [body] = sent(server, "openai", **values)
    assert body.get("chat_template_kwargs") == switch


def test_a_server_that_refuses_the_switch_is_asked_without_it(server: ScriptedServer) -> None:
    server.script(Reply(status=400, error="Unrecognized request argument supplied: chat_template_kwargs"))
    first, second = sent(server, "openai", thinking="off")
    assert "chat_template_kwargs" in first
    assert "chat_template_kwargs" not in second


@pytest.mark.parametrize(
    ("values", "think"),
    [
        ({}, None),
        ({"thinking": "on"}, True),
        ({"thinking": "off"}, False),
        ({"thinking": "off", "reasoning_effort": "high"}, False),
        ({"reasoning_effort": "high"}, "high"),
        ({"thinking": "on", "reasoning_effort": "low"}, "low"),
        ({"reasoning_effort": "none"}, False),
    ],
)
def test_ollama_gets_one_field_for_switch_and_effort(
    server: ScriptedServer, values: dict[str, OptionValue], think: bool | str | None
) -> None:
    [body] = sent(server, "ollama", **values)
    assert body.get("think") == think


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_extra_json_goes_into_every_request(server: ScriptedServer, provider: str) -> None:
    [body] = sent(server, provider, additional_kwargs='{"user": "library", "top_k": 20}')
    assert "20" in str(body)
    assert "library" in str(body)


@pytest.mark.parametrize("text", ["top_k: 20", "[1]", "7", "null", '{"a": 1', "[" * 100_000])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="not a JSON object"):
        parse_fields(text)


@pytest.mark.parametrize("text", ["", "  \n"])
def test_without_extra_json_nothing_is_added(text: str) -> None:
    assert parse_fields(text) == {}
