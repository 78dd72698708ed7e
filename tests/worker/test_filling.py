"""Bringing folders into an index: real files, real child processes, real SQLite."""

import contextlib
import os
import threading
import time
from pathlib import Path

import apsw
import pymupdf
import pytest

from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import Event, IngestProgress, JobCancelled, JobFinished
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.storage.sqlite.properties import get_no_room, set_reader_version
from desktop_rag.worker.worker import Worker

WAIT = 60


def states(status: IndexStatus) -> dict[str, FileState]:
    return {Path(file.path).name: file.state for file in status.files}


def add(worker: Worker, *paths: Path, embed: bool = False) -> IndexStatus:
    return worker.files.add("lib", list(paths), embed=embed).result(WAIT)


@pytest.fixture
def lib(worker: Worker) -> Worker:
    worker.libraries.create("lib").result(WAIT)
    return worker


@pytest.mark.slow
def test_files_are_searchable_by_word_before_they_are_embedded(lib: Worker, folder: Path) -> None:
    status = add(lib, folder)
    assert set(states(status).values()) == {FileState.KEYWORD}
    (best, *_) = lib.search.passages("lib", "how long do cats sleep", mode="bm25").result(WAIT)
    assert Path(best.file).name == "cats.txt"
    assert best.text[best.start : best.end] or best.start == 0
    (best, *_) = lib.search.passages("lib", "人口は何人ですか", mode="bm25").result(WAIT)
    assert Path(best.file).name == "東京.txt"
    status = add(lib, folder, embed=True)
    assert set(states(status).values()) == {FileState.READY}
    (best, *_) = lib.search.passages("lib", "temperature for a hot drink", mode="vector").result(WAIT)
    assert Path(best.file).name == "tea.md"
    assert best.heading.startswith("Tea")


@pytest.mark.slow
def test_an_unchanged_folder_costs_nothing(lib: Worker, folder: Path) -> None:
    add(lib, folder, embed=True)
    events: list[Event] = []
    lib.subscribe(events.append)
    before = lib.data_dir / "libraries" / "lib.ragindex"
    nodes = node_ids(before)
    add(lib, folder, embed=True)
    progress = [event for event in events if isinstance(event, IngestProgress)]
    assert not any(event.current for event in progress), "a file was read again"
    assert node_ids(before) == nodes


@pytest.mark.slow
def test_a_touched_file_keeps_its_vectors_and_an_edited_one_only_embeds_what_changed(lib: Worker, folder: Path) -> None:
    add(lib, folder, embed=True)
    os.utime(folder / "cats.txt", (1, 1))
    assert states(add(lib, folder))["cats.txt"] is FileState.READY
    tea = folder / "notes" / "tea.md"
    tea.write_text(tea.read_text().replace("dry and dark", "cool"), encoding="utf-8")
    status = add(lib, folder)
    assert states(status)["tea.md"] is FileState.KEYWORD
    assert status.counts["nodes"] - status.counts["nodes_embedded"] == 1


@pytest.mark.slow
def test_deleted_files_disappear_but_a_vanished_folder_stays_searchable(lib: Worker, folder: Path) -> None:
    for number in range(10):
        (folder / f"n{number}.txt").write_text(f"Note number {number} about whales.")
    add(lib, folder)
    (folder / "n3.txt").unlink()
    assert "n3.txt" not in states(add(lib, folder))
    for path in folder.glob("n*.txt"):
        path.unlink()
    status = add(lib, folder)
    assert states(status)["n5.txt"] is FileState.OFFLINE
    assert lib.search.passages("lib", "whales", mode="bm25").result(WAIT)


@pytest.mark.slow
def test_one_bad_file_never_stops_the_others(lib: Worker, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")
    (folder / "empty.txt").touch()
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 50)
    locked = folder / "locked.txt"
    locked.write_text("secret")
    locked.chmod(0)
    status = add(lib, folder)
    found = states(status)
    assert found["broken.pdf"] is FileState.FAILED
    assert found["empty.txt"] is FileState.SKIPPED
    assert found["cats.txt"] is FileState.KEYWORD
    for file in status.files:
        assert bool(file.reason) == (file.state in {FileState.FAILED, FileState.SKIPPED})


@pytest.mark.slow
def test_a_missing_path_is_explained_and_the_others_are_added(lib: Worker, folder: Path) -> None:
    with pytest.raises(UserError, match="no file or folder at"):
        add(lib, folder / "nowhere", folder)
    assert len(lib.libraries.status("lib").result(WAIT).files) == 3


@pytest.mark.slow
def test_a_folder_that_is_away_is_offline_and_comes_back_without_work(lib: Worker, folder: Path) -> None:
    add(lib, folder, embed=True)
    away = folder.rename(folder.with_name("unplugged"))
    status = lib.files.add("lib", (), embed=False).result(WAIT)
    assert set(states(status).values()) == {FileState.OFFLINE}
    assert lib.search.passages("lib", "green tea").result(WAIT)
    away.rename(folder)
    status = lib.files.add("lib", (), embed=False).result(WAIT)
    assert set(states(status).values()) == {FileState.READY}


def test_a_named_file_of_an_unknown_kind_is_listed_as_skipped(lib: Worker, tmp_path: Path) -> None:
    (tmp_path / "song.mp3").write_bytes(b"ID3")
    (file,) = add(lib, tmp_path / "song.mp3").files
    assert file.state is FileState.SKIPPED
    assert file.reason == "Sound and video are not read. If there are subtitles or a transcript, add those."


@pytest.mark.slow
def test_cancelling_keeps_what_is_done_and_can_be_continued(lib: Worker, folder: Path) -> None:
    for number in range(600):
        (folder / f"n{number}.txt").write_text(f"Note number {number} about whales.")
    events: list[Event] = []

    def stop_soon(event: Event) -> None:
        events.append(event)
        if isinstance(event, IngestProgress) and event.files_done >= 5:
            job.cancel()

    lib.subscribe(stop_soon)
    job = lib.files.add("lib", [folder], embed=False)
    with pytest.raises(CancelledError):
        job.result(WAIT)
    assert [type(event) for event in events if event.job_id == job.id][-1] is JobCancelled
    counts = lib.libraries.status("lib").result(WAIT).counts
    assert counts["files"] == 603
    assert 5 <= counts["keyword"] < 603
    assert counts["waiting"] == 603 - counts["keyword"]
    assert add(lib, folder).counts["waiting"] == 0


@pytest.mark.slow
def test_progress_tells_files_and_passages_and_ends_once(lib: Worker, folder: Path) -> None:
    events: list[Event] = []
    lib.subscribe(events.append)
    job = lib.files.add("lib", [folder])
    job.result(WAIT)
    mine = [event for event in events if event.job_id == job.id]
    progress = [event for event in mine if isinstance(event, IngestProgress)]
    assert progress[0].stage == "scanning"
    read = [event for event in progress if event.stage == "reading"]
    assert (read[-1].files_done, read[-1].files_total) == (3, 3)
    assert progress[-1].nodes == progress[-1].nodes_embedded > 0
    assert isinstance(mine[-1], JobFinished)
    assert sum(isinstance(event, JobFinished) for event in mine) == 1


@pytest.mark.slow
def test_forgetting_a_folder_removes_its_passages(lib: Worker, folder: Path) -> None:
    add(lib, folder)
    lib.files.remove("lib", str(folder / "notes")).result(WAIT)
    assert set(states(lib.libraries.status("lib").result(WAIT))) == {"cats.txt", "東京.txt"}
    assert all("tea" not in source.file for source in lib.search.passages("lib", "tea", mode="bm25").result(WAIT))


@pytest.mark.slow
def test_deleting_a_library_that_is_being_filled_stops_the_filling(lib: Worker, folder: Path) -> None:
    for number in range(300):
        (folder / f"n{number}.txt").write_text("whales " * 200)
    reading = threading.Event()
    lib.subscribe(lambda event: reading.set() if isinstance(event, IngestProgress) and event.files_done else None)
    job = lib.files.add("lib", [folder])
    assert reading.wait(WAIT)
    lib.libraries.delete("lib").result(WAIT)
    with pytest.raises(CancelledError):
        job.result(WAIT)
    assert lib.libraries.list_all().result(WAIT) == ()


@pytest.mark.slow
def test_closing_in_the_middle_of_a_run_takes_less_than_two_seconds(lib: Worker, folder: Path) -> None:
    for number in range(1000):  # more than any machine reads and embeds before the closing
        (folder / f"n{number}.txt").write_text("whales sing in the deep sea. " * 100)
    reading = threading.Event()
    lib.subscribe(lambda event: reading.set() if isinstance(event, IngestProgress) and event.files_done else None)
    job = lib.files.add("lib", [folder])
    assert reading.wait(WAIT)
    started = time.monotonic()
    lib.close()
    assert time.monotonic() - started < 3  # two seconds, and a slow machine
    with pytest.raises(CancelledError):
        job.result(1)


@pytest.mark.slow
def test_what_a_newer_version_reads_once_more_is_said_before_and_no_longer_after(lib: Worker, folder: Path) -> None:
    add(lib, folder)
    path = lib.data_dir / "libraries" / "lib.ragindex"
    with contextlib.closing(apsw.Connection(str(path))) as connection:
        set_reader_version(connection, "of last year")
    notices: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, IngestProgress) and event.stage == "reading":
            with contextlib.closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
                notices.append(get_no_room(connection))

    lib.subscribe(hear)
    add(lib, folder)
    assert notices
    assert notices[0].startswith("This version reads files better, so it reads the 3 files of this library once more")
    (info,) = lib.libraries.list_all().result(WAIT)
    assert info.notice == ""


def node_ids(path: Path) -> list[str]:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return [row[0] for row in connection.execute("SELECT node_id FROM nodes ORDER BY node_id").fetchall()]
    finally:
        connection.close()


@pytest.mark.slow
def test_a_first_file_that_takes_long_is_told_of_while_it_is_read(lib: Worker, tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    with pymupdf.open() as document:
        for number in range(250):
            page = document.new_page()
            page.insert_textbox(page.rect, f"Chapter {number}. " + "The whales sing in the deep of the sea. " * 100)
        document.save(book)
    events: list[Event] = []
    lib.subscribe(events.append)
    lib.files.add("lib", [book], embed=False).result(WAIT)
    reading = [event for event in events if isinstance(event, IngestProgress) and event.running]
    first = [event for event in reading if event.files_done == 0]
    assert {event.running for event in first} == {(str(book),)}
    assert max(event.running_seconds for event in first) > 1
    pages = [event.running_pages for event in first]
    assert pages == sorted(pages)
    assert 0 < pages[-1] < 250
