"""Tables on a page become rows, everything else stays as it is, and every character knows its place."""

from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.schema import Document
from desktop_rag.node_parser.captions import table_context
from desktop_rag.node_parser.passage import PassageSplitter
from desktop_rag.readers.pages.page_text import PageText, RawWord, lay_out, read_page

ROWS = [
    ("", "2022", "2021", "2020"),
    ("Net sales", "$ 34,229", "$ 35,355", "$ 32,184"),
    ("Operating expenses",),
    ("Cost of sales", "19,232", "18,795", "16,605"),
    ("Gain on business divestitures", "(2,724)", "-", "(389)"),
    ("Goodwill impairment", "271", "", ""),
    ("Operating income", "6,539", "7,369", "7,161"),
]
RIGHT = (330, 420, 510)


def draw_table(page: pymupdf.Page, top: float, rows: list[tuple[str, ...]] = ROWS) -> float:
    """Draw rows whose numbers end at the same place; return where they end."""
    for row in rows:
        for place, cell in enumerate(row):
            x = 60 if place == 0 else RIGHT[place - 1] - pymupdf.get_text_length(cell, fontsize=10)
            if cell:
                page.insert_text((x, top), cell, fontsize=10)
        top += 14
    return top


def page_with_table() -> pymupdf.Document:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((60, 60), "Consolidated Statement of Income", fontsize=14)
    page.insert_text((60, 80), "(in millions)", fontsize=10)
    bottom = draw_table(page, 110)
    page.insert_textbox((60, bottom + 20, 520, 700), "The notes are part of this statement. " * 8, fontsize=10)
    return document


def test_the_cells_of_a_row_stand_on_one_line() -> None:
    with page_with_table() as document:
        text = read_page(document[0]).text
    assert text.startswith("Consolidated Statement of Income\n\n(in millions)\n\n| ")
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert table == [
        "| | 2022 | 2021 | 2020 |",
        "| Net sales | $ 34,229 | $ 35,355 | $ 32,184 |",
        "| Operating expenses |",
        "| Cost of sales | 19,232 | 18,795 | 16,605 |",
        "| Gain on business divestitures | (2,724) | - | (389) |",
        "| Goodwill impairment | 271 | | |",
        "| Operating income | 6,539 | 7,369 | 7,161 |",
    ]
    assert "|\n\nThe notes are part of this statement." in text


def test_every_cell_knows_where_it_stands() -> None:
    with page_with_table() as document:
        page = document[0]
        text = read_page(page)
        for word in ("19,232", "(2,724)", "divestitures", "notes"):
            start = text.text.index(word)
            (box,) = text.boxes(start, start + len(word))
            assert page.get_textbox(pymupdf.Rect(box)).strip() == word
        for word in text.words:
            assert text.text[word.start : word.end].strip() == text.text[word.start : word.end]


@pytest.mark.parametrize(
    "html",
    [
        "<p>"
        + "Running text that fills its lines from the left to the right, with 12 numbers and 3.5 more. " * 12
        + "</p>",
        "<ul>" + "<li>An entry of a list, which says something about 2021</li>" * 6 + "</ul>",
        "<ol>" + "<li>An entry of a numbered list</li>" * 6 + "</ol>",
        '<p style="text-align:justify">' + "Justified words stand further apart than others do. " * 12 + "</p>",
        "<p>" + "日本語の文章は空白なしで続き、行の終わりでも切れない。" * 12 + "</p>",
    ],
    ids=["prose", "list", "numbered", "justified", "japanese"],
)
def test_what_is_no_table_stays_as_it_was(html: str) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_htmlbox((60, 60, 520, 780), html)
        assert "|" not in read_page(page).text


def test_two_columns_are_no_table() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        words = "Short lines of a narrow column that go on and on. " * 8
        page.insert_textbox((60, 60, 180, 700), words, fontsize=10)
        page.insert_textbox((220, 60, 340, 700), words, fontsize=10)
        page.insert_textbox((380, 60, 500, 700), words, fontsize=10)
        text = read_page(page).text
    assert "|" not in text
    assert text.count("Short lines") >= 3


def test_a_page_without_words_and_a_cell_with_a_bar() -> None:
    assert lay_out([]) == PageText("", ())
    rows: list[RawWord] = []
    for number in range(4):
        top = 10.0 + 14 * number
        rows += [(10, top, 40, top + 10, f"a|{number}", 0, number), (90, top, 99, top + 10, str(number), 0, number)]
    assert lay_out(rows).text.splitlines()[0] == "| a/0 | 0 |"


def test_passages_inside_a_table_name_its_title_and_columns() -> None:
    rows = "\n".join(f"| Item number {number} | {number * 17} | {number * 19} |" for number in range(60))
    text = f"Consolidated Statement of Income\n(in millions)\n\n| | 2022 | 2021 |\n{rows}\n\nThe end of the page."
    splitter = PassageSplitter(64, 8, tokenizer=_words)
    nodes = splitter.get_nodes_from_documents([Document(text=text, metadata={"file_name": "a.pdf"})])
    headings = [node.metadata.get("heading", "") for node in nodes]
    assert "heading" not in nodes[0].metadata
    assert nodes[0].text.startswith("Consolidated")
    assert set(headings[1:-1]) == {"Consolidated Statement of Income · (in millions) > 2022 | 2021"}
    assert text[nodes[3].start_char_idx : nodes[3].end_char_idx] == nodes[3].text


@pytest.mark.parametrize(
    ("above", "table", "expected"),
    [
        ("", "| a | b |", ""),
        ("", "| a | b |\n| 1 | 2 |", "a | b"),
        ("A sentence that ends.\n", "| a | b |\n| 1 | 2 |", "a | b"),
        ("## Sizes\n\n", "| a | b |\n| 1 | 2 |", "Sizes > a | b"),
        ("x" * 200 + "\n", "| a |\n| 1 |", "a"),
    ],
)
def test_the_context_of_a_table(above: str, table: str, expected: str) -> None:
    assert table_context(above + table, len(above), len(above) + len(table)) == expected


def _words(text: str) -> list[tuple[int, int]]:
    import re

    return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


def test_reading_and_showing_give_the_same_text(tmp_path: Path) -> None:
    with page_with_table() as document:
        document.save(tmp_path / "a.pdf")
    with pymupdf.open(tmp_path / "a.pdf") as one, pymupdf.open(tmp_path / "a.pdf") as other:
        assert read_page(one[0]) == read_page(other[0])


def test_chinese_characters_take_more_room_than_latin_ones() -> None:
    page = lay_out([(0, 0, 130, 10, "漢字。Desktop", 0, 0)])
    assert page.boxes(0, 3) == [(0, 0, 60, 10)]
    assert page.boxes(3, 10) == [(60, 0, 130, 10)]
    assert PageText("", page.words).boxes(0, 5) == [(0, 0, 65, 10)]


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("It costs forty-", "seven crowns."), "It costs forty-seven crowns."),
        (("Il coûte vingt-", "neuf sous."), "Il coûte vingt-neuf sous."),
        (("A half-moon; the half-", "moon again."), "A half-moon; the half-moon again."),
        (("The har-", "bour is old."), "The harbour is old."),
    ],
)
def test_a_hyphen_that_belongs_to_a_word_stays_at_the_end_of_a_line(lines: tuple[str, str], text: str) -> None:
    words = [
        (72 + 40 * place, 100 + 14 * line, 110 + 40 * place, 112 + 14 * line, word, 0, line)
        for line, said in enumerate(lines)
        for place, word in enumerate(said.split())
    ]
    assert " ".join(lay_out(words).text.split()) == text
