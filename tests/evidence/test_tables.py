"""What a table's rows say: which cells are figures, and what names the columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_rag.evidence.tables import (
    TableLines,
    begun_below,
    cells_of,
    figure_share,
    groups_of,
    head_of,
    is_figure,
    labels_of,
    row_share,
    rows_of,
    second_heads,
)

STATEMENT = """| (in millions) | 2022 | 2021 |
| Net sales | $ 34,229 | $ 35,355 |
| Operating expenses |
| Cost of sales | 19,232 | 18,795 |
| Impairment | (271) | — |"""


@pytest.mark.parametrize(
    "cell",
    [
        "12",
        "$ 34,229",
        "(2,724)",
        "—",
        "12.5 mg/dL",
        "€ 3.20",
        "1,234.50 EUR",
        "12%",
        "08:30",
        "< 5.0",
        "1,200円",
        "2022 €",
        "2022円",
        "n/a",
    ],
)
def test_figures(cell: str) -> None:
    assert is_figure(cell)


@pytest.mark.parametrize(
    "cell",
    [
        "2022",
        "June 30, 2020",
        "31.12.2023",
        "Q1 2023",
        "Bus 1",
        "A4",
        "Monday",
        "2022年度",
        "",
        "3rd party costs",
        "2022 T€",
        "31.12.2022 TEUR",
        "2022年 百万円",
    ],
)
def test_what_may_name_a_column(cell: str) -> None:
    assert not is_figure(cell)


@pytest.mark.parametrize(
    ("table", "title", "columns", "lines"),
    [
        (STATEMENT, "", ("(in millions)", "2022", "2021"), 1),
        ("| Net sales | 5 | 6 |\n| Costs | 3 | 4 |", "", (), 0),
        ("| Name | Role |\n| Ann | Nurse |\n| Bob | Cook |", "", ("Name", "Role"), 1),
        (
            "| Region | Q1 | | Q2 | |\n| | Units | Sales | Units | Sales |\n| East | 5 | 6 | 7 | 8 |",
            "",
            ("Region", "Q1 Units", "Q1 Sales", "Q2 Units", "Q2 Sales"),
            2,
        ),
        ("| Prices | | |\n| Tea | kg | EUR |\n| Assam | 2 | 3 |\n| Mint | 1 | 9 |", "Prices", ("Tea", "kg", "EUR"), 2),
        ("| Item | All |\n| | 2022 | 2021 |\n| Tea | 5 | 6 |\n| Cups | 3 | 4 |", "Item · All", ("", "2022", "2021"), 2),
        ("| a |\n| 1 |", "", ("a",), 1),
        ("| Stop | Bus 1 |", "", (), 0),
    ],
)  # fmt: skip
def test_the_head_of_a_table(table: str, title: str, columns: tuple[str, ...], lines: int) -> None:
    head = head_of(rows_of(table))
    assert (head.title, head.columns, head.lines) == (title, columns, lines)


def test_a_marked_first_row_is_a_head_whatever_it_holds() -> None:
    rows = rows_of("| Size | 40 | 41 |\n| --- | --- | --- |\n| Boot | 3 | 4 |\n| Shoe | 5 | 6 |")
    assert head_of(rows).columns == ()
    assert head_of(rows, marked=True).columns == ("Size", "40", "41")


def test_labels_are_a_table_without_its_figures() -> None:
    expected = "(in millions) 2022 2021\nNet sales\nOperating expenses\nCost of sales\nImpairment"
    assert labels_of(STATEMENT, 1000) == expected
    assert labels_of(STATEMENT, 40) == "(in millions) 2022 2021\nNet sales"


def test_a_bar_may_stand_in_a_cell() -> None:
    assert cells_of(r"| a \| b | c |") == (r"a \| b", "c")


def test_statements_are_told_by_labels_beside_figures() -> None:
    assert figure_share(STATEMENT) == pytest.approx(0.6)
    assert row_share(STATEMENT) == 1
    prose = "Net sales rose to $ 34,229 in 2022.\nCosts fell by 12%."
    assert figure_share(prose) == row_share(prose) == figure_share("") == row_share("") == 0
    assert figure_share("| Name | Role |\n| Ann | Nurse |") == 0


def test_a_name_on_two_lines_is_that_of_its_own_column() -> None:
    rows = [("", "Asia", "Europe", "", ""), ("", "", "& Africa", "Other", "All"), ("Sales", "1", "2", "3", "4")]
    assert head_of(rows).columns == ("", "Asia", "Europe & Africa", "Other", "All")


def test_a_name_over_several_columns_is_that_of_each() -> None:
    rows = [
        ("", "Planned", "", "Spent", ""),
        ("", "per month", "per year", "per month", "per year"),
        ("Rent", "1", "2", "3", "4"),
    ]
    assert head_of(rows).columns == ("", "Planned per month", "Planned per year", "Spent per month", "Spent per year")


@pytest.mark.parametrize(
    ("table", "begun"),
    [
        ("| Sales | 1 |\n| Year ended May 31, 2021 |\n| Asia | Europe |", "Year ended May 31, 2021 · Asia · Europe"),
        ("| Year ended May 31, 2021 |\n| Sales | 1 |\n| of which new |", ""),
        ("| Sales | 1 |\n| (in millions) |", ""),
        ("| 2021 |\n| Asia | Europe |", ""),
    ],
    ids=["period", "period above", "no period", "no figures"],
)
def test_what_begins_below_the_figures_of_a_table(table: str, begun: str) -> None:
    assert begun_below(rows_of(table)) == begun


@pytest.mark.parametrize(
    ("table", "groups"),
    [
        # a colon says that it is the label of what is below, a total that it ends
        (
            """| Current assets: |
            | Cash | 5 |
            | Inventories: |
            | Finished goods | 3 |
            | Total inventories | 3 |
            | Total current assets | 8 |
            | Goodwill | 12 |""",
            ["", "Current assets", "", "Inventories", "Inventories", "", ""],
        ),
        # only its group tells which of two rows of one name is meant
        (
            """| Net income per share |
            | Basic | 6.73 |
            | Diluted | 6.68 |
            | Weighted average shares |
            | Basic | 50,624 |
            | Diluted | 50,976 |
            | Dividends | 1 |""",
            ["", *["Net income per share"] * 2, "", *["Weighted average shares"] * 2, ""],
        ),
        # a line between rows is no group of rows that have names of their own
        ("| Operating expenses |\n| Cost of sales | 5 |\n| Operating income | 3 |", ["", "", ""]),
        ("| Einkommen |\n| ab Werbungskosten | 5 |\n| Summe | 3 |\n| ab Spenden | 3 |", ["", "Einkommen", "", ""]),
        ("| Shelf | oak | 5 |\n| | beech | 7 |\n| | | 12 |", ["", "Shelf", ""]),
        ("| See the notes. |\n| Total | 1 |\n| 2023: |\n| Total | 2 |", ["", "", "", ""]),
    ],
)
def test_groups_of_rows(table: str, groups: list[str]) -> None:
    assert groups_of(rows_of(table)) == groups


_CELLS = ["", "Tea", "2022", "5", "12.50", "1,200", "a \\\\| 5", "Q1", "31.12.2023", "-3", "(2)", "Total", "12 kg"]


@given(some.lists(some.lists(some.sampled_from(_CELLS), min_size=1, max_size=4), max_size=9))
def test_rows_with_plain_numbers_need_not_be_looked_at(table: list[list[str]]) -> None:
    lines = [f"| {' | '.join(row)} |" for row in table]
    rows = list(map(cells_of, lines))
    assert list(TableLines(lines)) == rows
    assert TableLines(lines).second_heads() == second_heads(rows)
    assert TableLines(lines).begun_below() == begun_below(rows)
