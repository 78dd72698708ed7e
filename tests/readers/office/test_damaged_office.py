"""Office files with parts that are damaged, missing, locked or not what they seem: read, or refused in plain words."""

import gzip
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.readers.file import load_file
from tests.helpers.compound_file import write_compound
from tests.helpers.office import deck, package, shape, slide_of, word_file, words, workbook

_NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
_PARAGRAPH = (
    f'<office:d xmlns:office="{_NAMES}office:1.0" xmlns:text="{_NAMES}text:1.0" xmlns:table="{_NAMES}table:1.0">'
    "<office:body>{}</office:body></office:d>"
)


def open_text(path: Path) -> Path:
    body = '<office:text><text:h text:outline-level="1">Whales</text:h><text:p>They sing</text:p></office:text>'
    return package(
        path, {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": _PARAGRAPH.format(body)}
    )


def open_sheet(path: Path) -> Path:
    cell = "<table:table-cell office:value-type='string'><text:p>Whales</text:p></table:table-cell>"
    body = f'<office:spreadsheet><table:table table:name="S"><table:table-row>{cell}</table:table-row></table:table>'
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        "content.xml": _PARAGRAPH.format(f"{body}</office:spreadsheet>"),
    }
    return package(path, parts)


def hangul(path: Path) -> Path:
    section = '<s xmlns:hp="h"><hp:p><hp:t>Whales</hp:t></hp:p></s>'
    return package(path, {"mimetype": "application/hwp+zip", "Contents/section0.xml": section})


def old_keynote(path: Path) -> Path:
    return package(path, {"index.apxl.gz": gzip.compress(b'<k xmlns:sf="s"><sf:p>Whales</sf:p></k>', mtime=0)})


def new_pages(path: Path) -> Path:
    body = b"\x1a\x06Whales"
    info = b"\x08\x07\x12\x05\x08\xd1\x0f\x18" + bytes([len(body)])
    raw = bytes([len(info)]) + info + body
    packed = bytes([len(raw), (len(raw) - 1) << 2]) + raw
    return package(path, {"Index/Document.iwa": b"\0" + len(packed).to_bytes(3, "little") + packed})


MAKERS: dict[str, Callable[[Path], Path]] = {
    "a.docx": lambda path: word_file(path, words("Whales"), {"comments": words("They sing")}),
    "a.pptx": lambda path: deck(path, [slide_of(shape("Whales", "title"))], ("notesSlide", "n.xml", slide_of())),
    "a.xlsx": lambda path: workbook(path, ("comments", "comments1.xml", "<comments/>")),
    "a.odt": open_text,
    "a.ods": open_sheet,
    "a.hwpx": hangul,
    "a.key": old_keynote,
    "a.pages": new_pages,
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("whole")
    return {name: maker(folder / name) for name, maker in MAKERS.items()}


def read(path: Path) -> str:
    """Return what is read of a file, or in plain words why it is not."""
    try:
        return "\n".join(page.text for page in load_file(path))
    except UserError as error:
        return f"refused: {error}"


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def main_part(parts: Mapping[str, bytes]) -> str:
    """Return the largest of the parts that hold the text."""
    wanted = ("document.xml", "slide1.xml", "sheet1.xml", "content.xml", "section0.xml", ".gz", ".iwa")
    return next(name for name in parts if name.endswith(wanted))


@pytest.mark.parametrize("name", MAKERS)
def test_the_whole_file_is_read(name: str, whole: Mapping[str, Path]) -> None:
    assert "refused" not in read(whole[name])
    assert ("Whales" in read(whole[name])) is (name != "a.xlsx")


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "zeros": lambda data: bytes(len(data)),
    "unknown encoding": lambda _: b'<?xml version="1.0" encoding="no-such-thing"?><a/>',
    "wrong encoding": lambda _: b'<?xml version="1.0" encoding="utf-8"?><a>\xff\xfe</a>',
    "entities": lambda _: (
        b'<!DOCTYPE a [<!ENTITY b "'
        + b"x" * 1000
        + b'"><!ENTITY c "'
        + b"&b;" * 1000
        + b'"><!ENTITY d "'
        + b"&c;" * 1000
        + b'">]><a>&d;</a>'
    ),
    "another root": lambda _: b"<a/>",
    "deep": lambda _: b"<a>" * 3000 + b"</a>" * 3000,
    "gzip cut": lambda data: gzip.compress(data * 100)[:-20],
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", MAKERS)
def test_a_damaged_main_part_is_no_error_of_the_program(
    name: str, damage: str, whole: Mapping[str, Path], tmp_path: Path
) -> None:
    parts = parts_of(whole[name])
    part = main_part(parts)
    package(tmp_path / name, parts | {part: DAMAGES[damage](parts[part])})
    assert "Whales" not in read(tmp_path / name)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["bz2", "lzma"])
@pytest.mark.parametrize("name", MAKERS)
def test_a_part_packed_otherwise_and_damaged_is_refused(
    name: str, method: int, whole: Mapping[str, Path], tmp_path: Path
) -> None:
    parts = parts_of(whole[name])
    noise = bytes(range(256)) * 20
    with zipfile.ZipFile(tmp_path / name, "w", method) as archive:
        for part, data in parts.items():
            archive.writestr(part, data + noise if part == main_part(parts) else data)
        start = archive.getinfo(main_part(parts)).header_offset + 30 + len(main_part(parts))
    data = bytearray((tmp_path / name).read_bytes())
    data[start + 12 : start + 40] = b"\xff" * 28
    (tmp_path / name).write_bytes(data)
    assert read(tmp_path / name).startswith("refused: ")


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA], ids=["deflate", "lzma"])
def test_a_book_whose_own_name_is_damaged_is_refused(method: int, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.odt", "w", method) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text" * 9)
    data = bytearray((tmp_path / "a.odt").read_bytes())
    data[38:80] = b"\xff" * 42
    (tmp_path / "a.odt").write_bytes(data)
    assert read(tmp_path / "a.odt").startswith("refused: The file is damaged")


@pytest.mark.parametrize("name", MAKERS)
def test_a_file_with_a_locked_part_says_so(name: str, whole: Mapping[str, Path], tmp_path: Path) -> None:
    data = bytearray(whole[name].read_bytes())
    part = main_part(parts_of(whole[name])).encode()
    for mark, offset, place in ((b"PK\3\4", 6, 30), (b"PK\1\2", 8, 46)):
        at = next(at for at in range(len(data)) if data[at : at + 4] == mark and data[at + place :].startswith(part))
        data[at + offset] |= 1
    (tmp_path / name).write_bytes(data)
    assert read(tmp_path / name).startswith("refused: ")


@pytest.mark.parametrize("name", MAKERS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    part=st.integers(0, 20),
    cut=st.floats(0.1, 2),
    changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=3)), max_size=3),
)
def test_damage_in_any_part_raises_nothing_undeclared(
    name: str, part: int, cut: float, changes: list[tuple[float, bytes]], whole: Mapping[str, Path]
) -> None:
    parts = parts_of(whole[name])
    chosen = list(parts)[part % len(parts)]
    data = bytearray(parts[chosen])
    for place, written in changes:
        at = int(place * len(data))
        data[at : at + len(written)] = written
    read(package(whole[name].with_name(f"damaged-{name}"), parts | {chosen: bytes(data[: int(cut * len(data))])}))


@pytest.mark.parametrize("name", MAKERS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.floats(0.05, 1.5), flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255))))
def test_damage_of_the_archive_raises_nothing_undeclared(
    name: str, cut: float, flips: list[tuple[float, int]], whole: Mapping[str, Path]
) -> None:
    data = bytearray(whole[name].read_bytes())
    for place, change in flips[:4]:
        data[int(place * len(data))] ^= change
    damaged = whole[name].with_name(f"flipped-{name}")
    damaged.write_bytes(bytes(data[: int(cut * len(data))]))
    read(damaged)


def circular(path: Path, where: str) -> Path:
    """An old workbook whose sectors follow each other in a circle."""
    write_compound(path, {"Workbook": bytes(9_000)})
    data = bytearray(path.read_bytes())
    tables = 512 * (1 + int.from_bytes(data[0x4C:0x50], "little"))
    directory = int.from_bytes(data[0x30:0x34], "little")
    if where == "directory":
        data[tables + 4 * directory : tables + 4 * directory + 4] = directory.to_bytes(4, "little")
    elif where == "stream":
        data[tables + 4 : tables + 8] = bytes(4)
    else:  # the list of tables
        data[0x44:0x48] = bytes(4)
        data[512 + 508 : 512 + 512] = bytes(4)
    path.write_bytes(data + b"PK\5\6" + bytes(18))  # as an archive ends, which it is not
    return path


@pytest.mark.parametrize("where", ["directory", "stream", "tables"])
def test_an_old_workbook_that_goes_in_circles_is_damaged(tmp_path: Path, where: str) -> None:
    with pytest.raises(UserError, match="damaged"):
        load_file(circular(tmp_path / "a.xls", where))
