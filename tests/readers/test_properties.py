"""What documents say of themselves: title, author and date."""

from pathlib import Path

import pymupdf
import pytest

from desktop_rag.readers.properties import DocumentProperties, document_properties
from tests.helpers.office import package, word_parts

_CORE = (
    '<c:coreProperties xmlns:c="c" xmlns:dc="d" xmlns:t="t"><dc:title>{title}</dc:title><dc:creator>{author}'
    "</dc:creator><t:created>{date}</t:created></c:coreProperties>"
)


def pdf(path: Path, **said: str) -> Path:
    with pymupdf.open() as document:
        document.new_page()
        document.set_metadata(said)
        document.save(path)
    return path


def test_a_pdf(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", title="Annual  report", author="Ann", creationDate="D:20240501120000+02'00'")
    assert document_properties(path) == DocumentProperties("Annual report", "Ann", "2024-05-01")


@pytest.mark.parametrize(
    "title", ["Untitled", "", "Document1", "PowerPoint Presentation", "(anonymous)", "Microsoft Word - offer.doc"]
)
def test_titles_that_programs_fill_in_are_none(tmp_path: Path, title: str) -> None:
    assert document_properties(pdf(tmp_path / "a.pdf", title=title, author="User")) == DocumentProperties()


def test_the_name_of_the_program_is_no_part_of_the_title(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", title="Microsoft Word - Harbour offer", creationDate="yesterday")
    assert document_properties(path) == DocumentProperties("Harbour offer")


def test_a_word_file(tmp_path: Path) -> None:
    core = _CORE.format(title="Offer", author="Ann Meyer", date="2021-03-04T10:00:00Z")
    path = package(tmp_path / "a.docx", word_parts("<w:p/>", {}) | {"docProps/core.xml": core})
    assert document_properties(path) == DocumentProperties("Offer", "Ann Meyer", "2021-03-04")


def test_an_opendocument_file_is_by_who_began_it(tmp_path: Path) -> None:
    meta = (
        '<m xmlns:dc="d" xmlns:meta="m"><dc:title>Plan</dc:title><dc:creator>Last</dc:creator>'
        "<meta:initial-creator>First</meta:initial-creator><meta:creation-date>2020-01-02T00:00:00</meta:creation-date></m>"
    )
    parts = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>", "meta.xml": meta}
    assert document_properties(package(tmp_path / "a.odt", parts)) == DocumentProperties("Plan", "First", "2020-01-02")


def test_a_web_page(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(
        "<html><head><title>News &amp; more</title><meta name='citation_author' content='Ann'>"
        '<meta content="Bo" name="citation_author"><meta property="article:published_time" content="2022-07-08T01:00">'
        "</head><body>x</body></html>",
        encoding="utf-8",
    )
    assert document_properties(path) == DocumentProperties("News & more", "Ann; Bo", "2022-07-08")


def test_the_front_matter_of_markdown(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text('---\ntitle: "A plan"\nauthor: Ann\ndate: 2023-02-01\n---\n\n# Text\n', encoding="utf-8")
    assert document_properties(path) == DocumentProperties("A plan", "Ann", "2023-02-01")


@pytest.mark.parametrize("content", [b"", b"plain words", b"PK\x03\x04broken", b"%PDF-1.7 broken"])
def test_what_says_nothing_or_is_damaged_has_none(tmp_path: Path, content: bytes) -> None:
    for ending in ("txt", "pdf", "docx", "md"):
        path = tmp_path / f"a.{ending}"
        path.write_bytes(content)
        assert document_properties(path) == DocumentProperties()
    assert document_properties(tmp_path / "gone.pdf") == DocumentProperties()
