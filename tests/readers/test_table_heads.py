"""A table has names of columns where its first row is one; a form or a list of figures has none."""

import time
from pathlib import Path

import pytest

from desktop_rag.evidence.tables import head_of, is_row, names_columns, rows_of
from desktop_rag.evidence.units import Kind, Passage, units_of
from desktop_rag.readers.file import load_file
from tests.helpers.office import deck, package, word_file, workbook

FORM = (("Property", "12 Elm Street"), ("Tenant", "Ann Smith"), ("Start", "1 May 2024"), ("Rent", "£1,200"))
GERMAN = (("Mieter", "Anna Schmidt"), ("Beginn", "01.05.2024"), ("Miete", "1.200,00 €"), ("Kaution", "keine"))
JAPANESE = (("物件", "緑町一丁目"), ("開始日", "2024年5月1日"), ("賃料", "120,000円"), ("敷金", "なし"))
CHINESE = (("承租人", "王芳"), ("起租日期", "2024年5月1日"), ("租金", "3,200元"), ("用途", "居住"))
FIGURES = (("Tea", "5", "6"), ("Milk", "3", "4"), ("Sugar", "7", "8"))
STAFF = (("Name", "Role"), ("Ann", "Nurse"), ("Bob", "Cook"))
PRICES = (("Item", "Price"), ("Tea", "5.20"), ("Milk", "1.10"))
NAMED_FORM = (("Field", "Value"), ("Tenant", "Ann Smith"), ("Start", "1 May 2024"), ("Rent", "£1,200"))
Rows = tuple[tuple[str, ...], ...]


def _docx(path: Path, rows: Rows, *, first: str = "", run: str = "") -> Path:
    """A Word file; ``first`` are properties of the first row, ``run`` those of its words."""
    lines = [
        f"<w:tr>{'' if number else first}"
        + "".join(f"<w:tc><w:p><w:r>{'' if number else run}<w:t>{cell}</w:t></w:r></w:p></w:tc>" for cell in row)
        + "</w:tr>"
        for number, row in enumerate(rows)
    ]
    return word_file(path / "table.docx", f"<w:tbl>{''.join(lines)}</w:tbl>", {})


def _html(path: Path, rows: Rows, *, cell: str = "td") -> Path:
    lines = [
        "<tr>" + "".join(f"<{cell if not number else 'td'}>{one}" for one in row) for number, row in enumerate(rows)
    ]
    file = path / "table.html"
    file.write_text(f"<!doctype html><meta charset=utf-8><table>{''.join(lines)}</table>", encoding="utf-8")
    return file


def _pptx(path: Path, rows: Rows, *, properties: str = "") -> Path:
    lines = "".join(
        f"<a:tr>{''.join(f'<a:tc><a:p><a:r><a:t>{one}</a:t></a:r></a:p></a:tc>' for one in row)}</a:tr>" for row in rows
    )
    frame = f"<p:graphicFrame><a:tbl><a:tblPr {properties}/>{lines}</a:tbl></p:graphicFrame>"
    return deck(path / "table.pptx", [f'<p:sld xmlns:p="p" xmlns:a="a"><p:spTree>{frame}</p:spTree></p:sld>'])


def _odt(path: Path, rows: Rows, *, style: str = "Table_20_Contents") -> Path:
    names = [style, *["Table_20_Contents"] * len(rows)]
    cell = '<t:table-cell><x:p x:style-name="{}">{}</x:p></t:table-cell>'
    lines = "".join(
        f"<t:table-row>{''.join(cell.format(name, one) for one in row)}</t:table-row>"
        for name, row in zip(names, rows, strict=False)
    )
    space = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<o:document-content xmlns:o="{space}:office:1.0" xmlns:t="{space}:table:1.0" xmlns:x="{space}:text:1.0">'
        f"<o:body><o:text><t:table>{lines}</t:table></o:text></o:body></o:document-content>"
    )
    return package(path / "table.odt", {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def _csv(path: Path, rows: Rows) -> Path:
    file = path / "table.csv"
    file.write_text("\n".join(";".join(row) for row in rows), encoding="utf-8")
    return file


def _xlsx(path: Path, rows: Rows) -> Path:
    lines = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{one}</t></is></c>' for one in row) + "</row>" for row in rows
    )
    return workbook(path / "table.xlsx", rows=lines)


WRITERS = [_docx, _html, _pptx, _odt, _csv, _xlsx]


def _columns(path: Path) -> tuple[str, ...]:
    [page] = load_file(path)
    table = "\n".join(filter(is_row, page.text.splitlines()))
    return head_of(rows_of(table), marked=True).columns


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("rows", [FORM, GERMAN, JAPANESE, CHINESE, FIGURES], ids=["en", "de", "ja", "zh", "figures"])
def test_an_entry_is_no_name_of_columns(tmp_path: Path, write: type, rows: Rows) -> None:
    path = write(tmp_path, rows)
    assert _columns(path) == ()
    # each row is a unit of its own: what it says can be quoted and checked without the others
    [page] = load_file(path)
    units = [one for one in units_of([Passage(page.text)]) if one.kind is Kind.ROW]
    assert [rows_of(one.text) for one in units] == [[row] for row in rows]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("rows", [STAFF, PRICES, NAMED_FORM], ids=["words", "prices", "form"])
def test_names_of_columns_stay(tmp_path: Path, write: type, rows: Rows) -> None:
    assert _columns(write(tmp_path, rows)) == rows[0]


def test_what_the_file_marks_as_names_is_believed(tmp_path: Path) -> None:
    rows = (("Plan", "Basic 2"), ("Start", "1 May 2024"), ("Rent", "£1,200"), ("Pets", "none"))
    assert _columns(_docx(tmp_path, rows)) == ()
    assert _columns(_docx(tmp_path, rows, first="<w:trPr><w:tblHeader/></w:trPr>")) == rows[0]
    assert _columns(_docx(tmp_path, rows, run="<w:rPr><w:b/></w:rPr>")) == rows[0]
    assert _columns(_docx(tmp_path, rows, first='<w:trPr><w:tblHeader w:val="0"/></w:trPr>')) == ()
    assert _columns(_html(tmp_path, rows, cell="th")) == rows[0]
    assert _columns(_html(tmp_path, rows, cell="td><b")) == rows[0]
    assert _columns(_pptx(tmp_path, rows, properties='firstRow="1"')) == rows[0]
    assert _columns(_odt(tmp_path, rows, style="Table_20_Heading")) == rows[0]


def test_labels_of_rows_are_no_names_of_columns(tmp_path: Path) -> None:
    path = tmp_path / "form.html"
    lines = "".join(f"<tr><th scope=row>{label}</th><td>{value}</td></tr>" for label, value in STAFF)
    path.write_text(f"<!doctype html><table>{lines}</table>", encoding="utf-8")
    assert _columns(path) == ()


def test_a_passage_from_a_page_without_rule_tells_a_form_as_well() -> None:
    rows = rows_of("| Property | 12 Elm Street |\n| Tenant | Ann Smith |\n| Rent | £1,200 |\n| Start | 1 May 2024 |")
    assert head_of(rows).columns == ()


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ((("Year", "2022", "2023"), ("Sales", "5", "6")), True),
        ((("", "31.12.2022", "31.12.2023"), ("Cash", "5", "6")), True),
        ((("Name", "Address"), ("Ann", "12 Elm Street"), ("Bob", "Rose Cottage")), True),
        ((("Name:", "Ann"), ("Town:", "York")), False),
        ((("5",), ("6",), ("7",)), False),
        ((("a@example.org", "Ann"), ("b@example.org", "Bob")), False),
        ((("Column 1", "Column 2"), ("one", "two"), ("three", "four")), True),
        ((("Poste", "Montant"), ("Coque", "2 450 €"), ("Mât", "1 870 €"), ("Options", "sur demande")), True),
        ((("Lager", "Säcke"), ("Nord", "17"), ("Süd", "26"), ("Summe", "=SUM(B2:B3)")), True),
        ((("Name", "Phone"), ("Ann", "+44 20 7946 0018"), ("Bob", "555-0123")), True),
        ((("Property", "12 Elm Street"), ("Tenant", "Ann Smith"), ("Landlord", "Bob Jones")), False),
        ((("Tenant", "Ann Smith"), ("Landlord", "Bob Jones"), ("Guarantor", "none"), ("Start", "1 May 2024")), False),
        ((("Datum", "Uhrzeit"), ("01.05.2024", "08:30"), ("02.05.2024", "09:15")), True),
    ],
)
def test_rows_tell_whether_the_first_names_columns(rows: Rows, *, named: bool) -> None:
    assert names_columns(rows) is named


def test_a_cell_of_any_length_is_looked_at_in_no_time() -> None:
    begun = time.process_time()
    assert names_columns([("Name", "@" * 200_000), ("Ann", "@." * 100_000)])
    assert time.process_time() - begun < 1
