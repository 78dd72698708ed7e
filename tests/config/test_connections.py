"""Saved connections to models: kept in the settings, chosen by id or name, and what older settings become."""

import json
from pathlib import Path

import pytest

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.connections import FIRST_ID, Connection, new_connection
from desktop_rag.config.options import (
    LLM_BASE_URL,
    LLM_CONNECTION,
    LLM_CONTEXT_WINDOW,
    LLM_DEFAULT_HEADERS,
    LLM_MODEL,
    LLM_PROVIDER,
    LLM_TEMPERATURE,
)
from desktop_rag.config.presets import preset_at, preset_named, presets
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.errors import UserError
from desktop_rag.llms.openai_access import api_address
from desktop_rag.services.calls import layered

LOCAL: dict[str, OptionValue] = {LLM_PROVIDER.key: "ollama", LLM_MODEL.key: "qwen3:8b", LLM_CONTEXT_WINDOW.key: 8192}
ONLINE: dict[str, OptionValue] = {
    LLM_PROVIDER.key: "openai",
    LLM_BASE_URL.key: "https://api.groq.com/openai/v1",
    LLM_MODEL.key: "llama-3.3-70b",
    LLM_DEFAULT_HEADERS.key: "X-Team: library",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / SETTINGS_FILE


@pytest.fixture
def config(file: Path) -> Config:
    """Settings with two connections, of which the local one is asked."""
    made = Config(file)
    local = new_connection(LOCAL, ())
    online = new_connection(ONLINE, [local])
    made.save_connections([local, online], local.id)
    return made


def by_name(config: Config, name: str) -> Connection:
    return next(one for one in config.connections if one.name == name)


def test_connections_are_kept_in_their_order_with_all_that_is_set_for_them(config: Config, file: Path) -> None:
    again = Config(file)
    assert again.connections == config.connections
    assert [one.name for one in again.connections] == ["Ollama", "Groq"]
    assert (again[LLM_PROVIDER], again[LLM_MODEL], again[LLM_CONTEXT_WINDOW]) == ("ollama", "qwen3:8b", 8192)


def test_another_connection_brings_its_settings_and_none_of_the_one_before(config: Config) -> None:
    online = by_name(config, "Groq")
    other = config.overridden({LLM_CONNECTION.key: online.id})
    assert (other[LLM_PROVIDER], other[LLM_BASE_URL]) == ("openai", "https://api.groq.com/openai/v1")
    assert (other[LLM_CONTEXT_WINDOW], other.revealed(LLM_DEFAULT_HEADERS)) == (0, "X-Team: library")
    assert config[LLM_PROVIDER] == "ollama"


@pytest.mark.parametrize("name", ["Groq", "groq", " GROQ "])
def test_a_connection_can_be_chosen_by_its_name_with_another_model(config: Config, name: str) -> None:
    other = config.overridden({LLM_CONNECTION.key: name, LLM_MODEL.key: "qwen3-32b"})
    assert (other[LLM_BASE_URL], other[LLM_MODEL]) == ("https://api.groq.com/openai/v1", "qwen3-32b")
    assert other[LLM_CONNECTION] == by_name(config, "Groq").id


def test_an_unknown_connection_is_refused_with_the_names_there_are(config: Config) -> None:
    with pytest.raises(UserError, match=r"no connection named “work”.*Ollama, Groq"):
        config.overridden({LLM_CONNECTION.key: "work"})


def test_the_empty_connection_has_the_defaults(config: Config) -> None:
    other = config.overridden({LLM_CONNECTION.key: "", LLM_PROVIDER.key: "ollama", LLM_MODEL.key: "gemma3"})
    assert (other[LLM_MODEL], other[LLM_CONTEXT_WINDOW]) == ("gemma3", 0)


def test_layers_keep_to_the_connection_of_the_last_one(config: Config) -> None:
    conversation: dict[str, OptionValue] = {LLM_CONNECTION.key: by_name(config, "Groq").id, LLM_MODEL.key: "small"}
    question: dict[str, OptionValue] = {LLM_TEMPERATURE.key: 0.9}
    both = layered(config, [conversation, question])
    assert (both[LLM_BASE_URL], both[LLM_MODEL], both[LLM_TEMPERATURE]) == (
        "https://api.groq.com/openai/v1",
        "small",
        0.9,
    )


def test_a_conversation_whose_connection_was_removed_asks_the_model_of_the_settings(config: Config) -> None:
    own: dict[str, OptionValue] = {LLM_CONNECTION.key: "gone", LLM_MODEL.key: "lost", "answer.mode": "chat"}
    assert config.without_lost_connection(own) == {"answer.mode": "chat"}
    kept: dict[str, OptionValue] = {LLM_CONNECTION.key: by_name(config, "Groq").id, LLM_MODEL.key: "small"}
    assert config.without_lost_connection(kept) == kept
    assert config.without_lost_connection({LLM_PROVIDER.key: "none"}) == {LLM_PROVIDER.key: "none"}


def test_settings_of_earlier_versions_become_the_first_connection(file: Path) -> None:
    before = {"llm.provider": "openai", "llm.base_url": "http://localhost:1234/v1", "llm.model": "qwen", "llm.seed": 7}
    file.write_text(json.dumps(before), encoding="utf-8")
    config = Config(file)
    [one] = config.connections
    assert (one.id, one.name, dict(one.values)) == (FIRST_ID, "LM Studio", before)
    assert config[LLM_CONNECTION] == one.id
    assert json.loads(file.read_text(encoding="utf-8")) == before
    config.update({"retrieval.similarity_top_k": 9})
    assert Config(file).connections == (one,)


def test_settings_without_a_model_have_no_connection(file: Path) -> None:
    file.write_text(json.dumps({"llm.base_url": "http://localhost:1234"}), encoding="utf-8")
    config = Config(file)
    assert config.connections == ()
    config.save_connections((), "")
    assert Config(file)[LLM_BASE_URL] == "http://localhost:1234"


def test_what_an_earlier_version_changed_meanwhile_is_the_connections_too(config: Config, file: Path) -> None:
    stored = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**stored, "llm.model": "gemma3:4b"}), encoding="utf-8")
    assert by_name(Config(file), "Ollama").model == "gemma3:4b"


def test_setting_a_model_changes_the_connection_in_use(config: Config) -> None:
    config.update({LLM_MODEL.key: "gemma3:4b"})
    assert by_name(config, "Ollama").model == "gemma3:4b"
    assert by_name(config, "Groq").model == "llama-3.3-70b"


def test_setting_another_server_adds_a_connection_or_finds_the_one_there_is(config: Config) -> None:
    config.update({LLM_PROVIDER.key: "openai", LLM_BASE_URL.key: "https://models.example.com/v1"})
    assert [one.name for one in config.connections] == ["Ollama", "Groq", "models.example.com"]
    config.update({LLM_PROVIDER.key: "openai", LLM_BASE_URL.key: "https://api.groq.com/openai/v1"})
    assert len(config.connections) == 3
    assert config[LLM_CONNECTION] == by_name(config, "Groq").id


def test_without_a_model_the_connections_stay(config: Config, file: Path) -> None:
    config.update({LLM_PROVIDER.key: "none"})
    assert [one.name for one in Config(file).connections] == ["Ollama", "Groq"]
    config.save_connections(config.connections, "")
    assert (config[LLM_PROVIDER], config[LLM_CONNECTION]) == ("none", "")


@pytest.mark.parametrize(
    ("names", "message"),
    [(("", "b"), "needs a name"), (("a", "A"), "two connections"), (("x" * 81, "b"), "needs a name")],
    ids=["no name", "the same name", "a long name"],
)
def test_names_are_there_and_different(config: Config, names: tuple[str, str], message: str) -> None:
    before = config.connections
    wrong = [Connection(str(place), name, LOCAL) for place, name in enumerate(names)]
    with pytest.raises(UserError, match=message):
        config.save_connections(wrong, "0")
    assert config.connections == before


def test_names_that_are_made_differ() -> None:
    first = new_connection(LOCAL, ())
    second = new_connection(LOCAL, [first])
    assert (first.name, second.name) == ("Ollama", "Ollama 2")
    assert first.id != second.id


@pytest.mark.parametrize(
    "connections",
    [{}, "x", [None, 7], [{"id": 1}], [{"id": "a", "name": "A", "values": []}]],
    ids=["no list", "a text", "no objects", "no name", "no values"],
)
def test_connections_that_cannot_be_understood_are_left_out(file: Path, connections: object) -> None:
    file.write_text(json.dumps({"connections": connections, "llm.seed": 7}), encoding="utf-8")
    config = Config(file)
    assert config.connections == ()
    assert config.value(LLM_TEMPERATURE) == LLM_TEMPERATURE.default


def test_values_of_a_later_version_do_not_lose_the_connection(file: Path) -> None:
    values = {"llm.provider": "ollama", "llm.model": "m", "llm.later": 1, "llm.seed": "seven"}
    file.write_text(json.dumps({"connections": [{"id": "a", "name": "A", "values": values}]}), encoding="utf-8")
    [one] = Config(file).connections
    assert dict(one.values) == {"llm.provider": "ollama", "llm.model": "m"}


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.name)
def test_every_preset_has_an_address_that_can_be_asked(preset: object) -> None:
    known = preset_named(getattr(preset, "name", ""))
    assert known is preset
    assert known is not None
    assert known.provider in LLM_PROVIDER.values
    if known.provider == "openai":
        assert api_address(known.address) == known.address.lower() or "YOUR-RESOURCE" in known.address
    is_local = "localhost" in known.address or known.provider == "built-in"
    assert is_local or known.key_page.startswith("https://")
    assert preset_at(known.provider, known.address) == known


def test_the_usual_address_is_that_of_the_provider() -> None:
    assert preset_at("ollama", "") == preset_named("ollama")
    assert preset_at("openai", "") == preset_named("OpenAI")
    assert preset_at("ollama", "http://127.0.0.1:11434/") == preset_named("Ollama")
    assert preset_at("openai", "https://models.example.com") is None
