"""However many files lie in one, no more are taken out than it may bring; the others are counted."""

import io
import tarfile
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import py7zr
import pymupdf
import pytest

from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.file import read_file
from tests.helpers.office import word_parts

COUNT, MOST = 8, 5
NAMES = [f"{number}.txt" for number in range(COUNT)]
TEXT = b"Whales sing at night."


def make_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name in NAMES:
            archive.writestr(name, TEXT)


def make_torn_zip(path: Path) -> None:
    make_zip(path)
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"PK\1\2")])


def make_7z(path: Path) -> None:
    with py7zr.SevenZipFile(path, "w") as archive:
        for name in NAMES:
            archive.writestr(TEXT, name)


def make_tar(path: Path) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name in NAMES:
            entry = tarfile.TarInfo(name)
            entry.size = len(TEXT)
            archive.addfile(entry, io.BytesIO(TEXT))


def make_mbox(path: Path) -> None:
    path.write_bytes(b"".join(b"From a@b.c\nSubject: %d\n\n%s\n\n" % (number, TEXT) for number in range(COUNT)))


def make_mail(path: Path) -> None:
    message = EmailMessage()
    message["Subject"] = "Whales"
    message.set_content("Attached.")
    for name in NAMES:
        message.add_attachment(TEXT, "text", "x-whales", filename=name)
    path.write_bytes(message.as_bytes())


def make_pdf(path: Path) -> None:
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "Attached.")
        for name in NAMES:
            document.embfile_add(name, TEXT)
        document.save(path)


def make_word(path: Path) -> None:
    parts = word_parts("<w:p><w:r><w:t>Inserted.</w:t></w:r></w:p>", {})
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
        for name in NAMES:
            archive.writestr(f"word/embeddings/{name}", TEXT)


MAKERS: dict[str, Callable[[Path], None]] = {
    "a.zip": make_zip,
    "torn.zip": make_torn_zip,
    "a.7z": make_7z,
    "a.tgz": make_tar,
    "a.mbox": make_mbox,
    "a.eml": make_mail,
    "a.pdf": make_pdf,
    "a.docx": make_word,
}


@pytest.mark.parametrize("name", MAKERS)
def test_no_more_files_come_out_of_one_than_it_may_bring(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    MAKERS[name](path)
    for most, expected in ((None, COUNT), (MOST, MOST), (0, 0)):
        options = ReadOptions(scratch=tmp_path / f"scratch {most}", most_members=most)
        contents = read_file(path, options)
        assert len(list(contents.members)) == expected
        assert contents.left_out == COUNT - expected
        assert len(list(options.scratch.glob("*")) if options.scratch else []) == expected
