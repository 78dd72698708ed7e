"""Folders are watched for real: real files, real events, no waiting for longer than a condition takes."""

import logging
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import psutil
import pytest

from desktop_rag.worker.watching import inotify
from desktop_rag.worker.watching import notifier as notifying
from desktop_rag.worker.watching import watcher as watching
from desktop_rag.worker.watching.changes import Changes, Place, collapse, relevant
from desktop_rag.worker.watching.watcher import FolderWatcher

SECONDS = 5.0


class Told:
    """What libraries were told, and the folders they have."""

    def __init__(self) -> None:
        self.roots: dict[str, list[Path]] = {}
        self.calls: list[tuple[str, list[Path]]] = []
        self.back: list[tuple[str, Path]] = []
        self._news = threading.Condition()

    def changed(self, name: str, paths: list[Path]) -> None:
        with self._news:
            self.calls.append((name, paths))
            self._news.notify_all()

    def returned(self, name: str, root: Path) -> None:
        with self._news:
            self.back.append((name, root))
            self._news.notify_all()

    def until(self, condition: Callable[[], object]) -> None:
        with self._news:
            assert self._news.wait_for(condition, SECONDS), f"told only: {self.calls} {self.back}"

    def paths(self, name: str = "lib") -> set[Path]:
        return {path for other, paths in self.calls if other == name for path in paths}

    def hears(self, *paths: Path, name: str = "lib") -> None:
        """Wait until these were told, then forget everything so far."""
        self.until(lambda: set(paths) <= self.paths(name))
        self.forget()

    def forget(self) -> None:
        with self._news:
            self.calls.clear()


@pytest.fixture
def told(tmp_path: Path) -> Told:
    told = Told()
    told.roots["lib"] = [tmp_path / "docs"]
    (tmp_path / "docs" / "notes").mkdir(parents=True)
    (tmp_path / "docs" / "a.txt").write_text("a")
    (tmp_path / "docs" / "notes" / "b.txt").write_text("b")
    return told


@pytest.fixture
def start(told: Told, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], FolderWatcher]]:
    """Start watching and wait until the watch is up."""
    monkeypatch.setattr(watching, "CHECK_SECONDS", 0.1)
    started: list[FolderWatcher] = []

    def begin() -> FolderWatcher:
        started.append(FolderWatcher(lambda: told.roots, told.changed, told.returned))
        started[-1].start()
        for name, roots in told.roots.items():
            told.until(lambda name=name, roots=roots: set(roots) <= told.paths(name))  # type: ignore[misc]
        told.forget()
        return started[-1]

    yield begin
    for one in started:
        before = time.monotonic()
        one.close()
        assert time.monotonic() - before < 5


@pytest.fixture(params=["inotify", "watchfiles"])
def any_notifier(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sources of news; other systems have only the second one."""
    if request.param == "watchfiles":
        monkeypatch.setattr(watching, "make_notifier", _recursive)
    elif not hasattr(os, "eventfd"):
        pytest.skip("Linux only")


def _recursive(*_: object) -> notifying.Notifier:
    return notifying.RecursiveNotifier()


Start = Callable[[], FolderWatcher]
linux = pytest.mark.skipif(not hasattr(os, "eventfd"), reason="Linux only")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return tmp_path / "docs"


@pytest.mark.usefixtures("any_notifier")
class TestEverySystem:
    def test_new_edited_and_deleted_files(self, told: Told, start: Start, docs: Path) -> None:
        start()
        (docs / "new.txt").write_text("x")
        told.hears(docs / "new.txt")
        (docs / "notes" / "b.txt").write_text("other")
        told.hears(docs / "notes" / "b.txt")
        (docs / "a.txt").unlink()
        told.hears(docs / "a.txt")

    def test_a_renamed_file_is_told_of_under_both_names_at_once(self, told: Told, start: Start, docs: Path) -> None:
        start()
        (docs / "a.txt").rename(docs / "notes" / "moved.txt")
        told.until(lambda: ("lib", [docs / "a.txt", docs / "notes" / "moved.txt"]) in told.calls)

    def test_a_change_of_case(self, told: Told, start: Start, docs: Path) -> None:
        start()
        (docs / "a.txt").rename(docs / "A.txt")
        told.hears(docs / "A.txt", docs / "a.txt")

    def test_a_folder_is_told_of_as_such_and_followed(self, told: Told, start: Start, docs: Path) -> None:
        start()
        (docs / "notes").rename(docs / "papers")
        told.until(lambda: {docs / "notes", docs / "papers"} <= told.paths())
        assert not any(path.name == "b.txt" for path in told.paths()), "what is below is the engine's to find"
        told.forget()
        (docs / "papers" / "b.txt").write_text("edited")
        told.hears(docs / "papers" / "b.txt")
        shutil.rmtree(docs / "papers")
        told.until(lambda: told.paths() == {docs / "papers"})

    def test_new_folders_are_watched_to_the_bottom(self, told: Told, start: Start, docs: Path) -> None:
        start()
        deep = docs / "1" / "2" / "3"
        deep.mkdir(parents=True)
        told.hears(docs / "1")
        (deep / "x.txt").write_text("x")
        told.hears(deep / "x.txt")

    def test_an_atomic_save(self, told: Told, start: Start, docs: Path) -> None:
        start()
        for temporary in (".goutputstream-X1", "4913", "~$a.txt", ".a.txt.swp", "~WRD0000.tmp"):
            (docs / temporary).write_text("new")
            (docs / temporary).replace(docs / "a.txt")
            told.until(told.paths)
            assert told.paths() == {docs / "a.txt"}
            told.forget()

    def test_ignored_folders_are_silent(self, told: Told, start: Start, docs: Path) -> None:
        start()
        (docs / "node_modules" / "x").mkdir(parents=True)
        (docs / "node_modules" / "x" / "readme.md").write_text("x")
        (docs / "last.txt").write_text("x")
        told.until(lambda: docs / "last.txt" in told.paths())
        assert told.paths() == {docs / "last.txt"}

    def test_a_single_file_survives_atomic_saves(self, told: Told, start: Start, docs: Path) -> None:
        told.roots["lib"] = [docs / "a.txt"]
        start()
        for text in ("one", "two"):
            (docs / ".new").write_text(text)
            (docs / ".new").replace(docs / "a.txt")
            (docs / "other.txt").write_text(text)
            told.until(lambda: docs / "a.txt" in told.paths())
            assert told.paths() == {docs / "a.txt"}
            told.forget()

    def test_a_root_that_is_a_link(self, told: Told, start: Start, docs: Path, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(docs)
        told.roots["lib"] = [tmp_path / "link"]
        start()
        (docs / "notes" / "b.txt").write_text("edited")
        told.hears(tmp_path / "link" / "notes" / "b.txt")

    def test_libraries_share_folders(self, told: Told, start: Start, docs: Path) -> None:
        told.roots["other"] = [docs / "notes"]
        one = start()
        (docs / "notes" / "b.txt").write_text("edited")
        told.until(lambda: docs / "notes" / "b.txt" in told.paths("lib") & told.paths("other"))
        told.forget()
        del told.roots["lib"]
        one.refresh()
        (docs / "notes" / "b.txt").write_text("again")
        told.hears(docs / "notes" / "b.txt", name="other")

    def test_refresh_watches_new_roots_and_tells_of_them(self, told: Told, start: Start, tmp_path: Path) -> None:
        one = start()
        (tmp_path / "more").mkdir()
        told.roots["more"] = [tmp_path / "more"]
        for _ in range(20):
            one.refresh()
        told.until(lambda: ("more", [tmp_path / "more"]) in told.calls)
        told.forget()
        (tmp_path / "more" / "x.txt").write_text("x")
        told.hears(tmp_path / "more" / "x.txt", name="more")

    def test_a_root_goes_and_comes_back(self, told: Told, start: Start, docs: Path, tmp_path: Path) -> None:
        start()
        docs.rename(tmp_path / "unplugged")
        told.until(lambda: docs in told.paths())
        assert not told.back
        (tmp_path / "unplugged").rename(docs)
        told.until(lambda: ("lib", docs) in told.back)
        told.forget()
        (docs / "a.txt").write_text("edited")
        told.until(lambda: {docs, docs / "a.txt"} & told.paths())  # what became of the folder may come as late
        told.forget()
        (docs / "a.txt").write_text("again")
        told.hears(docs / "a.txt")

    def test_thousands_of_changes_become_few_paths(self, told: Told, start: Start, docs: Path) -> None:
        start()
        for number in range(1500):
            (docs / "notes" / f"{number}.txt").touch()
        told.until(lambda: docs / "notes" in told.paths())
        assert len(told.calls) <= 4
        assert all(len(paths) <= 200 for _, paths in told.calls)

    def test_names_that_are_no_text(self, told: Told, start: Start, docs: Path) -> None:
        start()
        try:
            Path(os.fsdecode(os.fsencode(docs) + b"/bad\xff.txt")).write_text("x")
        except OSError:
            pytest.skip("this system has no such names")
        told.until(lambda: any(path == docs or path.name.startswith("bad") for path in told.paths()))
        told.forget()
        (docs / "good.txt").write_text("x")
        told.until(lambda: {docs / "good.txt", docs} & told.paths())


def test_a_root_that_was_never_there(told: Told, start: Start, docs: Path, tmp_path: Path) -> None:
    told.roots["lib"] = [tmp_path / "stick"]
    start()
    docs.rename(tmp_path / "stick")
    told.until(lambda: told.back == [("lib", tmp_path / "stick")])


def test_a_root_made_anew_is_watched_again(told: Told, start: Start, docs: Path) -> None:
    start()
    shutil.rmtree(docs)
    docs.mkdir()
    told.until(lambda: docs in told.paths())
    told.until(lambda: _hears_of_a_file(told, docs))


def test_a_root_that_goes_away_while_its_watch_begins(
    told: Told, start: Start, docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unplugged(notifying.RecursiveNotifier):
        def add(self, folder: str, *, below: bool) -> None:
            if not (tmp_path / "was").exists():
                (tmp_path / "was").touch()
                docs.rename(tmp_path / "unplugged")
            super().add(folder, below=below)

    monkeypatch.setattr(watching, "make_notifier", lambda *_: Unplugged())
    start()
    (tmp_path / "unplugged").rename(docs)
    told.until(lambda: ("lib", docs) in told.back)


def _hears_of_a_file(told: Told, docs: Path) -> bool:
    (docs / "probe.txt").write_text("x")
    return docs / "probe.txt" in told.paths() or bool(told.back)


def test_links_to_folders_are_not_followed(told: Told, start: Start, docs: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (docs / "circle").symlink_to(docs)
    (docs / "out").symlink_to(tmp_path / "outside")
    start()
    (tmp_path / "outside" / "x.txt").write_text("x")
    (docs / "a.txt").write_text("x")
    told.until(lambda: docs / "a.txt" in told.paths())
    assert told.paths() == {docs / "a.txt"}


def test_places_without_news_are_looked_at_now_and_then(
    told: Told, start: Start, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_has_no_news", Path.is_absolute)
    monkeypatch.setattr(watching, "POLL_SECONDS", 0.2)
    start()
    told.until(lambda: len(told.calls) >= 2)
    assert told.paths() == {docs}


@linux
def test_more_folders_than_can_be_watched(
    told: Told, start: Start, docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        (docs / f"{number}").mkdir()
    (tmp_path / "small").mkdir()
    told.roots["small"] = [tmp_path / "small"]
    monkeypatch.setattr(inotify, "_watch_limit", lambda: 20)
    monkeypatch.setattr(watching, "POLL_SECONDS", 0.2)
    start()
    told.hears(docs)
    (tmp_path / "small" / "x.txt").write_text("x")
    told.hears(tmp_path / "small" / "x.txt", name="small")


@linux
def test_a_folder_that_grows_beyond_what_can_be_watched(
    told: Told, start: Start, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inotify, "_watch_limit", lambda: 5)
    monkeypatch.setattr(watching, "POLL_SECONDS", 0.2)
    start()
    for number in range(10):
        (docs / f"{number}").mkdir()
    told.until(lambda: docs in told.paths())


@linux
def test_no_news_at_all(told: Told, start: Start, docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inotify, "Inotify", _no_instances_left)
    monkeypatch.setattr(watching, "POLL_SECONDS", 0.2)
    start()
    told.hears(docs)


def _no_instances_left(*_: object) -> None:
    raise OSError(24, "Too many open files")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/home/me/docs", False),
        ("/mnt/nas/docs", True),
        ("/mnt/nas/local/docs", False),
        ("/mnt/c/Users", True),
        ("/media/cloud", True),
        ("/media/secret", False),
    ],
)
def test_network_drives_send_no_news(path: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    drives = {
        "/": "ext4", "/mnt/nas": "cifs", "/mnt/nas/local": "ext4", "/mnt/c": "9p", "/media/cloud": "fuse.sshfs",
        "/media/secret": "fuse.gocryptfs",
    }  # fmt: skip
    mounted = [SimpleNamespace(mountpoint=mount, fstype=kind, opts="rw") for mount, kind in drives.items()]
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: mounted)
    assert watching._has_no_news(Path(path)) is expected


@linux
def test_events_that_the_kernel_dropped(docs: Path, told: Told) -> None:
    one = inotify.Inotify((), threading.Event().is_set)
    try:
        one.add(str(docs), below=True)
        limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
        file = docs / "a.txt"
        for _ in range(limit // 2 + 100):  # two kinds of events in turn: equal ones in a row become one
            file.chmod(0o600)
            file.write_bytes(b"")
        heard: set[str] = set()
        while found := one.changes(0.1):
            heard.update(found)
        assert str(docs) in heard
    finally:
        one.close()


@linux
def test_events_dropped_where_no_watches_are_left(docs: Path, told: Told) -> None:
    one = inotify.Inotify((), threading.Event().is_set)
    try:
        one.add(str(docs), below=True)
        one._limit = len(one._watches)  # as many as a person may have
        (docs / "unpacked").mkdir()
        limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
        for _ in range(limit // 2 + 100):
            (docs / "a.txt").chmod(0o600)
            (docs / "a.txt").write_bytes(b"")
        heard: set[str] = set()
        while found := one.changes(0.1):
            heard.update(found)
        assert str(docs) in heard
        assert not one.covers(str(docs))
        (docs / "notes" / "b.txt").write_text("still watched")
        assert str(docs / "notes" / "b.txt") in one.changes(1)
    finally:
        one.close()


class _Failing(inotify.Inotify):
    """Fails once, as no part of it is known to."""

    failures: ClassVar[list[BaseException]] = []

    def changes(self, seconds: float) -> list[str]:
        found = super().changes(seconds)
        if found and self.failures:
            raise self.failures.pop()
        return found


@linux
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), SystemExit(1)])
def test_watching_goes_on_after_a_fault_and_misses_nothing(
    told: Told,
    docs: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    faults: list[logging.LogRecord],
) -> None:
    monkeypatch.setattr(inotify, "Inotify", _Failing)
    failed = threading.Event()
    one = FolderWatcher(lambda: told.roots, told.changed, told.returned, failed.set)
    one.start()
    try:
        told.hears(docs)
        _Failing.failures.append(error)
        (docs / "lost.txt").write_text("what happened when it failed")
        told.hears(docs)  # all of it is looked at again
        assert failed.wait(SECONDS)
        (docs / "new.txt").write_text("x")
        told.hears(docs / "new.txt")
    finally:
        one.close()
    assert [fault.getMessage() for fault in faults] == ["the thread desktop-rag-watching failed"]


@linux
def test_no_watches_are_spent_on_ignored_folders(docs: Path, told: Told) -> None:
    (docs / "node_modules" / "x").mkdir(parents=True)
    one = inotify.Inotify({"node_modules"}, threading.Event().is_set)
    try:
        one.add(str(docs), below=True)
        assert sorted(one._watches) == [str(docs), str(docs / "notes")]
        (docs / "notes").rename(docs / "papers")
        one.changes(1)
        assert sorted(one._watches) == [str(docs), str(docs / "papers")]
        one.remove(str(docs))
        assert not one._watches
        assert not one._paths
        assert not one._children
    finally:
        one.close()


def test_closing_while_nothing_started_and_twice(told: Told) -> None:
    one = FolderWatcher(lambda: told.roots, told.changed, told.returned)
    one.refresh()
    one.close()
    one.start()
    one.close()
    assert told.calls == []


def test_changes_wait_for_quiet_but_not_for_ever() -> None:
    changes = Changes()
    changes.add(["a", "b"], 0.0)
    assert changes.due(0.2) == []
    assert changes.due(0.31) == ["a", "b"]
    assert changes.due(9.0) == []


def test_a_file_that_is_written_all_the_time_is_told_of_ever_less_often() -> None:
    changes, told = Changes(), []
    for tick in range(3000):  # five minutes of a line every 0.1 seconds
        changes.add(["log"], tick / 10)
        told += [tick / 10 for _ in changes.due(tick / 10)]
    assert told[0] == 2.0
    assert len(told) < 12
    assert changes.due(300.5) == ["log"], "and once more when it is finished"


def test_a_busy_file_does_not_hold_up_others() -> None:
    changes = Changes()
    told: list[str] = []
    for tick in range(25):
        changes.add(["log"], tick / 10)
        if tick == 1:
            changes.add(["letter"], tick / 10)
        told += changes.due(tick / 10)
    assert "letter" in told


def test_many_paths_collapse_to_their_folders() -> None:
    assert collapse(["/r/a/1", "/r/a", "/r/b"]) == ["/r/a", "/r/b"]
    many = [f"/r/deep/er/{number}" for number in range(50)] + ["/r/x"]
    assert collapse(many, 10) == ["/r/deep/er", "/r/x"]
    assert collapse([f"/r/{number}/x" for number in range(50)], 10) == ["/r"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/r/a.txt", "/r/a.txt"),
        ("/r/.gitignore", "/r"),
        ("/r/sub/.gitignore", "/r/sub"),
        ("/r/~$letter.docx", None),
        ("/r/.#a.txt", None),
        ("/r/a.txt~", None),
        ("/r/.~lock.a.odt#", None),
        ("/r/video.mp4.part", None),
        ("/r/.git/index", None),
        ("/r", "/r"),
    ],
)
def test_what_counts(path: str, expected: str | None) -> None:
    assert relevant(Path(path), Path("/r"), {".git"}) == (Path(expected) if expected else None)


def test_events_above_a_root_concern_all_of_it(docs: Path) -> None:
    docs.mkdir()
    place = Place(docs)
    assert place.known_path(str(docs.parent)) == docs
    assert place.known_path(str(docs.parent / "documents")) is None
    assert place.known_path(str(docs.parent / "other" / "x" / "y")) is None
