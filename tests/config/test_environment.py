"""What OLLAMA_HOST and OPENAI_BASE_URL mean, and what goes before them."""

import pytest

from desktop_rag.config import Config
from desktop_rag.config.environment import OLLAMA_ADDRESS_VARIABLE, OPENAI_ADDRESS_VARIABLE, ollama_address
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from desktop_rag.embeddings.resolve import embed_model_of_settings
from desktop_rag.llms.ollama import Ollama
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.llms.resolve import resolve_llm
from tests.helpers.mock_embedding import MockEmbedding

MODEL = {"llm.model": "some"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("", ""),
        ("  ", ""),
        ("192.168.1.5", "http://192.168.1.5:11434"),
        ("gpu.lan", "http://gpu.lan:11434"),
        ("gpu.lan:8080", "http://gpu.lan:8080"),
        (":8080", "http://127.0.0.1:8080"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("[::]:8080", "http://[::1]:8080"),
        ("::1", "http://[::1]:11434"),
        ("[::1]", "http://[::1]:11434"),
        ("[fe80::2]:99", "http://[fe80::2]:99"),
        ("http://gpu.lan:11434/", "http://gpu.lan:11434"),
        ("http://gpu.lan", "http://gpu.lan:80"),
        ("https://ollama.example.com", "https://ollama.example.com:443"),
        ("HTTPS://ollama.example.com/sub/path/", "https://ollama.example.com:443/sub/path"),
        ("http://0.0.0.0:11434", "http://127.0.0.1:11434"),
        ("gpu.lan:port", "http://gpu.lan:11434"),
        ("gpu.lan:70000", "http://gpu.lan:11434"),
        (' "gpu.lan:8080" ', "http://gpu.lan:8080"),
        ("http://me:pass@gpu.lan:8080", "http://me:pass@gpu.lan:8080"),
    ],
)
def test_ollama_host_in_all_its_forms(monkeypatch: pytest.MonkeyPatch, written: str, meant: str) -> None:
    monkeypatch.setenv(OLLAMA_ADDRESS_VARIABLE, written)
    assert ollama_address() == meant


def test_the_settings_go_before_the_environment_and_that_before_the_usual_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = Config()
    config.update({"llm.provider": "ollama", **MODEL})

    def address() -> str:
        model = resolve_llm(config, None)
        assert isinstance(model, Ollama)
        return model.address

    assert address() == "http://127.0.0.1:11434"
    monkeypatch.setenv(OLLAMA_ADDRESS_VARIABLE, "0.0.0.0:8080")
    assert address() == "http://127.0.0.1:8080"
    config.update({"llm.base_url": "http://gpu.lan:1"})
    assert address() == "http://gpu.lan:1"


def test_the_same_for_openai_and_its_search_models(monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config()
    config.update({"llm.provider": "openai", "embedding.provider": "openai", "embedding.model": "e", **MODEL})

    def addresses() -> tuple[str, str]:
        model, embedding = resolve_llm(config, "k"), embed_model_of_settings(config, "k", MockEmbedding(2))
        assert isinstance(model, OpenAILike)
        assert isinstance(embedding, OpenAILikeEmbedding)
        return model.address, embedding.address

    assert addresses() == ("https://api.openai.com/v1",) * 2
    monkeypatch.setenv(OPENAI_ADDRESS_VARIABLE, "https://models.example.com/v1/")
    assert addresses() == ("https://models.example.com/v1",) * 2
    config.update({"llm.base_url": "http://a.lan", "embedding.base_url": "http://b.lan/v1"})
    assert addresses() == ("http://a.lan/v1", "http://b.lan/v1")
