"""Labels and what belongs to them on pages are rows, in whatever order they are drawn."""

import pymupdf

from desktop_rag.readers.pages.page_text import PageText, read_page

LEFT, RIGHT, PITCH = 60, 400, 14


def put(page: pymupdf.Page, text: str, top: float, *, x: float = LEFT, right: float = 0, size: float = 10) -> None:
    page.insert_text((right - pymupdf.get_text_length(text, fontsize=size) if right else x, top), text, fontsize=size)


def read(document: pymupdf.Document) -> PageText:
    text = read_page(document[0])
    for word in text.words:
        assert document[0].get_textbox(pymupdf.Rect(word.box)).split() == [text.text[word.start : word.end]]
    return text


def draw_columns(page: pymupdf.Page, labels: list[str], *columns: list[str], top: float = 100) -> None:
    """Draw all labels, then all figures of a column."""
    for row, label in enumerate(labels):
        put(page, label, top + PITCH * row)
    for number, column in enumerate(columns):
        for row, figure in enumerate(column):
            put(page, figure, top + PITCH * row, right=RIGHT + 80 * number)


def test_figures_drawn_after_all_labels_stand_in_the_rows_of_their_labels() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        put(page, "Invoice 2025-17", 60)
        draw_columns(page, ["Subtotal", "VAT 20%", "Total due"], ["1,041.67 EUR", "208.33 EUR", "1,250.00 EUR"])
        put(page, "Payable within 14 days.", 200)
        text = read(document).text
    rows = "| Subtotal | 1,041.67 EUR |\n| VAT 20% | 208.33 EUR |\n| Total due | 1,250.00 EUR |"
    assert text == f"Invoice 2025-17\n\n{rows}\n\nPayable within 14 days."


def test_several_columns_of_figures_with_their_names_stand_in_the_rows_of_their_labels() -> None:
    with pymupdf.open() as document:
        labels = ["In millions", "Revenue", "Cost of sales", "Gross profit"]
        columns = ["2023", "9,583", "7,363", "2,220"], ["2022", "10,329", "8,042", "2,287"]
        draw_columns(document.new_page(), labels, *columns)
        text = read(document).text
    assert text.split("\n") == [
        f"| {label} | {one} | {other} |" for label, one, other in zip(labels, *columns, strict=True)
    ]


def test_figures_without_a_label_each_stay_where_they_are() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        draw_columns(page, ["Oslo", "Bergen"], ["4", "7", "9"])
        text = read(document).text
    assert text.split() == ["Oslo", "Bergen", "4", "7", "9"]


def test_running_text_and_figures_beside_it_are_not_joined() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        words = "Most of what the survey found was expected by those who had read the first one. " * 6
        page.insert_textbox((60, 60, 260, 400), words, fontsize=10)
        for row, tick in enumerate(("100", "80", "60", "40")):
            put(page, tick, 75 + 23 * row, right=RIGHT)
        text = read(document).text
    assert "|" not in text
    assert text.split()[-4:] == ["100", "80", "60", "40"]


def test_the_label_and_the_figure_of_one_line_are_one_line() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        put(page, "Payslip of March", 60)
        put(page, "Net pay", 100)
        put(page, "1,998.10", 100, right=RIGHT)
        put(page, "Paid on the last working day of the month.", 140)
        text = read(document).text
    assert "\n\nNet pay 1,998.10\n\n" in text


def test_two_totals_are_rows_and_two_lines_of_words_are_none() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for top, cells in ((100, ("Net", "120.00")), (114, ("Gross", "142.80"))):
            put(page, cells[0], top)
            put(page, cells[1], top, right=RIGHT)
        for top, cells in ((300, ("Ann Reed", "Tom Hall")), (314, ("for the landlord", "for the tenant"))):
            put(page, cells[0], top)
            put(page, cells[1], top, x=300)
        text = read(document).text
    assert text.startswith("| Net | 120.00 |\n| Gross | 142.80 |\n\n")
    assert text.count("|") == 6


FORM = [
    ("Property", ["Flat 21A, Marlow Quay House, 9 Tidewell Lane,", "Brackhaven BH4 2QN (fourth floor)"]),
    ("Landlord", ["Quayside Lettings Ltd, 2 Harbour Street, Brackhaven"]),
    ("Permitted occupiers", ["one child"]),
    ("Start of term", ["15 September 2025"]),
]


def test_labels_and_long_entries_of_a_form_are_rows() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        top = 100
        for label, lines in FORM:
            put(page, label, top)
            for number, line in enumerate(lines):
                put(page, line, top + 15 * number, x=220)
            top += 20 + 15 * (len(lines) - 1)
        put(page, "The tenancy is for a fixed term of twelve months from the start stated above.", top + 40)
        text = read(document).text
    rows = "\n".join(f"| {label} | {' '.join(lines)} |" for label, lines in FORM)
    assert text.startswith(f"{rows}\n\nThe tenancy")


def test_lists_are_lines_with_their_marks_and_no_form() -> None:
    items = ["We give twelve months on our own labour", "The customer gives free access", "Estimates are not binding"]
    with pymupdf.open() as document:
        page = document.new_page()
        for number, item in enumerate(items):
            put(page, f"{number + 1}.", 100 + 18 * number)
            put(page, item, 100 + 18 * number, x=90)
        text = read(document).text
    assert text.split("\n\n") == [f"{number}. {item}" for number, item in enumerate(items, 1)]


def test_the_label_of_several_rows_stands_in_each_of_them() -> None:
    prices = [("spruce", "62.00", "98.00"), ("oak", "84.00", "132.50"), ("beech", "79.00", "115.00")]
    with pymupdf.open() as document:
        page = document.new_page()
        for group, label in enumerate(("Window sill", "Shelf board")):
            top = 100 + PITCH * len(prices) * group
            # files tell a cell that covers several rows first, and its label stands in the middle of them
            put(page, label, top + PITCH)
            for row, (wood, *figures) in enumerate(prices):
                put(page, wood, top + PITCH * row, x=200)
                for number, figure in enumerate(figures):
                    put(page, figure, top + PITCH * row, right=RIGHT + 80 * number)
        text = read(document)
    rows = [f"| {label} | {' | '.join(row)} |" for label in ("Window sill", "Shelf board") for row in prices]
    assert text.text.split("\n") == rows
    assert text.boxes(0, len(rows[0]))[0] == text.boxes(len(rows[0]) + 1, len(rows[0]) + 16)[0]


def test_a_number_keeps_the_currency_behind_it() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for row, cells in enumerate((("Teilkasko", "500 €", "287,40 €"), ("Vollkasko", "150 €", "341,15 €"))):
            for x, cell in zip((60, 200, 250), cells, strict=True):
                page.insert_htmlbox((x, 100 + 18 * row, x + 100, 120 + 18 * row), f"<p>{cell}</p>")
        text = read_page(page).text
    assert text == "| Teilkasko | 500 € | 287,40 € |\n| Vollkasko | 150 € | 341,15 € |"


def test_numbered_rows_are_rows() -> None:
    rows = [("Pos", "Description", "Amount"), ("1", "Call-out", "45.00"), ("2", "Mixer tap", "96.50")]
    with pymupdf.open() as document:
        page = document.new_page()
        for row, cells in enumerate(rows):
            for x, cell in zip((60, 120, 300), cells, strict=True):
                put(page, cell, 100 + PITCH * row, x=x)
        text = read(document).text
    assert text.split("\n") == [f"| {' | '.join(cells)} |" for cells in rows]


def test_cells_of_one_line_or_several_around_the_middle_of_a_row_are_whole() -> None:
    faults = [
        ("E1", ["No water comes in"], ["Open the tap, clean the sieve", "in the hose"]),
        ("E2", ["Heating fault"], ["Call service"]),
        ("E3", ["Water on the base", "pan"], ["Close the tap, pull the plug,", "call service"]),
    ]
    with pymupdf.open() as document:
        page = document.new_page()
        for row, (code, *cells) in enumerate(faults):
            middle = 100 + 36 * row
            put(page, code, middle)
            for x, lines in zip((100, 300), cells, strict=True):
                for number, line in enumerate(lines):
                    put(page, line, middle + 15 * number - 7.5 * (len(lines) - 1), x=x)
        text = read(document).text
    rows = [(code, *(" ".join(lines) for lines in cells)) for code, *cells in faults]
    assert text.split("\n") == [f"| {' | '.join(cells)} |" for cells in rows]


def test_a_figure_is_not_joined_over_a_cell_of_two_lines() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        put(page, "Auto", 100)
        for top, part in ((94, "11.0-1"), (106, "4.0")):
            put(page, part, top, x=200)
        put(page, "1.10", 100, x=300)
        text = read_page(page).text
    assert text.split() == ["Auto", "11.0-1", "4.0", "1.10"]


def test_a_number_before_a_long_name_is_the_first_cell_of_its_row() -> None:
    rows = [("1", "Call-out on a weekday", "45.00"), ("2", "Radiator, double panel, 600 x 1000 mm", "148.00"),
            ("3", "Labour", "49.40")]  # fmt: skip
    with pymupdf.open() as document:
        page = document.new_page()
        for row, cells in enumerate(rows):
            for x, cell in zip((60, 90, 400), cells, strict=True):
                put(page, cell, 100 + PITCH * row, x=x)
        text = read(document).text
    assert text.split("\n") == [f"| {' | '.join(cells)} |" for cells in rows]
