"""Conversations of the window and of ``chat``: listed, shown and exported from the command line."""

from pathlib import Path

import pytest

from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.helpers.command_line import CommandLine
from tests.services.exports.exported import ANSWER, QUESTION


@pytest.fixture
def chats(data: Path) -> ChatStore:
    data.mkdir()
    return ChatStore(data / "conversations.sqlite")


@pytest.fixture
def money(chats: ChatStore) -> str:
    conversation = chats.create("Finance", "Money  matters")
    chats.answer(chats.ask(conversation, QUESTION), ANSWER)
    return conversation


def test_conversations_are_listed_the_latest_first(cli: CommandLine, chats: ChatStore, money: str) -> None:
    later = chats.create("Law", "Contracts")
    lines = cli("conversation", "list").out.splitlines()
    assert [line.split()[0] for line in lines] == [later, money]
    assert lines[1].endswith("Finance  Money matters")
    assert [one["id"] for one in cli("conversation", "list", "--library", "Law", "--json").json] == [later]
    assert "No conversations yet" in cli("conversation", "list", "--library", "nowhere").out


def test_a_conversation_is_found_by_its_title_its_id_or_the_beginning_of_that(
    cli: CommandLine, chats: ChatStore, money: str
) -> None:
    for name in (money, money[:6], "money matters", " Money matters "):
        shown = cli("conversation", "show", name)
        assert (shown.code, QUESTION in shown.out, "Jane Doe" in shown.out) == (0, True, True), name
        assert "Partly supported: “Revenue **rose to 7.2 million** in 2024.” The source says 2.7 million." in shown.out
    told = cli("conversation", "show", money, "--json").json
    assert (told["id"], told["index_name"]) == (money, "Finance")
    assert [turn["question"] for turn in told["turns"]] == [QUESTION]
    assert told["turns"][0]["support"] == pytest.approx(1 / 3)
    assert cli("conversation", "show", money[:3]).code == 1, "too short to be sure"
    assert "no conversation “x”" in cli("conversation", "show", "x").err
    other = chats.create("Finance", "money matters")
    done = cli("conversation", "show", "money matters")
    assert done.code == 1
    assert money in done.err
    assert other in done.err


def test_a_conversation_is_exported_and_replaces_a_file_only_by_force(
    cli: CommandLine, money: str, tmp_path: Path
) -> None:
    target = tmp_path / "money.md"
    assert cli("conversation", "export", "money matters", target).out == f"Exported “Money matters” to {target}.\n"
    assert "report.pdf, page iii" in target.read_text(encoding="utf-8")
    assert "anna" not in target.read_text(encoding="utf-8")
    again = cli("conversation", "export", money, target, "--full-paths")
    assert (again.code, "already a file" in again.err) == (1, True)
    assert cli("conversation", "export", money, target, "--force", "--full-paths", "--json").json == {
        "id": money,
        "file": str(target),
    }
    assert "/home/anna/private/report.pdf" in target.read_text(encoding="utf-8")
    assert ".docx" in cli("conversation", "export", money, tmp_path / "money.odt").err


@pytest.mark.slow
def test_an_answer_is_exported_as_it_is_given(cli: CommandLine, folder: Path, tmp_path: Path) -> None:
    cli("index", "create", "lib")
    cli("add", "lib", folder, "--no-embed")
    target = tmp_path / "answer.html"
    done = cli("ask", "lib", "how long do cats sleep?", "--export", target)
    assert done.code == 0
    page = target.read_text(encoding="utf-8")
    assert "cats.txt" in page
    assert str(folder) not in page
    before = cli("ask", "lib", "how long do cats sleep?", "--export", target)
    assert (before.code, before.out) == (1, ""), "nothing is asked when the answer could not be written"
    assert cli("ask", "lib", "how long do cats sleep?", "--export", target, "--force", "--json").code == 0
    lost = cli("ask", "lib", "how long do cats sleep?", "--export", tmp_path / "missing" / "a.md")
    assert lost.code == 1
    assert "cats.txt" in lost.out, "the answer is shown although it cannot be written"
    assert "cannot be written" in lost.err


def test_what_was_said_is_found_in_all_conversations(cli: CommandLine, money: str) -> None:
    lines = cli("conversation", "search", "revenue", "rose").out.splitlines()
    assert lines[0].startswith(money)
    assert lines[0].endswith("Finance  Money matters")
    assert "Revenue" in lines[1]
    (one,) = cli("conversation", "search", "revenue", "--json").json
    assert (one["conversation"]["id"], one["place"]) == (money, 0)
    assert cli("conversation", "search", "zebra").out == "No conversation says “zebra”.\n"


def test_a_conversation_is_renamed(cli: CommandLine, money: str) -> None:
    told = cli("conversation", "rename", "money matters", " Costs  of 2024 ")
    assert told.out == "“Money matters” is now called “Costs of 2024”.\n"
    assert cli("conversation", "list", "--json").json[0]["title"] == "Costs of 2024"
    refused = cli("conversation", "rename", money, "  ")
    assert (refused.code, "at least one letter" in refused.err) == (1, True)


def test_a_deleted_conversation_is_gone_for_good(cli: CommandLine, chats: ChatStore, money: str) -> None:
    assert cli("conversation", "delete", "money matters").out == "Deleted “Money matters”.\n"
    chats.restore(money)
    assert chats.conversations() == ()
    assert cli("conversation", "delete", "money matters").code == 1


def test_versions_of_a_question_are_listed_as_one_conversation(cli: CommandLine, chats: ChatStore) -> None:
    first = chats.create("Law", "Lease")
    chats.ask(first, "How long?")
    edited = chats.branch(first, 0, edited=True).id
    chats.ask(edited, "How long is it?")
    latest, other = cli("conversation", "list").out.splitlines()
    assert latest.startswith(edited)
    assert latest.endswith("Lease")
    assert other.startswith(f"    {first}")
    assert "How long is it?" in cli("conversation", "show", "Lease").out, "the latest version"
    assert "is it" not in cli("conversation", "show", first).out
