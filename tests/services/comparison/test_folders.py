"""Two folders, and a folder then and now: every file is told for what became of it, and no rename is a deletion."""

import os
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import ComparisonProgress
from desktop_rag.core.results.comparison import FileChange, FolderComparison, folder_summary
from desktop_rag.services.calls import calling
from desktop_rag.services.comparison.folders import between_folders
from desktop_rag.storage.records import DocumentRecord, PageRow
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.compare.pairs import LEASE, changed
from tests.helpers.pairs import write_pdf
from tests.services.conftest import Services


def told(found: FolderComparison) -> list[tuple[str, str, str, int]]:
    return [(one.kind.value, Path(one.before).name, Path(one.after).name, one.differences) for one in found.files]


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def text(about: str) -> str:
    return "\n\n".join(f"This is sentence {number} about {about}, which nobody else says." for number in range(8))


def filled(services: Services, folder: Path) -> None:
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [folder], services.call())


def test_each_file_of_two_folders_is_told(services: Services, tmp_path: Path) -> None:
    same, moved, renamed = text("whales"), text("otters"), text("rivers")
    before, after = write(tmp_path / "all" / "2023", {}), tmp_path / "all" / "2024"
    write(before, {"same.txt": same, "sub/moved.txt": moved, "gone.txt": text("clouds")})
    write(before, {"draft.txt": renamed, "Rent 2023.txt": "Rent: 900 euros."})
    write(after, {"same.txt": same, "other/moved.txt": moved, "new.txt": text("stones")})
    write(after, {"Rent 2024.txt": "Rent: 950 euros."})
    write(after, {"final version.txt": renamed.replace("sentence 3", "phrase three")})
    write_pdf(before / "lease.pdf", LEASE)
    write_pdf(after / "lease.pdf", changed(LEASE, "clean and aired", "tidy and heated"), width=400, height=500)
    filled(services, tmp_path / "all")
    found = services.comparisons.folders("Lib", "2023", "2024")
    assert told(found) == [
        ("changed", "lease.pdf", "lease.pdf", 1),
        ("renamed", "Rent 2023.txt", "Rent 2024.txt", 1),
        ("renamed", "draft.txt", "final version.txt", 1),
        ("renamed", "moved.txt", "moved.txt", 0),
        ("new", "", "new.txt", 0),
        ("gone", "gone.txt", "", 0),
    ]
    assert folder_summary(found) == "6 files differ; unchanged: 1."
    progress = [event for event in services.events if isinstance(event, ComparisonProgress)]
    assert progress == [] or progress[-1].done == progress[-1].total == 3
    one = found.files[0]
    assert len(services.comparisons.files("Lib", one.before, one.after).differences) == one.differences


def test_a_folder_since_a_day(services: Services, tmp_path: Path) -> None:
    folder = write(tmp_path / "docs", {f"{number}.txt": text(str(number)) for number in range(20)})
    write(folder, {"stays.txt": text("whales"), "rent.txt": "Rent: 900 euros.", "old.txt": text("otters")})
    write(folder, {"gone.txt": text("rivers"), "both.txt": text("stones")})
    services.libraries.create("Lib")
    services.libraries.keep_earlier("Lib", keep=True)
    services.ingestion.add("Lib", [folder], services.call())
    time.sleep(0.01)
    when = time.time()
    write(folder, {"new.txt": text("clouds"), "rent.txt": "Rent: 950 euros."})
    (folder / "gone.txt").unlink()
    (folder / "old.txt").rename(folder / "renamed.txt")
    services.ingestion.add("Lib", [folder], services.call())
    write(folder, {"rent.txt": "Rent: 990 euros a month.", "short.txt": "It comes and goes."})
    (folder / "both.txt").rename(folder / "both 2.txt")
    services.ingestion.add("Lib", [folder], services.call())
    write(folder, {"both 2.txt": text("stones").replace("sentence 3", "phrase three")})
    (folder / "short.txt").unlink()
    services.ingestion.add("Lib", [folder], services.call())
    found = services.comparisons.folders("Lib", "docs", "docs", since=when)
    assert told(found) == [
        ("changed", "rent.txt", "rent.txt", 1),
        ("renamed", "both.txt", "both 2.txt", 1),
        ("renamed", "old.txt", "renamed.txt", 0),
        ("new", "", "new.txt", 0),
        ("gone", "gone.txt", "", 0),
    ]
    assert (found.same, found.known_since) == (21, 0)
    rent = found.files[0]
    (one,) = services.comparisons.files("Lib", rent.after, rent.after, kept=rent.kept).differences
    assert one.before is not None
    assert "900" in one.before.text
    assert services.comparisons.folders("Lib", "docs", "docs", since=time.time()).files == ()
    assert services.comparisons.folders("Lib", "docs", "docs", since=5.0).known_since > when - 60


def test_what_moved_out_of_a_folder_is_not_gone(services: Services, tmp_path: Path) -> None:
    write(tmp_path / "docs", {"in/a.txt": text("whales"), "in/b.txt": text("otters"), "out/c.txt": text("rivers")})
    services.libraries.create("Lib")
    services.libraries.keep_earlier("Lib", keep=True)
    services.ingestion.add("Lib", [tmp_path / "docs"], services.call())
    when = time.time()
    (tmp_path / "docs/in/a.txt").rename(tmp_path / "docs/out/a.txt")
    services.ingestion.add("Lib", [tmp_path / "docs"], services.call())
    folder = str(tmp_path / "docs" / "in")
    found = services.comparisons.folders("Lib", folder, folder, since=when)
    assert [(one.kind, one.after) for one in found.files] == [(FileChange.RENAMED, str(tmp_path / "docs/out/a.txt"))]


def test_archives_are_folders(services: Services, tmp_path: Path) -> None:
    for name, rent in (("one", 900), ("two", 950)):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            archive.writestr("papers/rent.txt", f"The rent is {rent} euros a month.")
            archive.writestr("papers/same.txt", "Nothing changes here.")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [tmp_path / "one.zip", tmp_path / "two.zip"], services.call())
    found = services.comparisons.folders("Lib", "one.zip", "two.zip")
    assert (told(found), found.same) == ([("changed", "rent.txt", "rent.txt", 1)], 1)
    assert str(tmp_path / "one.zip") in services.comparisons.folder_names("Lib")


def test_a_file_without_text_says_why_it_is_not_compared(services: Services, tmp_path: Path) -> None:
    write(tmp_path / "all", {"a/lease.pdf": "%PDF-1.4 nothing", "b/other.txt": "Something."})
    write_pdf(tmp_path / "all" / "b" / "lease.pdf", LEASE)
    filled(services, tmp_path / "all")
    (one,) = (one for one in services.comparisons.folders("Lib", "a", "b").files if one.kind is FileChange.CHANGED)
    assert (one.differences, one.can_be_compared) == (-1, False)
    assert one.reason.startswith("lease.pdf cannot be compared")


def test_folders_are_named_and_stopped(services: Services, tmp_path: Path) -> None:
    write(tmp_path / "all", {"a/x/t.txt": "One.", "b/x/t.txt": "Two.", "c/t.txt": "Three."})
    filled(services, tmp_path / "all")
    with pytest.raises(UserError, match="no files in a folder"):
        services.comparisons.folders("Lib", "d", "c")
    with pytest.raises(UserError, match="Several folders"):
        services.comparisons.folders("Lib", "x", "c")
    assert told(services.comparisons.folders("Lib", "a/x", "c")) == [("changed", "t.txt", "t.txt", 1)]
    token = CancelToken()
    token.cancel()
    with calling(services.call(token)), pytest.raises(CancelledError):
        services.comparisons.folders("Lib", "a", "c")


@pytest.mark.parametrize("ending", [".html", ".csv", ".json"])
def test_what_became_of_a_folder_is_written(services: Services, tmp_path: Path, ending: str) -> None:
    write(tmp_path / "all", {"a/t.txt": "One <b>.", "b/t.txt": "Two.", "b/new.txt": "Three."})
    filled(services, tmp_path / "all")
    target = tmp_path / f"out{ending}"
    services.comparisons.export_folders("Lib", services.comparisons.folders("Lib", "a", "b"), target)
    said = target.read_text("utf-8-sig")
    assert "new.txt" in said
    with pytest.raises(UserError, match="no format"):
        services.comparisons.export_folders("Lib", services.comparisons.folders("Lib", "a", "b"), tmp_path / "out.xyz")


CONTENT = st.sampled_from(["whales", "otters", "rivers", "stones", "clouds"])
PLACES = st.sampled_from(["a.txt", "b.txt", "x/a.txt", "x/c.txt", "y/d.txt", "y/e.txt"])
TREE = st.dictionaries(PLACES, CONTENT, max_size=6)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=TREE, after=TREE)
def test_every_file_is_told_once(services: Services, before: dict[str, str], after: dict[str, str]) -> None:
    with StorageContext() as storage:
        for folder, files in (("/1", before), ("/2", after)):
            for place, about in files.items():
                path = f"{folder}/{place}".replace("/", os.sep)
                record = DocumentRecord(path, 5, 6, about.encode(), {}, [PageRow("1", text(about))])
                storage.documents.replace_file(record)
        found = between_folders(storage, f"{os.sep}1", f"{os.sep}2", lambda path: storage_texts(storage, path))
    mine = [one.before for one in found.files if one.before]
    theirs = [one.after for one in found.files if one.after]
    assert len(set(mine)) == len(mine)
    assert len(set(theirs)) == len(theirs)
    assert (found.same + len(mine), found.same + len(theirs)) == (len(before), len(after))
    shared = [place for place in before if after.get(place) == before[place]]
    assert found.same == len(shared)
    left = {about for place, about in before.items() if place not in after}
    gone = {before[one.before[3:].replace(os.sep, "/")] for one in found.files if one.kind is FileChange.GONE}
    new = {after[one.after[3:].replace(os.sep, "/")] for one in found.files if one.kind is FileChange.NEW}
    assert gone <= left
    assert not gone & new, "what is elsewhere now is no deletion"


def storage_texts(storage: StorageContext, path: str) -> Iterator[str]:
    return (page for _, page in storage.documents.labelled_pages(path))
