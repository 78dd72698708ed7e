"""What the person decides about files: leaving out, reading again, first in the queue, forgetting."""

import csv
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.ingestion.rules import FolderRules
from tests.services.conftest import Services


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    """A library of the notes, read but not embedded."""
    services.libraries.create("lib")
    services.ingestion.add("lib", [notes], services.call())
    services.parsers.read.clear()
    return services


def refresh(services: Services, *paths: Path) -> list[str]:
    """Look at some paths; return what was read."""
    services.parsers.read.clear()
    services.ingestion.refresh("lib", paths, services.call())
    return services.parsers.read


def test_a_file_that_is_left_out_stays_out_until_the_rules_change(lib: Services, notes: Path) -> None:
    lib.files.exclude("lib", [str(notes / "cats.txt")])
    refresh(lib, notes)
    assert lib.states("lib")["cats.txt"] == "skipped"
    assert lib.found("lib", "purr") == set()
    (notes / "cats.txt").write_text("Cats purr again.", encoding="utf-8")
    assert refresh(lib, notes) == []
    assert lib.files.folder_rules("lib") == {str(notes): FolderRules(ignore=("/cats.txt",))}
    lib.files.set_folder_rules("lib", str(notes), FolderRules())
    assert refresh(lib, notes) == ["cats.txt"]
    assert lib.found("lib", "purr") == {"cats.txt"}


def test_leaving_out_a_folder_takes_all_in_it_and_keeps_other_rules(lib: Services, notes: Path) -> None:
    lib.files.set_folder_rules("lib", str(notes), FolderRules(ignore=("*.log",), hidden=True))
    lib.files.exclude("lib", [str(notes / "old")])
    refresh(lib, notes)
    assert lib.found("lib", "dogs") == set()
    rules = lib.files.folder_rules("lib")[str(notes)]
    assert rules == FolderRules(ignore=("*.log", "/old"), hidden=True)


def test_leaving_out_the_same_twice_makes_one_rule(lib: Services, notes: Path) -> None:
    lib.files.exclude("lib", [str(notes / "cats.txt"), str(notes / "cats.txt")])
    assert lib.files.folder_rules("lib")[str(notes)].ignore == ("/cats.txt",)


def test_leaving_out_what_was_added_forgets_it(lib: Services, notes: Path, tmp_path: Path) -> None:
    single = tmp_path / "single.txt"
    single.write_text("A single whale.", encoding="utf-8")
    lib.ingestion.add("lib", [single], lib.call())
    lib.files.exclude("lib", [str(single)])
    assert lib.libraries.list_all()[0].folders == (str(notes),)
    lib.files.exclude("lib", [str(notes)])
    info = lib.libraries.list_all()[0]
    assert (info.folders, info.files, info.nodes, info.waiting) == ((), 0, 0, 0)
    assert single.exists()


def test_a_member_of_an_archive_is_left_out_at_once(lib: Services, notes: Path) -> None:
    archive = notes / "post.zip"
    with zipfile.ZipFile(archive, "w") as pack:
        pack.writestr("whale.txt", "The whale sings.")
        pack.writestr("seal.txt", "The seal sings.")
    refresh(lib, notes)
    assert lib.found("lib", "sings") == {"whale.txt", "seal.txt"}
    lib.files.exclude("lib", [f"{archive}//whale.txt"])
    assert lib.found("lib", "sings") == {"seal.txt"}
    assert lib.files.folder_rules("lib")[str(notes)].ignore == ("/post.zip//whale.txt",)


def test_a_wrong_path_among_several_changes_nothing(lib: Services, notes: Path) -> None:
    known = [str(notes / "cats.txt")]
    for change in (lib.files.exclude, lib.files.retry):
        for wrong in (notes / "cat.txt", notes.parent / "elsewhere.txt"):
            with pytest.raises(UserError, match="is not in the library “lib”"):
                change("lib", [*known, str(wrong)])
    assert lib.files.folder_rules("lib") == {str(notes): FolderRules()}
    assert lib.libraries.list_all()[0].waiting == 0


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        (["cats.txt"], ["cats.txt"]),
        (["old"], ["dogs.txt"]),
        (["."], ["cats.txt", "dogs.txt", "tea.md"]),
        (["cats.txt", "cats.txt"], ["cats.txt"]),
        ([], []),
    ],
)
def test_reading_again_reads_just_what_was_asked(lib: Services, notes: Path, asked: list[str], read: list[str]) -> None:
    lib.files.retry("lib", [str(notes / path) for path in asked])
    assert lib.libraries.list_all()[0].waiting == len(read)
    lib.ingestion.resume("lib", lib.call())
    assert sorted(lib.parsers.read) == read


def test_reading_a_member_again_reads_its_archive(lib: Services, notes: Path) -> None:
    with zipfile.ZipFile(notes / "post.zip", "w") as pack:
        pack.writestr("whale.txt", "The whale sings.")
    refresh(lib, notes)
    lib.parsers.read.clear()
    lib.files.retry("lib", [f"{notes / 'post.zip'}//whale.txt"])
    lib.ingestion.resume("lib", lib.call())
    assert lib.parsers.read[0] == "post.zip"


def test_what_was_put_first_is_read_first_in_that_order(services: Services, notes: Path) -> None:
    for number in range(6):
        (notes / f"n{number}.txt").write_text(f"Note {number}.", encoding="utf-8")
    services.libraries.create("lib")
    services.ingestion.add("lib", [notes], services.call())
    services.files.retry("lib", [str(notes)])
    services.parsers.read.clear()
    services.files.prioritise("lib", [str(notes / "n4.txt"), str(notes / "old"), str(notes / "n2.txt")])
    services.ingestion.resume("lib", services.call())
    assert services.parsers.read[:3] == ["n4.txt", "dogs.txt", "n2.txt"]
    assert len(services.parsers.read) == 9


@pytest.mark.parametrize("keep", [True, False])
def test_the_person_decides_about_what_is_gone_from_one_folder(lib: Services, notes: Path, *, keep: bool) -> None:
    for number in range(8):
        (notes / "old" / f"n{number}.txt").write_text(f"Walrus {number}.", encoding="utf-8")
    refresh(lib, notes)
    for file in (notes / "old").iterdir():
        file.unlink()
    refresh(lib, notes)
    (missing,) = lib.libraries.list_all()[0].missing
    assert (missing.folder, missing.gone, missing.files) == (str(notes), 9, 11)
    decide = lib.files.keep_missing if keep else lib.files.remove_missing
    decide("lib", str(notes.parent / "another"))
    assert lib.libraries.list_all()[0].missing == (missing,)
    decide("lib", str(notes))
    assert lib.libraries.list_all()[0].missing == ()
    refresh(lib, notes)
    assert len(lib.states("lib")) == (11 if keep else 2)
    assert bool(lib.found("lib", "walrus")) is keep


def test_removing_a_folder_forgets_what_waits_of_it_too(lib: Services, notes: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "whale.txt").write_text("The whale sings.", encoding="utf-8")
    lib.ingestion.add("lib", [more], lib.call())
    lib.files.retry("lib", [str(more), str(notes)])
    lib.files.remove("lib", str(more))
    info = lib.libraries.list_all()[0]
    assert (info.folders, info.files, info.waiting) == ((str(notes),), 3, 3)
    assert (more / "whale.txt").exists()


def test_rules_of_a_folder_that_was_not_added_are_refused(lib: Services, notes: Path) -> None:
    with pytest.raises(UserError, match="is not in the library"):
        lib.files.set_folder_rules("lib", str(notes / "old"), FolderRules())


def _names(rows: object) -> list[str]:
    return [Path(row.path).name for row in rows]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        (FileQuery(order="path"), ["cats.txt", "dogs.txt", "tea.md"]),
        (FileQuery(order="-name"), ["tea.md", "dogs.txt", "cats.txt"]),
        (FileQuery(order="name", offset=1, limit=1), ["dogs.txt"]),
        (FileQuery(order="name", offset=3), []),
        (FileQuery("CATS"), ["cats.txt"]),
        (FileQuery("c%s.txt"), []),
        (FileQuery("c_ts.txt"), []),
        (FileQuery(states=(FileState.READY,)), []),
        (FileQuery(states=(FileState.KEYWORD, FileState.FAILED), order="-size"), ["tea.md", "cats.txt", "dogs.txt"]),
    ],
    ids=["all", "turned", "cut", "behind the end", "case", "percent", "underscore", "no state", "states and size"],
)
def test_the_list_is_narrowed_ordered_and_cut(lib: Services, query: FileQuery, names: list[str]) -> None:
    page = lib.files.page("lib", query)
    assert _names(page.rows) == names
    assert page.counts == ({"keyword": 3} if not query.text else {"keyword": 1} if names else {})


def test_a_folder_narrows_to_what_is_below_it_and_not_to_its_namesakes(lib: Services, notes: Path) -> None:
    (notes / "older").mkdir()
    (notes / "older" / "bats.txt").write_text("Bats hang.", encoding="utf-8")
    refresh(lib, notes)
    page = lib.files.page("lib", FileQuery(folder=str(notes / "old")))
    assert (_names(page.rows), page.total) == (["dogs.txt"], 1)


def test_the_exported_list_has_every_file_that_fits_however_long_the_page(lib: Services, tmp_path: Path) -> None:
    target = tmp_path / "list.csv"
    assert lib.files.export_list("lib", FileQuery("o", limit=1), target) == 3  # “notes” is in every path
    assert lib.files.export_list("lib", FileQuery("cats", limit=1), target) == 1
    with target.open(encoding="utf-8-sig", newline="") as file:
        assert [row["File"] for row in csv.DictReader(file)] == ["cats.txt"]


@pytest.mark.skipif(os.name == "nt", reason="there a folder is no file for another reason")
def test_a_list_that_cannot_be_written_says_so(lib: Services, tmp_path: Path) -> None:
    with pytest.raises(UserError):
        lib.files.export_list("lib", FileQuery(), tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        lambda services: services.files.page("no", FileQuery()),
        lambda services: services.files.remove("no", "/a"),
        lambda services: services.files.pause("no"),
        lambda services: services.files.prioritise("no", ["/a"]),
        lambda services: services.files.keep_missing("no", "/a"),
    ],
    ids=["page", "remove", "pause", "prioritise", "decide"],
)
def test_a_library_that_is_not_there_is_not_made(lib: Services, change: Callable[[Services], object]) -> None:
    with pytest.raises(UserError, match="There is no library called “no”"):
        change(lib)
    assert [info.name for info in lib.libraries.list_all()] == ["lib"]
