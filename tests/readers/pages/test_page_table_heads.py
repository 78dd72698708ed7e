"""Heads of tables on pages: names over several columns, and names that stand on several lines."""

import pymupdf

from desktop_rag.evidence.tables import head_of, rows_of
from desktop_rag.readers.pages.page_text import PageText, read_page

LEFT, RIGHT = 60, (300, 370, 440, 510)
ROWS = [("Revenue", "9,583", "10,329", "19,050", "20,976"), ("Cost of sales", "7,363", "8,042", "14,680", "16,336"),
        ("Gross profit", "2,220", "2,287", "4,370", "4,640"), ("Tax", "96", "58", "171", "168")]  # fmt: skip


def put(page: pymupdf.Page, text: str, top: float, *, right: float = 0, middle: float = 0) -> None:
    width = pymupdf.get_text_length(text, fontsize=10)
    x = right - width if right else middle - width / 2 if middle else LEFT
    page.insert_text((x, top), text, fontsize=10)


def draw_rows(page: pymupdf.Page, top: float, rows: list[tuple[str, ...]]) -> None:
    for number, (label, *values) in enumerate(rows):
        put(page, label, top + number * 14)
        for value, right in zip(values, RIGHT, strict=False):
            put(page, value, top + number * 14, right=right)


def read(document: pymupdf.Document) -> PageText:
    text = read_page(document[0])
    for word in text.words:
        assert document[0].get_textbox(pymupdf.Rect(word.box)).split() == [text.text[word.start : word.end]]
    return text


def test_a_name_over_several_columns_begins_with_the_first() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        put(page, "Three months", 100, middle=310)
        put(page, "Six months", 100, middle=450)
        draw_rows(page, 114, [("In millions", "2023", "2022", "2023", "2022"), *ROWS])
        text = read(document).text
    assert text.startswith(
        "| | Three months | | Six months | |\n| In millions | 2023 | 2022 | 2023 | 2022 |\n| Revenue"
    )
    names = ("In millions", "Three months 2023", "Three months 2022", "Six months 2023", "Six months 2022")
    assert head_of(rows_of(text)).columns == names


def test_names_on_several_lines_are_one_row() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((LEFT, 50), "The costs of the plan are as follows, in order of their size", fontsize=10)
        for column, lines in enumerate((["Employee", "costs"], ["Fixed", "asset", "costs"], ["Other"], ["Total"])):
            for line, name in enumerate(reversed(lines)):
                put(page, name, 106 - 14 * line, right=RIGHT[column])
        draw_rows(page, 120, ROWS)
        text = read(document).text
    assert "size\n\n| | Employee costs | Fixed asset costs | Other | Total |\n| Revenue | 9,583" in text


def test_labels_below_the_names_of_columns_are_rows() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for names, right in zip((("August 29,", "2021"), ("August 30,", "2020")), RIGHT, strict=False):
            for line, name in enumerate(names):
                put(page, name, 80 + 14 * line, right=right)
        put(page, "ASSETS", 108)
        put(page, "Current assets:", 122)
        draw_rows(page, 136, [row[:3] for row in ROWS])
        text = read(document).text
    assert text.startswith(
        "| | August 29, 2021 | August 30, 2020 |\n| ASSETS |\n| Current assets: |\n| Revenue | 9,583"
    )


def test_words_far_above_a_table_or_across_its_columns_name_none() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        put(page, "Total", 30, right=RIGHT[3])
        put(page, "Other", 30, right=RIGHT[2])
        put(page, "These are the amounts of the whole group of companies in the second quarter", 106, right=RIGHT[3])
        draw_rows(page, 120, ROWS)
        text = read(document).text
    assert text.count("\n|") == len(ROWS)


def test_a_name_in_the_middle_of_columns_that_it_reaches_over_stands_above_them() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        put(page, "Fiscal years ended September 30", 86, middle=(RIGHT[0] + RIGHT[3] - 25) / 2)
        for name, right in zip(("Actual", "Budget", "Change", "Share"), RIGHT, strict=True):
            put(page, name, 100, right=right)
        draw_rows(page, 114, ROWS)
        text = read(document).text
    assert text.startswith(
        "| | Fiscal years ended September 30 | | | |\n| | Actual | Budget | Change | Share |\n| Revenue"
    )
    assert head_of(rows_of(text)).columns[4] == "Fiscal years ended September 30 Share"


def test_names_beside_those_of_two_lines_are_of_the_same_row() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        put(page, "Part", 107)
        for column, lines in enumerate((["Fixed", "costs"], ["Other"], ["Unit", "costs"], ["Total"])):
            for line, name in enumerate(lines):
                put(page, name, 107 + (7 if line else -7) * (len(lines) > 1), right=RIGHT[column])
        draw_rows(page, 130, ROWS)
        text = read(document).text
    assert text.startswith("| Part | Fixed costs | Other | Unit costs | Total |\n| Revenue | 9,583")


def test_a_label_on_two_lines_is_one() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        rows = [*ROWS[:2], ("Net income attributable to",), ("noncontrolling interests", "96", "58", "171", "168")]
        draw_rows(page, 100, [*rows, ("Current assets:",), ("cash", "1", "2", "3", "4")])
        text = read(document).text
    assert "| Net income attributable to noncontrolling interests | 96 | 58 | 171 | 168 |" in text
    assert text.endswith("| Current assets: |\n| cash | 1 | 2 | 3 | 4 |")


def test_a_word_parted_in_a_name_of_two_lines_is_whole() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for column, lines in enumerate((["Selbst-", "beteiligung"], ["Jahres-", "beitrag"], ["Summe"], ["Anteil"])):
            for line, name in enumerate(reversed(lines)):
                put(page, name, 86 - 12 * line, right=RIGHT[column])
        draw_rows(page, 100, ROWS)
        text = read_page(document[0])
    assert text.text.startswith("| | Selbstbeteiligung | Jahresbeitrag | Summe | Anteil |")
    assert len(text.boxes(0, len("| | Selbstbeteiligung"))) == 2
