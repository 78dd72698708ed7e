"""“It continues where it stopped, also after being closed or killed”: renaming and deleting, cut off at every step.

Adding and changing the model: ``tests/ingestion/test_kill_matrix.py``, ``tests/worker/test_change_embedder.py``.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.properties import set_old_name
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.command_line import environment
from tests.helpers.dying import NEW, OLD, act, libraries_of
from tests.helpers.filled import Filled

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be copied in the middle"),
]


@pytest.fixture
def data(tmp_path: Path, folder: Path) -> Path:
    """A library with three files and a conversation; its last changes stand in the write-ahead log."""
    data = tmp_path / "data"
    library = Path(libraries_of(data).create(OLD).path)
    filled = Filled(folder, tmp_path / "scratch", library)
    filled.update()
    log = Path(f"{library}-wal").read_bytes()
    filled.storage.close()
    Path(f"{library}-wal").write_bytes(log)  # as after a kill, with changes that are in the file already
    libraries_of(data).create("another")
    chats = ChatStore(data / "conversations.sqlite")
    chats.create(OLD, "Cats")
    chats.create("another", "Tea")
    return data


def cut_off(data: Path, results: Path, what: str) -> list[Path]:
    """Return the data folder as it is after each place where the act can be cut off."""
    program = [sys.executable, "-m", "tests.helpers.dying", data, results, what]
    subprocess.run(program, check=True, timeout=150, env=environment())
    return sorted(results.iterdir(), key=lambda path: int(path.name))


def titles(data: Path) -> dict[str, str]:
    """Return the titles of all conversations by the library they are about."""
    return {info.index_name: info.title for info in ChatStore(data / "conversations.sqlite").conversations()}


def assert_whole(data: Path, name: str) -> None:
    """Check that a library has everything it had, and that SQLite finds nothing wrong with it."""
    with StorageContext(data / "libraries" / f"{name}.ragindex") as storage:
        assert select(storage.connection, "PRAGMA integrity_check") == [("ok",)]
        assert storage.documents.totals().files == 3
        assert select(storage.connection, "SELECT count(*) FROM keywords WHERE keywords MATCH 'cats'") == [(1,)]


@pytest.mark.slow
def test_a_library_that_is_renamed_keeps_everything_wherever_that_ends(data: Path, tmp_path: Path) -> None:
    copies = cut_off(data, tmp_path / "results", "rename")
    reached = []
    for copy in copies:
        names = [info.name for info in libraries_of(copy).list_all()]
        assert names in (["another", OLD], ["another", NEW])
        reached.append(names[1])
        assert titles(copy) == {names[1]: "Cats", "another": "Tea"}, f"conversations of {copy.name} are lost"
        if names[1] == OLD:
            act(copy, "rename")
        assert [info.name for info in libraries_of(copy).list_all()] == ["another", NEW]
        assert titles(copy) == {NEW: "Cats", "another": "Tea"}
        assert_whole(copy, NEW)
        assert not list((copy / "libraries").glob(f"{OLD}*"))
    assert reached[0] == OLD
    assert reached[-1] == NEW
    assert reached == sorted(reached, reverse=True), "it went back"
    assert reached.count(NEW) > 2, "cut off behind the renaming of the file too"


@pytest.mark.nightly(by_day="test_a_library_that_is_renamed_keeps_everything_wherever_that_ends")
@pytest.mark.slow
def test_a_library_that_is_deleted_is_whole_or_gone_and_leaves_nothing(data: Path, tmp_path: Path) -> None:
    copies = cut_off(data, tmp_path / "results", "delete")
    assert len(copies) >= 3
    for copy in copies:
        names = [info.name for info in libraries_of(copy).list_all()]
        assert names in (["another"], ["another", OLD])
        if OLD in names:
            assert_whole(copy, OLD)
            act(copy, "delete")
        assert not list((copy / "libraries").glob(f"{OLD}*")), "text of files is left"
        assert libraries_of(copy).create(OLD).nodes == 0


def test_what_has_the_old_name_meanwhile_keeps_its_conversations(data: Path) -> None:
    """A renaming that was cut off is finished later, when another library may have the old name."""
    libraries_of(data).rename("another", "third")
    (data / "libraries" / f"{OLD}.ragindex").rename(data / "libraries" / f"{NEW}.ragindex")
    with StorageContext(data / "libraries" / f"{NEW}.ragindex") as storage:
        set_old_name(storage.connection, OLD)
    libraries_of(data).create(OLD)
    libraries_of(data).list_all()
    assert titles(data) == {OLD: "Cats", "third": "Tea"}
    libraries_of(data).delete(OLD)
    libraries_of(data).list_all()
    assert titles(data) == {OLD: "Cats", "third": "Tea"}
