"""``desktop-rag connection`` and ``--connection``."""

import json
from pathlib import Path

from tests.helpers.command_line import CommandLine


def test_a_known_service_is_added_by_its_name_alone(cli: CommandLine) -> None:
    done = cli("connection", "add", "groq", "--model", "llama-3.3-70b")
    assert done.code == 0
    assert "Saved the connection “groq”." in done.out
    assert "https://console.groq.com/keys" in done.out
    [one] = json.loads(cli("connection", "list", "--json").out)
    assert one == {
        "name": "groq",
        "in_use": True,
        "values": {
            "llm.provider": "openai",
            "llm.base_url": "https://api.groq.com/openai/v1",
            "llm.model": "llama-3.3-70b",
        },
        "headers": [],
    }


def test_the_values_of_headers_are_not_shown(cli: CommandLine) -> None:
    cli("connection", "add", "Work", "--preset", "vLLM", "--set", "llm.default_headers=X-Key: SECRET")
    for shown in (cli("connection", "list", "--json").out, cli("connection", "list").out):
        assert "SECRET" not in shown
    assert json.loads(cli("connection", "list", "--json").out)[0]["headers"] == ["X-Key"]


def test_connections_are_listed_chosen_and_removed(cli: CommandLine) -> None:
    assert "No connections yet" in cli("connection", "list").out
    cli("connection", "add", "Ollama")
    cli("connection", "add", "Mistral")
    assert cli("connection", "list").out.startswith("* Ollama")
    assert cli("connection", "use", "mistral").code == 0
    assert "* Mistral" in cli("connection", "list").out
    assert cli("connection", "remove", "Mistral").code == 0
    assert "* Ollama" in cli("connection", "list").out
    cli("connection", "use", "none")
    assert "  Ollama" in cli("connection", "list").out


def test_what_cannot_be_saved_is_said(cli: CommandLine) -> None:
    assert "A connection needs a provider." in cli("connection", "add", "Mine").err
    assert "There is no known service named “Grok”." in cli("connection", "add", "x", "--preset", "Grok").err
    cli("connection", "add", "Ollama")
    assert "two connections named “ollama”" in cli("connection", "add", "ollama").err
    assert "no connection named “Work”" in cli("connection", "remove", "Work").err
    broken = cli("connection", "add", "W", "--preset", "vLLM", "--set", "llm.additional_kwargs=top_k")
    assert "The extra JSON is not a JSON object." in broken.err


def test_a_question_names_a_connection_that_there_is_not(cli: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("The kettle is blue.", encoding="utf-8")
    cli("index", "create", "notes")
    cli("add", "notes", tmp_path / "note.txt", "--no-embed")
    cli("connection", "add", "Ollama")
    done = cli("ask", "notes", "What is this?", "--connection", "Work")
    assert done.code == 1
    assert "There is no connection named “Work”. Choose one of: Ollama." in done.err
