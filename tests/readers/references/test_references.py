"""Entries of BibTeX and RIS files as records, also of damaged ones."""

from pathlib import Path

import pytest

from desktop_rag.core.bibliography import BibRecord, Creator, RecordFile
from desktop_rag.readers.references import bibtex, ris

BIB = r"""
@string{jow = "Journal of Whales"}
@comment{ignored, title = {No}}
Free text stands between.
@Article{miller2021,
  author    = {M{\"u}ller, J{\"o}rg and {The {WHO} Group} and Ana de la Cruz and others},
  title     = "{A} {Title} on {\'E}tudes \& more",
  journal   = jow # ", new series",
  year      = 2021, month = mar,
  volume    = {12}, number = 3, pages = {45--67},
  doi       = {https://doi.org/10.1000/Songs_1},
  keywords  = {acoustics, to read; whales},
  groups    = {Thesis},
  file      = {Full Text:/home/a/papers/songs_1.pdf:application/pdf;:sub/dir/other.pdf:PDF},
}
@book(melville1851, author = {Herman Melville}, title = {Whales at large}, publisher = {Harper},
  address = {New York}, date = {1851-10-18}, file = {C:\papers\whales.pdf})
"""


def read(source: str, path: Path) -> list[BibRecord]:
    path.write_text(source, encoding="utf-8")
    return (ris if path.suffix == ".ris" else bibtex).records_of(path)


def test_entries_of_bibtex(tmp_path: Path) -> None:
    article, book = read(BIB, tmp_path / "a.bib")
    assert article == BibRecord(
        "miller2021",
        "article-journal",
        "A Title on Études & more",
        (Creator("Müller", "Jörg"), Creator("The WHO Group"), Creator("de la Cruz", "Ana")),
        "2021-03",
        "miller2021",
        container="Journal of Whales, new series",
        volume="12",
        issue="3",
        pages="45-67",
        doi="10.1000/Songs_1",
        collections=("Thesis",),
        tags=("acoustics", "to read", "whales"),
        files=(RecordFile("/home/a/papers/songs_1.pdf"), RecordFile("sub/dir/other.pdf", relative=True)),
    )
    assert (book.kind, book.creators, book.date, book.publisher, book.place) == (
        "book",
        (Creator("Melville", "Herman"),),
        "1851-10-18",
        "Harper",
        "New York",
    )
    assert book.files == (RecordFile("C:\\papers\\whales.pdf"),)
    assert article.cited_as == "Müller et al. 2021"


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        (
            "@article{a, title={x}, author={A, B}\n@article{b, title={unclosed {y}, year=2020\n@misc{c, title={z}}",
            "abc",
        ),
        ("@article{a, title={x}}\n@article{a, title={y}}", ["a", "a/2"]),
        ("@book{, title={no key}}", ["1"]),
        ("@misc{d title={w}}", ["d"]),
        ('@misc{q, title = "a {"} quote" # undefined}', "q"),
        ("@article{a, title = {" + "{" * 50_000, "a"),
        ("@" * 50_000, ""),
        ("@article{" * 20_000, ""),
        ("@article{a, x = " + "# " * 50_000, ["a"]),
    ],
)
def test_damaged_bibtex_is_read_as_far_as_it_goes(source: str, keys: object, tmp_path: Path) -> None:
    assert [record.key for record in read(source, tmp_path / "a.bib")] == list(keys)  # type: ignore[call-overload]


def test_records_of_ris(tmp_path: Path) -> None:
    source = (
        "\ufeffTY  - JOUR\r\nID  - miller2021\r\nAU  - Miller, Anna\r\nAU  - WHO\r\n"
        "TI  - Songs of\r\n  the humpback\r\nT2  - Journal of Whales\r\nPY  - 2021\r\nDA  - 2021/05/03/\r\nVL  - 12\r\n"
        "IS  - 3\r\nSP  - 45\r\nEP  - 67\r\nDO  - 10.1000/songs\r\nKW  - acoustics\r\nKW  - to read\r\n"
        "L1  - file:///home/a/my%20songs.pdf\r\nL1  - internal-pdf://0123/songs.pdf\r\nER  - \r\n\r\n"
        "TY  - BOOK\r\nA1  - Melville, H.\r\nT1  - Whales\r\n"
    )
    article, book = read(source, tmp_path / "a.ris")
    assert article == BibRecord(
        "miller2021",
        "article-journal",
        "Songs of the humpback",
        (Creator("Miller", "Anna"), Creator("WHO")),
        "2021-05-03",
        "miller2021",
        container="Journal of Whales",
        volume="12",
        issue="3",
        pages="45-67",
        doi="10.1000/songs",
        tags=("acoustics", "to read"),
        files=(RecordFile("/home/a/my songs.pdf"), RecordFile("songs.pdf", relative=True)),
    )
    assert (book.key, book.kind, book.title, book.creators) == ("2", "book", "Whales", (Creator("Melville", "H."),))
    assert read("nothing of the kind\n" * 1000, tmp_path / "b.ris") == []
