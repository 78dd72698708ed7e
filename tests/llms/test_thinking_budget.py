"""How long a reasoning model may think: told to servers that know how, and held where one thinks on."""

import random
from collections.abc import Callable

import pytest

from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.base import LLM, ChatDelta
from desktop_rag.llms.ollama import Ollama
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.llms.served import budget_fields
from tests.helpers.scripted_server import Reply, ScriptedServer

Make = Callable[..., LLM]
LLAMA_CPP = {"default_generation_settings": {"n_ctx": 4096}}
_WORDS = "answer step other perhaps number whale song sea hour tea cup leaf wind stone".split()
_CHOSEN = random.Random(2026)
MUSING = [f"Perhaps {' '.join(_CHOSEN.choices(_WORDS, k=8))} is right. " for _ in range(400)]  # no loop


def openai(server: ScriptedServer, **settings: object) -> OpenAILike:
    return OpenAILike("scripted-model", server.base_url, max_retries=0, **settings)  # type: ignore[arg-type]


def ollama(server: ScriptedServer, **settings: object) -> Ollama:
    return Ollama("scripted-model", server.ollama_url, max_retries=0, **settings)  # type: ignore[arg-type]


def ask(llm: LLM) -> list[ChatDelta]:
    return list(llm.stream_chat([ChatMessage(content="Why?")]))


def said(deltas: list[ChatDelta]) -> str:
    return "".join(delta.text for delta in deltas)


@pytest.mark.parametrize(
    ("host", "server", "fields"),
    [
        ("openrouter.ai", "", {"reasoning": {"max_tokens": 500}}),
        ("api.anthropic.com", "", {"thinking": {"type": "enabled", "budget_tokens": 500}}),
        (
            "generativelanguage.googleapis.com",
            "",
            {"extra_body": {"google": {"thinking_config": {"thinking_budget": 500}}}},
        ),
        ("dashscope.aliyuncs.com", "", {"enable_thinking": True, "thinking_budget": 500}),
        ("127.0.0.1", "llama.cpp", {"thinking_budget_tokens": 500}),
        ("gpu.example.com", "vllm", {"thinking_token_budget": 500}),
        ("gpu.example.com", "", {}),
        ("notopenrouter.ai", "", {}),
    ],
)
def test_each_server_is_told_in_its_own_words(host: str, server: str, fields: dict[str, object]) -> None:
    assert budget_fields(host, server, 500) == fields


def test_llama_cpp_is_told_the_budget(server: ScriptedServer) -> None:
    server.pages["/props"] = LLAMA_CPP
    ask(openai(server, thinking_budget=300))
    ask(openai(server))
    ask(openai(server, thinking_budget=300, thinking=False))
    assert [chat.body.get("thinking_budget_tokens") for chat in server.chats] == [300, None, None]


def test_a_server_that_refuses_the_budget_is_asked_without_it(server: ScriptedServer) -> None:
    server.model_extra = {"owned_by": "vllm"}
    server.script(Reply(status=400, error="thinking_token_budget needs a reasoning config"))
    llm = OpenAILike("scripted-model", server.base_url, max_retries=1, thinking_budget=300)
    assert said(ask(llm)) == "Hello from the model."
    assert [chat.body.get("thinking_token_budget") for chat in server.chats] == [300, None]


@pytest.mark.parametrize("make", [openai, ollama])
def test_a_model_that_thinks_on_is_asked_to_answer_without_thinking(
    server: ScriptedServer, make: Callable[..., LLM]
) -> None:
    server.script(Reply(thoughts=MUSING), Reply(tokens=["Because."]))
    deltas = ask(make(server, thinking_budget=100))
    assert said(deltas) == "Because."
    assert deltas[-1].finish_reason == "stop"
    thoughts = "".join(delta.thought for delta in deltas)
    assert 100 * 3 < len(thoughts) < 100 * 10, "about a hundred tokens"
    first, second = (chat.body for chat in server.chats)
    assert "chat_template_kwargs" not in first
    assert "think" not in first
    assert second.get("chat_template_kwargs", {}).get("enable_thinking", second.get("think")) is False
    assert second["messages"] == first["messages"]


@pytest.mark.parametrize("make", [openai, ollama])
def test_it_is_asked_to_do_so_only_once(server: ScriptedServer, make: Make) -> None:
    server.default = Reply(thoughts=MUSING[:60], tokens=["Because."])
    assert said(ask(make(server, thinking_budget=20))) == "Because."
    assert len(server.chats) == 2


@pytest.mark.parametrize(
    ("budget", "reply"),
    [
        (None, Reply(thoughts=MUSING, tokens=["Because."])),
        (100_000, Reply(thoughts=MUSING, tokens=["Because."])),
        (10, Reply(tokens=MUSING)),
        (10, Reply(thoughts=["Hm."], tokens=MUSING)),
    ],
    ids=["no budget", "a large budget", "a long answer", "a short thought before a long answer"],
)
def test_nothing_is_cut_within_the_budget(server: ScriptedServer, budget: int | None, reply: Reply) -> None:
    server.script(reply)
    assert said(ask(openai(server, thinking_budget=budget))) == "".join(reply.tokens)
    assert len(server.chats) == 1
