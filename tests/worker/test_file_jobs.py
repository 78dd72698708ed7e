"""What a person decides about files: pausing, reading again, leaving out, answering what became of missing ones."""

import csv
import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import TERMINAL_EVENTS, Event, IngestProgress, JobFailed, JobFinished
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.storage.sqlite import connection
from desktop_rag.worker.watching import auto_refresh
from desktop_rag.worker.worker import Worker
from tests.helpers.lanes import rest_at_night
from tests.helpers.waiting import wait_until

WAIT = 60


@pytest.fixture
def lib(worker: Worker) -> Worker:
    worker.libraries.create("lib").result(WAIT)
    return worker


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(10):
        (folder / f"n{number}.txt").write_text(f"Note number {number} about whales.")
    return folder


def info(worker: Worker) -> IndexInfo:
    return worker.libraries.status("lib").result(WAIT).info


def states(worker: Worker) -> dict[str, FileState]:
    rows = worker.files.page("lib", FileQuery()).result(WAIT).rows
    return {Path(row.path).name: row.state for row in rows}


def settled(worker: Worker, condition: Callable[[], bool]) -> None:
    wait_until(condition, WAIT)


@pytest.mark.slow
def test_a_paused_library_stays_paused_until_it_is_resumed(lib: Worker, notes: Path) -> None:
    lib.files.add("lib", [notes], embed=False).result(WAIT)
    lib.files.pause("lib").result(WAIT)
    (notes / "late.txt").write_text("Written during the pause.")
    lib.files.refresh("lib", [notes]).result(WAIT)
    assert states(lib)["late.txt"] is FileState.WAITING
    assert (info(lib).paused, info(lib).waiting) == (True, 1)
    again = Worker(lib.data_dir)
    try:
        assert again.libraries.status("lib").result(WAIT).info.paused
    finally:
        again.close()
    lib.files.resume("lib").result(WAIT)
    assert states(lib)["late.txt"] is FileState.READY
    assert not info(lib).paused


@pytest.mark.slow
def test_pausing_ends_a_run_that_goes_on_later(lib: Worker, notes: Path) -> None:
    for number in range(400):
        (notes / f"m{number}.txt").write_text(f"Minutes of meeting {number}.")
    events: list[Event] = []

    def pause_soon(event: Event) -> None:
        if isinstance(event, IngestProgress) and event.stage == "reading" and event.files_done >= 5 and not events:
            events.append(event)
            lib.files.pause("lib")

    lib.subscribe(pause_soon)
    lib.files.add("lib", [notes], embed=False).wait(WAIT)
    settled(lib, lambda: info(lib).paused)
    waiting = info(lib).waiting
    assert 0 < waiting <= 405
    lib.files.add("lib", (), embed=False).result(WAIT)
    assert info(lib).waiting == 0


@pytest.mark.slow
def test_reading_again(lib: Worker, notes: Path) -> None:
    broken = notes / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing more")
    lib.files.add("lib", [notes], embed=False).result(WAIT)
    assert states(lib)["broken.pdf"] is FileState.FAILED
    read: list[str] = []
    lib.subscribe(lambda event: read.append(event.current) if isinstance(event, IngestProgress) else None)
    lib.files.retry("lib", [str(broken), str(notes / "n1.txt")]).result(WAIT)
    settled(lib, lambda: info(lib).waiting == 0 and bool(read))
    settled(lib, lambda: states(lib)["n1.txt"] is not FileState.WAITING)
    assert states(lib)["broken.pdf"] is FileState.FAILED


@pytest.mark.slow
def test_leaving_a_file_out(lib: Worker, notes: Path) -> None:
    odd = notes / "what [now]?*.txt"
    odd.write_text("An odd name, about whales.")
    lib.files.add("lib", [notes], embed=False).result(WAIT)
    lib.files.exclude("lib", [str(odd), str(notes / "n2.txt")]).result(WAIT)
    settled(lib, lambda: states(lib)[odd.name] is FileState.SKIPPED)
    assert states(lib)["n2.txt"] is FileState.SKIPPED
    assert states(lib)["n3.txt"] is FileState.KEYWORD
    (rules,) = lib.files.folder_rules("lib").result(WAIT).values()
    assert len(rules.ignore) == 2
    lib.files.set_folder_rules("lib", str(notes), FolderRules()).result(WAIT)
    settled(lib, lambda: states(lib)[odd.name] is not FileState.SKIPPED)


@pytest.mark.skipif(sys.platform != "linux", reason="there names are text")
def test_the_rules_of_a_folder_whose_name_is_no_text(lib: Worker, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    (folder / "a.txt").write_text("About whales.")
    (folder / "b.txt").write_text("About walruses.")
    lib.files.add("lib", [folder], embed=False).result(WAIT)
    (root,) = info(lib).folders
    lib.files.set_folder_rules("lib", root, FolderRules(ignore=("b.txt",))).result(WAIT)
    settled(lib, lambda: states(lib)["b.txt"] is FileState.SKIPPED)
    assert states(lib)["a.txt"] is FileState.KEYWORD
    with pytest.raises(UserError, match="is not in the library"):
        lib.files.set_folder_rules("lib", str(tmp_path), FolderRules()).result(WAIT)


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("keep", [True, False])
def test_the_person_decides_about_files_that_are_gone(lib: Worker, notes: Path, *, keep: bool) -> None:
    lib.files.add("lib", [notes], embed=False).result(WAIT)
    for number in range(5):
        (notes / f"n{number}.txt").unlink()
    lib.files.refresh("lib", [notes]).result(WAIT)
    (missing,) = info(lib).missing
    assert (missing.folder, missing.gone, missing.files) == (str(notes), 5, 10)
    decide = lib.files.keep_missing if keep else lib.files.remove_missing
    decide("lib", str(notes)).result(WAIT)
    assert info(lib).missing == ()
    assert len(states(lib)) == (10 if keep else 5)


@pytest.mark.slow
def test_the_list_is_filtered_sorted_and_cut_where_it_is_stored(lib: Worker, notes: Path, tmp_path: Path) -> None:
    (notes / "Song.mp3").write_bytes(b"\0\1\2ID3" * 100)
    lib.files.add("lib", [notes], embed=False).result(WAIT)
    page = lib.files.page("lib", FileQuery(limit=3, order="-name")).result(WAIT)
    assert [Path(row.path).name for row in page.rows] == ["Song.mp3", "n9.txt", "n8.txt"]
    assert page.total == 11
    assert page.counts == {"keyword": 10, "skipped": 1}
    page = lib.files.page("lib", FileQuery("N7.T")).result(WAIT)
    assert [Path(row.path).name for row in page.rows] == ["n7.txt"]
    page = lib.files.page("lib", FileQuery(states=(FileState.SKIPPED,), folder=str(notes))).result(WAIT)
    assert (page.total, page.counts["keyword"]) == (1, 10)
    target = tmp_path / "list.csv"
    assert lib.files.export_list("lib", FileQuery(), target).result(WAIT) == 11
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["File"] for row in rows} >= {"n0.txt", "Song.mp3"}


def test_a_preview_changes_nothing(lib: Worker, notes: Path) -> None:
    (notes / ".hidden.txt").write_text("hidden")
    (notes / "node_modules").mkdir()
    found = lib.files.preview([notes], FolderRules(ignore=("n1.txt",))).result(WAIT)
    assert (found.files, found.skipped, found.by_type) == (9, 3, {".txt": 9})
    assert {os.path.basename(file.path) for file in found.left_out} == {".hidden.txt", "node_modules", "n1.txt"}  # noqa: PTH119
    assert states(lib) == {}


@pytest.mark.slow
def test_keyword_reading_of_one_library_does_not_wait_for_another(lib: Worker, notes: Path, tmp_path: Path) -> None:
    for number in range(300):
        (notes / f"m{number}.txt").write_text(f"Minutes of meeting {number}. " * 40)
    lib.libraries.create("other").result(WAIT)
    small = tmp_path / "small.txt"
    small.write_text("Only one small file.")
    ended: list[int] = []
    lib.subscribe(lambda event: ended.append(event.job_id) if isinstance(event, JobFinished) else None)
    long = lib.files.add("lib", [notes], embed=False)
    short = lib.files.add("other", [small], embed=False)
    short.result(WAIT)
    long.result(WAIT)
    assert ended.index(short.id) < ended.index(long.id)


@pytest.mark.slow
def test_a_busy_folder_makes_no_queue_of_jobs(lib: Worker, notes: Path) -> None:
    lib.files.add("lib", [notes], embed=False).result(WAIT)
    ended: list[Event] = []
    lib.subscribe(lambda event: ended.append(event) if isinstance(event, TERMINAL_EVENTS) else None)
    for number in range(100):
        path = notes / f"busy{number}.txt"
        path.write_text(f"Busy note {number} about whales.")
        lib._heard.hear("lib", [path])
    settled(lib, lambda: sum(name.startswith("busy") for name in states(lib)) == 100)
    assert len([event for event in ended if getattr(event, "result", None) is None]) < 50
    (notes / "busy0.txt").unlink()
    lib._heard.hear("lib", [notes / "busy0.txt"])
    settled(lib, lambda: "busy0.txt" not in states(lib))


@pytest.mark.slow
def test_a_change_heard_of_while_a_library_cannot_be_written_is_found_afterwards(
    lib: Worker, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_refresh, "RETRY_SECONDS", 0.3)
    monkeypatch.setattr(connection, "_TURNS", 0)  # what a writer waits for another program
    lib.files.add("lib", [notes], embed=False).result(WAIT)
    lib.watch()
    failed: list[Event] = []
    lib.subscribe(lambda event: failed.append(event) if isinstance(event, JobFailed) else None)
    with closing(connection.connect(lib.data_dir / "libraries" / "lib.ragindex")) as other, other:
        (notes / "late.txt").write_text("Written while another program stored a very large file.")
        settled(lib, lambda: bool(failed))
    settled(lib, lambda: states(lib).get("late.txt") is FileState.READY)


@pytest.mark.slow
@pytest.mark.parametrize("how", rest_at_night(["added", "heard of"], {"heard of"}))
def test_what_a_renaming_that_fails_interrupted_goes_on(
    lib: Worker, notes: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(auto_refresh, "RETRY_SECONDS", 0.3)
    many = 300
    lib.files.add("lib", [notes], embed=False).result(WAIT)
    lib.watch()
    job = None
    with closing(connection.connect(lib.data_dir / "libraries" / "lib.ragindex", read_only=True)) as other:
        other.execute("SELECT * FROM nodes").fetchone()
        for number in range(many):
            (notes / f"m{number}.txt").write_text(f"Minutes of meeting {number}.")
        if how == "added":
            job = lib.files.add("lib", [notes], embed=False)
        settled(lib, lambda: 15 < info(lib).files < many)
        with pytest.raises(UserError, match="open elsewhere"):
            lib.libraries.rename("lib", "other").result(WAIT)
    if job is not None:
        with pytest.raises(CancelledError):
            job.result(WAIT)
    settled(lib, lambda: (info(lib).files, info(lib).waiting) == (many + 10, 0))
