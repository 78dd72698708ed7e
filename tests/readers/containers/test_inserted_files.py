"""Files inserted into Office files: each is read as one of its own."""

import io
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import olefile
import pytest

from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.containers import inserted_files
from desktop_rag.readers.containers.extract import extracted
from desktop_rag.readers.file import read_file
from tests.helpers.compound_file import write_compound
from tests.helpers.office import deck, package, relations, shape, slide_of, word_parts, words, workbook


@pytest.fixture
def options(tmp_path: Path) -> ReadOptions:
    return ReadOptions(scratch=tmp_path / "scratch")


def word_with(path: Path, body: str, inserted: Mapping[str, bytes]) -> Path:
    """A Word file with files inserted into it."""
    return package(path, word_parts(body, {}) | {f"word/embeddings/{name}": data for name, data in inserted.items()})


def native(label: str, data: bytes) -> bytes:
    """What Windows' packager writes of an attached file."""
    names = label.encode() + b"\0" + b"C:\\files\\" + label.encode() + b"\0"
    temporary = b"C:\\temp\0"
    body = b"\x02\0" + names + b"\0\0\x03\0" + struct.pack("<I", len(temporary)) + temporary
    body += struct.pack("<I", len(data)) + data
    return struct.pack("<I", len(body)) + body


class _Object:
    """Stands for an OLE file with some streams: nothing writes them."""

    def __init__(self, **streams: bytes) -> None:
        self._streams = {name.replace("native", "\x01Ole10Native"): data for name, data in streams.items()}

    def exists(self, name: str) -> bool:
        return name in self._streams

    def openstream(self, name: str) -> io.BytesIO:
        return io.BytesIO(self._streams[name])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_an_inserted_worksheet_is_a_member(tmp_path: Path, options: ReadOptions) -> None:
    sheet = workbook(tmp_path / "s.xlsx").read_bytes()
    path = word_with(tmp_path / "a.docx", words("See the table."), {"Worksheet.xlsx": sheet})
    contents = read_file(path, options)
    assert [page.text for page in contents.pages] == ["See the table."]
    assert [member.name for member in contents.members] == ["Worksheet.xlsx"]
    (page,) = read_file(extracted(f"{path}//Worksheet.xlsx", tmp_path / "one").path).pages
    assert page.text.startswith("| City |")


@pytest.mark.parametrize("labelled", [True, False])
def test_a_text_that_another_program_left_in_an_object_is_read(
    tmp_path: Path, options: ReadOptions, *, labelled: bool
) -> None:
    raw = struct.pack("<I", 12) + b"Whales sing."
    stream = native("song.txt", b"Whales sing.") if labelled else raw
    data = write_compound(tmp_path / "o.bin", {"\x01Ole10Native": stream}).read_bytes()
    path = word_with(tmp_path / "a.docx", "<w:p/>", {"oleObject1.bin": data})
    (member,) = read_file(path, options).members
    assert [page.text for page in read_file(member.path, name=member.name).pages] == ["Whales sing."]


def test_an_office_file_under_the_name_of_an_object_is_one(tmp_path: Path, options: ReadOptions) -> None:
    inner = word_with(tmp_path / "inner.docx", words("Whales sing."), {}).read_bytes()
    path = word_with(tmp_path / "a.docx", "<w:p/>", {"oleObject1.bin": inner})
    (member,) = read_file(path, options).members
    assert [page.text for page in read_file(member.path, name=member.name).pages] == ["Whales sing."]


def test_there_need_be_no_text_around_it(tmp_path: Path, options: ReadOptions) -> None:
    path = word_with(tmp_path / "a.docx", "<w:p/>", {"letter.txt": b"whales sing"})
    contents = read_file(path, options)
    assert (list(contents.pages), len(list(contents.members))) == ([], 1)
    with pytest.raises(NothingToRead):
        list(read_file(word_with(tmp_path / "b.docx", "<w:p/>", {}), options).pages)


def test_the_worksheet_of_a_chart_is_the_chart(tmp_path: Path, options: ReadOptions) -> None:
    path = deck(
        tmp_path / "a.pptx",
        [slide_of(shape("Sales"))],
        ("chart", "charts/chart1.xml", "<c:chartSpace xmlns:c='c'/>"),
        ("package", "embeddings/of_chart.xlsx", b"data"),
        ("package", "embeddings/table.csv", b"city,size\nRome,3"),
        ("", "charts/_rels/chart1.xml.rels", relations(("package", "../embeddings/of_chart.xlsx"))),
    )
    assert [member.name for member in read_file(path, options).members] == ["table.csv"]


@pytest.mark.parametrize(
    ("streams", "expected"),
    [
        ({"Package": b"PK..."}, ("oleObject1", b"PK...")),
        ({"CONTENTS": b"%PDF-1.7"}, ("oleObject1", b"%PDF-1.7")),
        ({"native": native("terms.txt", b"whales sing")}, ("terms.txt", b"whales sing")),
        ({"native": native("../../etc/passwd.txt", b"x")}, ("passwd.txt", b"x")),
        ({"Workbook": b"..."}, ("oleObject1", b"whole")),
        ({"Equation Native": b"..."}, None),
    ],
    ids=["package", "pdf", "packager", "hostile", "workbook", "equation"],
)
def test_what_an_object_holds(
    tmp_path: Path,
    options: ReadOptions,
    monkeypatch: pytest.MonkeyPatch,
    streams: dict[str, bytes],
    expected: tuple[str, bytes] | None,
) -> None:
    monkeypatch.setattr(olefile, "OleFileIO", lambda _: _Object(**streams))
    path = word_with(tmp_path / "a.docx", words("See below."), {"oleObject1.bin": b"whole"})
    members = [(member.name, member.path.read_bytes()) for member in inserted_files.unpack(path, options).members]
    assert members == ([expected] if expected else [])


@pytest.mark.parametrize("data", [b"", b"no object", native("terms.txt", b"whales")[:20]])
def test_damaged_objects_leave_the_text(
    tmp_path: Path, options: ReadOptions, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    if data[4:6] == b"\x02\0":
        monkeypatch.setattr(olefile, "OleFileIO", lambda _: _Object(native=data))
    contents = read_file(word_with(tmp_path / "a.docx", words("See below."), {"oleObject1.bin": data}), options)
    assert [page.text for page in contents.pages] == ["See below."]
    assert contents.notice == "1 file in it is damaged."
