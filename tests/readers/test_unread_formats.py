"""What is said of files that nothing reads: what they are and what to do, not that they are damaged."""

import bz2
import zipfile
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.file import load_file
from tests.helpers.compound_file import write_compound

_OLD_TIFF = b"II*\0\x10\0\0\0CR\2\0"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("letter.wpd", b"\xffWPC\x10\0\0\0\1\x0a", "WordPerfect"),
        ("letter", b"\xffWPC\x10\0\0\0\1\x0a", "WordPerfect"),
        ("plan.wk1", b"\0\0\2\0\6\4\6\0\x08\0", "Lotus 1-2-3"),
        ("plan.123", b"\0\0\x1a\0\3\x10\4\0", "Lotus 1-2-3"),
        ("plan.wq1", b"\0\0\2\0\x20\x51\6\0", "Quattro Pro"),
        ("plan.bin2", b"\0\0\2\0\x20\x51\6\0", "Quattro Pro"),
        ("notes.one", b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78", "OneNote"),
        ("help.chm", b"ITSF\3\0\0\0\x60\0\0\0", "Windows help"),
        ("mails.pst", b"!BDN\0\0\0\0", "Outlook data files"),
        ("mails.ost", b"!BDN\0\0\0\0", "Outlook data files"),
        ("mails", b"!BDN\0\xff\0\0", "Outlook data files"),
        ("drawing.pict", bytes(600), "Drawings"),
        ("sound.ac3", b"\x0b\x77\xff\0", "Sound"),
        ("sound", b"\x0b\x77\xff\0\1\2", "Sound"),
        ("film.asf", b"0&\xb2u\x8ef\xcf\x11", "Sound"),
        ("film", b"0&\xb2u\x8ef\xcf\x11\xa6\xd9\0", "Sound"),
        ("photo.cr2", _OLD_TIFF, "Raw photographs"),
        ("photo.nef", b"MM\0*\0\0", "Raw photographs"),
        ("photo.arw", b"II*\0\0\0", "Raw photographs"),
        ("photo.dng", b"II*\0\0\0", "Raw photographs"),
        ("photo", _OLD_TIFF + bytes(9), "Raw photographs"),
        ("old.hwp", b"HWP Document File V3.00 \x1a\1\2\3\4\5\0\0", "Hangul 3 and older"),
        ("old.xls", b"\x09\0\4\0\2\0\x10\0", "Excel 4 and older"),
        ("old.xls", b"\x09\2\6\0\0\0\x10\0", "Excel 4 and older"),
        ("old.xls", b"\x09\4\6\0\0\0\x10\0", "Excel 4 and older"),
    ],
)
def test_a_known_file_is_named_by_its_content_or_ending(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match=rf"{reason}.*(?:add|not read\.$)") as caught:
        load_file(tmp_path / name)
    assert "damaged" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "stream", "reason"),
    [
        ("letter.wps", "MatOST", "Works"),
        ("letter.sdw", "StarWriterDocument", "StarOffice"),
        ("letter", "StarWriterDocument", "StarOffice"),
        ("sheet.sdc", "StarCalcDocument", "StarOffice"),
        ("plan.mpp", "Props14", "Project"),
        ("book.qpw", "NativeContent_MAIN", "Quattro Pro"),
        ("house.vsd", "VisioDocument", "Visio"),
        ("letter.mpp", "whatever", "Project"),
    ],
)
def test_a_known_compound_file_is_named_by_its_streams_or_ending(
    tmp_path: Path, name: str, stream: str, reason: str
) -> None:
    with pytest.raises(UserError, match=f"{reason}.*add that"):
        load_file(write_compound(tmp_path / name, {stream: bytes(600)}))


def test_a_drawing_of_visio_is_no_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.vsdx", "w") as archive:
        archive.writestr("visio/document.xml", "<x/>")
    with pytest.raises(UserError, match="Visio"):
        load_file(tmp_path / "a.vsdx")


@pytest.mark.parametrize("name", ["notes.one", "a.123", "plan.wps", "x.pub", "old.xlw", "a.sdd"])
def test_texts_under_these_names_are_read(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("Whales sing.")
    assert [page.text for page in load_file(tmp_path / name)] == ["Whales sing."]


@pytest.mark.parametrize("text", ["BZhukov writes.", "PK is a bank.", "ITS a pity.", "0& is no number."])
@pytest.mark.parametrize("name", ["a.txt", "a"])
def test_texts_that_begin_as_other_files_do_are_texts(tmp_path: Path, text: str, name: str) -> None:
    (tmp_path / name).write_text(text)
    assert [page.text for page in load_file(tmp_path / name)] == [text]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.bz2", b"BZh9garbage\0\1"),
        ("a.bz2", bz2.compress(b"Whales. " * 99)[:40]),
        ("a", b"BZh91AY&SYgarbage\0\xff"),
        ("a.zip", b"PK\3\4garbage"),
        ("a", b"PK\3\4garbage"),
        ("a.xz", b"\xfd7zXZ\0garbage"),
        ("a.7z", b"7z\xbc\xaf\x27\x1cgarbage"),
    ],
)
def test_a_damaged_archive_is_not_an_empty_one(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match="damaged") as caught:
        load_file(tmp_path / name)
    assert not isinstance(caught.value, NothingToRead)
