"""Copies of libraries: complete at any moment, and checked before they are taken for libraries."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.core.errors import NoSpaceError, UserError
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.storage.exchange import export_index, import_index
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import MissingFileError, select
from desktop_rag.storage.sqlite.properties import get_old_name, set_old_name
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.filled import Filled
from tests.helpers.small_disk import small_disk


@pytest.fixture
def files(tmp_path: Path) -> IndexFiles:
    """A folder of libraries with one about whales, which is open."""
    files = IndexFiles(tmp_path / "libraries")
    note = tmp_path / "note.txt"
    note.write_text("Whales sing of the sea.")
    with StorageContext(files.create("鯨 whales")) as storage:
        storage.documents.replace_file(parse_file(ParseTask.of(note)))
    return files


def texts(path: Path) -> list[str]:
    with StorageContext(path, read_only=True) as storage:
        return [row[0] for row in select(storage.connection, "SELECT text FROM nodes ORDER BY id")]


def test_a_copy_of_the_file_has_every_batch_that_is_done(tmp_path: Path) -> None:
    library, folder, copy = tmp_path / "lib.ragindex", tmp_path / "files", tmp_path / "copy.ragindex"
    folder.mkdir()
    for number in range(8):
        (folder / f"n{number}.txt").write_text(f"Note number {number} about whales.")
    filled = Filled(folder, tmp_path / "scratch", library)
    stored: list[int] = []

    def look(_: str) -> None:
        shutil.copyfile(library, copy)
        stored.append(len(texts(copy)))
        copy.unlink()

    filled.parsers.before_each = look
    with filled.storage:
        assert len(filled.update()) == 8
        assert stored == list(range(8))
        filled.embed()
        shutil.copyfile(library, copy)
        with StorageContext(copy, read_only=True) as storage:
            assert storage.documents.totals().nodes_embedded == 8


def test_what_does_not_fit_is_folded_in_later(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("Whales sing. " * 2000)
    with small_disk(tmp_path / "disk", 8) as disk, StorageContext(disk.path / "lib.ragindex") as storage:
        with storage.transaction():
            storage.documents.replace_file(parse_file(ParseTask.of(note)))
        disk.fill()
        storage.checkpoint()
        assert storage.nodes.node_count() > 0
        disk.empty()
        storage.checkpoint()
        shutil.copyfile(disk.path / "lib.ragindex", tmp_path / "copy.ragindex")
        assert texts(tmp_path / "copy.ragindex")


def test_a_library_comes_back_as_it_was(files: IndexFiles, tmp_path: Path) -> None:
    exported = export_index(files, "鯨 whales", tmp_path)
    assert exported == tmp_path / files.path("鯨 whales").name
    with pytest.raises(UserError, match="already a library"):
        import_index(files, exported)
    assert import_index(files, exported, "again") == "again"
    files.delete("鯨 whales")
    assert import_index(files, exported) == "鯨 whales"
    assert texts(files.path("鯨 whales")) == texts(files.path("again")) == ["Whales sing of the sea."]
    assert sorted(files.names()) == ["again", "鯨 whales"]
    assert not [path for path in files.folder.iterdir() if ".new" in path.name]


def test_what_is_not_in_the_file_yet_is_exported_and_imported_too(files: IndexFiles, tmp_path: Path) -> None:
    note = tmp_path / "other.txt"
    note.write_text("Otters float in the sea.")
    with StorageContext(files.path("鯨 whales")) as storage:
        with storage.transaction():
            storage.documents.replace_file(parse_file(ParseTask.of(note)))
            set_old_name(storage.connection, "whales")
        assert len(texts(export_index(files, "鯨 whales", tmp_path / "a.ragindex"))) == 2
        assert import_index(files, files.path("鯨 whales"), "again") == "again"
    assert len(texts(files.path("again"))) == 2
    with StorageContext(files.path("again"), read_only=True) as storage:
        assert get_old_name(storage.connection) == ""


def test_a_file_is_replaced_only_when_asked(files: IndexFiles, tmp_path: Path) -> None:
    target = tmp_path / "copies" / "whales.backup"
    assert export_index(files, "鯨 whales", target) == target
    before = target.read_bytes()
    with pytest.raises(UserError, match="already a file"):
        export_index(files, "鯨 whales", target)
    assert target.read_bytes() == before
    export_index(files, "鯨 whales", target, replace=True)
    with pytest.raises(UserError, match="already a file"):
        export_index(files, "鯨 whales", files.path("鯨 whales"), replace=True)
    assert import_index(files, target) == "whales"
    if sys.platform != "win32":
        assert {path.stat().st_mode & 0o077 for path in (target, files.path("whales"))} == {0}


def _torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _scribbled(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:12288] = b"\xff" * 8192
    path.write_bytes(content)


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO migrations VALUES ('9999 from the future', 0)")
    db.close()


def _other(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE notes (text)")
    db.close()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_torn, "is damaged or not a library"),
        (_scribbled, "is damaged or not a library"),
        (_newer, "was made by a newer version"),
        (_other, "is not a library of this program"),
        (lambda path: path.write_bytes(b""), "is not a library of this program"),
        (lambda path: path.write_text("no database" * 100), "is damaged or not a library"),
        (lambda path: path.unlink(), "There is no file at"),
    ],
    ids=["torn", "scribbled", "newer", "other", "empty", "text", "gone"],
)
def test_only_whole_libraries_of_this_version_are_imported(
    files: IndexFiles, tmp_path: Path, spoil: Callable[[Path], object], said: str
) -> None:
    copy = export_index(files, "鯨 whales", tmp_path / "copy.ragindex")
    spoil(copy)
    with pytest.raises(UserError, match=said) as told:
        import_index(files, copy, "again")
    assert str(copy) in str(told.value)
    assert files.names() == ["鯨 whales"]
    assert not [path for path in files.folder.iterdir() if ".new" in path.name]


def test_without_room_nothing_is_left_behind(files: IndexFiles, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1) as disk:
        disk.fill(left=100_000)
        with pytest.raises(NoSpaceError, match="full"):
            export_index(files, "鯨 whales", disk.path / "copy.ragindex")
        assert [path.name for path in disk.path.iterdir()] == ["filler"]


_WRITE = """
import sys
from pathlib import Path
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.storage.storage_context import StorageContext
note = Path(sys.argv[2])
with StorageContext(Path(sys.argv[1])) as storage:
    number = 0
    while True:
        number += 1
        note.with_name(f"n{number}.txt").write_text(f"Note {number}. " * 300)
        with storage.transaction():
            storage.documents.replace_file(parse_file(ParseTask.of(note.with_name(f"n{number}.txt"))))
        print(number, flush=True)
"""


@pytest.mark.slow
def test_exports_while_another_program_writes_are_whole(files: IndexFiles, tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", _WRITE, str(files.path("鯨 whales")), str(tmp_path / "note.txt")]
    writer = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    try:
        counts = [0]
        for number in range(8):
            done = int(writer.stdout.readline())
            exported = export_index(files, "鯨 whales", tmp_path / f"{number}.ragindex")
            with StorageContext(exported, read_only=True) as storage:
                assert select(storage.connection, "PRAGMA integrity_check") == [("ok",)]
                counts.append(storage.documents.totals().files)
            assert counts[-1] > done
        assert counts == sorted(counts)
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()


def test_a_library_that_goes_while_it_is_exported_is_told_to_be_missing(tmp_path: Path) -> None:
    class Vanishing(IndexFiles):
        def existing(self, name: str) -> Path:
            path = super().existing(name)
            path.unlink()
            return path

    files = Vanishing(tmp_path / "libraries")
    StorageContext(files.create("notes")).close()
    target = tmp_path / "backup.ragindex"
    target.write_bytes(b"an older backup")
    with pytest.raises(MissingFileError):
        export_index(files, "notes", target, replace=True)
    assert target.read_bytes() == b"an older backup"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that opens and cannot be read")
def test_a_source_that_cannot_be_read_is_named_and_nothing_is_left(files: IndexFiles) -> None:
    with pytest.raises(UserError, match="/proc/self/mem cannot be read") as caught:
        import_index(files, Path("/proc/self/mem"), "new")
    assert caught.value.next_step == "Choose another file."
    assert sorted(path.name for path in files.folder.iterdir() if "new" in path.name) == []
