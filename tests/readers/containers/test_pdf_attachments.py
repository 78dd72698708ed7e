"""PDF files with files attached to them: each is read as one of its own."""

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.containers import pdf_attachments
from desktop_rag.readers.containers.extract import extracted
from desktop_rag.readers.file import read_file


def portfolio(path: Path, text: str, **files: bytes) -> Path:
    """A PDF of one page with attached files; "_" in a name stands for the dot."""
    with pymupdf.open() as document:
        page = document.new_page()
        if text:
            page.insert_text((72, 72), text)
        for name, data in files.items():
            document.embfile_add(name, data, filename=name.replace("_", "."))
        document.save(path)
    return path


@pytest.fixture
def options(tmp_path: Path) -> ReadOptions:
    return ReadOptions(scratch=tmp_path / "scratch")


def test_what_is_attached_is_a_member(tmp_path: Path, options: ReadOptions) -> None:
    path = portfolio(tmp_path / "a.pdf", "The yearly report", notes_txt=b"whales sing", table_csv=b"city,size\nRome,3")
    contents = read_file(path, options)
    assert [page.text for page in contents.pages] == ["The yearly report"]
    assert {member.name: member.path.read_bytes() for member in contents.members} == {
        "notes.txt": b"whales sing",
        "table.csv": b"city,size\nRome,3",
    }
    assert extracted(f"{path}//table.csv", tmp_path / "one").path.read_bytes() == b"city,size\nRome,3"


def test_a_cover_without_text_does_not_hide_what_is_attached(tmp_path: Path, options: ReadOptions) -> None:
    path = portfolio(tmp_path / "a.pdf", "", notes_txt=b"whales sing")
    record = parse_file(replace(ParseTask.of(path), options=options))
    assert (record.state, [member.path for member in record.members]) == ("parsed", [f"{path}//notes.txt"])
    with pytest.raises(NothingToRead, match="no text"):
        list(read_file(portfolio(tmp_path / "b.pdf", ""), options).pages)


def test_invoices_for_machines_say_what_the_page_says(tmp_path: Path, options: ReadOptions) -> None:
    path = tmp_path / "a.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "Invoice 4711")
        document.embfile_add("invoice", b"<xml/>", filename="factur-x.xml")
        document.save(path)
    assert read_file(path, options).members == []


def test_too_large_and_hostile_names(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "Cover")
        document.embfile_add("one", b"x" * 2000, filename="large.txt")
        document.embfile_add("two", b"small", filename="../../etc/passwd.txt")
        document.save(path)
    contents = pdf_attachments.unpack(path, ReadOptions(scratch=tmp_path / "scratch", maximum_bytes=1000))
    (member,) = contents.members
    assert member.name == "passwd.txt"
    assert member.path.parent == tmp_path / "scratch"
    assert "1 file in it is larger than" in contents.notice


def test_a_damaged_attachment_leaves_the_pages(tmp_path: Path, options: ReadOptions) -> None:
    path = portfolio(tmp_path / "a.pdf", "The yearly report", notes_txt=b"whales sing " * 100)
    with pymupdf.open(path) as document:
        for xref in range(1, document.xref_length()):
            if "EmbeddedFile" in document.xref_object(xref):
                document.xref_set_key(xref, "Filter", "/JBIG2Decode")
        document.save(tmp_path / "b.pdf")
    contents = read_file(tmp_path / "b.pdf", options)
    assert [page.text for page in contents.pages] == ["The yearly report"]
    assert (contents.members, contents.notice) == ([], "1 file in it is damaged.")
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.7 nothing")
    with pytest.raises(UserError, match="damaged"):
        read_file(tmp_path / "c.pdf", options)
