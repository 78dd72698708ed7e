"""Review tables as workbooks: values are text, comments quote, links lead to the page."""

import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.review import (
    Cell,
    CellPlace,
    CellState,
    ColumnType,
    ReviewColumn,
    ReviewTable,
    TableDefinition,
    TableRow,
)
from desktop_rag.readers.file import ReadOptions, read_file
from desktop_rag.services.review.export import write_table

FORMULA = '=HYPERLINK("http://example.org","x")'
TABLE = ReviewTable(
    "Papers",
    TableDefinition("Leases: [2024]", (ReviewColumn("=Rent", ColumnType.MONEY), ReviewColumn("Pets"))),
    (
        TableRow(
            "/d/a lease#1.pdf",
            (
                Cell(CellState.FOUND, "950 GBP", (CellPlace(3, "iii", 0, 9, "The <rent> is £950 & more.", "950 GBP"),)),
                Cell(CellState.FOUND, FORMULA, (CellPlace(1, "1", 0, 9, "+1 @x"),)),
            ),
        ),
        TableRow(
            "/d/b.txt",
            (
                Cell(CellState.BY_HAND, "_x0041_ \x07", found=Cell(CellState.NOT_STATED)),
                Cell(CellState.UNREADABLE, reason="Damaged."),
            ),
        ),
    ),
    2,
    2,
)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    target = tmp_path / "table.xlsx"
    assert write_table(TABLE, target, None) == 2
    return target


def part(file: Path, name: str) -> ET.Element:
    with zipfile.ZipFile(file) as archive:
        return ET.fromstring(archive.read(name))


def test_every_part_is_xml_and_none_is_a_formula(written: Path) -> None:
    with zipfile.ZipFile(written) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            ET.fromstring(archive.read(name))
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert set(re.findall(r' t="(\w+)"', sheet)) == {"inlineStr"}
    assert "_x005F_x0041_" in sheet, "spreadsheets read _x0041_ as a letter"


def test_our_own_reader_gets_values_and_comments_back(written: Path) -> None:
    text = "\n".join(page.text for page in read_file(written, ReadOptions(ocr=False)).pages)
    for words in ("=Rent", "950 GBP", FORMULA, "The <rent> is £950 & more.", "Damaged.", "(not readable)"):
        assert words in text


def test_a_comment_names_the_page_and_a_link_opens_it(written: Path) -> None:
    comments = part(written, "xl/comments1.xml")
    texts = {one.get("ref"): "".join(one.itertext()) for one in comments.iter() if one.tag.endswith("}comment")}
    assert texts["B2"] == "page iii: The <rent> is £950 & more."
    assert texts["C3"] == "Damaged."
    targets = {one.get("Target") for one in part(written, "xl/worksheets/_rels/sheet1.xml.rels")}
    assert "file:///d/a%20lease%231.pdf#page=3" in targets
    assert "file:///d/b.txt" in targets


def test_what_stood_there_stays_when_it_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        write_table(TABLE, tmp_path / "none" / "table.xlsx", None)
