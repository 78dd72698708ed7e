"""A Zotero folder as a library: its records reach the files, its notes are found, its database is only read."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.bibliography import BibRecord
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.sqlite.bibliography import Bibliography
from tests.helpers.filled import Filled
from tests.helpers.zotero_library import NOTE, ZoteroFolder

LARGE = 500
TEXT = "Whales sing in long phrases that they repeat for hours, number {number}."


class Library(Filled):
    """The library of a Zotero folder."""

    def paper(self, place: Path, number: int = 0) -> str:
        """Write a file of text, named as it is stored."""
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(TEXT.format(number=number) + f" Only {place.name} says {place.parent.name}.", encoding="utf-8")
        return str(place)

    def record(self, path: Path | str) -> BibRecord | None:
        return Bibliography(self.storage.connection).of_file(str(path))

    def metadata(self, path: Path | str) -> dict[str, object]:
        return dict(self.storage.files.metadata(str(path)))

    def found(self, query: str) -> set[str]:
        """Return the names of the files with passages that meet the conditions of a query."""
        narrowing = NodeFilter(parse_query(query).filters)
        nodes = self.storage.nodes.find(narrowing)
        return {str(node.metadata["file_path"]).rpartition("/")[2] for node in nodes}

    def notes(self) -> dict[str, str]:
        """Return the text of each file of notes by its name."""
        inside = self.storage.files.members(str(self.folder / "zotero.sqlite"))
        return {path.rpartition("//")[2]: self.storage.documents.page_text(path, 1) or "" for path in inside}


@pytest.fixture
def zotero(tmp_path: Path) -> Iterator[ZoteroFolder]:
    made = ZoteroFolder(tmp_path / "Zotero")
    yield made
    made.close()


@pytest.fixture
def library(zotero: ZoteroFolder, tmp_path: Path) -> Iterator[Library]:
    made = Library(zotero.path, tmp_path / "scratch")
    yield made
    made.storage.close()


def stamp(folder: Path) -> dict[str, tuple[str, int]]:
    """Return the hash and the time of each database of a folder, and of what lies beside it."""
    files = sorted(folder.glob("*.sqlite*"))
    return {file.name: (hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_mtime_ns) for file in files}


def test_what_zotero_says_of_a_file_is_found_with_it(zotero: ZoteroFolder, library: Library) -> None:
    thesis = zotero.collection("Thesis")
    chapter = zotero.collection("Chapter 2", thesis)
    work = zotero.work(
        "Songs of the humpback", "Miller, Anna", "Chen, Bo", date="2021-05-00 May 2021", DOI="10.1000/songs",
        publicationTitle="Journal of Whales", volume="12", issue="3", pages="45-67", citationKey="millerSongs",
        collections=[chapter], tags=["Acoustics", "to read"],
    )  # fmt: skip
    file, place = zotero.stored(work, "songs.txt")
    _, beside = zotero.stored(work, "supplement.txt")
    zotero.annotation(file, 7, "They repeat it for hours.", "Check the sample size", label="51")
    zotero.annotation(file, 7, "", "Compare with Payne", label="51", kind=NOTE)
    zotero.note(work, "<h1>Reading</h1><p>The <b>method</b> is weak.</p>")
    library.paper(place)
    library.paper(beside, 1)
    before = stamp(zotero.path)
    library.update()
    assert stamp(zotero.path) == before
    record = library.record(place)
    assert record is not None
    assert record.cited_as == "Miller & Chen 2021"
    assert (record.kind, record.container, record.volume, record.issue, record.pages, record.doi) == (
        "article-journal", "Journal of Whales", "12", "3", "45-67", "10.1000/songs",
    )  # fmt: skip
    assert record.date == "2021-05"
    assert library.metadata(beside) == library.metadata(beside) | record.metadata(str(beside))
    assert record.metadata(str(place)) == {
        "title": "Songs of the humpback",
        "authors": "Miller, Anna; Chen, Bo",
        "year": "2021",
        "citation_key": "millerSongs",
        "collections": ["Thesis / Chapter 2"],
        "tags": ["Acoustics", "to read"],
        "cited_as": "Miller & Chen 2021",
        "zotero": f"library/items/{zotero.key_of(file)}",
    }
    (name,) = library.notes()
    assert name == f"Miller & Chen 2021 Songs of the humpback (1-{zotero.key_of(work)}).md"
    assert library.notes()[name] == (
        "# Songs of the humpback\n\n## Note\n\n### Reading\n\nThe method is weak.\n\n"
        "## Page 51 – songs.txt\n\n> They repeat it for hours.\n\nCheck the sample size\n\nCompare with Payne\n"
    )
    (mark,) = record.marks
    assert (mark.heading, mark.file, mark.key, mark.page) == (
        "Page 51 – songs.txt", str(place), zotero.key_of(file), 7,
    )  # fmt: skip
    every = {"songs.txt", "supplement.txt", name}
    for condition in (
        "author:miller", 'author:"Chen, Bo"', "year:2021", "year:2020-2022", "year:2021-", 'collection:"chapter 2"',
        "collection:Thesis", "tag:acoustics", 'tag:"to read"',
    ):  # fmt: skip
        assert library.found(condition) == every, condition
    for condition in ("author:smith", "year:2020", "year:-2020", "collection:other", "tag:read", "-tag:acoustics"):
        assert not library.found(condition), condition


def test_changes_in_zotero_are_followed_and_nothing_else_is_read_again(zotero: ZoteroFolder, library: Library) -> None:
    first, second = zotero.work("First paper", "Miller, Anna"), zotero.work("Second paper", "Kim, Bo")
    (_, one), (_, two) = zotero.stored(first, "one.txt"), zotero.stored(second, "two.txt")
    library.paper(one, 1)
    library.paper(two, 2)
    zotero.note(first, "<p>Noted about the first</p>")
    zotero.note(second, "<p>Noted about the second</p>")
    library.update()
    zotero.set(first, "DOI", "10.1000/first")
    zotero.tag(first, "new")
    zotero.note(second, "<p>One more thing</p>")
    read = library.update()
    # the database itself, and the notes that are others now
    assert (read[0], "Second paper" in read[1], len(read)) == ("zotero.sqlite", True, 2)
    record = library.record(one)
    assert record is not None
    assert record.doi == "10.1000/first"
    assert library.found("tag:new") == {"one.txt", *(name for name in library.notes() if "First" in name)}
    zotero.to_bin(second)
    library.update()
    assert library.record(two) is None
    assert "cited_as" not in library.metadata(two)
    assert library.found("filename:two") == {"two.txt"}
    assert [name for name in library.notes() if "Second" in name] == []


def test_files_that_are_read_later_moved_or_read_again_have_their_record(
    zotero: ZoteroFolder, library: Library
) -> None:
    _, place = zotero.stored(zotero.work("A paper", "Miller, Anna", date="2020"), "paper.txt")
    library.update()
    library.paper(place)
    library.update()
    assert library.metadata(place)["cited_as"] == "Miller 2020"
    library.paper(place, 9)
    library.update()
    assert library.metadata(place)["cited_as"] == "Miller 2020"
    place.rename(place.with_name("renamed.txt"))
    library.update()
    assert library.metadata(place.with_name("renamed.txt"))["cited_as"] == "Miller 2020"
    zotero.database.unlink()
    library.update(allow_mass_delete=True)
    assert "cited_as" not in library.metadata(place.with_name("renamed.txt"))


def test_groups_linked_files_feeds_and_the_bin(zotero: ZoteroFolder, library: Library) -> None:
    group = zotero.group(2, 4711, "Whale lab")
    shared = zotero.collection("Shared", library=group)
    ours = zotero.work("Ours", "Lab", kind="report", library=group, collections=[shared], date="2018")
    _, stored = zotero.stored(ours, "ours.txt", library=group)
    elsewhere = zotero.path.parent / "papers" / "sub" / "linked.txt"
    linked = zotero.work("Linked", "Base, A.", date="2017")
    zotero.linked(linked, "attachments:sub/linked.txt")
    absolute = zotero.work("Absolute", "Path, B.", date="2016")
    zotero.linked(absolute, str(elsewhere.with_name("absolute.txt")))
    zotero.feed(3)
    zotero.note(zotero.work("Feed item", "News, C.", library=3), "<p>Never read</p>", library=3)
    binned = zotero.work("In the bin", "Gone, D.")
    zotero.note(binned, "<p>Binned with its item</p>")
    zotero.to_bin(binned)
    kept = zotero.work("Kept", "Stays, E.")
    zotero.to_bin(zotero.note(kept, "<p>Binned by itself</p>"))
    alone, scan = zotero.stored(None, "scan.txt")
    zotero.set(alone, "title", "scan.txt")
    zotero.tag(alone, "unsorted")
    zotero.note(None, "<p>A thought of its own</p>")
    for number, place in enumerate((stored, elsewhere, elsewhere.with_name("absolute.txt"), scan)):
        library.paper(place, number)
    library.ingestion.add_roots([elsewhere.parent.parent])
    library.update()
    library.ingestion.compare()
    library.ingestion.read()
    record = library.record(stored)
    assert record is not None
    assert (record.home, record.collections, record.cited_as) == (
        "groups/4711", ("Whale lab / Shared",), "Lab 2018",
    )  # fmt: skip
    assert library.metadata(elsewhere)["cited_as"] == "Base 2017"
    assert library.metadata(elsewhere.with_name("absolute.txt"))["cited_as"] == "Path 2016"
    assert (library.metadata(scan).get("cited_as"), library.metadata(scan)["tags"]) == (None, ["unsorted"])
    text = "\n".join(library.notes().values())
    assert "A thought of its own" in text
    assert "Never read" not in text
    assert "Binned" not in text


def test_citation_keys_of_every_time(zotero: ZoteroFolder, library: Library) -> None:
    works = {
        "field": zotero.work("Of the field", citationKey="ofField", extra="Citation Key: other"),
        "extra": zotero.work("Of the extra", extra="Publisher note\nCitation Key: ofExtra"),
        "plugin": zotero.work("Of the plug-in"),
        "none": zotero.work("Of nobody"),
    }
    zotero.better_bibtex({works["plugin"]: "ofPlugin", works["field"]: "another"})
    places = {name: zotero.stored(work, f"{name}.txt")[1] for name, work in works.items()}
    for number, place in enumerate(places.values()):
        library.paper(place, number)
    before = stamp(zotero.path)
    library.update()
    assert stamp(zotero.path) == before
    keys = {name: library.metadata(place).get("citation_key") for name, place in places.items()}
    assert keys == {"field": "ofField", "extra": "ofExtra", "plugin": "ofPlugin", "none": None}


def test_a_database_in_use_is_read_with_what_is_not_folded_in_yet(zotero: ZoteroFolder, library: Library) -> None:
    zotero.run("PRAGMA journal_mode = WAL")
    zotero.run("PRAGMA locking_mode = EXCLUSIVE")
    _, place = zotero.stored(zotero.work("In the log", "Miller, Anna", date="2022"), "log.txt")
    library.paper(place)
    assert (zotero.path / "zotero.sqlite-wal").stat().st_size
    before = stamp(zotero.path)
    library.update()
    assert stamp(zotero.path) == before
    assert library.metadata(place)["cited_as"] == "Miller 2022"
    with pytest.raises(sqlite3.OperationalError, match="locked"):  # as Zotero keeps it
        sqlite3.connect(zotero.database, timeout=0).execute("SELECT * FROM items").fetchall()
    zotero.work("Later", "Kim, Bo")
    zotero.set(1, "date", "2023")
    library.update()
    assert library.metadata(place)["cited_as"] == "Miller 2023"


def _truncate(database: Path) -> None:
    with database.open("r+b") as file:
        file.truncate(database.stat().st_size * 2 // 3)


def _no_header(database: Path) -> None:
    database.write_bytes(bytes(8192))


def _newer(database: Path) -> None:
    with sqlite3.connect(database) as other:
        other.execute("ALTER TABLE itemAttachments RENAME COLUMN path TO location")
    other.close()


def _views(database: Path) -> None:
    with sqlite3.connect(database) as other:
        other.execute("ALTER TABLE items RENAME TO hidden")
        other.execute(
            "CREATE VIEW items AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
            "SELECT i AS itemID, 1 AS itemTypeID, 1 AS libraryID, 'K' AS key, '' AS dateModified FROM n"
        )
    other.close()


@pytest.mark.parametrize(
    ("harm", "reason"),
    [(_truncate, "damaged"), (_no_header, "damaged"), (_newer, "itemAttachments"), (_views, "isn't a Zotero database")],
)
def test_a_database_that_cannot_be_read_is_told_of_and_its_files_are_read(
    harm: object, reason: str, zotero: ZoteroFolder, library: Library
) -> None:
    assert callable(harm)
    zotero.work("Long", "Miller, Anna", extra=" ".join(f"word{number}" for number in range(5_000)))
    _, place = zotero.stored(zotero.work("A paper", "Miller, Anna"), "paper.txt")
    library.paper(place)
    library.update()
    assert library.metadata(place)["cited_as"] == "Miller"
    zotero.close()
    harm(zotero.database)
    library.paper(place, 3)
    library.update()
    assert reason in library.reasons["zotero.sqlite"]
    # what it said before holds until it can be read again
    assert library.metadata(place)["cited_as"] == "Miller"
    fresh = Library(zotero.path, zotero.path.parent / "scratch2")
    fresh.update()
    assert reason in fresh.reasons["zotero.sqlite"]
    assert fresh.found("filename:paper") == {"paper.txt"}
    fresh.storage.close()


def test_endless_and_hostile_values_are_left_out(zotero: ZoteroFolder, library: Library) -> None:
    work = zotero.work("A paper", "Miller, Anna", extra="x" * 200_000, tags=["kept"])
    _, place = zotero.stored(work, "paper.txt")
    library.paper(place)
    zotero.note(work, f"<p>{'y' * 3_000_000}</p>")
    zotero.note(work, "<script>alert(1)</script><p>Kept</p>")
    inner = zotero.collection("Inner")
    zotero.run("UPDATE collections SET parentCollectionID = collectionID")  # it lies in itself
    zotero.run("INSERT INTO collectionItems (collectionID, itemID) VALUES (?, ?)", inner, work)
    zotero.run("INSERT INTO itemTags VALUES ('text', x'00', 0)")
    zotero.run("INSERT INTO itemNotes VALUES (999999, x'ff', x'ff', NULL)")
    outside, _ = zotero.stored(work, "harmless.txt")
    zotero.run("UPDATE itemAttachments SET path = 'storage:../../../secret.txt' WHERE itemID = ?", outside)
    zotero.run("CREATE TRIGGER t AFTER INSERT ON items BEGIN SELECT load_extension('x'); END")
    library.update()
    record = library.record(place)
    assert record is not None
    assert record.tags == ("kept",)
    assert [Path(file.path).name for file in record.files] == ["paper.txt"]
    assert all(len(one) < 1000 for one in record.collections)
    (text,) = library.notes().values()
    assert "Kept" in text
    assert "alert" not in text


def test_what_belongs_to_zotero_itself_is_left_out(zotero: ZoteroFolder, library: Library) -> None:
    _, place = zotero.stored(zotero.work("A paper", "Miller, Anna"), "paper.txt")
    library.paper(place)
    for name in (
        "styles/apa.csl",
        "translators/a.js",
        "locate/engines.json",
        "zotero.sqlite.bak",
        "storage/A/.zotero-ft-cache",
    ):
        (zotero.path / name).parent.mkdir(exist_ok=True, parents=True)
        (zotero.path / name).write_text("Nobody searches here.")
    zotero.better_bibtex({})
    library.update()
    read = {name for name, state in library.states.items() if state not in {"skipped", "failed"}}
    assert read == {"zotero.sqlite", place.relative_to(zotero.path).as_posix()}


def fill(zotero: ZoteroFolder, library: Library, count: int) -> None:
    """Make a library of so many items: each third with a file and annotations, some in the bin or of a group."""
    zotero.together()
    top = zotero.collection("Research")
    collections = [zotero.collection(f"Topic {number}", top) for number in range(10)]
    group = zotero.group(2, 4711, "Whale lab")
    shared = zotero.collection("Shared", library=group)
    for number in range(count):
        of_group = number % 10 == 9
        work = zotero.work(
            f"Study {number} of whales", f"Author{number % 50}, A.", "Second, B.", date=f"{1980 + number % 45}-01-00",
            collections=[shared if of_group else collections[number % 10]], tags=[f"tag{number % 20}"],
            library=group if of_group else 1, citationKey=f"key{number}",
        )  # fmt: skip
        if number % 3 == 0:
            file, place = zotero.stored(work, f"study{number}.txt", library=group if of_group else 1)
            library.paper(place, number)
            zotero.annotation(file, 1 + number % 9, f"Marked words {number}", f"Comment {number}")
        if number % 5 == 0:
            zotero.note(work, f"<p>Note {number}</p>", library=group if of_group else 1)
        if number % 25 == 24:
            zotero.to_bin(work)
    zotero.done()


@pytest.mark.parametrize("count", [40, pytest.param(LARGE, marks=pytest.mark.nightly)])
def test_everything_of_a_large_database_is_found(count: int, zotero: ZoteroFolder, library: Library) -> None:
    fill(zotero, library, count)
    before = stamp(zotero.path)
    library.update()
    assert stamp(zotero.path) == before
    kept = [number for number in range(count) if number % 25 != 24]
    with_file = [number for number in kept if number % 3 == 0]
    assert {f"study{number}.txt" for number in with_file} == {
        name for name in library.found("year:1900-2100") if name.startswith("study")
    }
    for number in with_file:
        assert library.found(f"filename:study{number}.txt") == {f"study{number}.txt"}
    text = library.notes()
    for number in kept:
        own = [content for content in text.values() if content.startswith(f"# Study {number} of whales\n")]
        assert len(own) == 1, number
        assert (f"> Marked words {number}\n\nComment {number}" in own[0]) is (number % 3 == 0)
        assert (f"\nNote {number}\n" in own[0]) is (number % 5 == 0)
    assert library.found('collection:"whale lab"') >= {f"study{n}.txt" for n in with_file if n % 10 == 9}
    assert library.found("collection:Research author:author3 tag:tag3") >= {"study3.txt"}
    written = {json.dumps(record.metadata("")) for _, _, record in Bibliography(library.storage.connection).all()}
    assert len(written) == len(kept)


def test_a_copy_of_the_folder_has_its_records_too(zotero: ZoteroFolder, library: Library, tmp_path: Path) -> None:
    _, place = zotero.stored(zotero.work("A paper", "Miller, Anna"), "paper.txt")
    library.paper(place)
    copy = tmp_path / "copy" / "Zotero"
    shutil.copytree(zotero.path, copy)
    other = Library(copy, tmp_path / "scratch2")
    other.update()
    assert other.metadata(copy / place.relative_to(zotero.path))["cited_as"] == "Miller"
    other.storage.close()
