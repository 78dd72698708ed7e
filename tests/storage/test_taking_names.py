"""A file gets a name: no log of another one is played into it, nothing is replaced, and nobody else has it then."""

import errno
import queue
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest

from desktop_rag.core import unfinished
from desktop_rag.core.errors import UserError
from desktop_rag.storage import index_files
from desktop_rag.storage.exchange import duplicate_index, export_index, import_index
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite import connection
from desktop_rag.storage.sqlite.connection import connect, select
from desktop_rag.storage.sqlite.files import database_files
from desktop_rag.storage.sqlite.files.database_files import naming
from desktop_rag.storage.sqlite.migrations import Migration, Schema, is_whole, migrate
from desktop_rag.storage.sqlite.properties import get_notice, set_notice
from desktop_rag.storage.storage_context import StorageContext
from tests.storage.test_renaming import another_program

Act = Callable[[IndexFiles, Path], Path]


@pytest.fixture
def files(tmp_path: Path) -> IndexFiles:
    """Libraries with “good” among them, whose notice is “good”."""
    files = IndexFiles(tmp_path / "libraries")
    noted(files.create("good"), "good")
    return files


def noted(path: Path, notice: str) -> None:
    with StorageContext(path) as storage, storage.transaction():
        set_notice(storage.connection, notice)


def notice_of(path: Path) -> str:
    """Return the notice of a library that is whole."""
    with StorageContext(path, read_only=True) as storage:
        assert is_whole(storage.connection)
        return get_notice(storage.connection)


@pytest.mark.parametrize("act", ["create", "duplicate", "rename", "refused"])
def test_who_has_a_library_open_is_seen_from_the_moment_it_has_its_name(
    files: IndexFiles, act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bytes] = []

    @contextmanager
    def noting(folder: Path, *, alone: bool) -> Iterator[None]:
        with naming(folder, alone=alone):
            yield
            if alone:  # from here on others may open it
                begun.extend(path.read_bytes()[18:20] for path in folder.glob("*.ragindex"))

    for module in (connection, database_files, index_files):
        monkeypatch.setattr(module, "naming", noting)
    if act == "create":
        files.create("new")
    elif act == "duplicate":
        duplicate_index(files, "good", "new")
    elif act == "rename":
        files.rename("good", "new")
    else:
        files.create("new")
        with pytest.raises(UserError, match="already"), files._alone("good", files.path("good")):
            raise UserError("There is already one.")
    assert begun
    assert set(begun) == {b"\x02\x02"}, "it is opened without a log that shows who has it open"


def leave_log(path: Path) -> None:
    """Leave beside a name what a killed program leaves there when its library is taken away by hand."""
    with StorageContext(path) as storage:
        storage.connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        set_notice(storage.connection, "of another library")
        storage.connection.execute(
            "CREATE TABLE filling AS SELECT randomblob(20000) x FROM pragma_table_list"
        ).fetchall()
        left = [(side, side.read_bytes()) for side in path.parent.iterdir() if side.name.startswith(f"{path.name}-")]
    path.unlink()
    assert {side.name.removeprefix(path.name) for side, _ in left} == {"-wal", "-shm"}
    for side, content in left:
        side.write_bytes(content)


def create(files: IndexFiles, _: Path) -> Path:
    return files.create("new")


def rename(files: IndexFiles, _: Path) -> Path:
    files.rename("good", "new")
    return files.path("new")


def duplicate(files: IndexFiles, _: Path) -> Path:
    duplicate_index(files, "good", "new")
    return files.path("new")


def import_one(files: IndexFiles, elsewhere: Path) -> Path:
    copy = elsewhere / "copy.ragindex"
    import_index(files, copy if copy.exists() else export_index(files, "good", copy), "new")
    return files.path("new")


def export_new(files: IndexFiles, elsewhere: Path) -> Path:
    return export_index(files, "good", elsewhere / "new.ragindex")


def persist(_: IndexFiles, elsewhere: Path) -> Path:
    with StorageContext() as storage:
        set_notice(storage.connection, "good")
        storage.persist(elsewhere / "new.ragindex")
    return elsewhere / "new.ragindex"


ACTS = [create, rename, duplicate, import_one, export_new, persist]


@pytest.mark.parametrize("act", ACTS)
def test_a_log_that_lies_beside_a_name_is_not_played_into_the_file_that_gets_it(
    files: IndexFiles, tmp_path: Path, act: Act
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for folder in (files.folder, elsewhere):
        leave_log(folder / "new.ragindex")
    assert notice_of(act(files, elsewhere)) == ("" if act is create else "good")


@pytest.mark.parametrize("is_there", [True, False], ids=["a library", "no database"])
def test_a_log_beside_an_exported_file_goes_when_it_is_replaced(
    files: IndexFiles, tmp_path: Path, *, is_there: bool
) -> None:
    target = tmp_path / "backup.ragindex"
    leave_log(target)
    if is_there:
        shutil.copy(files.path("good"), target)
    else:
        target.write_text("a letter")
    assert notice_of(export_index(files, "good", target, replace=True)) == "good"


def test_a_file_that_is_in_use_is_not_replaced_by_an_export(
    files: IndexFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_files, "_ALONE_SECONDS", 0.1)
    files.create("other")
    backup = export_index(files, "good", tmp_path)
    for target in (files.path("other"), backup):
        with StorageContext(target) as storage:
            with pytest.raises(UserError, match="in use by another program"):
                export_index(files, "good", target, replace=True)
            set_notice(storage.connection, "written")
        assert notice_of(target) == "written"
    assert notice_of(export_index(files, "good", backup, replace=True)) == "good"


def test_an_export_takes_nobody_elses_file_for_a_log(files: IndexFiles, tmp_path: Path) -> None:
    journal = tmp_path / "trip-journal"
    journal.write_text("Monday: whales.")
    with pytest.raises(UserError, match=r"already a file at .*trip-journal"):
        export_index(files, "good", tmp_path / "trip")
    assert journal.read_text() == "Monday: whales."
    assert {path.name for path in tmp_path.iterdir()} - {"libraries.json"} == {"libraries", "trip-journal"}


def test_a_log_beside_a_backup_of_a_migration_is_not_played_into_it(tmp_path: Path) -> None:
    path, steps = (
        tmp_path / "things.db",
        [Migration("one", "CREATE TABLE things (name); INSERT INTO things VALUES (1)")],
    )
    backup = tmp_path / "things.db.before-two"
    leave_log(backup)
    with closing(connect(path)) as connection:
        migrate(connection, Schema("box", 7, steps), path)
        migrate(connection, Schema("box", 7, [*steps, Migration("two", "DELETE FROM things")]), path)
    with closing(connect(backup)) as connection:
        assert is_whole(connection)
        assert select(connection, "SELECT name FROM things") == [(1,)]


@contextmanager
def copied_meanwhile(source: Path, name: Path) -> Iterator[None]:
    """Let a file manager, which knows no locks, put a file under a name after ours has looked whether it is free."""

    def copy(_: apsw.Connection) -> None:
        apsw.connection_hooks.remove(copy)
        shutil.copy(source, name)

    apsw.connection_hooks.append(copy)
    yield
    assert copy not in apsw.connection_hooks


@pytest.mark.parametrize("act", [create, rename, duplicate, import_one])
def test_a_library_that_another_program_puts_there_meanwhile_is_not_replaced(
    files: IndexFiles, tmp_path: Path, act: Act
) -> None:
    copy = export_index(files, "good", tmp_path / "copy.ragindex")
    with StorageContext(tmp_path / "other.ragindex") as other:
        set_notice(other.connection, "of the other")
    new = files.path("new")
    with (
        copied_meanwhile(tmp_path / "other.ragindex", new),
        pytest.raises(UserError, match="already a library called “new”"),
    ):
        act(files, tmp_path)
    assert notice_of(new) == "of the other"
    assert notice_of(files.path("good")) == notice_of(copy) == "good"
    assert not list(files.folder.glob(".new-*"))


@pytest.mark.parametrize("act", [create, rename, duplicate, import_one])
def test_a_file_that_comes_at_the_last_moment_is_not_replaced(files: IndexFiles, tmp_path: Path, act: Act) -> None:
    export_index(files, "good", tmp_path / "copy.ragindex")
    new, put = files.path("new"), list[str]()

    def put_there(event: str, arguments: tuple[object, ...]) -> None:
        if event == "os.rename" and str(arguments[1]) == str(new) and not put:
            put.append(event)
            new.write_bytes(b"of somebody else")

    sys.addaudithook(put_there)
    with pytest.raises(UserError, match="already a library called “new”"):
        act(files, tmp_path)
    assert put
    assert new.read_bytes() == b"of somebody else"
    assert notice_of(files.path("good")) == "good"


@pytest.mark.slow
def test_a_library_that_another_program_has_open_is_not_deleted(
    files: IndexFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_files, "_ALONE_SECONDS", 0.2)
    with another_program(files.path("good")):
        with pytest.raises(UserError, match="“good” is open elsewhere") as refused:
            files.delete("good")
        assert refused.value.retryable
    assert notice_of(files.path("good")) == "committed 0"
    files.delete("good")
    assert list(files.folder.iterdir()) == []


def test_a_library_that_is_deleted_before_it_is_written_does_not_come_back(files: IndexFiles) -> None:
    path = files.existing("good")
    files.delete("good")
    for read_only in (False, True):
        with pytest.raises(UserError, match="no library"):
            StorageContext(path, read_only=read_only, create=False)
    with pytest.raises(UserError, match="no library called “good”"):
        files.open("good")
    assert list(files.folder.iterdir()) == []


@pytest.mark.parametrize("read_only", [False, True])
def test_who_opens_a_library_waits_while_its_name_changes_and_sees_that_it_is_gone(
    files: IndexFiles, *, read_only: bool
) -> None:
    path, told = files.path("good"), queue.Queue[str]()

    def open_it() -> None:
        try:
            StorageContext(path, read_only=read_only, create=False).close()
        except UserError as error:
            told.put(error.message)

    thread = threading.Thread(target=open_it)
    with naming(files.folder, alone=True):
        thread.start()
        with pytest.raises(queue.Empty):
            told.get(timeout=0.1)
        path.unlink()
    thread.join()
    assert told.get_nowait() == f"There is no library at {path}."
    assert list(files.folder.iterdir()) == []


def test_a_change_of_names_does_not_wait_for_ever(files: IndexFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_files, "_NAMES_SECONDS", 0.1)
    changes: list[Callable[[], object]] = [
        lambda: files.create("new"),
        lambda: files.rename("good", "new"),
        lambda: files.delete("good"),
        lambda: duplicate_index(files, "good", "new"),
        lambda: files.open("good"),
    ]
    with naming(files.folder, alone=True):
        for change in changes:
            with pytest.raises(UserError, match="changing the names of libraries") as refused:
                change()
            assert refused.value.retryable
    assert files.names() == ["good"]
    assert [path.name for path in files.folder.iterdir()] == ["good.ragindex"]


@pytest.mark.parametrize("act", [create, rename, duplicate, import_one])
def test_drives_that_rename_exclusively_in_no_way_are_looked_at_first(
    files: IndexFiles, tmp_path: Path, act: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "_rename_by_system", lambda *_: errno.EINVAL)
    assert notice_of(act(files, tmp_path)) == ("" if act is create else "good")
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(FileExistsError):
        unfinished.rename_exclusively(file, files.path("new"))
