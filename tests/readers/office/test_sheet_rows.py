"""Rows that are cut out of the text of a sheet are those that a parser of XML finds in it."""

from pathlib import Path

import pytest

from desktop_rag.readers.base import missing_parts
from desktop_rag.readers.office import spreadsheets
from desktop_rag.readers.office.sheet_cells import Cell
from tests.helpers.office import workbook

_ROWS = (
    '<row r="1" spans="1:3"><c r="A1" t="inlineStr"><is><t>Shop &amp; caf&#233;</t></is></c>'
    '<c r="C1"><v>7.5</v></c></row>'
    '<row r="3" ht="15" customHeight="1"><c r="A3" t="s"><v>1</v></c>'
    '<c r="B3" s="1"/><c r="C3" t="b"><v>1</v></c></row>'
    '<row r="4"><c r="A4" t="str"><f>A1&amp;"x"</f><v>a &lt; b</v></c><c r="B4"><f>1+1</f></c></row>'
    '<row r="5"><c r="A5"><f t="shared" ref="A5:A6" si="0">C1*2</f><v>15</v></c><c r="B5" t="e"><v>#N/A</v></c></row>'
    '<row r="6"><c r="A6"><f t="shared" si="0"/><v>16</v></c></row>'
    '<row r="7"><c r="A7" t="str"><f>HYPERLINK("https://example.org","Site")</f><v>Site</v></c></row>'
    '<row r="8"><c r="A8" t="inlineStr"><is><r><t>rich</t></r><r><t xml:space="preserve"> text</t></r></is></c></row>'
    '<row><c><v>1234567890123456789</v></c><c r="D9" t="s"><v>0</v></c></row>'
)


def _written(tmp_path: Path, rows: str, name: str = "sheet.xlsx", above: str = "") -> Path:
    texts = "<sst><si><t>one</t></si><si><t>two</t></si></sst>"
    return workbook(tmp_path / name, ("", "sharedStrings.xml", texts), rows=rows, above=above)


def _read(path: Path) -> tuple[list[list[Cell]], list[tuple[str, str]], list[str]]:
    with missing_parts() as noted:
        [(rows, links)] = [([list(row) for row in sheet.rows], sheet.links) for sheet in spreadsheets.sheets(path)]
    return rows, links, sorted(noted)


def test_rows_as_programs_write_them_are_those_of_a_parser(tmp_path: Path) -> None:
    cut = _read(_written(tmp_path, _ROWS))
    # a mark before the sheet has all of it parsed, a blank in each row has each row parsed
    assert _read(_written(tmp_path, _ROWS, "parsed.xlsx", "<!-- all -->")) == cut
    assert _read(_written(tmp_path, _ROWS.replace("</row>", " </row>"), "each.xlsx")) == cut
    rows, links, noted = cut
    assert rows[0][:3] == ["Shop & café", "", 7.5]
    assert rows[3][:2] == ["a < b", "=1+1"]
    assert [row[0] for row in rows[4:8]] == [15, 16, "Site", "rich text"]
    assert links == [("Site", "https://example.org")]
    assert noted == []


def test_what_is_behind_damage_is_not_read(tmp_path: Path) -> None:
    good = "".join(f'<row r="{number}"><c r="A{number}"><v>{number}</v></c></row>' for number in range(1, 4))
    for damage in (
        '<row r="4"><c r="A4"><v>4</c></row>',
        "<row",
        "&nothing;",
        '<row r="4"><c r="A4"><v>&nothing;</v></c></row>',
    ):
        path = _written(tmp_path, good + damage + good.replace('r="', 'r="9'))
        rows, _, noted = _read(path)
        assert [row[0] for row in rows] == [1, 2, 3], damage
        assert len(noted) == 1


@pytest.mark.parametrize("rows", ["<!-- {} -->", "<x>{}</x>"])
def test_rows_that_are_none_of_the_sheet_are_left_out(tmp_path: Path, rows: str) -> None:
    row = '<row r="1"><c r="A1"><v>1</v></c></row>'
    found, _, _ = _read(_written(tmp_path, rows.format(row.replace("<v>1", "<v>2")) + row))
    assert [one[0] for one in found if one[0] != ""] == [1]


def _alike(number: int, more: str = "") -> str:
    return (
        f'<row r="{number}" spans="1:6"><c r="A{number}" t="s"><v>{number % 2}</v></c>'
        f'<c r="B{number}" s="1"><v>{number}.5</v></c><c r="D{number}"><f>B{number}*2</f><v>{2 * number + 1}</v></c>'
        f'<c r="E{number}" t="inlineStr"><is><t>no. {number} &amp; more</t></is></c>{more}</row>'
    )


def test_rows_that_differ_in_their_values_only_are_those_of_a_parser(tmp_path: Path) -> None:
    others = (
        _alike(20, '<c r="F20"/>'),
        '<row r="21"><c r="D21"><f>B20*2</f><v>7</v></c></row>',  # most cells are missing
        '<row r="22"><c r="A22" t="s"><v>1</v></c><c r="B22" s="1"/></row>',
        '<row r="23"><c r="A23" t="s"><v>7</v></c><c r="B23" s="1"><v>no number</v></c></row>',
        '<row r="24"><c r="A24" t="str"><v>a day</v></c><c r="B24" s="2"><v>5</v></c><c r="D24"><v>3</v></c></row>',
        '<row r="25"><c r="D25"><f>HYPERLINK("https://example.org","Site")</f><v>8</v></c></row>',
        '<row r="26"><c r="D26"><f>A1&amp;"x"</f><v></v></c></row>',
        '<row r="27"><c r="E27" t="inlineStr"><is><r><t>rich</t></r></is></c></row>',
        '<row r="28"><c r="B28" s="1"><v>1</v></c><c r="A28" t="s"><v>1</v></c></row>',  # in another order
    )
    rows = [*map(_alike, range(1, 20)), *others, *map(_alike, range(29, 40))]
    cut = _read(_written(tmp_path, "".join(rows)))
    assert _read(_written(tmp_path, "".join(rows), "parsed.xlsx", "<!-- all -->")) == cut
    assert _read(_written(tmp_path, "".join(rows).replace("</row>", " </row>"), "each.xlsx")) == cut
    assert cut[0][4][:5] == ["two", 5.5, "", 11, "no. 5 & more"]
    assert cut[0][20][:5] == ["", "", "", 7, ""]
    assert cut[1] == [("8", "https://example.org")]


def test_texts_that_cells_refer_to_are_those_of_a_parser(tmp_path: Path) -> None:
    texts = (
        "<si><t>plain</t></si><si><t>a &lt; b &#233;</t></si><si><t/></si>\n<si><t xml:space='preserve'> x </t></si>"
        '<si><t xml:space="preserve">two\nlines</t></si><si><r><t>rich</t></r></si><si><t>_x0041_</t></si>'
        "<si><t><![CDATA[</si><si><t>none</t></si>]]></t></si><si><t>last</t></si>"
    )
    wanted = ["plain", "a < b é", "", " x ", "two\nlines", "rich", "A", "</si><si><t>none</t></si>", "last"]
    cells = "".join(
        f'<row r="{at + 1}"><c r="A{at + 1}"><v>1</v></c><c r="B{at + 1}" t="s"><v>{at}</v></c></row>'
        for at in range(len(wanted))
    )
    for name, whole in (
        ("cut.xlsx", f"<sst>{texts}</sst>"),
        ("parsed.xlsx", f"<sst><!-- all -->{texts}</sst>"),
        ("torn.xlsx", f"<sst>{texts}<si><t>no end</si><si><t>behind</t></si></sst>"),
    ):
        path = workbook(tmp_path / name, ("", "sharedStrings.xml", whole), rows=cells)
        rows, _, _ = _read(path)
        assert [row[1] for row in rows] == wanted, name
