"""Cells of binary workbooks, old (.xls) and new (.xlsb), as their sheets show them."""

import struct
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.query_engine.sql_tables import SQLDatabase
from desktop_rag.readers.office.workbook97 import looks_of
from tests.helpers.compound_file import write_compound
from tests.helpers.office import package, relations
from tests.readers.office.spreadsheet_files import rows_of, text_of

FORMATS = ("0.0%", "#,##0.00 [$€-407]", "00000", "[h]:mm", "dd.mm.yyyy", '0.0" km"', '@" seal"')
URL = bytes.fromhex("D0C9EA79F9BACE118C8200AA004BA90B02000000") + struct.pack("<I", 3)
MONIKER = bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B")


def record(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


def old_workbook(path: Path, *cells: bytes, from_1904: bool = False, shared_table: bytes = b"") -> Path:
    """An old workbook of one sheet; the n-th format is that of style n, and one more style raises."""

    def code(number: int, text: str) -> bytes:
        wide = not text.isascii()
        raw = text.encode("utf-16-le" if wide else "latin-1")
        return record(0x41E, struct.pack("<HHB", number, len(text), wide) + raw)

    def font(place: int) -> bytes:
        return record(0x31, struct.pack("<HHHHHBBBB", 200, 0, 0, 400, place, 0, 0, 0, 0) + b"\x01\x00A")

    begins = record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0)) + record(0x22, bytes([from_1904, 0]))
    begins += b"".join(font(place) for place in (0, 0, 0, 0, 1, 2))  # the fifth has number 5
    begins += b"".join(code(200 + at, text) for at, text in enumerate(FORMATS))
    uses = [(0, 0), *((0, 200 + at) for at in range(len(FORMATS))), (5, 0)]
    begins += b"".join(record(0xE0, struct.pack("<HH", *use) + bytes(16)) for use in uses)
    name = b"Plan"
    length = len(begins) + 4 + 8 + len(name) + len(shared_table) + 4
    listed = record(0x85, struct.pack("<IHBB", length, 0, len(name), 0) + name) + shared_table
    inside = record(0x809, struct.pack("<HHHHII", 0x600, 16, 0, 0, 0, 0))
    stream = begins + listed + record(0x0A) + inside + b"".join(cells) + record(0x0A)
    return write_compound(path, {"Workbook": stream})


def label(row: int, column: int, text: str, style: int = 0) -> bytes:
    return record(0x204, struct.pack("<HHHHB", row, column, style, len(text), 0) + text.encode("latin-1"))


def number(row: int, column: int, value: float, style: int = 0) -> bytes:
    return record(0x203, struct.pack("<HHHd", row, column, style, value))


def small(value: float) -> bytes:
    return struct.pack("<i", round(value * 100) << 2 | 3)


def shared_texts(*texts: tuple[str, Sequence[tuple[int, int]]], cut: int = 0) -> bytes:
    """The table of texts with their runs, and how one is pronounced; it goes on in a second record behind ``cut``."""
    content = struct.pack("<II", len(texts), len(texts))
    begins: list[int] = []
    for text, runs in texts:
        wide = not text.isascii()
        content += struct.pack("<HBHI", len(text), wide | 4 | 8, len(runs), 3)
        begins.append(len(content))
        content += text.encode("utf-16-le" if wide else "latin-1")
        content += b"".join(struct.pack("<HH", *run) for run in runs) + b"abc"
    if not cut:
        return record(0xFC, content)
    place = begins[-1] + cut  # within the letters of the last text, of which the rest have one byte
    return record(0xFC, content[:place]) + record(0x3C, bytes([not texts[-1][0].isascii()]) + content[place:])


def shared(row: int, column: int, number: int) -> bytes:
    return record(0xFD, struct.pack("<HHHI", row, column, 0, number))


RUNS = [
    ("pond", ()),
    ("7,1 × 105 je Liter", [(8, 5), (9, 0)]),
    ("CO2 in m3", [(2, 6), (3, 0), (8, 5)]),
    ("Herring 3", [(8, 5)]),
]


@pytest.mark.parametrize("cut", [0, 2, 4])
def test_parts_of_texts_of_old_workbooks_are_raised_and_lowered(tmp_path: Path, cut: int) -> None:
    cells = [shared(0, at, at) for at in range(len(RUNS))]
    path = old_workbook(tmp_path / "a.xls", *cells, shared_table=shared_texts(*RUNS, cut=cut))
    assert rows_of(path)[0] == "| pond | 7,1 × 10⁵ je Liter | CO₂ in m³ | Herring ³ |"


def test_a_table_of_texts_that_breaks_off_is_looked_at_as_far_as_it_is_whole(tmp_path: Path) -> None:
    whole = shared_texts(*RUNS)
    cells = [label(1, 0, "2", 8), *(shared(0, at, at) for at in range(len(RUNS)))]
    for size in range(8, len(whole) - 4, 3):
        path = old_workbook(tmp_path / "a.xls", *cells, shared_table=record(0xFC, whole[4 : 4 + size]))
        looks = looks_of(path)["Plan"]
        assert list(looks.texts) == [(1, 0)]
        assert len(looks.runs) < 3


def test_cells_of_old_workbooks_stand_as_they_are_shown(tmp_path: Path) -> None:
    names = [label(0, at, name) for at, name in enumerate("rate rent code worked day way kind mark".split())]
    values = [number(1, at, value, at + 1) for at, value in enumerate((0.075, -1234.5, 412, 1.5625, 45_323))]
    formula = record(0x6, struct.pack("<HHHdHI", 1, 5, 6, 12.5, 0, 0) + b"\x03\x00\x1e\x01\x00")
    texts = [label(1, 6, "grey", 7), label(1, 7, "2", 8)]
    many = record(0xBD, struct.pack("<HH", 2, 0) + struct.pack("<H", 1) + small(0.5) + struct.pack("<H", 0) + small(2.5)
                  + struct.pack("<H", 1))  # fmt: skip
    one = record(0x27E, struct.pack("<HHH", 2, 2, 3) + small(7))
    path = old_workbook(tmp_path / "seals.xls", *names, *values, formula, *texts, many, one)
    assert rows_of(path)[1:] == [
        "| 7.5% | -1,234.50 € | 00412 | 37:30 | 01.02.2024 | 12.5 km | grey seal | ² |",
        "| 50.0% | 2.5 | 00007 |  |  |  |  |  |",
    ]
    assert SQLDatabase.from_files([str(path)]).run("SELECT SUM(rate), MIN(day) FROM seals").rows == [
        (0.575, "2024-02-01")
    ]


def test_days_of_old_workbooks_may_begin_in_1904(tmp_path: Path) -> None:
    path = old_workbook(tmp_path / "a.xls", label(0, 0, "day"), number(1, 0, 42_924, 5), from_1904=True)
    assert rows_of(path)[1] == "| 09.07.2021 |"


def test_merged_cells_and_links_of_old_workbooks_are_read(tmp_path: Path) -> None:
    merged = record(0xE5, struct.pack("<HHHHH", 1, 1, 2, 1, 1))
    address = "https://mill.example.org/a-17\0".encode("utf-16-le")
    link = record(0x1B8, struct.pack("<HHHH", 1, 1, 2, 2) + URL + MONIKER + struct.pack("<I", len(address)) + address)
    cells = [label(0, 1, "zone"), label(0, 2, "class"), label(1, 1, "Hills"), label(1, 2, "pram"), label(2, 2, "dog")]
    assert text_of(old_workbook(tmp_path / "a.xls", *cells, merged, link)) == (
        "| zone | class |\n| --- | --- |\n| Hills | pram |\n| Hills | dog |\n\n"
        "## Links\n\npram: https://mill.example.org/a-17"
    )


def binary(kind: int, content: bytes = b"") -> bytes:
    """A record of a new binary workbook."""
    head = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
    size = len(content)
    return head + (bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])) + content


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def cell(kind: int, column: int, content: bytes, style: int = 0) -> bytes:
    return binary(kind, struct.pack("<II", column, style) + content)


def new_workbook(path: Path, rows: Iterable[bytes], behind: bytes = b"", *, ends: bool = True) -> Path:
    texts = [b"\0" + wide("zone"), b"\1" + wide("3 x 106") + struct.pack("<IHHHH", 1, 6, 1, 0, 0)[:8]]
    codes = b"".join(binary(44, struct.pack("<H", 200 + at) + wide(code)) for at, code in enumerate(FORMATS))
    fonts = b"".join(binary(43, struct.pack("<HHHHBBBB", 200, 0, 400, place, 0, 0, 0, 0)) for place in (0, 1))
    uses = [(0, 0), *((200 + at, 0) for at in range(len(FORMATS))), (0, 1)]
    styles = b"".join(binary(47, struct.pack("<HHH", 0, *use) + bytes(10)) for use in uses)
    inside = b"".join(binary(0, struct.pack("<I", at) + bytes(13)) + row for at, row in enumerate(rows))
    listed = binary(156, struct.pack("<II", 0, 1) + wide("r1") + wide("Plan"))
    outside = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="l1" '
        'Type="x/hyperlink" Target="https://mill.example.org/a-17" TargetMode="External"/></Relationships>'
    )
    return package(
        path,
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "xl/workbook.bin": binary(131) + binary(143) + listed + binary(144) + binary(132),
            "xl/_rels/workbook.bin.rels": relations(("worksheet", "worksheets/sheet1.bin")),
            "xl/sharedStrings.bin": b"".join(binary(19, text) for text in texts),
            "xl/styles.bin": codes + fonts + binary(617) + styles + binary(618),
            "xl/worksheets/sheet1.bin": (
                binary(129) + binary(145) + inside + (binary(146) + behind + binary(130) if ends else b"")
            ),
            "xl/worksheets/_rels/sheet1.bin.rels": outside,
        },
    )


def real(column: int, value: float, style: int = 0) -> bytes:
    return cell(5, column, struct.pack("<d", value), style)


def string(column: int, text: str, style: int = 0) -> bytes:
    return cell(6, column, wide(text), style)


def test_cells_of_new_binary_workbooks_stand_as_they_are_shown(tmp_path: Path) -> None:
    names = b"".join(
        string(at, name) for at, name in enumerate("rate rent code worked day way kind mark truth".split())
    )
    values = b"".join(real(at, value, at + 1) for at, value in enumerate((0.075, -1234.5, 412, 1.5625, 45_323)))
    values += cell(9, 5, struct.pack("<d", 12.5) + bytes(4), 6) + string(6, "grey", 7) + string(7, "2", 8)
    values += cell(4, 8, b"\1")
    others = cell(2, 0, small(0.5), 1) + cell(7, 1, struct.pack("<I", 0)) + cell(8, 2, wide("so"))
    others += cell(3, 3, b"\x07") + cell(7, 4, struct.pack("<I", 9))
    path = new_workbook(tmp_path / "seals.xlsb", [names, values, others])
    assert rows_of(path)[1:] == [
        "| 7.5% | -1,234.50 € | 00412 | 37:30 | 01.02.2024 | 12.5 km | grey seal | ² | TRUE |",
        "| 50.0% | zone | so | #DIV/0! |  |  |  |  |  |",
    ]


def test_merged_cells_links_and_raised_figures_of_new_binary_workbooks_are_read(tmp_path: Path) -> None:
    rows = [cell(7, 1, struct.pack("<I", 0)) + string(2, "class"), string(1, "Hills") + string(2, "pram"),
            string(2, "dog"), cell(7, 2, struct.pack("<I", 1))]  # fmt: skip
    behind = binary(176, struct.pack("<IIII", 1, 2, 1, 1))
    behind += binary(494, struct.pack("<IIII", 1, 1, 2, 2) + wide("l1") + wide("") + wide("") + wide(""))
    assert text_of(new_workbook(tmp_path / "a.xlsb", rows, behind)) == (
        "| zone | class |\n| --- | --- |\n| Hills | pram |\n| Hills | dog |\n|  | 3 x 10⁶ |\n\n"
        "## Links\n\npram: https://mill.example.org/a-17"
    )


@pytest.mark.parametrize("cut", [0, 3])
def test_a_new_binary_workbook_is_read_up_to_where_it_ends(tmp_path: Path, cut: int) -> None:
    path = new_workbook(tmp_path / "whole.xlsb", [string(0, "zone"), string(0, "Hills")], ends=False)
    with zipfile.ZipFile(path) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.bin"]
    assert isinstance(sheet, bytes)
    record = parse_file(
        ParseTask.of(package(tmp_path / "a.xlsb", parts | {"xl/worksheets/sheet1.bin": sheet[: len(sheet) - cut]}))
    )
    assert record.pages[0].text.startswith("| zone |")
    assert record.reason == "The sheet “Plan” is damaged; only what could be read of it is here."


@pytest.mark.timeout(20)
def test_a_row_impossibly_far_down_is_damage(tmp_path: Path) -> None:
    far = binary(0, struct.pack("<I", 0xFFFFFFF0) + bytes(13)) + string(0, "whale")
    path = new_workbook(tmp_path / "a.xlsb", [string(0, "zone"), string(0, "Hills") + far])
    record = parse_file(ParseTask.of(path))
    assert record.pages[0].text == "| zone |\n| --- |\n| Hills |"
    assert record.reason == "The sheet “Plan” is damaged; only what could be read of it is here."
