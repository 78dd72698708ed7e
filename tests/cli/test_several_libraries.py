"""Asking several libraries on the command line."""

import json
from pathlib import Path

import pytest

from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.cli.test_chat import talk
from tests.helpers.command_line import CommandLine

QUESTION = "How long do otters sleep?"


@pytest.fixture
def both(data: Path, tmp_path: Path, cli: CommandLine) -> Path:
    for name, text in (("lib", "Green tea is brewed at eighty degrees."), ("animals", "Otters sleep ten hours a day.")):
        folder = tmp_path / f"files of {name}"
        folder.mkdir()
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        assert (cli("index", "create", name).code, cli("add", name, folder, "--no-embed").code) == (0, 0)
    return data


@pytest.mark.slow
def test_a_question_is_asked_of_both_and_the_places_name_the_other(cli: CommandLine, both: Path) -> None:
    done = cli("ask", "lib", QUESTION, "--also", "animals")
    assert (done.code, "Otters sleep ten hours a day." in done.out) == (0, True)
    assert "animals.txt (animals)\n" in done.out
    wrong = cli("ask", "lib", QUESTION, "--also", "birds")
    assert (wrong.code, "no library called “birds”" in wrong.err) == (1, True)


@pytest.mark.slow
def test_a_conversation_asks_both_from_then_on(both: Path) -> None:
    printed, _ = talk(both, QUESTION, "--also", "animals", "--json")
    conversation = json.loads(printed)["conversation"]
    assert ChatStore(both / "conversations.sqlite").sources(conversation) == ConversationSources(("animals",))
    printed, _ = talk(both, QUESTION, "--conversation", conversation, "--json")
    assert "Otters" in json.loads(printed)["answer"]


@pytest.mark.slow
def test_a_file_is_attached_to_one_question(cli: CommandLine, both: Path, tmp_path: Path) -> None:
    file = tmp_path / "badgers.txt"
    file.write_text("Badgers dig setts with many entrances.", encoding="utf-8")
    done = cli("ask", "lib", "What do badgers dig?", "--attach", file)
    assert (done.code, "Badgers dig setts" in done.out) == (0, True)
    assert "badgers.txt (attached)\n" in done.out
    assert "animals" in cli("index", "list").out
    assert not list((both / "libraries" / "attached").iterdir())
