"""The models of servers, managed on the command line."""

import json
from collections.abc import Iterator

import pytest

from tests.helpers.command_line import CommandLine
from tests.helpers.scripted_server import ScriptedServer


@pytest.fixture
def server(cli: CommandLine) -> Iterator[ScriptedServer]:
    """A scripted Ollama that has one of two models in memory, and is connected."""
    with ScriptedServer() as server:
        server.models = ["gemma3:4b", "qwen3:8b"]
        server.pages["/api/ps"] = {"models": [{"name": "qwen3:8b", "size": 6_000_000_000, "expires_at": "2026-05-04"}]}
        server.pages["/api/generate"] = {"done": True}
        cli("connection", "add", "Ollama", "--base-url", server.ollama_url, "--model", "qwen3:8b")
        yield server


def test_models_are_listed(server: ScriptedServer, cli: CommandLine) -> None:
    assert cli("model", "served").out.splitlines() == ["gemma3:4b", "qwen3:8b: in memory, 6.0 GB, until 2026-05-04"]
    listed = json.loads(cli("model", "served", "--connection", "ollama", "--json").out)
    assert [(one["name"], one["is_loaded"]) for one in listed] == [("gemma3:4b", False), ("qwen3:8b", True)]


def test_models_are_loaded_and_unloaded(server: ScriptedServer, cli: CommandLine) -> None:
    assert cli("model", "load", "gemma3:4b").out == "gemma3:4b is in memory.\n"
    assert cli("model", "unload", "qwen3:8b").out == "qwen3:8b is no longer in memory.\n"
    bodies = [request.body for request in server.requests if request.path == "/api/generate"]
    assert [(body["model"], body.get("keep_alive")) for body in bodies] == [("gemma3:4b", None), ("qwen3:8b", 0)]


def test_a_model_is_pulled(server: ScriptedServer, cli: CommandLine) -> None:
    server.pull_lines = [{"status": "pulling", "digest": "a", "total": 10, "completed": 10}, {"status": "success"}]
    assert cli("model", "pull", "smollm2:135m").out == "The server has the model smollm2:135m now.\n"
    server.pull_lines = [{"error": "pull model manifest: file does not exist"}]
    failed = cli("model", "pull", "smollm9")
    assert failed.code == 1
    assert "Ollama knows no model named “smollm9”." in failed.err


def test_a_connection_without_a_server_has_nothing_to_manage(cli: CommandLine) -> None:
    cli("connection", "add", "Built in", "--model", "some.gguf")
    failed = cli("model", "served")
    assert failed.code == 1
    assert "There is no server whose models could be managed." in failed.err


def test_without_a_connection_the_ollama_of_this_computer_is_meant(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedServer() as server:
        server.pages["/api/ps"] = {"models": []}
        monkeypatch.setenv("OLLAMA_HOST", server.ollama_url)
        assert cli("model", "served").out == "scripted-model\n"
