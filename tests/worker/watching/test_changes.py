"""No change is forgotten, whatever comes in whatever order, and few paths stand for many."""

from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.worker.watching.changes import LONGEST, QUIET, Changes, collapse, relevant

PARTS = st.lists(st.sampled_from("abc"), min_size=1, max_size=4)
PATHS = st.lists(PARTS.map(lambda parts: "/" + "/".join(parts)), max_size=30)


@given(PATHS, st.integers(1, 6))
def test_few_paths_cover_all_and_none_covers_another(paths: list[str], most: int) -> None:
    kept = [PurePosixPath(path) for path in collapse(paths, most)]
    assert len(kept) <= most
    assert kept == sorted(kept, key=str)
    for path in paths:
        assert any(PurePosixPath(path).is_relative_to(one) for one in kept)
    assert not any(one != other and one.is_relative_to(other) for one in kept for other in kept)


@pytest.mark.slow
@given(PATHS)
def test_paths_that_are_few_stay_as_they_are(paths: list[str]) -> None:
    kept = collapse(paths, 1000)
    assert set(kept) <= set(paths)


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.floats(0, 3)), max_size=40))
def test_every_change_is_told_of_and_once_more_after_the_last(steps: list[tuple[str, float]]) -> None:
    changes, now = Changes(), 0.0
    changed: dict[str, float] = {}
    told: dict[str, float] = {}
    for path, pause in steps:
        now += pause
        changes.add([path], now)
        changed[path] = now
        told |= dict.fromkeys(changes.due(now), now)
    end = now + 100
    told |= dict.fromkeys(changes.due(end), end)
    assert set(told) == set(changed)
    assert all(told[path] >= changed[path] for path in changed)
    assert not changes
    assert changes.due(end + 100) == []


def test_nothing_is_told_before_it_is_quiet_nor_after_it_took_too_long() -> None:
    changes = Changes()
    changes.add(["a"], 10.0)
    assert changes.due(10.0 + QUIET - 0.01) == []
    assert changes
    assert changes.due(10.0 + QUIET) == ["a"]
    assert not changes
    now = 20.0
    while now < 20.0 + LONGEST - 0.1:
        changes.add(["a"], now)
        assert changes.due(now) == []
        now += 0.1
    changes.add(["a"], 20.0 + LONGEST)
    assert changes.due(20.0 + LONGEST) == ["a"]


def test_very_many_changes_become_their_folders() -> None:
    changes = Changes()
    changes.add([f"/docs/{number % 3}/{number}.txt" for number in range(2500)], 0.0)
    assert changes.due(1.0) == ["/docs/0", "/docs/1", "/docs/2"]


@pytest.mark.parametrize(
    "name",
    [
        "~$report.docx", "notes.txt~", "~WRD0001.tmp", "4913", ".goutputstream-ABC123", ".#notes", "#notes#",
        ".~lock.report.odt#", "x.sb-0a1b2c3d-XyZ", ".notes.swp", "notes.SWX", "file.tmp", "film.mp4.part",
        "film.partial", "film.crdownload", "film.download", ".DS_Store", "desktop.ini", "Thumbs.db",
    ],
)  # fmt: skip
def test_what_programs_leave_beside_an_open_file_does_not_count(name: str) -> None:
    assert relevant(Path("/r", name), Path("/r"), ()) is None
    assert relevant(Path("/r/sub", name), Path("/r"), ()) is None


@pytest.mark.parametrize(
    "name", ["49130", "temp", "notes.template", "part", "download.pdf", "swap.txt", "~notes.txt", "tmp.docx", "a#b.txt"]
)
def test_names_that_only_resemble_those_count(name: str) -> None:
    assert relevant(Path("/r", name), Path("/r"), ()) == Path("/r", name)


def test_a_folder_that_was_added_counts_whatever_it_is_called() -> None:
    root = Path("/x/.git/thumbs.db")
    assert relevant(root, root, {".git"}) == root
    assert relevant(root / "a.txt", root, {".git"}) == root / "a.txt"
    assert relevant(root / ".git" / "a.txt", root, {".git"}) is None


@pytest.mark.parametrize("name", ["zotero.sqlite-wal", "better-bibtex.sqlite"])
def test_what_zotero_writes_beside_its_database_is_a_change_of_it(name: str) -> None:
    root = Path("/r")
    assert relevant(root / "Zotero" / name, root, ()) == root / "Zotero" / "zotero.sqlite"
