"""``desktop-rag pin`` as a person runs it."""

from pathlib import Path

import pytest

from tests.helpers.command_line import CommandLine


@pytest.fixture
def papers(cli: CommandLine, tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lease.txt").write_text("The monthly rent is £950. The deposit is £1,900.\n", encoding="utf-8")
    cli("index", "create", "papers")
    cli("add", "papers", folder)
    return tmp_path


def test_an_answer_and_a_text_are_pinned_checked_told_once_and_removed(cli: CommandLine, papers: Path) -> None:
    done = cli("chat", "papers", typed="What is the deposit?\n")
    assert done.code == 0, done.err
    (one,) = cli("conversation", "list", "--json").json
    made = cli("pin", "add", "papers", "--conversation", one["id"], "--json").json
    assert (made["kind"], made["title"], made["turn"]) == ("answer", "What is the deposit?", 1)
    (papers / "draft.md").write_text("The monthly rent is £950.\n", encoding="utf-8")
    done = cli("pin", "add", "papers", "--text", papers / "draft.md")
    assert done.out == "Watching “draft.md”, number 2. Statements: 1.\n", done.err
    done = cli("pin", "check", "papers")
    assert (done.code, done.out) == (0, "There is nothing new to tell.\n"), done.err
    lease = papers / "papers" / "lease.txt"
    lease.write_text("The monthly rent is £950. The deposit is £2,400.\n", encoding="utf-8")
    cli("add", "papers")
    done = cli("pin", "check", "papers")
    assert done.out.startswith("No longer holds: ")
    assert "− “The deposit is £1,900" in done.out
    assert "+ “The deposit is £2,400" in done.out
    assert done.out.endswith("Watched: What is the deposit?\n")
    assert "looked at again: " in done.err
    again = cli("pin", "check", "papers", "--json").json
    assert (again["pins"], again["looked"], again["news"]) == (2, 0, [])
    text, answer = cli("pin", "list", "papers").out.splitlines()
    assert text.endswith("text  draft.md: 1 of 1 still hold")
    assert answer.endswith("answer  What is the deposit?: 0 of 1 still hold")
    assert cli("pin", "remove", "papers", "1").out == "Number 1 is no longer watched.\n"
    assert cli("pin", "remove", "papers", "1").code == 1
    assert [pin["id"] for pin in cli("pin", "list", "papers", "--json").json] == [2]
    assert cli("pin", "add", "papers").code == 2
