"""Commands about the program itself: keys, the network, settings as a file."""

import io
from pathlib import Path

import pytest

from desktop_rag.config import Config
from desktop_rag.config.secrets import keys_file
from desktop_rag.config.store import SETTINGS_FILE
from tests.helpers.command_line import CommandLine
from tests.helpers.scripted_server import ScriptedServer

KEY = "k-4711-secret"


def pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_key_is_stored_listed_and_forgotten_without_being_shown(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe(monkeypatch, f"{KEY}\n")
    stored = cli("key", "set", "https://api.example.com/v1")
    assert stored.code == 0
    assert stored.out.startswith("Stored the key for api.example.com in ")
    assert "only you can open, because this system has no keychain" in stored.out
    listed = cli("key", "list")
    assert "api.example.com  key  in " in listed.out
    assert cli("key", "list", "--json").json == [{"address": "api.example.com", "kind": "key", "place": "file"}]
    assert KEY in keys_file().read_text()
    assert cli("key", "delete", "api.example.com").out == "Forgot the key for api.example.com.\n"
    assert cli("key", "delete", "api.example.com").code == 1
    assert cli("key", "list").out.startswith("No keys are stored.")
    assert KEY not in keys_file().read_text()
    assert KEY not in stored.out + stored.err + listed.out + listed.err


def test_without_an_address_the_key_is_for_the_model_of_the_settings(
    cli: CommandLine, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Config(data / SETTINGS_FILE).update({"llm.base_url": "http://gpu.lan:8080/v1"})
    pipe(monkeypatch, f"{KEY}\n")
    assert cli("key", "set").out.startswith("Stored the key for http://gpu.lan:8080 ")


def test_no_key_is_no_key(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, "\n")
    done = cli("key", "set", "api.example.com")
    assert (done.code, "No key was given." in done.err) == (1, True)


def test_the_environment_s_key_is_listed_for_its_server(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", "https://models.example.com/v1")
    listed = cli("key", "list")
    assert listed.out == "models.example.com  key  from the environment variable OPENAI_API_KEY\n"


def test_where_there_is_no_keychain_doctor_says_so(cli: CommandLine) -> None:
    assert (
        f"warn  keys: this system has no keychain: API keys and passwords are kept in {keys_file()}"
        in cli("doctor").out
    )


def test_the_network_is_listed_and_switched(cli: CommandLine) -> None:
    assert cli("network").out == "Nothing has left this machine.\n"
    with ScriptedServer() as server:
        config = ("--provider", "openai", "--base-url", server.base_url, "--model", server.models[0])
        cli("index", "create", "lib")
        cli("ask", "lib", "Hello?", "--mode", "chat", *config)
        place = server.base_url.removeprefix("http://").removesuffix("/v1")
    shown = cli("network")
    assert shown.out.startswith("Nothing has left this machine.\n")
    assert f"{place} (this computer)" in shown.out
    told = cli("network", "--json").json
    assert told["offline"] is False
    assert {"chat", "models"} >= {row["purpose"] for row in told["hosts"]} >= {"chat"}
    assert cli("network", "offline").out.startswith("Working offline: only programs on this computer are contacted.")
    assert cli("network", "--json").json["offline"] is True
    assert cli("network", "online", "--clear").out == "Nothing has left this machine.\n"
    assert cli("--offline", "network").out.startswith("Working offline")
    assert not cli("network").out.startswith("Working offline"), "it was for one command"


def test_settings_are_exported_and_imported(cli: CommandLine, data: Path, tmp_path: Path) -> None:
    Config(data / SETTINGS_FILE).update({"llm.seed": 7, "llm.default_headers": f"X-Key: {KEY}"})
    file = tmp_path / "mine.json"
    assert cli("settings", "export", file).code == 0
    assert KEY not in file.read_text()
    again = cli("settings", "export", file)
    assert (again.code, "--force" in again.err) == (1, True)
    assert cli("settings", "export", file, "--force").code == 0
    Config(data / SETTINGS_FILE).update({"llm.seed": 8})
    assert cli("settings", "import", file).out == f"Took over the settings of {file}.\n"
    assert "llm.seed=7" in cli("settings", "llm.seed").out
    assert cli("settings", "show", "llm.seed").out == cli("settings", "llm.seed").out


@pytest.mark.parametrize("command", [("settings", "llm.seed"), ("key", "list"), ("network",), ("index", "list")])
def test_a_damaged_settings_file_is_told_of(cli: CommandLine, data: Path, command: tuple[str, ...]) -> None:
    data.mkdir()
    (data / SETTINGS_FILE).write_text("{")
    done = cli(*command)
    assert done.code == 0
    (aside,) = data.glob("settings.damaged-*.json")
    told = f"The file {data / SETTINGS_FILE} was damaged. It was renamed to {aside}. The default settings are used."
    assert " ".join(done.err.split()).count(told) == 1
    assert "damaged" not in cli(*command).err
