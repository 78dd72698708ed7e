"""Libraries that could not go on are tried again; those that wait for the person are left alone."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.properties import set_notice, set_paused
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.watching import auto_refresh
from desktop_rag.worker.watching.auto_refresh import AutoRefresh
from tests.helpers.waiting import wait_until

WAIT = 20


class Following:
    """What libraries were told to do."""

    def __init__(self, files: IndexFiles) -> None:
        self.files = files
        self.refreshed: list[tuple[str, tuple[Path, ...]]] = []
        self.resumed: list[str] = []
        self.fails: set[str] = set()
        self.failed: list[UserError] = []
        self.auto = AutoRefresh(files, self.refresh, self.resume, lambda _: None, self.failed.append)

    def refresh(self, name: str, paths: Sequence[Path]) -> None:
        self.refreshed.append((name, tuple(paths)))

    def resume(self, name: str) -> None:
        self.resumed.append(name)
        if name in self.fails:
            raise UserError("The server does not answer.")

    def rounds(self, count: int, last: str) -> None:
        """Wait until the libraries were looked at so often; ``last`` is the last one by name."""
        wait_until(lambda: self.resumed.count(last) >= count, WAIT)


@pytest.fixture
def following(tmp_path: Path) -> Iterator[Following]:
    following = Following(IndexFiles(tmp_path / "libraries"))
    yield following
    following.auto.close()


def library(following: Following, name: str, note: Callable[[StorageContext], object] = lambda _: None) -> None:
    """Make a library with one passage that is not embedded."""
    text = following.files.folder.parent / f"{name}.txt"
    text.write_text(f"About {name}.", encoding="utf-8")
    following.files.create(name)
    with following.files.open(name) as storage, storage.transaction():
        storage.documents.replace_file(parse_file(ParseTask.of(text)))
        note(storage)


def paused(storage: StorageContext) -> None:
    set_paused(storage.connection, paused=True)


def test_what_an_earlier_run_left_is_continued_at_the_start(following: Following) -> None:
    following.files.create("a complete one")
    library(following, "half done")
    library(following, "paused", paused)
    library(following, "z")
    following.auto.start()
    following.rounds(1, "z")
    assert following.refreshed == [("half done", ()), ("z", ())]
    assert following.resumed == ["a complete one", "half done", "z"]


def test_only_what_was_held_up_is_tried_again(following: Following, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_refresh, "RETRY_SECONDS", 0.01)
    library(following, "held up", lambda storage: set_notice(storage.connection, "The server does not answer."))
    library(following, "z")
    following.auto.start()
    following.rounds(4, "z")
    names = [name for name, _ in following.refreshed]
    assert names.count("z") == 1
    assert names.count("held up") >= 3


def test_what_found_no_room_waits_for_room_and_is_looked_at_as_a_whole(
    following: Following, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = 10_000_000
    monkeypatch.setattr(auto_refresh, "free_bytes", lambda _: free)
    monkeypatch.setattr(auto_refresh, "RETRY_SECONDS", 0.01)
    docs = tmp_path / "docs"
    docs.mkdir()
    library(following, "full", lambda storage: storage.folders.add(str(docs), is_folder=True))
    library(following, "z")
    following.auto.start()
    wait_until(lambda: ("full", (docs,)) in following.refreshed, WAIT)
    following.rounds(1, "z")
    following.refreshed.clear()
    following.auto.note_full("full")
    following.rounds(following.resumed.count("z") + 5, "z")
    assert following.refreshed == []
    free = 100_000_000
    wait_until(lambda: bool(following.refreshed), WAIT)
    following.rounds(following.resumed.count("z") + 5, "z")
    assert following.refreshed == [("full", (docs,))]


def test_where_there_is_room_again_already_one_try_is_made_at_once(
    following: Following, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_refresh, "ROOM_SECONDS", 0.01)
    library(following, "full")
    following.auto.start()
    following.rounds(1, "full")
    following.auto.note_full("full")
    wait_until(lambda: len(following.refreshed) == 2, WAIT)
    following.auto.note_full("full")  # it needs more than there is
    time.sleep(0.5)
    assert following.refreshed == [("full", ())] * 2


def test_what_could_not_be_looked_at_is_tried_again_once(
    following: Following, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_refresh, "RETRY_SECONDS", 0.01)
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, note in (("part", lambda _: None), ("paused", paused), ("whole", lambda _: None)):
        library(following, name, lambda storage: storage.folders.add(str(docs), is_folder=True))
        with following.files.open(name) as storage, storage.transaction():
            note(storage)
    following.auto.note_missed("part", [docs / "a.txt"])
    following.auto.note_missed("part", [docs / "b.txt", docs / "a.txt"])
    for paths in ([docs / "a.txt"], [], [docs / "b.txt"]):
        following.auto.note_missed("whole", paths)
    following.auto.note_missed("paused", [])
    following.auto.note_missed("gone", [docs])
    following.auto.start()
    following.rounds(3, "whole")
    tried = [(name, paths) for name, paths in following.refreshed if paths and paths != (docs,)]
    assert tried == [("part", (docs / "a.txt", docs / "b.txt"))]
    assert following.refreshed.count(("whole", (docs,))) == 2, "once it was watched, once for what was missed"
    assert {name for name, _ in following.refreshed} == {"part", "whole", "paused"}
    assert following.refreshed.count(("paused", (docs,))) == 1


def test_one_that_cannot_be_opened_does_not_hold_up_the_others(following: Following) -> None:
    library(following, "z")
    following.files.path("a torn one").write_bytes(b"no database" * 100)
    following.auto.start()
    following.rounds(1, "z")
    assert (following.refreshed, following.resumed) == ([("z", ())], ["z"])


def test_a_change_of_the_model_that_cannot_go_on_does_not_hold_up_the_others(following: Following) -> None:
    library(following, "a")
    library(following, "z")
    following.fails = {"a"}
    following.auto.start()
    following.rounds(1, "z")
    assert following.resumed == ["a", "z"]
    assert [name for name, _ in following.refreshed] == ["a", "z"]


def test_starting_twice_is_starting_once(following: Following) -> None:
    library(following, "z")
    following.auto.start()
    following.auto.start()
    following.rounds(1, "z")
    following.auto.close()
    assert following.resumed == ["z"]


def test_after_the_end_nothing_starts(following: Following) -> None:
    library(following, "z")
    following.auto.look_at_roots()
    following.auto.close()
    following.auto.close()
    following.auto.start()
    following.auto.look_at_roots()
    assert (following.refreshed, following.resumed) == ([], [])
