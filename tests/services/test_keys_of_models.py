"""Which key goes to which server."""

from pathlib import Path

import pytest

from desktop_rag.config import Config
from desktop_rag.config.secrets import Secrets
from desktop_rag.services.connected_models import api_key_of

REMOTE = "https://ollama.example"


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Secrets:
    """Keys of two servers, in a file; the environment has one of OpenAI."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai")
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    for name in ("OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)
    kept = Secrets(tmp_path / "keys.json")
    kept.set_api_key(REMOTE, "sk-remote")
    kept.set_api_key("http://127.0.0.1:11434", "sk-local")
    return kept


@pytest.mark.parametrize(
    ("provider", "address", "host", "key"),
    [
        ("openai", "", "", "sk-openai"),
        ("openai", REMOTE, "", "sk-remote"),
        ("ollama", REMOTE, "", "sk-remote"),
        ("ollama", "", REMOTE, "sk-remote"),
        ("ollama", "", "", None),
        ("ollama", "http://127.0.0.1:11434", "", None),
        ("built-in", REMOTE, "", None),
        ("none", REMOTE, "", None),
    ],
)
def test_a_key_goes_to_its_own_server_alone(
    secrets: Secrets, monkeypatch: pytest.MonkeyPatch, provider: str, address: str, host: str, key: str | None
) -> None:
    if host:
        monkeypatch.setenv("OLLAMA_HOST", host)
    config = Config()
    config.update({"llm.provider": provider, "llm.base_url": address, "llm.model": "m"})
    assert api_key_of(config, secrets) == key
