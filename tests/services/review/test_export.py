"""Review tables as files: values are text, quotations are beside them, links lead to the page."""

import re
import tracemalloc
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
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
from desktop_rag.services.review.export import MOST_WORD_COLUMNS, MOST_WORD_ROWS, STATES, write_table

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


@pytest.mark.parametrize("ending", ["csv", "xlsx", "html", "docx"])
def test_what_stood_there_stays_when_it_cannot_be_written(tmp_path: Path, ending: str) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        write_table(TABLE, tmp_path / "none" / f"table.{ending}", None)


class Page(HTMLParser):
    """The tags of a page, what its elements say, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.said: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.open.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.said.append(data.strip())


def hostile(text: str) -> ReviewTable:
    """A table in which every text is this one."""
    places = (CellPlace(1, text, 0, 1, text, text),)
    cells = tuple(Cell(state, text, places, reason=text, found=Cell(CellState.FOUND, text, places)) for state in STATES)
    columns = tuple(ReviewColumn(f"{text} {number}") for number in range(len(cells)))
    return ReviewTable(text, TableDefinition(text, columns), (TableRow(f"/d/{text}.pdf", cells),), 1, 1, model=text)


def test_a_page_shows_value_state_quotation_and_page_and_leads_to_both(tmp_path: Path) -> None:
    target = tmp_path / "table.HTML"
    assert write_table(TABLE, target, None) == 2
    page = Page(target.read_text(encoding="utf-8"))
    for words in ("=Rent", "950 GBP", "found · page iii", ": “The <rent> is £950 & more.”", FORMULA, "set by hand",
                  "not readable", "Damaged.", "2 of 2 documents read."):  # fmt: skip
        assert any(words in said for said in page.said), words
    lease = "file:///d/a%20lease%231.pdf"
    assert set(page.links) == {lease, f"{lease}#page=1", f"{lease}#page=3", "file:///d/b.txt"}
    assert 'mso-number-format: "\\@"' in target.read_text(encoding="utf-8"), "no spreadsheet takes a cell for a formula"


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=y>', "=1+1", "\x00\udc80\uffff", "אב"]
)
def test_nothing_in_a_table_is_run_by_a_page_or_breaks_a_document(tmp_path: Path, text: str) -> None:
    web, word = tmp_path / "table.html", tmp_path / "table.docx"
    write_table(hostile(text), web, None)
    page = Page(web.read_text(encoding="utf-8"))
    assert not page.tags & {"script", "img", "iframe", "object", "form"}
    assert all(link.startswith("file:///d/") for link in page.links)
    assert page.said.count(text) >= 2 * len(STATES) or not text.isprintable()
    write_table(hostile(text), word, None)
    with zipfile.ZipFile(word) as archive:
        for name in archive.namelist():
            ET.fromstring(archive.read(name))
        assert b"fldSimple" not in archive.read("word/document.xml")


def test_thousands_of_rows_of_a_page_are_written_one_by_one(tmp_path: Path) -> None:
    row = TABLE.rows[0]

    def rows() -> Iterator[TableRow]:
        yield from (TableRow(f"/d/{number}.pdf", row.cells) for number in range(2_000))

    tracemalloc.start()
    try:
        assert write_table(TABLE, tmp_path / "table.html", None, rows=rows()) == 2_000
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 400_000
    assert (tmp_path / "table.html").stat().st_size > 900_000


def test_a_word_document_has_the_table_across_its_pages(tmp_path: Path) -> None:
    target = tmp_path / "table.docx"
    assert write_table(TABLE, target, None) == 2
    document = part(target, "word/document.xml")
    xml = ET.tostring(document, encoding="unicode")
    assert 'orient="landscape"' in xml
    cells = ["\n".join(one.itertext()) for one in document.iter() if one.tag.endswith("}tc")]
    assert cells[4] == "950 GBP\nfound\npage iii: “The <rent> is £950 & more.”"
    assert cells[5].startswith(FORMULA)
    text = "\n".join(page.text for page in read_file(target, ReadOptions(ocr=False)).pages)
    for words in ("Leases: [2024]", "950 GBP", "The <rent> is £950 & more.", "Damaged.", "not readable"):
        assert words in text


def test_what_is_too_long_for_word_is_refused_with_the_formats_that_hold_it(tmp_path: Path) -> None:
    rows = [TABLE.rows[0]] * (MOST_WORD_ROWS + 1)
    wide = TableDefinition("Wide", (ReviewColumn("x"),) * (MOST_WORD_COLUMNS + 1))
    for table in (ReviewTable("A", TABLE.definition, tuple(rows), 1, 1), ReviewTable("A", wide, (), 0, 0)):
        with pytest.raises(UserError, match="at most 2,000 documents and 62 columns") as refused:
            write_table(table, tmp_path / "table.docx", None)
        assert "HTML, XLSX or CSV" in refused.value.next_step
    assert not (tmp_path / "table.docx").exists()


def test_what_comes_closest_is_told_from_what_a_value_rests_on(tmp_path: Path) -> None:
    closest = CellPlace(2, "2", 0, 9, "It ends soon.")
    cells = (Cell(CellState.NOT_STATED, places=(closest,)), Cell(CellState.FOUND, "x", (closest,)))
    table = ReviewTable("P", TABLE.definition, (TableRow("/d/a.pdf", cells), TableRow("/d/b.txt", cells)), 2, 2)
    target = tmp_path / "table.xlsx"
    write_table(table, target, None)
    comments = [
        "".join(one.itertext()) for one in part(target, "xl/comments1.xml").iter() if one.tag.endswith("}comment")
    ]
    assert comments == [
        "Closest: page 2: It ends soon.", "page 2: It ends soon.", "Closest: It ends soon.", "It ends soon."
    ]  # fmt: skip
