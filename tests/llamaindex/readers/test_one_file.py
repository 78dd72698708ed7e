"""LlamaIndex's readers of one file, called and plugged in as its pages do."""

import asyncio
import zipfile
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.llamaindex.readers import (
    DocxReader,
    FlatReader,
    MarkdownReader,
    PDFReader,
    SimpleDirectoryReader,
    UnstructuredReader,
)
from desktop_rag.node_parser.markdown import MarkdownNodeParser
from desktop_rag.readers.base import BaseReader
from desktop_rag.readers.pages.pdf import PyMuPDFReader
from tests.helpers.office import word_file, words


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    document = pymupdf.open()
    for number in (1, 2):
        document.new_page().insert_text((50, 100), f"Page {number} of the report.")
    document.save(tmp_path / "report.pdf")
    document.close()
    return tmp_path / "report.pdf"


def test_a_pdf_is_given_as_file(pdf: Path) -> None:
    pages = PDFReader().load_data(file=pdf, extra_info={"shelf": 3})
    assert [page.text for page in pages] == ["Page 1 of the report.", "Page 2 of the report."]
    assert [page.metadata["page_label"] for page in pages] == ["1", "2"]
    assert {(page.metadata["file_name"], page.metadata["shelf"]) for page in pages} == {("report.pdf", 3)}
    (whole,) = PDFReader(return_full_document=True).load_data(file=str(pdf))
    assert whole.text == "Page 1 of the report.\nPage 2 of the report."
    assert "page_label" not in whole.metadata


@pytest.mark.parametrize("reader", [PDFReader(), PyMuPDFReader()])
def test_they_are_readers_like_those_of_ones_own(pdf: Path, reader: BaseReader) -> None:
    assert isinstance(reader, BaseReader)
    texts = ["Page 1 of the report.", "Page 2 of the report."]
    assert [page.text for page in reader.lazy_load_data(pdf)] == texts
    assert [page.text for page in asyncio.run(reader.aload_data(pdf))] == texts


def test_they_are_handed_to_a_directory_reader(pdf: Path) -> None:
    (whole,) = SimpleDirectoryReader(
        pdf.parent, file_extractor={".pdf": PDFReader(return_full_document=True)}
    ).load_data()
    assert whole.text == "Page 1 of the report.\nPage 2 of the report."


def test_names_of_other_formats(tmp_path: Path) -> None:
    word_file(tmp_path / "notes.docx", words("The rent is due."), {})
    (tmp_path / "notes.md").write_text("# Rent\n\nIt is due.", "utf-8")
    (document,) = DocxReader().load_data(tmp_path / "notes.docx", extra_info={"shelf": 3})
    assert (document.text.strip(), document.metadata["shelf"]) == ("The rent is due.", 3)
    assert MarkdownReader().load_data(file=tmp_path / "notes.md")[0].text == "# Rent\n\nIt is due."
    with pytest.raises(UserError):
        MarkdownReader().load_data(tmp_path / "nowhere.md")


def test_a_flat_file_keeps_its_markup(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>The <b>rent</b> is due: é.</p>", "utf-8")
    (document,) = FlatReader().load_data(page)
    assert document.text == "<p>The <b>rent</b> is due: é.</p>"
    assert (document.metadata["filename"], document.metadata["extension"]) == ("page.html", ".html")
    (tmp_path / "a.md").write_text("# One\n\nx\n\n# Two\n\ny", "utf-8")
    nodes = MarkdownNodeParser().get_nodes_from_documents(FlatReader().load_data(file=tmp_path / "a.md"))
    assert len(nodes) == 2


def test_an_unstructured_file_is_one_document_or_its_pages(pdf: Path) -> None:
    (whole,) = UnstructuredReader().load_data(file=pdf, split_documents=False)
    assert whole.text == "Page 1 of the report.\nPage 2 of the report."
    assert len(UnstructuredReader().load_data(file=pdf, split_documents=True)) == 2


def test_what_only_holds_other_files_has_no_document(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.txt", "The rent is due.")
    assert UnstructuredReader().load_data(tmp_path / "a.zip") == []
