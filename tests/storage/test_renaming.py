"""A library gets another name only when nobody else has it open, and takes everything along."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import apsw
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.files import database_files
from desktop_rag.storage.sqlite.properties import get_notice, set_notice
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.command_line import environment

PROGRAM = """
import sys
from pathlib import Path
from urllib.parse import quote
from desktop_rag.storage.sqlite.properties import set_notice
from desktop_rag.storage.storage_context import StorageContext
with StorageContext(Path(sys.argv[1])) as storage:
    storage.connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
    for number, line in enumerate(sys.stdin):
        set_notice(storage.connection, f"committed {number}")
        print("done", flush=True)
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> IndexFiles:
    monkeypatch.setattr(database_files, "_ALONE_SECONDS", 0.2)
    files = IndexFiles(tmp_path / "libraries")
    files.create("old")
    return files


@contextmanager
def another_program(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A program that has a library open and committed to it; it commits again for every line it is sent."""
    arguments = [sys.executable, "-c", PROGRAM, str(path)]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as program:
        try:
            commit(program)
            yield program
        finally:
            program.communicate(timeout=30)


def commit(program: "subprocess.Popen[str]") -> None:
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write("commit\n")
    program.stdin.flush()
    assert program.stdout.readline() == "done\n"


def notice_of(files: IndexFiles, name: str) -> str:
    with StorageContext(files.existing(name), read_only=True) as storage:
        return get_notice(storage.connection)


def names_in(files: IndexFiles) -> set[str]:
    """Return the names of all files but what SQLite keeps for those who read: an index of the log, and an empty log."""
    paths = [path for path in files.folder.iterdir() if not path.name.endswith("-shm")]
    return {path.name for path in paths if not path.name.endswith("-wal") or path.stat().st_size}


@pytest.mark.slow
def test_what_another_program_commits_is_never_lost(files: IndexFiles) -> None:
    with another_program(files.path("old")) as program:
        with pytest.raises(UserError, match="“old” is open elsewhere") as refused:
            files.rename("old", "new")
        assert refused.value.retryable
        commit(program)
        assert files.names() == ["old"]
        assert notice_of(files, "old") == "committed 1"
    files.rename("old", "new")
    assert notice_of(files, "new") == "committed 1"
    assert names_in(files) == {"new.ragindex"}, "a log with text of documents is left"


def test_a_search_of_our_own_is_waited_for(files: IndexFiles) -> None:
    with StorageContext(files.existing("old"), read_only=True), pytest.raises(UserError, match="open elsewhere"):
        files.rename("old", "new")
    files.rename("old", "new")
    assert files.names() == ["new"]


def test_after_a_refusal_the_library_is_written_as_before(files: IndexFiles) -> None:
    with StorageContext(files.existing("old")) as storage:
        with pytest.raises(UserError, match="open elsewhere"):
            files.rename("old", "new")
        set_notice(storage.connection, "written")
        assert storage.connection.pragma("journal_mode") == "wal"
    assert notice_of(files, "old") == "written"


@pytest.mark.skipif(sys.platform == "win32", reason="an open file has one name")
def test_a_library_that_is_renamed_while_it_is_being_opened_is_not_written(files: IndexFiles) -> None:
    path = files.existing("old")

    def rename(_: apsw.Connection) -> None:
        apsw.connection_hooks.remove(rename)
        path.rename(path.with_name("new.ragindex"))

    apsw.connection_hooks.append(rename)
    with pytest.raises(UserError, match="could not be read"):
        StorageContext(path)
    assert names_in(files) == {"new.ragindex"}
    assert files.info("new").error == ""


def test_backups_take_the_new_name_and_go_with_the_library(files: IndexFiles) -> None:
    for name in ("old.ragindex.before-0007-files", "older.ragindex.before-0007-files"):
        (files.folder / name).write_text(name)
    files.rename("old", "new")
    files.forget_old_name("new")
    kept = {"new.ragindex", "older.ragindex.before-0007-files"}
    assert names_in(files) == kept | {"new.ragindex.before-0007-files"}
    assert (files.folder / "new.ragindex.before-0007-files").read_text() == "old.ragindex.before-0007-files"
    files.delete("new")
    assert names_in(files) == kept - {"new.ragindex"}


@pytest.mark.parametrize("name", ["[ab]", "a*", "?", "[!x]", "**"])
def test_deleting_a_library_named_like_a_pattern_deletes_nothing_else(files: IndexFiles, name: str) -> None:
    files.create(name)
    others = {f"{letter}.ragindex.before-0007-files" for letter in ("a", "b", "ab")}
    for other in others:
        (files.folder / other).touch()
    files.delete(name)
    assert names_in(files) == others | {"old.ragindex"}


@pytest.mark.parametrize(
    ("name", "said"),
    [("漢" * 70, "too long"), ("é" * 101, "too long"), ("\udcff", "readable text"), ("x" * 121, "1 to 120")],
    ids=["three bytes a letter", "two bytes a letter", "no text", "many letters"],
)
def test_a_name_is_kept_whole_or_refused(files: IndexFiles, name: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        files.create(name)
    with pytest.raises(UserError, match=said):
        files.rename("old", name)
    assert files.names() == ["old"]


def test_a_library_whose_file_has_a_longer_name_than_new_ones_get_is_found(files: IndexFiles) -> None:
    name = "é" * 40
    files.path("old").rename(files.folder / f"{quote(name)}.ragindex")
    assert files.info(name).error == ""
    with pytest.raises(UserError, match="already"):
        files.create(name)
    files.delete(name)
    assert names_in(files) == set()
