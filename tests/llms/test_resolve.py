"""From settings to a model, and the connection test's advice."""

import re
import time

import pytest

from desktop_rag.config import Config
from desktop_rag.core.errors import UserError
from desktop_rag.llms import resolve
from desktop_rag.llms.ollama import Ollama
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.text.translations import GERMAN, sentences
from tests.helpers.scripted_server import Reply, ScriptedServer


def _config(provider: str, address: str = "", model: str = "scripted-model") -> Config:
    return Config().overridden(
        {"llm.provider": provider, "llm.base_url": address, "llm.model": model, "llm.timeout": 5.0}
    )


def test_providers() -> None:
    assert resolve.resolve_llm(_config("none"), None) is None
    assert isinstance(resolve.resolve_llm(_config("openai"), "k"), OpenAILike)
    llm = resolve.resolve_llm(_config("ollama"), None)
    assert isinstance(llm, Ollama)
    assert llm.address == "http://127.0.0.1:11434"


def test_incomplete_settings() -> None:
    with pytest.raises(UserError, match="No model is chosen"):
        resolve.resolve_llm(_config("ollama", model=" "), None)
    with pytest.raises(UserError, match="needs an API key"):
        resolve.resolve_llm(_config("openai"), None)
    with pytest.raises(UserError, match="not an address"):
        resolve.resolve_llm(_config("openai", "ftp://x"), None)


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_good_connection(provider: str) -> None:
    with ScriptedServer() as server:
        server.pages["/props"] = {"default_generation_settings": {"n_ctx": 8192}}
        server.default = Reply(tokens=["a"] * 1000, delay=0.02)
        started = time.monotonic()
        sentence = resolve.test_connection(_config(provider, server.ollama_url), None)
        assert time.monotonic() - started < 5
    said = r"Connected to scripted-model \(8,192 tokens\)\. The first words came after \d\.\d s\."
    assert re.fullmatch(said, sentence)
    german = r"Verbunden mit scripted-model \(8,192 Tokens\)\. Die ersten Wörter kamen nach \d\.\d s\."
    assert re.fullmatch(german, sentences(GERMAN).translated(sentence))


def test_without_a_model() -> None:
    assert "quotations" in resolve.test_connection(_config("none"), None)
    assert resolve.list_models(_config("none"), None) == ()


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_the_closest_name_is_suggested(provider: str) -> None:
    with ScriptedServer() as server:
        server.models = ["llama3.1:8b", "qwen3:4b"]
        with pytest.raises(UserError) as caught:
            resolve.test_connection(_config(provider, server.ollama_url, "llama3.1"), None)
    assert "Did you mean “llama3.1:8b”?" in caught.value.next_step
    assert "Available: llama3.1:8b, qwen3:4b." in caught.value.next_step
    assert ("ollama pull llama3.1" in caught.value.next_step) == (provider == "ollama")


def test_no_name_yet() -> None:
    with ScriptedServer() as server:
        server.models = [f"m{number}" for number in range(7)]
        with pytest.raises(UserError, match="No model is chosen") as caught:
            resolve.test_connection(_config("openai", server.base_url, ""), None)
    assert caught.value.next_step == "Available: m0, m1, m2, m3, m4, +2."


def test_models_that_cannot_chat_are_not_offered() -> None:
    with ScriptedServer() as server:
        server.models = ["gpt-4o", "text-embedding-3-small", "whisper-1"]
        assert resolve.list_models(_config("openai", server.base_url), None) == ("gpt-4o",)
        server.models = ["nomic-embed-text"]
        assert resolve.list_models(_config("ollama", server.ollama_url), None) == ("nomic-embed-text",)


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_model_that_only_thinks_or_says_nothing_is_not_called_connected(
    server: ScriptedServer, provider: str
) -> None:
    server.script(Reply(thoughts=["Hm."], tokens=[]), Reply(tokens=[]), Reply(tokens=[" "]))
    for said in ("only thinks and gives no answer", "says nothing", "says nothing"):
        with pytest.raises(UserError, match=said) as caught:
            resolve.test_connection(_config(provider, server.ollama_url), None)
        assert caught.value.next_step


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_model_that_thinks_first_is_told_to(server: ScriptedServer, provider: str) -> None:
    server.script(Reply(thoughts=["Hm."], tokens=["ready"]))
    assert resolve.test_connection(_config(provider, server.ollama_url), None).endswith(" s, after thinking.")


def test_a_model_that_thinks_too_long_for_a_test_is_connected(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolve, "_THINKING_SECONDS", 0.0)
    server.script(Reply(thoughts=["Hm."] * 3, tokens=["ready"]))
    sentence = resolve.test_connection(_config("openai", server.ollama_url), None)
    assert "It was still thinking after 0 s." in sentence
