"""Passages of tables say what their rows mean, wherever the table was cut."""

import re
from itertools import pairwise

import pytest

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.evidence.tables import TABLE_ROWS_KEY
from desktop_rag.node_parser.passage import PassageSplitter
from desktop_rag.node_parser.table_passages import TablePassages
from desktop_rag.readers.plain.separated_values import table_pages, values_of

HEAD = "| Item | 2022 | 2021 |"
ROWS = [f"| Item number {number} | {number * 17} | {number * 19} |" for number in range(1, 31)]
PROSE = "The company sells many items. Nothing of this concerns tables."


def _words(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


def passages(*pages: str, **metadata: str) -> list[list[TextNode]]:
    splitter, tables = PassageSplitter(64, 8, tokenizer=_words), TablePassages()
    found = []
    for text in pages:
        page = Document(text=text, metadata={"file_name": "ACME_Report-2022.pdf", **metadata})
        found.append(tables.completed(page, splitter.get_nodes_from_documents([page])))
    return found


def headings(nodes: list[TextNode]) -> list[str]:
    return [str(node.metadata.get("heading", "")) for node in nodes]


def test_every_part_of_a_table_names_file_title_unit_and_columns() -> None:
    (nodes,) = passages("Statement of Items\n(in millions)\n\n" + "\n".join([HEAD, *ROWS]))
    assert len(nodes) > 4
    first, *rest = [node for node in nodes if TABLE_ROWS_KEY not in node.metadata]
    assert first.metadata["heading"] == "ACME Report 2022"
    path = "ACME Report 2022 > Statement of Items · (in millions) > Item | 2022 | 2021"
    assert set(headings(rest)) == {path}


def test_a_table_of_several_passages_is_also_one_as_a_whole_before_them() -> None:
    text = f"{PROSE}\n\n" + "\n".join([HEAD, *ROWS]) + f"\n\n{PROSE}"
    (nodes,) = passages(text)
    (whole,) = [node for node in nodes if TABLE_ROWS_KEY in node.metadata]
    assert whole.text == "\n".join([HEAD, *ROWS])
    assert whole.metadata[TABLE_ROWS_KEY] == len(ROWS) + 1
    assert text[whole.start_char_idx : whole.end_char_idx] == whole.text
    assert nodes.index(whole) == [HEAD in node.text for node in nodes].index(True)
    for one, other in pairwise(nodes):
        assert one.next_node is not None
        assert one.next_node.node_id == other.id_


def test_a_small_table_and_running_text_stay_as_they_are() -> None:
    text = f"{PROSE}\n\n{PROSE}\n\n| a | b |\n| c | 1 |\n| d | 2 |\n\n{PROSE}"
    page = Document(text=text, metadata={"file_name": "a.txt"})
    nodes = PassageSplitter(64, 8, tokenizer=_words).get_nodes_from_documents([page])
    assert [node.text for node in TablePassages().completed(page, nodes)] == [node.text for node in nodes]
    prose = [node for (one,) in passages(PROSE) for node in (one,)]
    assert headings(prose) == [""]


def test_an_endless_table_is_not_repeated_as_a_whole() -> None:
    (nodes,) = passages("\n".join([HEAD, *ROWS * 20]))
    assert not any(TABLE_ROWS_KEY in node.metadata for node in nodes)


def test_a_table_goes_on_over_pages() -> None:
    first = "Statement of Items\n(in millions)\n\n" + "\n".join([HEAD, *ROWS[:15]]) + "\n\n12"
    second = "ACME Inc.\n\n" + "\n".join(ROWS[15:]) + "\n\n13"
    _, nodes = passages(first, second)
    rows = [node for node in nodes if node.text.count("|") > 8]
    assert rows
    assert all("Statement of Items · (in millions) > Item | 2022 | 2021" in heading for heading in headings(rows))


def test_another_table_on_the_next_page_is_not_taken_for_the_rest() -> None:
    other = "Staff by year\n\n" + "\n".join(["| Staff | 1999 | 1998 |", *ROWS[15:]])
    wide = "Staff\n\n" + "\n".join(row + " 5 |" for row in ROWS[15:])
    page = "Statement of Items\n\n" + "\n".join([HEAD, *ROWS[:15]])
    for following in (other, wide, f"{PROSE * 8}\n\n" + "\n".join(ROWS[15:])):
        _, nodes = passages(page, following)
        assert not any("2022 | 2021" in heading for heading in headings(nodes))


def test_lines_without_cells_do_not_end_a_table() -> None:
    (nodes,) = passages("\n".join([HEAD, *ROWS[:12]]) + "\n\nContingencies\nEquity\n\n" + "\n".join(ROWS[12:]))
    assert all("Item | 2022 | 2021" in heading for heading in headings(nodes[2:]))


def test_marked_headings_reach_the_tables_of_later_pages() -> None:
    table = "\n".join(["| Size | Price |", *(f"| Size {size} | {size * 3} |" for size in range(30))])
    _, nodes = passages(f"# Price list\n\n## Shoes\n\n{PROSE}", table)
    assert set(headings(nodes)) == {
        "ACME Report 2022 > Price list > Shoes",
        "ACME Report 2022 > Price list > Shoes > Size | Price",
    }


def test_what_the_reader_says_of_a_page_stands_above_its_tables() -> None:
    (nodes,) = passages("\n".join([HEAD, *ROWS]), heading="Budget")
    assert all(heading.startswith("ACME Report 2022 > Budget") for heading in headings(nodes))


def test_a_period_below_the_figures_of_a_table_is_that_of_the_next_one() -> None:
    first = ["| North | Other |", *ROWS[:15], "| Year ended May 31, 2021 |", "| Americas | Asia |"]
    second = ["| North | Other |", *ROWS[15:]]
    text = "Year ended May 31, 2022\n\n" + "\n".join(first) + "\n\nEurope\n\n" + "\n".join(second)
    (nodes,) = passages(text)
    below = [node for node in nodes if ROWS[-1] in node.text]
    assert below
    assert all("Year ended May 31, 2021 · Americas · Asia · Europe" in heading for heading in headings(below))
    assert not any("2022 ·" in heading for heading in headings(below))


def values_pages(text: str) -> list[str]:
    """Return the pages of separated values as their reader writes them."""
    values = values_of([text])
    assert values is not None
    return list(table_pages(row for _, row in values.rows))


@pytest.mark.parametrize(
    ("name", "between"),
    [
        pytest.param("Rowing-club.csv", ";", id="semicolons"),
        pytest.param("Rowing-club.csv", ",", id="commas"),
        pytest.param("Rowing-club.tsv", "\t", id="tabs"),
    ],
)
def test_separated_values_name_their_columns_below_the_first_passage(name: str, between: str) -> None:
    rows = [f"Member {number}{between}L{number}{between}{number * 7}" for number in range(1, 41)]
    text = "\n".join([between.join(("Member", "Locker", "Fee (GBP)")), *rows])
    (nodes,) = passages(*values_pages(text), file_name=name)
    first, *rest = [node for node in nodes if "table_rows" not in node.metadata]
    assert first.text.startswith("| Member")
    assert first.metadata["heading"] == "Rowing club"
    assert len(rest) > 1
    assert set(headings(rest)) == {"Rowing club > Member | Locker | Fee (GBP)"}


def test_values_without_names_of_columns_have_the_name_of_their_file_alone() -> None:
    text = "\n".join(f"2024-01-{day:02};{day}.5;{day * 3}" for day in range(1, 31))
    (nodes,) = passages(*values_pages(text), file_name="Days.csv")
    assert len(nodes) > 1
    assert set(headings(nodes)) == {"Days"}


def test_a_bar_and_a_line_end_inside_a_name_do_not_shift_the_columns() -> None:
    rows = "\n".join(f"a{number};b{number};{number}" for number in range(40))
    (nodes,) = passages(*values_pages(f'Item;"Size | width";"Price\nin euros"\n{rows}'), file_name="Shelves.csv")
    assert nodes[-1].metadata["heading"] == "Shelves > Item | Size \\| width | Price in euros"
