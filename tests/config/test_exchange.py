"""Settings as a file: everything but secrets."""

import json
import os
from pathlib import Path

import pytest

from desktop_rag.config import Config
from desktop_rag.config.connections import CONNECTIONS, Connection
from desktop_rag.config.exchange import LeftOut, export_settings, import_settings
from desktop_rag.config.options import LLM_BASE_URL, LLM_CONNECTION, LLM_DEFAULT_HEADERS, LLM_MODEL, LLM_SEED, RETRIEVER
from desktop_rag.core.errors import UserError
from tests.helpers.cut_off import cut_off_everywhere

SECRET = "pl4nted-SECRET"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "data" / "settings.json")


def test_settings_go_to_another_computer_without_secrets(config: Config, tmp_path: Path) -> None:
    values = {"llm.provider": "openai", "llm.model": "m", "llm.base_url": f"http://me:{SECRET}@a.lan"}
    config.save_connections([Connection("a", "A", {**values, "llm.default_headers": f"X-Key: {SECRET}"})], "a")
    config.update({LLM_SEED.key: 7, RETRIEVER.key: "bm25"})
    file = tmp_path / "mine.json"
    export_settings(config, file)
    assert SECRET not in file.read_text()
    other = Config(tmp_path / "other" / "settings.json")
    other.update({"answer.documents_only": True, LLM_SEED.key: 1})
    assert import_settings(other, file) == LeftOut()
    assert other.values() == config.values(), "and what the file has not is as by default"
    assert [(one.name, one.model) for one in other.connections] == [("A", "m")]
    assert other[LLM_CONNECTION] == "a"
    assert Config(tmp_path / "other" / "settings.json").values() == config.values()


def test_secrets_of_this_computer_stay(config: Config, tmp_path: Path) -> None:
    config.update({LLM_BASE_URL.key: f"http://me:{SECRET}@a.lan", LLM_DEFAULT_HEADERS.key: f"X-Key: {SECRET}"})
    export_settings(config, tmp_path / "mine.json")
    import_settings(config, tmp_path / "mine.json")
    assert config.revealed(LLM_BASE_URL) == f"http://me:{SECRET}@a.lan"
    assert config.revealed(LLM_DEFAULT_HEADERS) == f"X-Key: {SECRET}"


def test_what_this_version_does_not_know_is_named(config: Config, tmp_path: Path) -> None:
    file = tmp_path / "later.json"
    file.write_text(json.dumps({LLM_SEED.key: 7, "telepathy.range": 3, RETRIEVER.key: "telepathic"}))
    assert import_settings(config, file) == LeftOut(("telepathy.range",), (RETRIEVER.key,))
    assert (config[LLM_SEED], config[RETRIEVER]) == (7, RETRIEVER.default)


def test_secrets_in_a_file_written_by_hand_go_into_the_store(config: Config, tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_text(json.dumps({LLM_BASE_URL.key: f"http://me:{SECRET}@a.lan"}))
    import_settings(config, file)
    assert SECRET not in (tmp_path / "data" / "settings.json").read_text()
    assert config.revealed(LLM_BASE_URL) == f"http://me:{SECRET}@a.lan"


@pytest.mark.parametrize("content", ["", "{", "[]", "3", '{"name": "something else"}', "[" * 100_000])
def test_a_file_of_something_else_changes_nothing(config: Config, tmp_path: Path, content: str) -> None:
    config.update({LLM_MODEL.key: "mine"})
    (tmp_path / "else.json").write_text(content)
    with pytest.raises(UserError, match="does not hold settings"):
        import_settings(config, tmp_path / "else.json")
    assert config[LLM_MODEL] == "mine"


def test_a_file_that_is_not_there_and_a_place_that_cannot_be_written(config: Config, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        import_settings(config, tmp_path / "none.json")
    with pytest.raises(UserError, match="cannot be written"):
        export_settings(config, tmp_path / "none" / "mine.json")


def test_a_file_with_wrong_values_only_changes_nothing_and_names_them(config: Config, tmp_path: Path) -> None:
    config.update({LLM_SEED.key: 7, RETRIEVER.key: "bm25"})
    before = (tmp_path / "data" / "settings.json").read_bytes()
    wrong = {LLM_SEED.key: "many", RETRIEVER.key: "telepathic", CONNECTIONS: [{"id": 3}]}
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    with pytest.raises(UserError) as caught:
        import_settings(config, tmp_path / "wrong.json")
    assert all(name in caught.value.message for name in (LLM_SEED.key, RETRIEVER.key, CONNECTIONS))
    assert "Nothing was changed" in caught.value.next_step
    assert (tmp_path / "data" / "settings.json").read_bytes() == before
    assert (config[LLM_SEED], config[RETRIEVER]) == (7, "bm25")


def test_a_wrong_value_stays_as_it_was_and_the_others_are_taken(config: Config, tmp_path: Path) -> None:
    config.update({LLM_SEED.key: 7, RETRIEVER.key: "bm25", LLM_MODEL.key: "mine"})
    good = Connection("a", "A", {"llm.provider": "ollama", "llm.model": "m"})
    stored = [
        {"id": "a", "name": "A", "values": {**good.values, "llm.temperature": "hot"}},
        {"id": "b", "name": "", "values": {}},
        {"id": "c"},
        "nothing",
    ]
    (tmp_path / "some.json").write_text(
        json.dumps({LLM_SEED.key: "many", RETRIEVER.key: "vector", CONNECTIONS: stored})
    )
    left = import_settings(config, tmp_path / "some.json")
    assert set(left.wrong) == {LLM_SEED.key, "A: llm.temperature", "connections: ", "connections 3", "connections 4"}
    assert (config[LLM_SEED], config[RETRIEVER], config[LLM_MODEL]) == (7, "vector", LLM_MODEL.default)
    assert config.connections == (good,)
    assert all(name in " ".join(left.sentences()) for name in left.wrong)


def import_mine(folder: Path) -> None:
    """Import a file into the settings of a folder."""
    import_settings(Config(folder / "settings.json"), folder / "mine.json")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows does not fork")
def test_an_import_that_is_cut_off_took_over_all_or_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    old, new = Config(data / "settings.json"), Config(tmp_path / "new.json")
    old.update({LLM_SEED.key: 7})
    new.update({RETRIEVER.key: "bm25"})
    new.save_connections([Connection("a", "A", {"llm.provider": "ollama"})], "a")
    export_settings(new, data / "mine.json")
    folders = cut_off_everywhere("tests.config.test_exchange:import_mine", data, tmp_path / "results")
    assert len(folders) > 3
    for folder in folders:
        found = Config(folder / "settings.json")
        assert (found.values(), found.connections) in [(one.values(), one.connections) for one in (old, new)]
    assert Config(folders[-1] / "settings.json").values() == new.values()
