"""BibTeX and RIS files beside papers: which entry describes which file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.filled import Filled

PAPERS = {
    "named.txt": "Nothing here tells what this is.",
    "deep/below.txt": "Nor does this, about squid.",
    "smith2019.txt": "Its name is the key of its entry.",
    "2020 - Migration of the arctic tern (copy).txt": "The title stands in the name of the file.",
    "scan0001.txt": "On birds. https://doi.org/10.1234/Terns.5. It cites 10.9999/other as well.",
    "scan0002.txt": "The Feeding Habits of\nDeep-Sea Anglerfish\n\nA. Author\n\nAbstract. They wait.",
    "stranger.txt": "Nobody has an entry for this one. It mentions the feeding habits of cats.",
    "mentions.txt": f"{'Words before. ' * 200} The Feeding Habits of Deep-Sea Anglerfish was a good book.",
}
BIB = """
@article{a, author = {Named, A.}, year = 2001, file = {:named.txt:TEXT}}
@article{b, author = {Below, B.}, year = 2002, file = {Full:deep/below.txt:TEXT}}
@article{smith2019, author = {Smith, C.}, year = 2019, title = {By its key}}
@article{d, author = {Tern, D.}, year = 2020, title = {Migration of the {Arctic} Tern}}
@article{e, author = {Doi, E.}, year = 2005, doi = {10.1234/terns.5}}
@article{g, author = {Gone, G.}, year = 2007, title = {Something that is not here at all}}
"""
RIS = "TY  - JOUR\nID  - f\nAU  - Angler, F.\nPY  - 2006\nTI  - The feeding habits of deep-sea anglerfish\nER  - \n"
CITED = {
    "named.txt": "Named 2001",
    "below.txt": "Below 2002",
    "smith2019.txt": "Smith 2019",
    "2020 - Migration of the arctic tern (copy).txt": "Tern 2020",
    "scan0001.txt": "Doi 2005",
    "scan0002.txt": "Angler 2006",
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Filled]:
    made = Filled(tmp_path / "papers", tmp_path / "scratch")
    (made.folder / "deep").mkdir(parents=True)
    for name, text in PAPERS.items():
        (made.folder / name).write_text(text, encoding="utf-8")
    yield made
    made.storage.close()


def cited(library: Filled) -> dict[str, object]:
    """Return how each file with a record is cited, by its name."""
    found = {path: library.storage.files.metadata(path) for _, path in library.storage.catalogue.paths()}
    return {Path(path).name: told["cited_as"] for path, told in found.items() if "cited_as" in told}


def test_entries_find_their_files_however_they_are_told(library: Filled) -> None:
    (library.folder / "lib.bib").write_text(BIB, encoding="utf-8")
    (library.folder / "more.ris").write_text(RIS, encoding="utf-8")
    library.update()
    assert cited(library) == CITED
    # an entry that comes later, one that goes, and a file that comes later
    (library.folder / "more.ris").unlink()
    (library.folder / "lib.bib").write_text(BIB + "@book{stranger, author={New, N.}}", encoding="utf-8")
    (library.folder / "g.txt").write_text("Something that is not here at all", encoding="utf-8")
    library.update(allow_mass_delete=True)
    gone = {name: said for name, said in CITED.items() if name != "scan0002.txt"}
    assert cited(library) == gone | {"stranger.txt": "New", "g.txt": "Gone 2007"}


def test_of_several_records_the_one_that_names_the_file_counts(library: Filled) -> None:
    (library.folder / "a.bib").write_text("@book{smith2019, author={Guessed, A.}}", encoding="utf-8")
    library.update()
    assert cited(library) == {"smith2019.txt": "Guessed"}
    (library.folder / "z.bib").write_text("@book{x, author={Told, B.}, file={smith2019.txt}}", encoding="utf-8")
    library.update()
    assert cited(library) == {"smith2019.txt": "Told"}


def test_a_library_without_records_matches_nothing(library: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> str:
        raise AssertionError("no page is looked at")

    monkeypatch.setattr(library.storage.documents, "page_text", never)
    library.update()
    assert cited(library) == {}
