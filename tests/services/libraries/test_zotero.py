"""What people see of a Zotero library: places, references, lists of works, notes that lead to their page."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.bibliography import zotero_address
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer, Source
from desktop_rag.services.exports.exports import Exports
from desktop_rag.services.sources import source_place
from tests.helpers.pages import pdf_of
from tests.helpers.same_process import HereProcesses
from tests.helpers.zotero_library import ZoteroFolder
from tests.services.conftest import Services

SONGS = "Humpbacks repeat long phrases for hours before they change them."


@pytest.fixture
def zotero(tmp_path: Path) -> Iterator[ZoteroFolder]:
    made = ZoteroFolder(tmp_path / "Zotero")
    work = made.work(
        "Songs of the humpback", "Miller, Anna", "Chen, Bo", date="2021-05-00 May 2021", DOI="10.1000/songs",
        publicationTitle="Journal of Whales", volume="12", issue="3", pages="45–67", citationKey="millerSongs",
    )  # fmt: skip
    file, place = made.stored(work, "songs.pdf")
    pdf_of(place, "An introduction to whales and the sea.", SONGS)
    made.annotation(file, 2, "repeat long phrases for hours", "My doubt concerns the sample", label="46")
    book = made.work("Whales at large", "Melville, H.", kind="book", date="1851", publisher="Harper", place="New York")
    _, second = made.stored(book, "whales.txt")
    second.write_text("Call me Ishmael, said one of the sailors of that ship.", encoding="utf-8")
    yield made
    made.close()


def source_of(services: Services, words: str, name: str = "") -> Source:
    found = services.search.passages("Papers", words, mode="bm25")
    return next(source for source in found if source.file.endswith(name))


def test_places_and_references_say_who_wrote_it(zotero: ZoteroFolder, services: Services) -> None:
    # the folder of the files alone brings the database beside it
    services.fill("Papers", zotero.path / "storage")
    source = source_of(services, "humpbacks phrases", ".pdf")
    assert source.cited_as == "Miller & Chen 2021"
    assert source_place(source) == "Miller & Chen 2021, page 2 (songs.pdf)"
    assert zotero_address(source.zotero, source.page).startswith("zotero://open-pdf/library/items/")
    texts = services.pages.reference("Papers", source)
    assert texts.apa == (
        "Miller, A., & Chen, B. (2021, May). Songs of the humpback (p. 2). Journal of Whales, 12(3), 45–67. "
        "https://doi.org/10.1000/songs"
    )
    assert texts.bibtex.startswith("@article{millerSongs,\n  author = {Miller, Anna and Chen, Bo},")
    book = services.pages.reference("Papers", source_of(services, "Ishmael sailors"))
    assert book.apa == "Melville, H. (1851). Whales at large. Harper."
    assert "@book{melville1851whales" in book.bibtex
    assert ("TY  - BOOK" in book.ris, "CY  - New York" in book.ris) == (True, True)


def test_a_note_is_told_from_the_paper_and_leads_to_the_page(zotero: ZoteroFolder, services: Services) -> None:
    services.fill("Papers", zotero.path)
    note = source_of(services, "doubt concerns sample")
    assert source_place(note) == "Notes on Miller & Chen 2021, “Page 46”"
    assert zotero_address(note.zotero).startswith("zotero://select/library/items/")
    place = services.pages.noted_place("Papers", note)
    assert place is not None
    assert (Path(place.file).name, place.page, place.page_label) == ("songs.pdf", 2, "46")
    page = services.pages.passage("Papers", place).page_text
    assert page[place.start : place.end] == "repeat long phrases for hours"
    paper = source_of(services, "humpbacks phrases", ".pdf")
    assert services.pages.noted_place("Papers", paper) is None


def test_the_cited_works_are_written_as_a_list(zotero: ZoteroFolder, services: Services, tmp_path: Path) -> None:
    services.fill("Papers", zotero.path)
    sources = tuple(source_of(services, words) for words in ("doubt concerns sample", "humpbacks", "Ishmael sailors"))
    answer = Answer("Who?", "They do.", (), sources, "m", extractive=False)
    exports = Exports(services.chats, HereProcesses(), services.scratch, services.pages.works)
    items = json.loads(exports.answer(answer, "Papers", tmp_path / "works.json").read_text(encoding="utf-8"))
    assert [item["id"] for item in items] == ["millerSongs", "melville1851whales"]
    assert items[0] == {
        "id": "millerSongs",
        "type": "article-journal",
        "title": "Songs of the humpback",
        "author": [{"family": "Miller", "given": "Anna"}, {"family": "Chen", "given": "Bo"}],
        "issued": {"date-parts": [[2021, 5]]},
        "container-title": "Journal of Whales",
        "volume": "12",
        "issue": "3",
        "page": "45-67",
        "DOI": "10.1000/songs",
    }
    bib = exports.answer(answer, "Papers", tmp_path / "works.bib").read_text(encoding="utf-8")
    assert (bib.count("@"), "@article{millerSongs," in bib, "publisher = {Harper}" in bib) == (2, True, True)
    ris = exports.answer(answer, "Papers", tmp_path / "works.ris").read_text(encoding="utf-8")
    assert (ris.count("TY  - "), ris.count("ER  - ")) == (2, 2)
    nothing = Answer("Who?", "", (), (), "m", extractive=False)
    with pytest.raises(UserError, match="Nothing is cited"):
        exports.answer(nothing, "Papers", tmp_path / "nothing.bib")


@pytest.mark.parametrize(
    "place", ["", "library/items/../x", "library/items/ABCD2345?x=1", "javascript:1", "groups/x/items/A"]
)
def test_only_places_in_zotero_are_opened(place: str) -> None:
    assert zotero_address(place, 3) == ""
