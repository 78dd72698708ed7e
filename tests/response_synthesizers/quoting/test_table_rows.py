"""Rows of tables are quoted in a small table, with the title, the unit and the names of the columns."""

from collections.abc import Sequence

import numpy as np
import pytest

from desktop_rag.core.schema import (
    EmbeddingSpace,
    Matrix,
    NodeRelationship,
    NodeWithScore,
    RelatedNodeInfo,
    TextNode,
    Vector,
)
from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.response_synthesizers.quoting.table_rows import Heading, RowHeadings, is_quotable

SHEET = """Table of Contents

Consolidated Balance Sheets
(in millions)

| December 31, | 2022 | 2021 |
| Assets |
| Inventories | 5,372 | 4,985 |
| Total assets | $ 46,455 | $ 47,072 |

The notes are part of these statements."""


class Flat:
    """Finds everything equally near."""

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("test", "flat", 2, "")

    def get_query_embedding(self, query: str) -> Vector:
        return np.array([1, 0], dtype=np.float32)

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        return np.tile(np.array([1, 0], dtype=np.float32), (len(texts), 1))


def heading_of(node: TextNode, start: int) -> Heading:
    return RowHeadings([node]).of(0, start)


def answer(question: str, *nodes: TextNode) -> str:
    return str(Extractive(Flat()).synthesize(question, [NodeWithScore(node) for node in nodes]))


def test_the_row_stands_below_the_names_of_its_columns() -> None:
    shown = answer("What were the total assets at the end of 2022?", TextNode(text=SHEET))
    assert shown.startswith(
        "Consolidated Balance Sheets · (in millions)\n\n"
        "| December 31, | 2022 | 2021 |\n"
        "|---|---|---|\n"
        "| Total assets | $ 46,455 | $ 47,072 | [1]"
    )


def test_the_place_of_a_row_leaves_out_the_bars_around_it() -> None:
    nodes = [NodeWithScore(TextNode(text=SHEET))]
    first = Extractive(Flat()).quotations("What were the total assets?", nodes)[0]
    assert SHEET[first.start : first.end] == "Total assets | $ 46,455 | $ 47,072"


def test_a_row_with_sentences_in_its_cells_is_quoted_whole() -> None:
    row = "| Rent of the garden flat | Due monthly. Paid in advance. | 900 francs |"
    shown = answer("When is the rent of the garden flat paid?", TextNode(text=f"| Flat | Terms | Rent |\n{row}"))
    assert shown == f"| Flat | Terms | Rent |\n|---|---|---|\n{row} [1]"


def test_a_label_with_its_value_is_shown_as_a_line_and_not_below_empty_heads() -> None:
    text = "Deed of the boat house\n\n| Berth of the boat | 14 | east |\n| Owner of the boat: | Mira Oke |"
    shown = answer("Who is the owner of the boat, and which is its berth?", TextNode(text=text))
    assert "> Owner of the boat: Mira Oke [1]" in shown
    assert "> Berth of the boat: 14 · east [1]" in shown
    assert "|" not in shown


def test_rows_of_one_table_stand_in_one_table() -> None:
    text = "| Flat | Rent |\n| Flat three with a garden | 900 |\n| Flat four with a garden | 950 |"
    shown = answer("What is the rent of a flat with a garden?", TextNode(text=text))
    assert shown.count("|---|---|") == 1
    assert shown.count("| [1]") == 2


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        (SHEET, Heading("Consolidated Balance Sheets · (in millions)", ("December 31,", "2022", "2021"))),
        (
            "SHEETS\n(in millions)\n\nMay 29,\n\n2021\nMay 30,\n\n2020\n\n| Cash | 7 |\n| Total assets | 9 | 9 |",
            Heading("SHEETS · (in millions)", ("", "May 29, 2021", "May 30, 2020")),
        ),
        ("| Total assets | 9 | 9 |", Heading("", ())),
    ],
    ids=["row above", "lines above", "nothing above"],
)
def test_what_stands_above_a_row(text: str, heading: Heading) -> None:
    assert heading_of(TextNode(text=text), text.index("| Total assets")) == heading


def test_a_passage_that_begins_inside_a_table_has_the_rest_in_its_heading() -> None:
    node = TextNode(
        text="| Total assets | 9 | 8 |",
        metadata={"heading": "BALANCE SHEETS > Balance Sheets · $ in millions > February 2, 2019 February 3, 2018"},
    )
    assert heading_of(node, 0) == Heading(
        "BALANCE SHEETS · Balance Sheets · $ in millions", ("", "February 2, 2019", "February 3, 2018")
    )


@pytest.mark.parametrize(
    ("given", "heading"),
    [
        (
            "Balance Sheets · (in thousands) > 2017 2016",
            Heading("Balance Sheets · (in thousands)", ("", "2017", "2016")),
        ),
        ("Balance Sheets > May 31, · Assets > Cash $ 5,911 $ 4,703", Heading("Balance Sheets · May 31, · Assets", ())),
    ],
    ids=["years alone", "first row"],
)
def test_headings_of_parts_of_tables(given: str, heading: Heading) -> None:
    assert heading_of(TextNode(text="| Goodwill | 9 | 8 |", metadata={"heading": given}), 0) == heading


@pytest.mark.parametrize(
    ("row", "quotable"),
    [
        ("| Inventories | 5,372 | 4,985 |", True),
        ("| Rent | paid in advance |", True),
        ("| December 31, | 2022 | 2021 |", False),
        ("| Current assets: |", False),
        ("| /401 | Lohnsteuer | 627.35 |", True),
        ("| 2 | Apron, striped | 27.00 |", True),
        ("| 08:15 | Ferry to Skerry |", True),
        ("| | 12 | 13 |", False),
    ],
)
def test_only_rows_with_values_are_quoted(row: str, quotable: bool) -> None:
    text = f"| Flat | Terms | Notes |\n{row}"
    assert is_quotable(text, text.index(row)) is quotable


def test_the_names_of_columns_are_no_answer() -> None:
    assert not is_quotable("| Flat | Terms |\n| Rent | paid in advance |", 0)


def test_names_that_are_not_as_many_as_the_cells_stand_above_no_column() -> None:
    above = "Year ended December 31, 2022\nAmericas, Asia Pacific\n\n| & Africa | Other Unallocated | Worldwide |\n"
    text = f"{above}| Net sales (millions) | $ 18,400 | $ 9,901 | $ 5,928 | $ — | $ 34,229 |"
    heading = heading_of(TextNode(text), len(above))
    assert heading.columns == ()
    assert "Other Unallocated · Worldwide" in heading.caption


SECTIONS = """Margins
(Millions)

| Year ended December 31, 2020 | Sales | Margin |
| Reported | 1,701 | 20.2% |
| Year ended December 31, 2021 |
| Reported, of the second year | 1,880 | 20.3% |"""


@pytest.mark.parametrize(
    ("text", "row", "heading"),
    [
        (
            SECTIONS,
            "Reported |",
            Heading(
                "Margins · (Millions)",
                ("Year ended December 31, 2020", "Sales", "Margin"),
                "Year ended December 31, 2020",
            ),
        ),
        (
            SECTIONS,
            "Reported, of",
            Heading(
                "Year ended December 31, 2021 · Margins · (Millions)",
                ("", "Sales", "Margin"),
                "Year ended December 31, 2021",
            ),
        ),
        (
            "2022\n2021\n% change\n\n| Safety | 11,604 | 33.9 % | 11,981 | (3.2) |",
            "Safety",
            Heading("2022 · 2021 · % change", (), "2022 · 2021"),
        ),
        (
            "Year ended May 31, 2022\n(Millions)\nNorth\nSouth\n& East\n\n| Sales | 11 | 12 |",
            "Sales",
            Heading("Year ended May 31, 2022 · (Millions)", ("", "North", "South & East"), "Year ended May 31, 2022"),
        ),
        (
            "Year ended May 31, 2022\nNet income\n5,791 $\nDepreciation\n\n| Sales | 11 | 12 |",
            "Sales",
            Heading("Year ended May 31, 2022 · Net income · Depreciation", (), "Year ended May 31, 2022"),
        ),
        (
            "Fiscal 2022\n\nWhat follows is not audited.\n\n| Area | Sales |\n| North | 11 |",
            "North",
            Heading("Fiscal 2022", ("Area", "Sales"), "Fiscal 2022"),
        ),
        (
            "| Area | 2022 |\n| North | 11 |\n\nWhat follows is not audited.\n\n| South | 7 | 8 |",
            "South",
            Heading("", ()),
        ),
    ],
    ids=[
        "first section",
        "next section",
        "years of columns that nothing tells apart",
        "names on lines",
        "figures between names",
        "year above a sentence",
        "year of another table",
    ],
)
def test_a_row_is_of_the_nearest_period_above(text: str, row: str, heading: Heading) -> None:
    assert heading_of(TextNode(text=text), text.index(f"| {row}")) == heading


class Pages:
    """The pages of one document."""

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    def document_text(self, _doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        return "\n\n".join(self._texts[first_page - 1 : last_page])


def test_what_stands_above_the_passage_on_its_page_counts_before_its_heading() -> None:
    page = "Year ended December 31, 2021\n\n| Area | Sales |\n| North | 11 |\n| South | 12 |"
    start = page.index("| South")
    node = TextNode(
        text=page[start:],
        metadata={"page_number": 2, "heading": "Year ended December 31, 2022 > Place | Turnover"},
        start_char_idx=start,
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo("report")},
    )
    heading = RowHeadings([node], Pages("Another page.", page)).of(0, 0)
    assert heading == Heading("Year ended December 31, 2021", ("Area", "Sales"), "Year ended December 31, 2021")
    # the page was read anew since
    changed = RowHeadings([node], Pages("Another page.", page.replace("2021", "1821 to 1822"))).of(0, 0)
    assert changed.columns == ("Place", "Turnover")


INDENTED = """| Operating Performance | | | 2022 | 2021 | | 2020 |
| Safety and Industrial | | | $ 1,199 | $ 2,466 | | $ 2,588 |
| Health Care | | | 1,815 | | 2,037 | 1,662 |
| Consumer | | | 994 | | 1,162 | 1,119 |
| Total operating income | | | 6,539 | | 7,369 | 7,161 |
| (Millions) | Assets | 2022 | 2021 | 2020 | of it | new |
| Health Care | 1 | 13,343 | 14,055 | 623 | 636 | 626 |"""


def test_a_column_that_the_page_sets_in_two_is_one() -> None:
    shown = answer("What was the total operating income?", TextNode(text=INDENTED))
    assert shown.splitlines()[:3] == [
        "| Operating Performance | 2022 | 2021 | 2020 |",
        "|---|---|---|---|",
        "| Total operating income | 6,539 | 7,369 | 7,161 | [1]",
    ]


def test_a_column_without_a_name_is_not_joined_with_one_that_is_filled_elsewhere() -> None:
    text = INDENTED.replace("| 994 | | 1,162 | 1,119 |", "| 994 | 3 | 1,162 | 1,119 |")
    shown = answer("What was the total operating income?", TextNode(text=text))
    assert shown.splitlines()[2] == "| Total operating income | 6,539 |  | 7,369 | 7,161 | [1]"
