"""Things that happen at the wrong moment: drives that go, folders that are taken out while they are read, kills."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.ingestion import parse, reading, scanner
from desktop_rag.ingestion.parse import parse_file, unread
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import scan
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.storage.sqlite.properties import set_reader_version
from desktop_rag.text.translations import GERMAN, sentences
from tests.helpers.filled import COUNT, Filled, pack


def take_out(filled: Filled) -> None:
    """Take the folder out of the library, as a person does."""
    root = str(filled.folder)
    with filled.storage.transaction():
        filled.storage.documents.delete_files(filled.storage.files.files_at(root, os.sep))
        filled.storage.journal.drop(root, os.sep)
        filled.storage.folders.remove(root)


def test_a_drive_that_goes_while_its_files_are_read_again_loses_nothing(filled: Filled) -> None:
    with filled.storage.transaction():
        set_reader_version(filled.storage.connection, "")
    away = filled.folder.with_name("away")

    def unplug(_: str) -> None:
        if filled.folder.exists():
            filled.folder.rename(away)

    filled.parsers.before_each = unplug
    filled.update()
    assert len(filled.states) == COUNT
    assert filled.storage.nodes.node_count() == COUNT
    filled.update()
    assert set(filled.states.values()) == {"offline"}
    filled.parsers.before_each = lambda _: None
    away.rename(filled.folder)
    assert len(filled.update()) == COUNT
    assert set(filled.states.values()) == {"keyword"}


def test_a_folder_that_is_taken_out_while_it_is_read_stays_out(filled: Filled) -> None:
    pack(filled.folder / "box.zip", {"a.txt": "Alpha in the box.", "b.txt": "Beta in the box."})
    for number in range(5):
        (filled.folder / f"x{number}.txt").write_text(f"Extra {number}.")

    def once(name: str) -> None:
        if name in {"box.zip//a.txt", "x1.txt"}:
            take_out(filled)

    filled.parsers.before_each = once
    filled.update()
    assert filled.states == {}
    assert filled.storage.nodes.node_count() == 0


def test_a_folder_that_is_taken_out_while_it_is_looked_at_stays_out(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    (filled.folder / "new.txt").write_text("New.")
    noted = filled.storage.journal.maybe_moved

    def take_out_then() -> Iterator[str]:
        take_out(filled)
        return noted()

    monkeypatch.setattr(filled.storage.journal, "maybe_moved", take_out_then)
    filled.ingestion.compare()
    assert filled.storage.journal.count() == 0
    assert filled.states == {}


def test_what_is_left_out_while_it_waits_is_not_read(filled: Filled) -> None:
    late = filled.folder / "late.txt"
    late.write_text("Not wanted after all.")
    filled.ingestion.compare()
    assert filled.storage.journal.count() == 1
    assert filled.update(FolderRules(ignore=("late.txt",))) == []
    assert filled.states["late.txt"] == "skipped"


def test_what_is_left_out_while_it_is_read_is_not_kept(filled: Filled) -> None:
    (filled.folder / "late.txt").write_text("Not wanted after all.")

    def leave_out(_: str) -> None:
        filled.ingestion.add_roots([filled.folder], FolderRules(ignore=("late.txt",)))
        filled.ingestion.look_at([filled.folder / "late.txt"])

    filled.parsers.before_each = leave_out
    filled.update()
    assert filled.states["late.txt"] == "skipped"


def test_what_went_while_the_drive_was_away_is_noticed_when_it_is_back(filled: Filled) -> None:
    away = filled.folder.with_name("away")
    filled.folder.rename(away)
    filled.update()
    assert set(filled.states.values()) == {"offline"}
    (away / "n00.txt").unlink()
    (away / "n01.txt").rename(away / "moved.txt")
    away.rename(filled.folder)
    assert filled.update() == []
    assert "n00.txt" not in filled.states
    assert "n01.txt" not in filled.states
    assert set(filled.states.values()) == {"keyword"}
    assert "moved.txt" in filled.states


def test_an_archive_that_goes_after_a_stopped_run_leaves_nothing(filled: Filled) -> None:
    box = filled.folder / "box.zip"
    pack(box, {"a.txt": "Alpha in the box.", "b.txt": "Beta in the box."})
    filled.update_until("box.zip//b.txt")
    box.unlink()
    filled.update()
    assert [name for name in filled.states if "box" in name] == []


def test_an_archive_that_moves_where_a_stopped_run_left_parts_of_its_copy(filled: Filled) -> None:
    box, copy = filled.folder / "box.zip", filled.folder / "copy.zip"
    pack(box, {"a.txt": "Alpha in the box.", "b.txt": "Beta in the box."})
    filled.update()
    shutil.copy(box, copy)
    filled.update_until("copy.zip//b.txt")
    box.unlink()
    filled.update()
    assert sorted(name for name in filled.states if "zip" in name) == ["copy.zip", "copy.zip//a.txt", "copy.zip//b.txt"]
    nodes = filled.storage.connection.execute("SELECT count(*) FROM nodes").fetchall()
    words = filled.storage.connection.execute("SELECT count(*) FROM keywords").fetchall()
    assert nodes == words


def test_a_file_that_cannot_be_had_for_now_stays_and_is_tried_again(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, new = filled.folder / "n03.txt", filled.folder / "new.txt"
    for path in (known, new):
        path.write_text(f"Whales, once more: {path.name}.")
    filled.parsers.parsed = lambda task: unread(task.file, "failed", "The file cannot be read: Input/output error.")
    with monkeypatch.context() as patched:
        patched.setattr(reading, "_can_be_opened", lambda _: False)
        filled.update()
    assert (filled.states["n03.txt"], filled.states["new.txt"]) == ("keyword", "failed")
    filled.parsers.parsed = parse_file
    assert filled.update() == ["n03.txt", "new.txt"]


@pytest.mark.parametrize("content", [b"PK\x03\x04 broken", b""])
def test_an_archive_that_breaks_loses_what_was_in_it(filled: Filled, content: bytes) -> None:
    box = filled.folder / "box.zip"
    pack(box, {"a.txt": "Alpha in the box."})
    filled.update()
    assert "box.zip//a.txt" in filled.states
    box.write_bytes(content)
    if not content:
        pack(box, {})
    filled.update()
    assert [name for name in filled.states if "box.zip//" in name] == []


def test_nothing_unpacked_of_a_broken_file_stays_while_others_are_read(filled: Filled) -> None:
    scratch = filled.folder.parent / "scratch"
    (filled.folder / "a.bad").write_text("Unpacks something, then fails.")
    (filled.folder / "b.txt").write_text("Read later.")
    left: list[bool] = []

    def watch(name: str) -> None:
        if name == "a.bad":
            (scratch / "1" / "1").mkdir(parents=True)
        else:
            left.append((scratch / "1").exists())

    filled.parsers.before_each = watch
    filled.update()
    assert left == [False]


def test_what_was_lost_for_want_of_room_is_read_with_the_next_run(filled: Filled) -> None:
    large = filled.folder / "large.txt"
    large.write_text("Large.")
    record = DocumentRecord(str(large), 6, large.stat().st_mtime_ns, b"1" * 16, {}, spool=str(filled.folder / "gone"))
    filled.parsers.parsed = lambda _: record
    filled.update()
    assert filled.states["large.txt"] == "failed"
    filled.parsers.parsed = parse_file
    assert filled.update() == ["large.txt"]
    assert filled.states["large.txt"] == "keyword"


def test_rows_of_a_large_file_are_not_kept_for_undoing(filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "_PIECE_NODES", 0)
    large = filled.folder / "large.txt"
    large.write_text("\n\n".join(f"Paragraph {number}. {'whale ' * 200}" for number in range(20)))
    spool = filled.folder.parent / "spool"
    filled.parsers.parsed = lambda task: parse_file(replace(task, spool=spool))
    inside, depths = 0, set()

    def note(_: object, statement: str, __: object) -> bool:
        nonlocal inside
        inside += statement.startswith("SAVEPOINT") - statement.startswith("RELEASE")
        if statement.startswith("INSERT INTO nodes"):
            depths.add(inside)
        return True

    filled.storage.connection.exec_trace = note
    filled.update()
    assert filled.states["large.txt"] == "keyword"
    assert depths == {0}  # in a savepoint each row takes the longer the more of the file was written


@pytest.mark.slow
def test_a_full_disk_is_told_of_and_everything_goes_on_later(filled: Filled) -> None:
    connection = filled.storage.connection
    (filled.folder / "large.txt").write_text(" ".join(f"word{number}" for number in range(60_000)))
    ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
    connection.execute(f"PRAGMA max_page_count = {pages + 5}").fetchall()
    filled.update()
    assert filled.ingestion.read() == {str(filled.folder / "large.txt")}
    assert filled.states["large.txt"] == "waiting"
    connection.execute("PRAGMA max_page_count = 1000000").fetchall()
    assert filled.update() == ["large.txt"]
    assert filled.states["large.txt"] == "keyword"


class _Gone:
    """An entry of a folder whose drive went away while it was listed."""

    def __init__(self, path: str) -> None:
        self.path, self.name = path, Path(path).name

    def is_dir(self, *, follow_symlinks: bool) -> bool:
        raise OSError(errno.EIO, os.strerror(errno.EIO), self.path, follow_symlinks)


def test_a_drive_that_goes_while_it_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "scandir", lambda _: nullcontext([_Gone(str(tmp_path / "gone.txt"))]))
    (found,) = scan(tmp_path, FolderRules())
    assert (found.state, found.reason) == ("failed", "The file cannot be opened: No such file or directory.")
    stored = found.reason.encode().decode()  # as a library gives it back
    assert (
        sentences(GERMAN).translated(stored)
        == "Die Datei kann nicht geöffnet werden: Datei oder Ordner nicht gefunden."
    )


def test_junctions_of_windows_are_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "a.txt").write_text("x")
    monkeypatch.setattr(scanner, "_JUNCTION", -1)
    (found,) = scan(tmp_path, FolderRules())
    assert found.reason == "It is a link to a folder. Add that folder itself."


def test_a_file_that_only_changes_its_letters_where_they_make_no_difference(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    exists = os.path.lexists

    def found(path: Path | str) -> bool:
        wanted = Path(path)
        beside = wanted.parent.iterdir() if wanted.parent.is_dir() else ()
        return exists(path) or wanted.name.casefold() in {other.name.casefold() for other in beside}

    monkeypatch.setattr(os.path, "lexists", found)
    (filled.folder / "n01.txt").rename(filled.folder / "N01.txt")
    assert filled.look_at("n01.txt", "N01.txt") == []
    assert "n01.txt" not in filled.states
    assert filled.states["N01.txt"] == "keyword"
