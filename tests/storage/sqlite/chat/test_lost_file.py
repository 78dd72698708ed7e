"""A conversations file that is gone, emptied or another one is told of, and restoring it works."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore


class Program:
    """What one start of the program is told."""

    def __init__(self, path: Path) -> None:
        self.told: list[UserError] = []
        self.chats = ChatStore(path, self.told.append)

    def titles(self) -> list[str]:
        return [info.title for info in self.chats.conversations()]

    def messages(self) -> list[str]:
        return [error.message for error in self.told]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a conversation, as the program leaves it."""
    path = tmp_path / "conversations.sqlite"
    Program(path).chats.create("lib", "Lease")
    return path


def remove(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def replace(path: Path) -> None:
    other = path.with_name("other.sqlite")
    Program(other).chats.create("lib", "Another")
    other.replace(path)


LOSSES = {
    remove: "The file with your conversations is gone: {}.",
    empty: "The file with your conversations was emptied: {}.",
    replace: "Another file has taken the place of your conversations: {}.",
}


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_a_loss_is_told_with_what_to_do_and_restoring_works(path: Path, lose: Callable[[Path], None]) -> None:
    backup = path.with_name("backup")
    shutil.copy(path, backup)
    lose(path)
    program = Program(path)
    assert program.titles() == (["Another"] if lose is replace else [])
    program.titles()
    assert program.messages() == [LOSSES[lose].format(path)]
    assert "put a backup in its place" in program.told[0].next_step
    shutil.copy(backup, path)
    restored = Program(path)
    assert (restored.titles(), restored.told) == (["Lease"], [])


@pytest.mark.parametrize("lose", [remove, empty], ids=["removed", "emptied"])
def test_every_start_tells_until_there_are_conversations_again(path: Path, lose: Callable[[Path], None]) -> None:
    lose(path)
    for _ in range(2):
        program = Program(path)
        program.titles()
        assert program.messages() == [LOSSES[lose].format(path)]
    program.chats.create("lib", "New")
    later = Program(path)
    assert (later.titles(), later.told) == (["New"], [])


def test_a_loss_while_the_program_runs_is_told(path: Path) -> None:
    program = Program(path)
    assert (program.titles(), program.told) == (["Lease"], [])
    remove(path)
    assert program.titles() == []
    assert program.messages() == [LOSSES[remove].format(path)]


def test_nothing_is_told_at_the_first_start_nor_after_everything_was_deleted(tmp_path: Path) -> None:
    path = tmp_path / "new" / "conversations.sqlite"
    for _ in range(2):
        program = Program(path)
        assert (program.titles(), program.told) == ([], [])
    conversation = program.chats.create("lib", "Lease")
    program.chats.delete(conversation)
    program.chats.forget_deleted()
    remove(path)
    program = Program(path)
    assert (program.titles(), program.told) == ([], [])


def test_a_file_that_was_used_before_this_was_noted_is_known_from_now_on(path: Path) -> None:
    path.with_suffix(".json").unlink()
    program = Program(path)
    assert (program.titles(), program.told) == (["Lease"], [])
    remove(path)
    program.titles()
    assert program.told


def test_a_damaged_file_is_set_aside_and_told_of_once(path: Path) -> None:
    backup = path.with_name("backup")
    shutil.copy(path, backup)
    path.write_bytes(b"damaged" * 1000)
    program = Program(path)
    with pytest.raises(UserError, match=r"was damaged\. It is now called conversations\.damaged-"):
        program.titles()
    (aside,) = path.parent.glob("conversations.damaged-*.sqlite")
    assert aside.read_bytes() == b"damaged" * 1000
    assert (program.titles(), program.told) == ([], [])
    shutil.copy(backup, path)
    assert Program(path).titles() == ["Lease"]
