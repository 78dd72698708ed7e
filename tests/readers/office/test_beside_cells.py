"""Sheets whose words stand beside the cells, or very far from each other."""

import struct
import zipfile
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.file import load_file
from desktop_rag.readers.office.workbook97 import sections_of
from tests.helpers.compound_file import write_compound
from tests.helpers.office import package, relations, workbook

DRAWING = '<d xmlns:a="a"><a:p><a:r><a:t>{}</a:t></a:r></a:p></d>'
DIAGRAM = '<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><a:p><a:r><a:t>First plan</a:t></a:r></a:p></dgm:dataModel>'
NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
EMPTY = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
)


def text_of(path: Path) -> str:
    return "\n".join(page.text for page in load_file(path))


def sheet(path: Path, cells: str, *beside_it: tuple[str, str, str | bytes]) -> Path:
    """A workbook of one sheet; ``beside_it`` are kind, name and text of other parts."""
    return workbook(path, *beside_it, ("", "worksheets/sheet1.xml", EMPTY.format(cells)))


def open_sheet(path: Path, rows: str) -> Path:
    spaces = " ".join(
        f'xmlns:{name}="{NAMES}{space}:1.0"'
        for name, space in [("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing")]
    )
    table = f'<table:table table:name="S">{rows}</table:table>'
    return package(
        path,
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
            "content.xml": f"<office:document-content {spaces}><office:body><office:spreadsheet>{table}"
            "</office:spreadsheet></office:body></office:document-content>",
        },
    )


def record(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


def boxed(kind: int, text: str, *, wide: bool = False) -> bytes:
    """A box of an old workbook: the object, its text, the letters in two parts."""
    raw = [part.encode("utf-16-le" if wide else "latin-1") for part in (text[:5], text[5:])]
    about = struct.pack("<HHHH", 0x15, 18, kind, 1) + bytes(14)
    return (
        record(0x5D, about)
        + record(0x1B6, struct.pack("<HH6xHH4x", 0, 0, len(text), 16))
        + b"".join(record(0x3C, bytes([wide]) + part) for part in raw)
        + record(0x3C, bytes(16))
    )


def old_workbook(path: Path, *boxes: bytes) -> Path:
    begins, ends = record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0)), record(0x0A)
    name = b"Plan"
    length = len(begins) + len(ends) + 4 + 8 + len(name)
    listed = record(0x85, struct.pack("<IHBB", length, 0, len(name), 0) + name)
    inside = record(0x809, struct.pack("<HHHHII", 0x600, 16, 0, 0, 0, 0))
    return write_compound(path, {"Workbook": begins + listed + ends + inside + b"".join(boxes) + ends})


def binary_workbook(path: Path) -> Path:
    """A binary workbook: one sheet, with nothing in it but a box."""

    def text(words: str) -> bytes:
        return struct.pack("<I", len(words)) + words.encode("utf-16-le")

    listed = struct.pack("<II", 0, 1) + text("r1") + text("Plan")
    main = b"\x83\x01\0\x8f\x01\0\x9c\x01" + bytes([len(listed)]) + listed + b"\x90\x01\0\x84\x01\0"
    return package(
        path,
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "xl/workbook.bin": main,
            "xl/_rels/workbook.bin.rels": relations(("worksheet", "worksheets/sheet1.bin")),
            "xl/worksheets/sheet1.bin": b"\x81\x01\0\x94\x01\x10" + bytes(16) + b"\x91\x01\0\x92\x01\0\x82\x01\0",
            "xl/worksheets/_rels/sheet1.bin.rels": relations(("drawing", "../drawings/drawing1.xml")),
            "xl/drawings/drawing1.xml": DRAWING.format("Only a box"),
            "xl/drawings/_rels/drawing1.xml.rels": relations(("diagramData", "../diagrams/data1.xml")),
            "xl/diagrams/data1.xml": DIAGRAM,
        },
    )


def test_a_sheet_of_nothing_but_a_diagram_is_read(tmp_path: Path) -> None:
    related = ("", "drawings/_rels/drawing1.xml.rels", relations(("diagramData", "../diagrams/data1.xml")))
    path = sheet(
        tmp_path / "a.xlsx", "", ("drawing", "drawings/drawing1.xml", "<d/>"), related,
        ("", "diagrams/data1.xml", DIAGRAM),
    )  # fmt: skip
    assert text_of(path) == "## Diagram\n\nFirst plan"


def test_a_sheet_of_nothing_but_text_boxes_is_read(tmp_path: Path) -> None:
    path = sheet(tmp_path / "a.xlsx", "", ("drawing", "drawings/drawing1.xml", DRAWING.format("Only a box")))
    assert text_of(path) == "## Text boxes\n\nOnly a box"


def test_boxes_and_diagrams_of_binary_workbooks_are_read(tmp_path: Path) -> None:
    assert text_of(binary_workbook(tmp_path / "a.xlsb")) == ("## Text boxes\n\nOnly a box\n\n## Diagram\n\nFirst plan")


def test_boxes_and_comments_of_old_workbooks_are_read(tmp_path: Path) -> None:
    path = old_workbook(
        tmp_path / "a.xls", boxed(6, "The plan\nof Ann"), boxed(0x19, "Who said 東京?", wide=True), boxed(6, "")
    )
    assert text_of(path) == "## Text boxes\n\nThe plan\nof Ann\n\n## Comments\n\nWho said 東京?"


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_an_old_workbook_whose_boxes_are_cut_off_gives_those_before(tmp_path: Path, cut: int) -> None:
    box = boxed(6, "The plan of Ann")
    path = old_workbook(tmp_path / "a.xls", boxed(6, "Before"), box[: len(box) - 20 - cut])
    found = list(sections_of(path)("Plan"))
    assert found[0].texts[0] == "Before"


def test_boxes_and_comments_of_open_spreadsheets_are_read(tmp_path: Path) -> None:
    box = "<draw:frame><draw:text-box><text:p>Only a box</text:p></draw:text-box></draw:frame>"
    note = "<office:annotation><text:p>Who said so?</text:p></office:annotation>"
    row = f"<table:table-row><table:table-cell>{note}{box}</table:table-cell></table:table-row>"
    path = open_sheet(tmp_path / "a.ods", f"<table:shapes>{box}</table:shapes>{row}")
    assert text_of(path) == "## Text boxes\n\nOnly a box\n\n## Comments\n\n- Who said so?"


@pytest.mark.parametrize("times", [16_384, 99_999_999_999])
def test_a_cell_that_stands_for_millions_is_read(tmp_path: Path, times: int) -> None:
    cell = f'<table:table-cell office:value-type="string" table:number-columns-repeated="{times}">'
    path = open_sheet(
        tmp_path / "a.ods",
        f'<table:table-row table:number-rows-repeated="{64 * times}">{cell}<text:p>Whale</text:p></table:table-cell>'
        "</table:table-row>",
    )
    assert text_of(path).startswith("| Whale | Whale |")


@pytest.mark.parametrize("place", ["A99999999999", "A99999999", "A4294967295", "ZZZ1048576", "ZZZZZZZ9", "xfd99999"])
def test_a_cell_that_stands_impossibly_far_away_is_named(tmp_path: Path, place: str) -> None:
    cells = "".join(f'<row><c t="inlineStr" r="{one}"><is><t>whale</t></is></c></row>' for one in ("A1", place))
    with pytest.raises(UserError, match=r"far from all others.*Delete the rows"):
        text_of(sheet(tmp_path / "a.xlsx", cells))


def test_a_binary_workbook_that_ends_early_is_damaged(tmp_path: Path) -> None:
    path = binary_workbook(tmp_path / "whole.xlsb")
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    package(tmp_path / "a.xlsb", parts | {"xl/worksheets/sheet1.bin": b"\x81\x01\0\x94\x01\x10"})
    with pytest.raises(UserError, match="The spreadsheet is damaged"):
        load_file(tmp_path / "a.xlsb")


def test_an_open_spreadsheet_whose_table_never_ends_is_damaged(tmp_path: Path) -> None:
    path = open_sheet(tmp_path / "a.ods", "<table:table-row></table:table-row></table:other>")
    with pytest.raises(UserError, match="The spreadsheet is damaged"):
        load_file(path)


def test_descriptions_of_pictures_on_sheets_are_read(tmp_path: Path) -> None:
    about = '<x:cNvPr id="2" name="image1.png" descr="{}" xmlns:x="x" xmlns:r="r"><x:hlinkClick r:id="l1"/></x:cNvPr>'
    drawing = f"<d>{about.format('Map of the Quarnero')}{about.format('image2.png')}</d>"
    outside = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="l1" '
        'Type="x/hyperlink" Target="https://map.example.org/q" TargetMode="External"/></Relationships>'
    )
    path = sheet(
        tmp_path / "a.xlsx", "", ("drawing", "drawings/drawing1.xml", drawing),
        ("", "drawings/_rels/drawing1.xml.rels", outside),
    )  # fmt: skip
    assert text_of(path) == (
        "## Pictures\n\nMap of the Quarnero\n\n## Links\n\nMap of the Quarnero: https://map.example.org/q"
    )


def test_descriptions_of_pictures_on_open_sheets_are_read(tmp_path: Path) -> None:
    told = '<s:title xmlns:s="svg">Quarnero</s:title><s:desc xmlns:s="svg">Its islands</s:desc>'
    frame = f'<draw:frame draw:name="Image 1">{told}<draw:image/></draw:frame>'
    path = open_sheet(tmp_path / "a.ods", f"<table:shapes>{frame}</table:shapes>")
    assert text_of(path) == "## Pictures\n\nQuarnero: Its islands"
