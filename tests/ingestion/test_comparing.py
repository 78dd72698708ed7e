"""Comparing the disk with the library: what is told, what counts as gone, and what others did meanwhile."""

import os
import sys
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.results.files import FileQuery
from desktop_rag.ingestion.comparing import Comparison, ScanScope
from desktop_rag.ingestion.progress import Progress
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.file_list import every_file
from tests.helpers.filled import COUNT, Filled

GONE_FILES = 20_000
not_root = pytest.mark.skipif(
    sys.platform == "win32" or (hasattr(os, "geteuid") and os.geteuid() == 0), reason="needs permissions that hold"
)


def paths_of(filled: Filled) -> list[str]:
    """Return where every file of the library is, whatever its folder."""
    return [row.path for row in every_file(filled.storage.connection, FileQuery(), os.sep)]


def test_how_many_files_were_found_is_told_from_none_to_all(filled: Filled) -> None:
    filled.progress.clear()
    filled.ingestion.compare()
    told = [one for one in filled.progress if isinstance(one, Progress)]
    assert [(one.stage, one.files_total) for one in told] == [("scanning", 0), ("scanning", COUNT)]


def test_what_is_looked_at_again_is_read_before_what_waits(filled: Filled) -> None:
    for name in ("a1.txt", "a2.txt", "z.txt"):
        (filled.folder / name).write_text(f"New: {name}")
    filled.ingestion.compare()
    assert filled.look_at("z.txt") == ["a1.txt", "a2.txt", "z.txt"]
    assert filled.parsers.read == ["z.txt", "a1.txt", "a2.txt"]


def test_what_goes_while_it_waits_is_not_waited_for(filled: Filled) -> None:
    late = filled.folder / "late.txt"
    late.write_text("Never read.")
    filled.ingestion.compare()
    assert filled.storage.journal.count() == 1
    late.unlink()
    filled.ingestion.compare()
    assert filled.storage.journal.count() == 0
    assert "late.txt" not in filled.states


def test_a_moved_file_is_not_looked_for_once_the_person_stops(filled: Filled) -> None:
    (filled.folder / "n00.txt").rename(filled.folder / "moved.txt")
    before = filled.states
    token = CancelToken()
    scopes = [ScanScope(root, (filled.folder,)) for root in filled.storage.folders.all()]
    comparison = Comparison(filled.storage, token, lambda _: token.cancel())
    with pytest.raises(CancelledError):
        comparison.run(scopes, allow_mass_delete=False, priority=0)
    assert filled.states == before
    assert filled.storage.journal.count() == 0


def test_a_file_that_moves_into_a_folder_that_is_taken_out_meanwhile_is_gone(filled: Filled, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    filled.ingestion.add_roots([other])
    filled.update()
    (filled.folder / "n00.txt").rename(other / "n00.txt")

    def take_out(_: int) -> None:
        with filled.storage.transaction():
            filled.storage.folders.remove(str(other))

    scopes = [ScanScope(root, (Path(root.path),)) for root in filled.storage.folders.all()]
    Comparison(filled.storage, CancelToken(), take_out).run(scopes, allow_mass_delete=False, priority=0)
    assert "n00.txt" not in filled.states
    assert str(other / "n00.txt") not in paths_of(filled)
    assert len(paths_of(filled)) == COUNT - 1
    assert filled.storage.journal.count() == 0


def test_a_file_that_moves_is_stored_as_if_it_had_always_been_there(filled: Filled, tmp_path: Path) -> None:
    (filled.folder / "n00.txt").rename(filled.folder / "鯨の歌.txt")
    assert filled.update() == []
    fresh = Filled(filled.folder, tmp_path / "fresh")
    fresh.update()
    rows = [
        select(one.storage.connection, "SELECT path, metadata, doc_id FROM documents ORDER BY path")
        for one in (filled, fresh)
    ]
    fresh.storage.close()
    assert rows[0] == rows[1]
    assert any("鯨の歌.txt" in metadata for _, metadata, _ in rows[0])


def test_of_two_equal_files_that_go_each_new_one_takes_the_place_of_one(filled: Filled) -> None:
    for name in ("n00.txt", "n01.txt"):
        (filled.folder / name).rename(filled.folder / f"moved-{name}")
    assert filled.update() == []
    assert {"moved-n00.txt", "moved-n01.txt"} <= filled.states.keys()
    texts = [filled.storage.documents.page_text(str(filled.folder / f"moved-n0{one}.txt"), 1) for one in (0, 1)]
    assert [f"number {one}" in str(text) for one, text in enumerate(texts)] == [True, True]


def test_a_new_file_with_the_content_of_one_that_stays_is_no_move(filled: Filled) -> None:
    text = (filled.folder / "n00.txt").read_text()
    (filled.folder / "copy.txt").write_text(text)
    filled.update()
    assert {"n00.txt", "copy.txt"} <= filled.states.keys()


def test_what_the_rules_leave_out_is_not_gone_however_much_it_is(filled: Filled) -> None:
    filled.update(FolderRules(ignore=("n*.txt",)))
    assert filled.storage.folders.missing(os.sep) == ()
    assert set(filled.states.values()) <= {"skipped"}
    assert filled.storage.nodes.node_count() == 0


def test_files_that_were_never_read_go_without_a_question(filled: Filled) -> None:
    names = [f"broken{number}.zip" for number in range(COUNT)]
    for name in names:
        (filled.folder / name).write_bytes(b"PK\x03\x04 broken")
    filled.update()
    assert {filled.states[name] for name in names} == {"failed"}
    for name in names:
        (filled.folder / name).unlink()
    filled.update()
    assert filled.storage.folders.missing(os.sep) == ()
    assert sorted(filled.states) == [f"n{number:02}.txt" for number in range(COUNT)]


@not_root
def test_a_file_that_was_read_and_cannot_be_opened_now_stays_searchable(filled: Filled) -> None:
    folder = filled.folder / "below"
    folder.mkdir()
    (folder / "deep.txt").write_text("Whales sing below.")
    filled.update()
    folder.chmod(0)
    try:
        filled.update()
        assert filled.states["below/deep.txt"] == "offline"
        assert "cannot be opened" in filled.reasons["below/deep.txt"]
        assert filled.storage.nodes.node_count() == COUNT + 1
    finally:
        folder.chmod(0o755)
    assert filled.update() == []
    assert filled.states["below/deep.txt"] == "keyword"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_file_that_was_read_and_leads_nowhere_now_stays_searchable(filled: Filled) -> None:
    file = filled.folder / "n00.txt"
    file.unlink()
    file.symlink_to(filled.folder / "nowhere.txt")
    assert filled.update() == []
    assert filled.states["n00.txt"] == "offline"
    assert "cannot be opened" in filled.reasons["n00.txt"]
    assert filled.storage.nodes.node_count() == COUNT
    file.unlink()
    file.write_text("Whales again.")
    assert filled.update() == ["n00.txt"]
    assert filled.states["n00.txt"] == "keyword"


@pytest.mark.parametrize(("deleted", "is_asked"), [(1, False), (2, False), (3, True), (COUNT, True)])
def test_more_than_a_fifth_of_a_folder_is_asked_about(filled: Filled, deleted: int, is_asked: bool) -> None:
    for number in range(deleted):
        (filled.folder / f"n{number:02}.txt").unlink()
    filled.update()
    assert bool(filled.storage.folders.missing(os.sep)) is is_asked
    assert len(filled.states) == (COUNT if is_asked else COUNT - deleted)


def test_files_that_moved_do_not_count_as_gone(filled: Filled) -> None:
    inner = filled.folder / "inner"
    inner.mkdir()
    for number in range(3):
        (filled.folder / f"n{number:02}.txt").rename(inner / f"m{number}.txt")
    (filled.folder / "n03.txt").unlink()
    filled.update()
    assert filled.storage.folders.missing(os.sep) == ()
    assert str(filled.folder / "n03.txt") not in paths_of(filled)
    assert len(paths_of(filled)) == COUNT - 1


def test_the_last_file_of_a_folder_goes_without_a_question(filled: Filled, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    (small / "only.txt").write_text("Only this.")
    filled.ingestion.add_roots([small])
    filled.update()
    (small / "only.txt").unlink()
    filled.update()
    assert filled.storage.folders.missing(os.sep) == ()
    assert str(small / "only.txt") not in paths_of(filled)


def test_folders_with_like_names_are_asked_about_apart(filled: Filled) -> None:
    like = filled.folder.with_name(filled.folder.name + "2")
    like.mkdir()
    for number in range(3):
        (like / f"m{number}.txt").write_text(f"Another {number}.")
    filled.ingestion.add_roots([like])
    filled.update()
    for number in range(3):
        (like / f"m{number}.txt").unlink()
    filled.update()
    (missing,) = filled.storage.folders.missing(os.sep)
    assert (missing.folder, missing.gone) == (str(like), 3)
    assert {filled.states[f"n{number:02}.txt"] for number in range(COUNT)} == {"keyword"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "allow_mass_delete",
    [pytest.param(False, id="asked about"), pytest.param(True, id="forgotten", marks=pytest.mark.nightly)],
)
def test_however_many_files_vanished_a_few_are_held_in_memory(filled: Filled, allow_mass_delete: bool) -> None:
    filled.update()
    paths = [str(filled.folder / f"a folder that is gone/{number:06}.txt") for number in range(GONE_FILES)]
    with filled.storage.transaction():
        filled.storage.connection.executemany(
            "INSERT INTO documents (doc_id, path, state, size, mtime_ns, content_hash, indexed_at) "
            "VALUES (?1, ?1, 'parsed', 9, 9, cast(?1 AS BLOB), 9)",
            ((path,) for path in paths),
        )
    (filled.folder / "new.txt").write_text("123456789")  # as large as they were
    tracemalloc.start()
    try:
        filled.update(allow_mass_delete=allow_mass_delete)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    states = Counter(filled.states.values())
    assert states == {"keyword": COUNT + 1} | ({} if allow_mass_delete else {"offline": GONE_FILES})
    assert most < 500 * GONE_FILES, "less than what a list of each takes"
