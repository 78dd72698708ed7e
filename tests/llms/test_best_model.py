"""Which of a server's models is proposed first, and whether a server is one that is saved already."""

import pytest

from desktop_rag.llms.discovery import LocalServer, best_model, same_address


@pytest.mark.parametrize(
    ("names", "best"),
    [
        ((), ""),
        (("nomic-embed-text", "bge-reranker-v2"), ""),
        (("qwen3:0.6b", "qwen3:8b", "llama3.3:70b"), "qwen3:8b"),
        (("gemma-3-4b-it", "Qwen2.5-14B-Instruct-GGUF"), "Qwen2.5-14B-Instruct-GGUF"),
        (("llama3.3:70b", "qwen3:32b"), "qwen3:32b"),
        (("mistral", "qwen3:32b"), "mistral"),
        (("mistral", "phi4-mini:3.8b"), "phi4-mini:3.8b"),
        (("nomic-embed-text:latest", "llama3.2:latest"), "llama3.2:latest"),
    ],
)
def test_the_best_model_chats_and_fits_most_computers(names: tuple[str, ...], best: str) -> None:
    assert best_model(names) == best


@pytest.mark.parametrize(
    ("provider", "address", "same"),
    [
        ("ollama", "", True),
        ("ollama", "http://localhost:11434/", True),
        ("ollama", "http://LOCALHOST:11434", True),
        ("openai", "http://127.0.0.1:11434/v1", False),
        ("ollama", "http://127.0.0.1:11435", False),
        ("openai", "", False),
    ],
)
def test_a_saved_server_is_known_by_any_spelling(provider: str, address: str, *, same: bool) -> None:
    assert same_address(provider, address, LocalServer("Ollama", "ollama", "http://127.0.0.1:11434", ())) is same
