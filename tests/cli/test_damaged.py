"""One damaged file keeps nothing else from working, and is called by its name."""

import sqlite3
from pathlib import Path

import pytest

from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.helpers.command_line import CommandLine, run

GARBAGE = b"this is not a database " * 500


@pytest.fixture
def asked(cli: CommandLine, tmp_path: Path) -> CommandLine:
    """A library of one file, of which something was asked."""
    (tmp_path / "cats.txt").write_text("Cats sleep sixteen hours a day.")
    assert cli("index", "create", "lib").code == 0
    assert cli("add", "lib", tmp_path / "cats.txt").code == 0
    return cli


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["embeddings.sqlite", "conversations.sqlite"])
def test_asking_does_not_need_it(asked: CommandLine, data: Path, name: str) -> None:
    (data / name).write_bytes(GARBAGE)
    done = asked("ask", "lib", "How long do cats sleep?")
    assert (done.code, done.err) == (0, "")
    assert "Cats sleep sixteen hours a day." in done.out


@pytest.mark.slow
def test_doctor_names_damaged_conversations_and_then_finds_all_well(data: Path) -> None:
    data.mkdir()
    (data / "conversations.sqlite").write_bytes(GARBAGE)
    printed = run("doctor", data_dir=data, code=1)
    assert "wrong conversations: The conversations file was damaged. It is now called" in printed
    assert "ok    libraries: 0" in printed
    assert "ok    conversations: 0" in run("doctor", data_dir=data)


def test_conversations_that_are_gone_are_told_of_until_there_are_others(cli: CommandLine, data: Path) -> None:
    file = data / "conversations.sqlite"
    data.mkdir()
    conversation = ChatStore(file).create("lib", "Lease")
    kept = file.read_bytes()
    assert (conversation in cli("conversation", "list").out, cli("conversation", "list").err) == (True, "")
    file.unlink()
    for _ in range(2):
        done = cli("conversation", "list")
        assert f"The file with your conversations is gone: {file}." in done.err
        assert "put a backup in its place" in done.err
        assert "No conversations yet" in done.out
    file.write_bytes(kept)
    done = cli("conversation", "list")
    assert (conversation in done.out, done.err) == (True, "")


def test_a_library_of_a_newer_version_says_what_to_update(cli: CommandLine, data: Path) -> None:
    cli("index", "create", "lib")
    connection = sqlite3.connect(data / "libraries" / "lib.ragindex")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "made by a newer version of Desktop RAG" in cli("status", "lib").err
    assert "made by a newer version of Desktop RAG" in cli("index", "list").out
