"""Cells of OpenDocument spreadsheets: shown as the file says, or else as their styles do."""

from pathlib import Path

import pytest

from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.query_engine.sql_tables import SQLDatabase
from desktop_rag.text.analyzer import keyword_terms
from tests.helpers.office import package
from tests.readers.office.spreadsheet_files import rows_of, text_of

_NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
_SPACES = " ".join(
    f'xmlns:{name}="{_NAMES}{space}:1.0"'
    for name, space in [
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("number", "datastyle"),
        ("fo", "xsl-fo-compatible"),
    ]
) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'  # fmt: skip


def sheet(path: Path, *rows: str, styles: str = "", more: str = "") -> Path:
    table = f'<table:table table:name="S">{"".join(rows)}</table:table>{more}'
    return package(
        path,
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{_NAMES}manifest:1.0"/>',
            "content.xml": (
                f"<office:document-content {_SPACES}><office:automatic-styles>{styles}</office:automatic-styles>"
                f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body></office:document-content>"
            ),
        },
    )


def row(*cells: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'


def text(words: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string" {more}><text:p>{words}</text:p></table:table-cell>'


def value(kind: str, amount: str, shown: str = "", more: str = "") -> str:
    name = {"date": "date-value", "time": "time-value", "boolean": "boolean-value"}.get(kind, "value")
    words = f"<text:p>{shown}</text:p>" if shown else ""
    return f'<table:table-cell office:value-type="{kind}" office:{name}="{amount}" {more}>{words}</table:table-cell>'


COVERED = "<table:covered-table-cell/>"
DOWN = 'table:number-rows-spanned="{}" table:number-columns-spanned="{}"'


def test_cells_stand_as_the_file_shows_them(tmp_path: Path) -> None:
    path = sheet(
        tmp_path / "mills.ods",
        row(text("rate"), text("rent"), text("code"), text("worked"), text("day"), text("open")),
        row(
            value("percentage", "0.075", "7,5 %"), value("currency", "1234.5", "1.234,50 €"),
            value("float", "412", "00412"), value("time", "PT37H30M00S", "37:30"),
            value("date", "2024-02-01", "01.02.24"), value("boolean", "true", "WAHR"),
        ),
    )  # fmt: skip
    assert rows_of(path)[1] == "| 7,5 % | 1.234,50 € | 00412 | 37:30 | 01.02.24 | WAHR |"
    terms = parse_file(ParseTask.of(path)).nodes[0].terms.split()
    assert set(keyword_terms("0.075 2024-02-01").terms) <= set(terms)
    assert SQLDatabase.from_files([str(path)]).run("SELECT rate * 2, rent, day FROM mills").rows == [
        (0.15, 1234.5, "2024-02-01")
    ]


@pytest.mark.parametrize("span", ["P9999999999D", "PT999999999999H", f"PT{'9' * 5_000}M", f"PT{'9' * 400}S"])
def test_a_time_beyond_all_times_costs_nothing_else(tmp_path: Path, span: str) -> None:
    path = sheet(tmp_path / "long.ods", row(text("worked"), text("seal")), row(value("time", span, "long"), text("9")))
    assert "| long | 9 |" in text_of(path)


STYLES = """
<number:percentage-style style:name="P"><number:number number:decimal-places="1" number:min-integer-digits="1"/>
<number:text>%</number:text></number:percentage-style>
<number:currency-style style:name="C"><number:number number:decimal-places="2" number:min-integer-digits="1"
number:grouping="true"/><number:text> </number:text><number:currency-symbol>€</number:currency-symbol>
</number:currency-style>
<number:number-style style:name="Z"><number:number number:decimal-places="0" number:min-integer-digits="5"/>
</number:number-style>
<number:time-style style:name="T" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text>
<number:minutes number:style="long"/></number:time-style>
<number:date-style style:name="D"><number:day number:style="long"/><number:text>. </number:text>
<number:month number:textual="true" number:style="long"/><number:text> </number:text><number:year number:style="long"/>
</number:date-style>
""" + "".join(
    f'<style:style style:name="c{name}" style:family="table-cell" style:data-style-name="{name}"/>' for name in "PCZTD"
)


def test_cells_without_a_text_are_shown_as_their_styles_say(tmp_path: Path) -> None:
    cells = (("percentage", "0.075", "P"), ("currency", "1234.5", "C"), ("float", "412", "Z"),
             ("time", "PT37H30M00S", "T"), ("date", "2024-02-01", "D"), ("float", "1.5", ""))  # fmt: skip
    written = (value(kind, amount, more=f'table:style-name="c{style}"') for kind, amount, style in cells)
    shown = rows_of(sheet(tmp_path / "a.ods", row(*written), styles=STYLES))
    assert shown == ["| 7.5% | 1,234.50 € | 00412 | 37:30 | 01. February 2024 | 1.5 |"]


def test_what_is_merged_downwards_stands_in_each_row(tmp_path: Path) -> None:
    path = sheet(
        tmp_path / "a.ods",
        row(text("zone"), text("class"), text("fare")),
        row(text("Hills", DOWN.format(3, 1)), text("pram"), value("float", "24", "24,0", DOWN.format(2, 1))),
        row(COVERED, text("dog"), COVERED),
        row(COVERED, text("cat"), value("float", "3", "3,0")),
        row("<table:table-cell/>", text("cow"), text("")),
    )
    assert rows_of(path)[1:] == [
        "| Hills | pram | 24,0 |", "| Hills | dog | 24,0 |", "| Hills | cat | 3,0 |", "|  | cow |  |",
    ]  # fmt: skip


def test_cells_and_rows_that_stand_for_several_do(tmp_path: Path) -> None:
    three = text("a", 'table:number-columns-repeated="3"')
    path = sheet(
        tmp_path / "a.ods", row(text("x"), text("y"), text("z")), row(three, times=2),
        row('<table:table-cell table:number-columns-repeated="16384"/>', times=1_000_000), row(text("end")),
    )  # fmt: skip
    assert rows_of(path)[1:] == ["| a | a | a |", "| a | a | a |", "| end |  |  |"]


def test_formulas_without_results_links_and_raised_figures_are_read(tmp_path: Path) -> None:
    up = '<style:text-properties style:text-position="super 58%"/>'
    styles = f'<style:style style:name="up" style:family="text">{up}</style:style>'
    raised = '3 × 10<text:span text:style-name="up">6</text:span>'
    link = '<text:a xlink:href="https://mill.example.org/a-17">the ordinance</text:a>'
    path = sheet(
        tmp_path / "a.ods",
        row(text(raised), text(link), '<table:table-cell table:formula="of:=[.A2]+[$Other.B2:.B3]"/>'),
        row(text("two</text:p><text:p>lines"), value("float", "3", "3", 'table:formula="of:=[.A2]+1"')),
        styles=styles,
    )
    assert text_of(path) == (
        "| 3 × 10⁶ | the ordinance | =A2+$Other.B2:B3 |\n| --- | --- | --- |\n| two lines | 3 |  |\n\n"
        "## Links\n\nthe ordinance: https://mill.example.org/a-17"
    )


@pytest.mark.parametrize("size", [10, 30_000])
def test_sheets_of_any_length_follow_each_other(tmp_path: Path, size: int) -> None:
    group = f"<table:table-row-group><table:table-header-rows>{row(text('n'))}</table:table-header-rows>"
    rows = group + "".join(row(value("float", str(at), str(at))) for at in range(size)) + "</table:table-row-group>"
    more = f'<table:table table:name="Empty"/><table:table table:name="T">{row(text("last"))}</table:table>'
    pages = text_of(sheet(tmp_path / "a.ods", rows, more=more)).split("\n")
    assert pages == ["| n |", "| --- |", *(f"| {at} |" for at in range(size)), "", "| last |", "| --- |"]
