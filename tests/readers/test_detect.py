"""What a file is, by its content, whatever it is called."""

import contextlib
import tarfile
import zipfile
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.file import load_file, read_file
from desktop_rag.readers.formats import of_ending


def pdf_bytes() -> bytes:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), "A page.")
    data: bytes = document.tobytes()
    document.close()
    return data


def zip_of(path: Path, **parts: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), text)
    return path


@pytest.mark.parametrize(
    ("name", "content", "ending"),
    [
        ("scan.txt", pdf_bytes(), ".pdf"),
        ("no_ending", pdf_bytes(), ".pdf"),
        ("report.doc", b"<html><body><table><tr><td>1</td></tr></table></body></html>", ".html"),
        ("sales.xls", b"<html><table><tr><td>1</td></tr></table></html>", ".html"),
        ("sales.xls", b"a\tb\n1\t2\n", ".tsv"),
        ("sales.xlsx", b"a;b\n1;2\n", ".csv"),
        ("letter.doc", b"{\\rtf1 Hello}", ".rtf"),
        ("notes", "日本語の文章です。これはメモです。".encode("shift_jis"), ".txt"),
        ("notes.xyz", b"just words\n", ".txt"),
        ("page", b"<!DOCTYPE html>\n<html><p>x</p></html>", ".html"),
        ("book", b'<?xml version="1.0"?>\n<FictionBook xmlns="x"><body/></FictionBook>', ".fb2"),
        ("data", b'<?xml version="1.0"?>\n<a/>', ".xml"),
        ("mail", b"From: a@b.c\nTo: d@e.f\nSubject: Hi\nDate: today\n\nHello", ".eml"),
        ("box", b"From a@b.c Mon Jan 01 00:00:00 2024\nSubject: Hi\n\nHello", ".mbox"),
        ("code.py", b"From: here\nTo: there\n", ".py"),
        ("how_pdf_works.md", b"A PDF begins with %PDF-1.4", ".md"),
        ("broken.docx", b"PK\3\4nonsense", ".docx"),
        ("picture.txt", b"\x89PNG\r\n\x1a\n....", ".png"),
    ],
)
def test_the_content_decides(tmp_path: Path, name: str, content: bytes, ending: str) -> None:
    (tmp_path / name).write_bytes(content)
    assert format_of(tmp_path / name) is of_ending(ending)


def test_zip_files_are_told_apart_by_what_is_in_them(tmp_path: Path) -> None:
    assert format_of(zip_of(tmp_path / "a.bin", word__document_xml="<w/>")) is of_ending(".docx")
    assert format_of(zip_of(tmp_path / "a.docx", readme="no document")) is of_ending(".zip")
    assert format_of(zip_of(tmp_path / "b", mimetype="application/vnd.oasis.opendocument.text")) is of_ending(".odt")
    assert format_of(zip_of(tmp_path / "b.zip", mimetype="application/epub+zip")) is of_ending(".epub")
    assert format_of(zip_of(tmp_path / "b.docm", word__document_xml="<w/>")) is of_ending(".docm")
    assert format_of(zip_of(tmp_path / "b.pages", index_xml="<x/>")) is of_ending(".pages")


@pytest.mark.parametrize("ending", ["zip", "tar"])
def test_an_archive_that_begins_with_a_pdf_is_an_archive(tmp_path: Path, ending: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pdf").write_bytes(pdf_bytes())
    path = tmp_path / f"a.{ending}"
    if ending == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
            archive.write(tmp_path / "in" / "a.pdf", "a.pdf")
    else:
        with tarfile.open(path, "w") as tar:
            tar.add(tmp_path / "in" / "a.pdf", "a.pdf")
    assert format_of(path) is of_ending(f".{ending}")
    (tmp_path / "behind.pdf").write_bytes(b"\0rubbish\0" + pdf_bytes())
    assert format_of(tmp_path / "behind.pdf") is of_ending(".pdf")


def test_the_name_a_copy_is_known_by_counts(tmp_path: Path) -> None:
    (tmp_path / "0001").write_bytes(b"x = 1\n")
    assert format_of(tmp_path / "0001", "code.py") is of_ending(".py")
    contents = read_file(tmp_path / "0001", ReadOptions(), "/home/me/a.zip//src/code.py")
    (page,) = contents.pages
    assert page.metadata["file_path"] == "/home/me/a.zip//src/code.py"
    assert page.metadata["file_name"] == "code.py"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff\0\0" * 9, "Programs"),
        (b"SQLite format 3\0" + bytes(range(200, 256)), "Databases"),
        (b"\0\0\0\x20ftypisom\0\0\2\0" + bytes(range(256)), "video"),
        (bytes(range(256)) * 4, "its content is not text"),
    ],
)
def test_what_is_no_document_says_what_it_is(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "thing").write_bytes(content)
    with pytest.raises(NothingToRead, match=reason):
        load_file(tmp_path / "thing")


def test_misnamed_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_bytes(pdf_bytes())
    assert [page.text for page in load_file(tmp_path / "page.txt")] == ["A page."]
    (tmp_path / "table.xls").write_bytes(
        b"<table><tr><th>City</th><th>Size</th></tr><tr><td>Rome</td><td>3</td></tr></table>"
    )
    assert "| Rome | 3 |" in load_file(tmp_path / "table.xls")[0].text


@given(
    st.binary(min_size=1, max_size=300), st.sampled_from(["a.pdf", "a.docx", "a", "a.xls", "a.html", "a.zip", "a.eml"])
)
def test_any_bytes_have_a_kind_or_a_reason(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(data)
    with contextlib.suppress(UserError):
        assert format_of(path).is_read
