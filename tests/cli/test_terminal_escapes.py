"""What a document can make a terminal do: nothing, whichever command prints it."""

from pathlib import Path

import pytest

from tests.helpers.command_line import run
from tests.helpers.scripted_server import Reply, ScriptedServer

EVIL = "\x1b]0;owned\x07 \x1b]52;c;ZXZpbA==\x07 \x1b[31m red \x9b2J \u202egnp.exe"
OBEYED = "\x1b\x07\x9b\u202e"


pytestmark = pytest.mark.slow  # a process for each command


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a library whose files, one of them a web page, hold escape sequences."""
    folder = tmp_path_factory.mktemp("evil")
    files, data = folder / "files", folder / "data"
    files.mkdir()
    (files / "notes.txt").write_text(f"The heron eats {EVIL} frogs at dawn.", encoding="utf-8")
    (files / "page.html").write_text("<p>The heron sleeps &#27;]0;owned&#7; &#x202e;standing.</p>", encoding="utf-8")
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", files, "--no-embed", data_dir=data)
    return data


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "command",
    [
        ("search", "lib", "heron"),
        ("search", "lib", "heron", "--json"),
        ("ask", "lib", "What does the heron eat?", "--provider", "none"),
        ("ask", "lib", "What does the heron eat?", "--provider", "none", "--trace"),
        ("ask", "lib", "What does the heron eat?", "--provider", "none", "--json"),
    ],
    ids=" ".join,
)
def test_a_document_commands_no_terminal(evil: Path, command: tuple[str, ...]) -> None:
    printed = run(*command, data_dir=evil)
    assert "heron" in printed
    assert "owned" in printed
    assert not set(printed) & set(OBEYED)


def test_nor_does_a_model(evil: Path) -> None:
    with ScriptedServer() as server:
        server.script(Reply(tokens=["The heron ", f"eats {EVIL}", " frogs."]))
        flags = ("--provider", "openai", "--base-url", server.base_url, "--model", server.models[0])
        printed = run("ask", "lib", "What does the heron eat?", *flags, data_dir=evil)
    assert "frogs" in printed
    assert not set(printed) & set(OBEYED)
