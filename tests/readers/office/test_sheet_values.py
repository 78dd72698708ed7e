"""Cells as their sheet shows them: formats, merged cells, formulas without results, raised figures, links."""

from pathlib import Path

import pytest

from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.query_engine.sql_tables import SQLDatabase
from desktop_rag.text.analyzer import keyword_terms
from tests.readers.office.spreadsheet_files import formula, number, row, rows_of, text, text_of, workbook


def merged(*areas: str) -> str:
    return f"<mergeCells>{''.join(f'<mergeCell ref={area!r}/>' for area in areas)}</mergeCells>"


def test_numbers_stand_as_their_formats_show_them(tmp_path: Path) -> None:
    formats = ("0.0%", "#,##0.00 [$€-407]", "00000", "[h]:mm", 'dd"." mmmm yyyy', '0.0" km"', 10)
    rows = row(
        1,
        *(
            text(f"{letter}1", name)
            for letter, name in zip("ABCDEFG", "rate rent code worked day way loan".split(), strict=True)
        ),
    )
    values = (0.075, -1234.5, 412, 1.5625, 45_323, 12.5, 0.0425)
    rows += row(
        2,
        *(number(f"{letter}2", value, at) for at, (letter, value) in enumerate(zip("ABCDEFG", values, strict=True), 1)),
    )
    path = workbook(tmp_path / "a.xlsx", {"S": rows}, formats)
    assert rows_of(path)[1] == "| 7.5% | -1,234.50 € | 00412 | 37:30 | 01. February 2024 | 12.5 km | 4.25% |"


def test_what_a_cell_holds_is_found_although_it_is_not_shown(tmp_path: Path) -> None:
    rows = row(1, text("A1", "mill"), text("B1", "rate")) + row(2, text("A2", "Harbour"), number("B2", 0.0753, 1))
    record = parse_file(ParseTask.of(workbook(tmp_path / "a.xlsx", {"S": rows}, ["0.0%"])))
    (node,) = record.nodes
    assert "7.5%" in node.text
    assert "0.0753" not in node.text + record.pages[0].text
    assert set(keyword_terms("0.0753").terms) <= set(node.terms.split())


def test_tables_compute_with_what_cells_hold(tmp_path: Path) -> None:
    rows = row(1, text("A1", "mill"), text("B1", "rate"), text("C1", "day"))
    for at, rate in enumerate((0.07, 0.08), 2):
        rows += row(at, text(f"A{at}", "Harbour"), number(f"B{at}", rate, 1), number(f"C{at}", 45_323, 2))
    path = workbook(tmp_path / "mills.xlsx", {"S": rows}, ["0%", "dd.mm.yyyy"])
    found = SQLDatabase.from_files([str(path)]).run("SELECT SUM(rate), MIN(day) FROM mills").rows
    assert [(round(total, 6), day) for total, day in found] == [(0.15, "2024-02-01")]


FARES = row(1, text("A1", "zone"), text("B1", "class"), text("C1", "fare"))


@pytest.mark.parametrize(
    ("rows", "areas", "shown"),
    [
        (
            row(2, text("A2", "Hills"), text("B2", "pram"), number("C2", 1))
            + row(3, text("B3", "dog"), number("C3", 2)),
            ("A2:A3",),
            ["| Hills | pram | 1 |", "| Hills | dog | 2 |"],
        ),
        (  # figures as well as labels, and several levels
            row(2, text("A2", "Hills"), text("B2", "pram"), number("C2", 24, 1))
            + row(3, text("D3", "a")) + row(4, text("B4", "dog"), text("D4", "b")),
            ("A2:A4", "B2:B3", "C2:C4"),
            ["| Hills | pram | 24.0 |  |", "| Hills | pram | 24.0 | a |", "| Hills | dog | 24.0 | b |"],
        ),
        (  # merely empty
            row(2, text("A2", "Hills"), text("B2", "pram"), number("C2", 1))
            + row(3, text("B3", "dog"), number("C3", 2)),
            ("A3:B3",),
            ["| Hills | pram | 1 |", "|  | dog | 2 |"],
        ),
        (  # a block: as far down as it goes, but not sideways; rows of nothing else are no rows
            row(2, text("A2", "Hills"), number("C2", 1)) + row(3, number("C3", 2)) + row(4, '<c r="A4" s="1"/>'),
            ("A2:B4",),
            ["| Hills |  | 1 |", "| Hills |  | 2 |"],
        ),
    ],
)  # fmt: skip
def test_what_is_merged_downwards_stands_in_each_row(
    tmp_path: Path, rows: str, areas: tuple[str, ...], shown: list[str]
) -> None:
    path = workbook(tmp_path / "a.xlsx", {"S": FARES + rows}, ["0.0"], behind=merged(*areas))
    assert rows_of(path)[1:] == shown


def test_what_is_merged_goes_on_over_the_pages_of_a_sheet(tmp_path: Path) -> None:
    long = "whale " * 300
    rows = "".join(row(at, text(f"B{at}", f"{long}{at}")) for at in range(3, 1_400))
    begun = row(1, text("A1", "zone"), text("B1", "song")) + row(2, text("A2", "Hills"), text("B2", "low"))
    path = workbook(tmp_path / "a.xlsx", {"S": begun + rows}, behind=merged("A2:A1399"))
    shown = text_of(path).split("\n")
    assert sum(line.startswith("| zone |") for line in shown) > 1
    assert all(line.startswith(("| Hills |", "| zone |", "| --- |")) for line in shown)


def test_formulas_without_results_are_shown(tmp_path: Path) -> None:
    shared = ' t="shared" si="0" ref="C3:C5"'
    empty = '<c r="B6" t="str"><f>IF(A6,"","")</f><v></v></c>'
    rows = (
        row(1, text("A1", "a"), text("B1", "b"), text("C1", "sum"))
        + row(2, number("A2", 1), number("B2", 2), formula("C2", "A2+B2"))
        + row(3, number("A3", 3), number("B3", 4), formula("C3", "SUM(A$2:A3)*'A2 b'!B3&\"A2\"", more=shared))
        + row(4, number("A4", 3), '<c r="C4"><f t="shared" si="0"/></c>')
        + row(5, number("A5", 3), formula("C5", "A5*2", "6"))
        + row(6, formula("A6", "_xlfn.XLOOKUP(1,Other!A:A,Other!$B:$B)"), empty)
    )  # fmt: skip
    assert rows_of(workbook(tmp_path / "a.xlsx", {"S": rows}))[1:] == [
        "| 1 | 2 | =A2+B2 |",
        "| 3 | 4 | =SUM(A$2:A3)*'A2 b'!B3&\"A2\" |",
        "| 3 |  | =SUM(A$2:A4)*'A2 b'!B4&\"A2\" |",
        "| 3 |  | 6 |",
        "| =XLOOKUP(1,Other!A:A,Other!$B:$B) |  |  |",
    ]


def test_a_link_without_a_result_is_shown_by_its_words(tmp_path: Path) -> None:
    cells = formula("A1", 'HYPERLINK("https://mill.example.org", "the mill")'), formula("B1", 'HYPERLINK("#S!A1")')
    assert text_of(workbook(tmp_path / "a.xlsx", {"S": row(1, *cells)})) == (
        '| the mill | =HYPERLINK("#S!A1") |\n| --- | --- |\n\n## Links\n\nthe mill: https://mill.example.org'
    )


@pytest.mark.parametrize(("asks", "shown"), [("1", "=A1*2"), ("0", "0")])
def test_a_zero_of_a_program_that_calculates_nothing_is_no_result(tmp_path: Path, asks: str, shown: str) -> None:
    about = f'<calcPr calcId="124519" fullCalcOnLoad="{asks}"/>'
    path = workbook(tmp_path / "a.xlsx", {"S": row(1, number("A1", 4), formula("B1", "A1*2", "0"))}, about=about)
    assert rows_of(path) == [f"| 4 | {shown} |"]


def test_raised_figures_do_not_run_into_numbers(tmp_path: Path) -> None:
    def run(words: str, place: str = "") -> str:
        return f'<r><rPr>{f"<vertAlign val={place!r}/>" if place else ""}</rPr><t xml:space="preserve">{words}</t></r>'

    strings = [
        run("3 × 10") + run("6", "superscript"),
        run("CO") + run("2", "subscript"),
        run("on the 21") + run("st", "superscript"),
    ]
    cells = "".join(f'<c r="{place}1" t="s"><v>{at}</v></c>' for at, place in enumerate("ABC"))
    inline = f'<c r="D1" t="inlineStr"><is>{run("5 m")}{run("2", "superscript")}</is></c>'
    styled = text("E1", "2", style=1)
    fonts = '<font/><font><vertAlign val="superscript"/></font>'
    path = workbook(
        tmp_path / "a.xlsx", {"S": f'<row r="1">{cells}{inline}{styled}</row>'}, strings=strings, fonts=fonts
    )
    assert rows_of(path) == ["| 3 × 10⁶ | CO₂ | on the 21st | 5 m² | ² |"]


def test_addresses_behind_cells_are_below_the_sheet(tmp_path: Path) -> None:
    rows = row(
        1, text("A1", "Ordinance"), formula("B1", 'HYPERLINK("https://mill.example.org/b?x=1","the mill")', "the mill")
    )
    rows += row(2, text("A2", "Ann"), text("B2", "see C5"))
    behind = (
        '<hyperlinks><hyperlink ref="A1" r:id="l1" display="x"/><hyperlink ref="A2" r:id="l2"/>'
        '<hyperlink ref="B2" location="S!C5"/></hyperlinks>'
    )
    links = {"l1": "https://ordinance.example.org/a-17?x=1&y=2", "l2": "mailto:ann@example.org"}
    assert text_of(workbook(tmp_path / "a.xlsx", {"S": rows}, behind=behind, links=links)).partition("## ")[2] == (
        "Links\n\nOrdinance: https://ordinance.example.org/a-17?x=1&y=2\nthe mill: https://mill.example.org/b?x=1\n"
        "Ann: ann@example.org"
    )


def test_cells_that_are_neither_numbers_nor_texts_stand_as_they_are_shown(tmp_path: Path) -> None:
    rows = row(
        1, '<c r="A1" t="b"><v>1</v></c>', '<c r="B1" t="b"><v>0</v></c>', '<c r="C1" t="e"><v>#DIV/0!</v></c>',
        '<c r="D1" t="d" s="1"><v>2024-05-03T10:00:00</v></c>', '<c r="E1" t="d"><v>2024-05-03</v></c>',
        '<c r="F1" t="str"><v>a_x000D_b</v></c>', number("G1", "0.30000000000000004"), number("H1", "1.5e-07"),
    )  # fmt: skip
    path = workbook(tmp_path / "a.xlsx", {"S": rows}, ["d.m.yyyy h:mm"])
    assert rows_of(path) == ["| TRUE | FALSE | #DIV/0! | 3.5.2024 10:00 | 2024-05-03 | a b | 0.3 | 0.00000015 |"]


def test_sheets_begin_with_their_first_column_and_row(tmp_path: Path) -> None:
    rows = row(3, number("C3", 1), '<c r="E3" s="1"/>') + row(6, text("D6", "late"))
    assert rows_of(workbook(tmp_path / "a.xlsx", {"S": rows})) == ["| 1 |  |", "|  | late |"]
