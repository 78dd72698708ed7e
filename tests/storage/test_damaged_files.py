"""Each file is blamed for its own damage, and a damaged cache or conversation keeps nothing else from working."""

from collections.abc import Callable
from pathlib import Path

import apsw
import numpy as np
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.vectors.embedding_cache import SqliteEmbeddingCache
from desktop_rag.storage.storage_context import StorageContext

SPACE = EmbeddingSpace("p", "m", 2, "")
ONE = {b"one": np.array([1, 2], np.float32)}
GARBAGE = b"this is not a database " * 500


def break_pages(path: Path, first: int = 1) -> None:
    """Overwrite all pages of a database from one on; the first stays as it is."""
    with path.open("r+b") as file:
        for place in range(first * 4096, path.stat().st_size, 4096):
            file.seek(place)
            file.write(b"\xa5" * 4096)


def newer(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "delete")
    connection.pragma("user_version", 99)
    connection.close()


def test_a_cache_that_turns_out_to_be_damaged_begins_again(tmp_path: Path) -> None:
    path = tmp_path / "embeddings.sqlite"
    cache = SqliteEmbeddingCache(path)
    cache.put(SPACE, {b"%d" % number: np.zeros(2, np.float32) for number in range(900)})
    cache.close()
    break_pages(path)
    cache = SqliteEmbeddingCache(path)
    assert cache.dimensions("p", "m", "") is None
    assert cache.get(SPACE, [b"1"]) == {}
    cache.put(SPACE, ONE)
    assert list(cache.get(SPACE, [b"one"])) == [b"one"]
    cache.close()
    cache = SqliteEmbeddingCache(path)
    assert list(cache.get(SPACE, [b"one"])) == [b"one"], "it is on disk"
    cache.close()


def test_damaged_conversations_are_set_aside_and_new_ones_begin(tmp_path: Path) -> None:
    path = tmp_path / "conversations.sqlite"
    path.write_bytes(GARBAGE)
    chats = ChatStore(path)
    with pytest.raises(UserError, match="The conversations file was damaged") as told:
        chats.conversations()
    (aside,) = tmp_path.glob("conversations.damaged-*.sqlite")
    assert aside.name in told.value.message
    assert "library" not in str(told.value)
    assert aside.read_bytes() == GARBAGE
    conversation = chats.create("lib")
    chats.ask(conversation, "Does it work?")
    assert [info.title for info in chats.conversations()] == ["Does it work?"]


def test_damage_found_while_conversations_are_read_names_their_file(tmp_path: Path) -> None:
    path = tmp_path / "conversations.sqlite"
    chats = ChatStore(path)
    for number in range(300):
        chats.create("lib", f"conversation {number} " * 20)
    break_pages(path, first=12)
    with pytest.raises(UserError, match=r"conversations\.sqlite is damaged or not a conversations file"):
        chats.conversations()
    assert path.exists()


@pytest.mark.parametrize("read_only", [False, True], ids=["writer", "reader"])
def test_a_library_that_lost_its_content_is_not_an_empty_one(tmp_path: Path, *, read_only: bool) -> None:
    files = IndexFiles(tmp_path)
    path = files.create("lib")
    path.write_bytes(b"")
    with pytest.raises(UserError, match=r"lib\.ragindex is empty"):
        StorageContext(path, read_only=read_only)
    assert path.read_bytes() == b""
    assert "is empty" in files.info("lib").error
    files.delete("lib")
    assert files.names() == []


def open_library(path: Path) -> None:
    StorageContext(path).close()


def read_library(path: Path) -> None:
    StorageContext(path, read_only=True).close()


def open_conversations(path: Path) -> None:
    ChatStore(path).conversations()


@pytest.mark.parametrize("use", [open_library, read_library, open_conversations])
def test_a_file_of_the_future_is_left_as_it_is(tmp_path: Path, use: Callable[[Path], None]) -> None:
    path = tmp_path / "file.ragindex"
    if use is open_conversations:
        open_conversations(path)
    else:
        open_library(path)
    newer(path)
    before, time = path.read_bytes(), path.stat().st_mtime_ns
    names = sorted(tmp_path.iterdir())
    with pytest.raises(UserError, match="made by a newer version of Desktop RAG") as told:
        use(path)
    assert told.value.next_step == "Update the program to open it."
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, time)
    assert sorted(tmp_path.iterdir()) == names


def test_a_library_that_is_cut_off_in_the_making_does_not_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = IndexFiles(tmp_path / "libraries")

    def fail(_: apsw.Connection) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("desktop_rag.storage.sqlite.keywords.keyword_store.register_analyzer", fail)
    with pytest.raises(KeyboardInterrupt):
        files.create("lib")
    monkeypatch.undo()
    assert files.names() == []
    assert list(files.folder.iterdir()) == []
    assert files.create("lib").exists()


def test_a_library_with_the_longest_name_is_brought_up_to_date(tmp_path: Path) -> None:
    files = IndexFiles(tmp_path)
    path = files.create("é" * 39)
    with StorageContext(path) as storage:
        storage.connection.execute("DELETE FROM migrations WHERE name = '0004-counts-of-words'")
    StorageContext(path).close()
    assert len(list(tmp_path.iterdir())) == 2, "a backup was made"
    files.delete("é" * 39)
    assert list(tmp_path.iterdir()) == []
