"""What comes of changes on disk: in the journal, in the documents, in what is read again."""

import io
import os
import shutil
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.core.errors import CancelledError
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.ingestion.rules import FolderRules, pattern_for
from desktop_rag.storage.sqlite import folders
from desktop_rag.storage.sqlite.file_list import every_file
from desktop_rag.storage.sqlite.folders import GONE, KEPT, LOST, OFFLINE, set_aside
from desktop_rag.storage.sqlite.properties import set_reader_version
from desktop_rag.storage.sqlite.stored_files import path_now
from tests.helpers.filled import COUNT, Filled, pack


def test_only_what_changed_is_read_again(filled: Filled) -> None:
    assert filled.update() == []
    (filled.folder / "n03.txt").write_text("Something else entirely.")
    (filled.folder / "new.txt").write_text("Quite new.")
    assert filled.update() == ["n03.txt", "new.txt"]
    assert set(filled.states.values()) == {"keyword"}


def test_a_moved_file_is_neither_read_nor_embedded_again(filled: Filled) -> None:
    filled.embed()
    old, new = filled.folder / "n05.txt", filled.folder / "below" / "renamed.txt"
    before = filled.storage.docstore.get_ref_doc_info
    new.parent.mkdir()
    old.rename(new)
    assert filled.update() == []
    assert filled.states["below/renamed.txt"] == "ready"
    assert "n05.txt" not in filled.states
    assert path_now(filled.storage.connection, str(old)) == str(new)
    (info,) = [one for one in filled.storage.docstore.documents() if one.path == str(new)]
    assert info.metadata["file_name"] == "renamed.txt"
    assert before(info.doc_id) is not None
    nodes = filled.storage.docstore.get_ref_doc_info(info.doc_id)
    assert nodes is not None
    # as if it had been read there the first time
    other = Filled(filled.folder, filled.folder.parent / "other")
    other.update()
    same = other.storage.docstore.get_ref_doc_info(info.doc_id)
    assert same is not None
    assert same.node_ids == nodes.node_ids
    other.storage.close()


def test_a_renamed_folder_keeps_everything(filled: Filled) -> None:
    below = filled.folder / "below"
    below.mkdir()
    for number in range(4):
        (below / f"m{number}.txt").write_text(f"Minutes of meeting {number}.")
    filled.update()
    below.rename(filled.folder / "renamed")
    assert filled.look_at("below", "renamed") == []
    assert {name for name in filled.states if "m" in name} >= {f"renamed/m{number}.txt" for number in range(4)}


def test_case_only_renames_are_moves(filled: Filled) -> None:
    (filled.folder / "n01.txt").rename(filled.folder / "N01.TXT")
    assert filled.update() == []
    assert "N01.TXT" in filled.states
    assert "n01.txt" not in filled.states


def test_one_deleted_file_disappears_and_many_are_asked_about(filled: Filled) -> None:
    (filled.folder / "n00.txt").unlink()
    filled.update()
    assert len(filled.states) == COUNT - 1
    for number in range(1, 5):
        (filled.folder / f"n{number:02}.txt").unlink()
    filled.update()
    (missing,) = filled.storage.folders.missing(os.sep)
    assert (missing.gone, missing.files) == (4, COUNT - 1)
    assert filled.reasons["n02.txt"] == GONE
    filled.update()
    assert filled.storage.folders.missing(os.sep) == (missing,), "asked about until it is answered"
    filled.update(allow_mass_delete=True)
    assert len(filled.states) == COUNT - 5
    assert filled.storage.folders.missing(os.sep) == ()


def test_a_folder_that_is_deleted_piece_by_piece_is_asked_about(filled: Filled) -> None:
    names = sorted(filled.states)
    pieces = [names[:2], names[2:4], names[4:6]]
    for piece in pieces:
        for name in piece:
            (filled.folder / name).unlink()
        filled.look_at(*piece)
    (missing,) = filled.storage.folders.missing(os.sep)
    assert missing.gone == 4, "two of twelve are few, four are not"
    (filled.folder / names[6]).unlink()
    filled.look_at(names[6])
    assert names[6] not in filled.states, "one file is never asked about"


def test_few_files_deleted_now_and_then_disappear(filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    names = sorted(filled.states)
    for minute in range(2):
        monkeypatch.setattr(folders.time, "time", lambda minute=minute: now + 60 * minute)
        for name in names[2 * minute : 2 * minute + 2]:
            (filled.folder / name).unlink()
        filled.look_at(*names[2 * minute : 2 * minute + 2])
    assert sorted(filled.states) == names[4:]


def test_deletions_that_go_on_and_on_never_add_up_to_a_question(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = [f"more{number:02}.txt" for number in range(20)]
    for name in more:
        (filled.folder / name).write_text(f"{name} tells of whales and what they sang.")
    filled.update()
    now = time.time()
    for step, some in enumerate([*([name] for name in more[:12]), more[12:14]]):  # a quarter of a minute apart
        monkeypatch.setattr(folders.time, "time", lambda step=step: now + 16 * step)
        for name in some:
            (filled.folder / name).unlink()
        filled.look_at(*some)
    assert filled.storage.folders.missing(os.sep) == ()
    assert not set(more[:14]) & filled.states.keys()


def test_a_question_that_waits_does_not_hold_up_what_a_person_deletes_later(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = [f"more{number:02}.txt" for number in range(40)]
    for name in more:
        (filled.folder / name).write_text(f"{name} tells of whales and what they sang.")
    filled.update()
    for name in more[:11]:
        (filled.folder / name).unlink()
    filled.look_at(*more[:11])
    (missing,) = filled.storage.folders.missing(os.sep)
    assert missing.gone == 11
    now = time.time()
    monkeypatch.setattr(folders.time, "time", lambda: now + 60)
    for name in more[11:14]:
        (filled.folder / name).unlink()
    filled.look_at(*more[11:14])
    assert not set(more[11:14]) & filled.states.keys()
    assert filled.storage.folders.missing(os.sep)[0].gone == 11


def test_the_rest_of_a_folder_of_which_much_is_gone_is_asked_about_too(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = sorted(filled.states)
    now = time.time()
    for step, some in enumerate((names[:10], names[10:])):
        monkeypatch.setattr(folders.time, "time", lambda step=step: now + 60 * step)
        for name in some:
            (filled.folder / name).unlink()
        filled.look_at(*some)
    assert filled.storage.folders.missing(os.sep)[0].gone == COUNT


def test_what_the_person_keeps_is_not_asked_about_again(filled: Filled) -> None:
    for number in range(6):
        (filled.folder / f"n{number:02}.txt").unlink()
    filled.update()
    with filled.storage.transaction():
        gone = filled.storage.folders.gone_below(str(filled.folder), os.sep)
        set_aside(filled.storage.connection, gone, KEPT)
    filled.update()
    assert filled.storage.folders.missing(os.sep) == ()
    assert filled.states["n02.txt"] == "offline"


def test_an_unreachable_folder_is_offline_and_comes_back_without_reading(filled: Filled) -> None:
    away = filled.folder.rename(filled.folder.with_name("away"))
    filled.ingestion.compare()
    assert set(filled.reasons.values()) == {OFFLINE}
    assert [root.offline for root in filled.storage.folders.all()] == [True]
    away.rename(filled.folder)
    assert filled.update() == []
    assert set(filled.states.values()) == {"keyword"}
    assert [root.offline for root in filled.storage.folders.all()] == [False]


def test_an_empty_mount_point_loses_nothing(filled: Filled) -> None:
    shutil.rmtree(filled.folder)
    filled.folder.mkdir()
    filled.update()
    assert set(filled.states.values()) == {"offline"}


def test_twins_are_left_out_until_the_original_goes(filled: Filled) -> None:
    shutil.copy(filled.folder / "n07.txt", filled.folder / "second 7.txt")
    filled.update()
    assert filled.states["second 7.txt"] == "skipped"
    assert filled.reasons["second 7.txt"] == f"It is the same as {filled.folder / 'n07.txt'}."
    (filled.folder / "n07.txt").unlink()
    assert filled.update() == ["second 7.txt"]
    assert filled.states["second 7.txt"] == "keyword"


def test_twins_that_go_with_their_original_are_not_read(filled: Filled) -> None:
    inside = filled.folder / "inside"
    inside.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (inside / name).write_text("The heron waits.", encoding="utf-8")
    filled.update()
    assert [filled.states[f"inside/{name}.txt"] for name in "abc"] == ["keyword", "skipped", "skipped"]
    assert filled.update(FolderRules(ignore=("/inside/",)), allow_mass_delete=True) == []
    assert not [name for name in filled.states if name.startswith("inside/")]


def test_a_twin_whose_original_changes_is_read(filled: Filled) -> None:
    shutil.copy(filled.folder / "n07.txt", filled.folder / "second 7.txt")
    filled.update()
    (filled.folder / "n07.txt").write_text("No longer the same at all.")
    assert filled.update() == ["n07.txt", "second 7.txt"]
    assert filled.states["second 7.txt"] == "keyword"


def test_rules_take_files_out_and_let_them_in_again(filled: Filled) -> None:
    filled.update(FolderRules(ignore=("n0*.txt",)))
    assert filled.states["n03.txt"] == "skipped"
    assert filled.reasons["n03.txt"] == "Your rules leave it out."
    assert filled.states["n11.txt"] == "keyword"
    assert len(filled.update(FolderRules())) == 10
    assert filled.states["n03.txt"] == "keyword"


def test_files_wait_in_the_journal_when_a_run_is_stopped(filled: Filled) -> None:
    for number in range(5):
        (filled.folder / f"x{number}.txt").write_text(f"Another one, number {number}.")

    def stop(name: str) -> None:
        if name == "x2.txt":
            filled.token.cancel()

    filled.parsers.before_each = stop
    with pytest.raises(CancelledError):
        filled.update()
    waiting = {name for name, state in filled.states.items() if state == "waiting"}
    assert waiting == {"x3.txt", "x4.txt"}
    assert filled.storage.journal.count() == 2


def test_a_folder_can_be_given_priority(filled: Filled) -> None:
    (filled.folder / "z").mkdir()
    for number in range(60):
        (filled.folder / f"x{number:02}.txt").write_text(f"One more, number {number}.")
        (filled.folder / "z" / f"x{number:02}.txt").write_text(f"Wanted now, number {number}.")

    def prefer(name: str) -> None:
        if name == "x01.txt":
            with filled.storage.transaction():
                filled.storage.journal.prioritise(str(filled.folder / "z"), os.sep)

    filled.parsers.before_each = prefer
    filled.parsers.read.clear()
    filled.ingestion.read(filled.ingestion.compare())
    first_wanted = filled.parsers.read.index("z/x00.txt")
    assert first_wanted <= 32
    assert filled.parsers.read[first_wanted : first_wanted + 60] == [f"z/x{number:02}.txt" for number in range(60)]


def test_a_file_that_is_gone_when_its_turn_comes_leaves_no_trace(filled: Filled) -> None:
    (filled.folder / "brief.txt").write_text("Here and gone.")
    filled.parsers.before_each = lambda name: (filled.folder / name).unlink()
    filled.update()
    assert "brief.txt" not in filled.states
    assert filled.storage.journal.count() == 0


def test_a_file_that_is_stored_while_it_is_missed_goes(tmp_path: Path) -> None:
    """Whatever the comparison is at when another job stores what it read before the file was deleted."""
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(10):
        (folder / f"n{number}.txt").write_text(f"Note {number} about whales.")
    looking = Filled(folder, tmp_path / "scratch", tmp_path / "a.ragindex")
    looking.update()
    reading = Filled(folder, tmp_path / "other", tmp_path / "a.ragindex")
    brief, connection = folder / "brief.txt", looking.storage.connection
    statement = wanted = stored = 0

    def store(*_: object) -> bool:
        nonlocal statement, stored
        statement += 1
        if statement == wanted and not connection.in_transaction:
            reading.ingestion.read()
            stored += 1
        return True

    while wanted <= statement:
        brief.write_text("Here and gone.")
        looking.ingestion.look_at([brief])
        record = parse_file(ParseTask.of(brief))
        reading.parsers.parsed = lambda task, record=record: replace(record, path=task.file.path)  # type: ignore[misc]
        brief.unlink()
        statement, wanted = 0, wanted + 1
        connection.exec_trace = store
        looking.ingestion.look_at([brief])
        connection.exec_trace = None
        looking.ingestion.read()
        assert "brief.txt" not in looking.states, f"stored before statement {wanted}"
    assert stored > 5
    for one in (looking, reading):
        one.storage.close()


def test_members_of_archives_are_files_of_their_own(filled: Filled) -> None:
    pack(filled.folder / "box.zip", {"a.txt": "Alpha in the box.", "deep/b.txt": "Beta in the box."})
    filled.update()
    assert filled.states["box.zip"] == "ready"
    assert filled.states["box.zip//a.txt"] == filled.states["box.zip//deep/b.txt"] == "keyword"
    assert filled.update() == []
    pack(filled.folder / "box.zip", {"a.txt": "Alpha in the box.", "c.txt": "Gamma is new in the box."})
    filled.update()
    assert sorted(name for name in filled.states if "box" in name) == ["box.zip", "box.zip//a.txt", "box.zip//c.txt"]
    (filled.folder / "box.zip").rename(filled.folder / "crate.zip")
    assert filled.update() == []
    assert filled.states["crate.zip//c.txt"] == "keyword"
    (filled.folder / "crate.zip").unlink()
    filled.update()
    assert len(filled.states) == COUNT
    assert not list((filled.folder.parent / "scratch").rglob("*"))


def nested(path: Path, files: int, *, boxes: int) -> None:
    """Write an archive of archives with empty files, which take next to no room."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        for number in range(files):
            archive.writestr(f"{number}.txt", b"")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(boxes):
            archive.writestr(f"box{number}.zip", inner.getvalue())


def test_a_small_file_of_archives_brings_no_more_files_than_it_may_at_all_depths_together(filled: Filled) -> None:
    path = filled.folder / "boxes.zip"
    nested(path, 900, boxes=4)
    assert path.stat().st_size < 106_000
    filled.update()
    inside = [name for name in filled.states if name.startswith("boxes.zip//")]
    assert len(inside) == 2_000
    assert filled.reasons["boxes.zip"] == "1604 files in it were left out because there are too many."
    assert filled.reasons["boxes.zip//box2.zip"] == "704 files in it were left out because there are too many."
    assert filled.reasons["boxes.zip//box3.zip"] == "900 files in it were left out because there are too many."
    assert filled.states["boxes.zip//box3.zip"] == "ready"
    assert filled.storage.journal.count() == 0
    assert filled.update() == []
    # read again, it brings the same ones, and those that fit after it shrank
    filled.storage.journal.queue([str(path)])
    filled.update()
    assert sorted(name for name in filled.states if name.startswith("boxes.zip//")) == sorted(inside)
    nested(path, 900, boxes=2)
    filled.update()
    assert len([name for name in filled.states if name.startswith("boxes.zip//")]) == 2 * 901
    assert "boxes.zip" not in filled.reasons


def test_failed_files_are_not_tried_again_until_they_change(filled: Filled) -> None:
    broken = filled.folder / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing more")
    assert filled.update() == ["broken.pdf"]
    assert filled.states["broken.pdf"] == FileState.FAILED
    assert filled.update() == []
    with filled.storage.transaction():
        filled.storage.journal.queue([str(broken)])
    filled.ingestion.read()
    assert filled.parsers.read == ["broken.pdf"]


def test_names_that_are_no_text_and_odd_ones_are_read(filled: Filled) -> None:
    for name in (b"caf\xe9.txt", b"line\nbreak.txt", "käse 🧀.txt".encode(), b"quote'\".txt"):
        (filled.folder / os.fsdecode(name)).write_text(f"Odd {name!r}.")
    assert len(filled.update()) == 4
    assert set(filled.states.values()) == {"keyword"}
    assert filled.update() == []


def test_what_cannot_be_a_file_is_told_of(filled: Filled) -> None:
    os.mkfifo(filled.folder / "pipe")
    (filled.folder / "loop").symlink_to(filled.folder)
    (filled.folder / "broken").symlink_to(filled.folder / "nowhere")
    (filled.folder / ".secret.txt").write_text("hidden")
    (filled.folder / "node_modules").mkdir()
    (filled.folder / "node_modules" / "x.txt").write_text("not wanted")
    filled.update()
    reasons = filled.reasons
    assert reasons["pipe"] == "It is not a regular file."
    assert reasons["loop"].startswith("It is a link to a folder.")
    assert reasons["broken"].startswith("The file cannot be opened")
    assert reasons[".secret.txt"] == "It is hidden."
    assert "node_modules" in reasons
    assert not any("x.txt" in name for name in filled.states)


def test_gitignore_files_hold_where_they_are(filled: Filled) -> None:
    (filled.folder / "sub").mkdir()
    (filled.folder / "sub" / ".gitignore").write_text("*.log.txt\n!keep.log.txt\n")
    for name in ("a.log.txt", "keep.log.txt", "b.txt"):
        (filled.folder / "sub" / name).write_text(f"Content of {name}.")
    (filled.folder / "c.log.txt").write_text("Above the rule.")
    filled.update()
    kept = {name for name, state in filled.states.items() if state == "keyword"}
    assert {"sub/keep.log.txt", "sub/b.txt", "c.log.txt"} <= kept
    assert filled.states["sub/a.log.txt"] == "skipped"
    assert ".gitignore" in filled.reasons["sub/a.log.txt"]
    filled.update(FolderRules(gitignore=False))
    assert filled.states["sub/a.log.txt"] == "keyword"


def test_which_of_two_equal_files_is_kept_does_not_depend_on_the_order(filled: Filled) -> None:
    pack(filled.folder / "b.zip", {"a.txt": "Alpha in the box."})
    filled.update()
    for old, new in (("n07.txt", "a copy.txt"), ("b.zip", "a copy.zip")):
        shutil.copy(filled.folder / old, filled.folder / new)
    filled.update()
    assert filled.states["a copy.txt"] == "keyword"
    assert filled.reasons["n07.txt"] == f"It is the same as {filled.folder / 'a copy.txt'}."
    assert filled.states["b.zip"] == "skipped"
    assert [name for name in filled.states if "//" in name] == ["a copy.zip//a.txt"]
    (filled.folder / "a copy.zip").unlink()
    filled.update()
    assert [name for name in filled.states if "//" in name] == ["b.zip//a.txt"]


def test_files_inside_files_can_be_left_out(filled: Filled) -> None:
    pack(filled.folder / "box.zip", {"a.txt": "Alpha in the box.", "b.log": "Not wanted.", "deep/c.txt": "Gamma."})
    pattern = pattern_for(str(filled.folder / "box.zip") + "//deep/c.txt", str(filled.folder))
    filled.update(FolderRules(ignore=("*.log", pattern)))
    assert [name for name in filled.states if "//" in name] == ["box.zip//a.txt"]


def test_everything_is_read_again_when_the_readers_changed(filled: Filled) -> None:
    filled.embed()
    pack(filled.folder / "box.zip", {"a.txt": "Alpha in the box."})
    filled.update()
    with filled.storage.transaction():
        set_reader_version(filled.storage.connection, "of last year")
    assert len(filled.update()) == COUNT + 2
    files, _ = filled.ingestion.read_again["text"]
    assert (files, filled.ingestion.read_again["archive"][0]) == (COUNT, 1)
    assert filled.states["n01.txt"] == "ready", "what is the same keeps its vectors"
    assert filled.update() == []


def test_a_single_file_that_is_gone_says_so(filled: Filled, tmp_path: Path) -> None:
    alone = tmp_path / "alone.txt"
    alone.write_text("All by itself.")
    filled.ingestion.run([alone], None)
    alone.unlink()
    filled.ingestion.compare()
    rows = every_file(filled.storage.connection, FileQuery("alone"), os.sep)
    assert [(row.state.value, row.reason) for row in rows] == [("offline", LOST)]
