"""Raised and lowered letters on pages, whatever order they were drawn in."""

import pymupdf
import pytest

from desktop_rag.readers.pages.page_text import PageText, read_page

SIZE = 11
_FONT = "helv"
Piece = tuple[str, float, float]
"""Letters, their size, and how far they are raised."""


def length(letters: str, size: float) -> float:
    return float(pymupdf.Font(_FONT).text_length(letters, size))


def line(page: pymupdf.Page, y: float, *pieces: Piece, left: float = 72) -> list[tuple[float, Piece]]:
    """Return pieces of a line behind each other, with where each begins."""
    placed = []
    for piece in pieces:
        placed.append((left, piece))
        left += length(piece[0], piece[1])
    for x, (text, size, up) in placed:
        page.insert_text((x, y - up), text, fontsize=size, fontname=_FONT)
    return placed


def text(value: str) -> Piece:
    return value, SIZE, 0


def up(value: str, by: float = 4, size: float = 7) -> Piece:
    return value, size, by


def down(value: str) -> Piece:
    return value, 7, -2.5


def read(*lines: tuple[Piece, ...]) -> PageText:
    with pymupdf.open() as document:
        page = document.new_page()
        for number, pieces in enumerate(lines):
            line(page, 90 + 24 * number, *pieces)
        return read_page(page)


@pytest.mark.parametrize("by", [3, 4, 5, 6])
def test_powers_units_and_formulas_of_substances(by: float) -> None:
    said = read(
        (text("The culture held 3 × 10"), up("6", by), text(" cells per well.")),
        (text("An area of 450 m"), up("2", by), text(" and H"), down("2"), text("O with CO"), down("2"), text(".")),
        (text("At 10"), up("-3", by), text(" mol and E = mc"), up("2", by)),
        (text("Of x"), down("i"), text(" and x"), up("n+1", by), text(" in m s"), up("-1", by)),
    ).text
    assert "3 × 10⁶ cells per well." in said
    assert "450 m² and H₂O with CO₂." in said
    assert "10⁻³ mol and E = mc²" in said
    assert "x_i and x^(n+1) in m s⁻¹" in said


def test_marks_of_notes_stand_apart_from_figures_and_words() -> None:
    page = read(
        (text("Revenue was 1,250"), up("4"), text(" crowns in 1871."), up("5")),
        (text("The clerk of the parish"), up("6"), text(" said so, and 45"), up("7"), text(" more.")),
        (up("7"), text(" Without the northern fleet.")),
    )
    assert "1,250 ⁴ crowns in 1871." in page.text
    assert "parish ⁶ said" in page.text
    assert "45 ⁷ more" in page.text
    assert "⁷ Without the northern fleet." in page.text
    assert "12504" not in page.text


def test_ordinals_and_shortened_words_stay_words() -> None:
    said = read(
        (text("On the 21"), up("st"), text(" of May, the 2"), up("nd"), text(" and the 3"), up("rd"), text(" boat.")),
        (text("Le 1"), up("er"), text(" mai, M"), up("lle"), text(" Dubois.")),
    ).text
    assert "the 21st of May, the 2nd and the 3rd boat." in said
    assert "Le 1er mai, Mlle Dubois." in said


def test_a_slanted_fraction_is_no_power() -> None:
    said = read(
        (text("Cut 2"), up("1", 3), ("/", SIZE, 0), down("4"), text(" feet and "), up("1", 3), text("/"), down("2")),
    ).text
    assert "Cut 2 1/4 feet and 1/2" in said


def test_marks_drawn_after_or_before_the_text_stand_in_their_places() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        pieces = line(page, 90, text("Herring 1,310"), text(" tonnes"))
        page.insert_text((72, 114), "Cod 45 tonnes", fontsize=SIZE, fontname=_FONT)
        page.insert_text((pieces[1][0], 86), "2", fontsize=6.5, fontname=_FONT)
        said = read_page(page).text
    assert "Herring 1,310 ² tonnes" in said
    assert "Cod 45 tonnes" in said


def test_other_sizes_on_one_line_are_neither_raised_nor_lowered() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        line(page, 90, ("T", 11, 0), ("HE", 8.5, 0), (" M", 11, 0), ("ILL", 8.5, 0), (" of 1871", 11, 0))
        page.insert_text((72, 150), "O", fontsize=34, fontname=_FONT)
        page.insert_text((100, 136), "nce upon a time there was", fontsize=11, fontname=_FONT)
        page.insert_text((100, 150), "a mill with four wheels.", fontsize=11, fontname=_FONT)
        said = read_page(page).text
    assert "THE MILL of 1871" in said
    assert "^" not in said
    assert "_" not in said


def test_figures_of_a_table_keep_their_marks_apart() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for row, (fish, figure, mark) in enumerate([("Herring", "310", "2"), ("Cod", "45", ""), ("Sprat", "128", "3")]):
            page.insert_text((72, 100 + 18 * row), fish, fontsize=SIZE, fontname=_FONT)
            line(page, 100 + 18 * row, text(figure), up(mark or " "), left=220)
        page.insert_text((72, 700), "2 Estimate.   3 Without the northern fleet.", fontsize=8, fontname=_FONT)
        said = read_page(page).text
    assert "| Herring | 310 ² |" in said
    assert "| Cod | 45 |" in said
    assert "| Sprat | 128 ³ |" in said


def test_html_with_raised_and_lowered_letters() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_htmlbox((72, 72, 500, 400), "<p>It is 5 × 10<sup>8</sup> and SO<sub>4</sub><sup>2−</sup>.</p>")
        said = read_page(page).text
    assert "5 × 10⁸ and SO₄²⁻." in said


def test_ranges_lead_to_the_letters_on_the_page() -> None:
    page = read((text("Revenue was 1,250"), up("4"), text(" crowns and 3 × 10"), up("6"), text(" cells.")))
    start = page.text.index("1,250")
    (figure,) = page.boxes(start, start + 5)
    begin = 72 + length("Revenue was ", SIZE)
    assert figure[0] == pytest.approx(begin, abs=1)
    assert figure[2] == pytest.approx(begin + length("1,250", SIZE), abs=1)
    (power,) = page.boxes(page.text.index("10⁶"), page.text.index("10⁶") + 3)
    assert power[2] - power[0] == pytest.approx(length("10", SIZE) + length("6", 7), abs=1)
    for word in page.words:
        assert page.text[word.start : word.end].strip()


def test_signs_of_symbol_fonts() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), "\u00fe", fontsize=SIZE, fontname=_FONT)
        page.insert_text((90, 100), "Annual report, 40", fontsize=SIZE, fontname=_FONT)
        page.insert_text((72, 130), "\u00a8", fontsize=SIZE, fontname=_FONT)
        page.insert_text((90, 130), "Transition report", fontsize=SIZE, fontname=_FONT)
        plain = read_page(page).text
        for xref, *_ in page.get_fonts():
            document.xref_set_key(xref, "BaseFont", "/ABCDEF+Wingdings-Regular")
            document.xref_set_key(xref, "Subtype", "/TrueType")
        page.insert_text((90, 160), "A usual line", fontsize=SIZE, fontname="tiro")
        with pymupdf.open(stream=document.tobytes()) as again:
            said = read_page(again[0]).text
    assert "þ" in plain
    assert "☑" in said
    assert "☐" in said
    assert "A usual line" in said


@pytest.mark.parametrize(("size", "above", "below"), [(7, 4, 3.5), (8, 6, 5), (6.5, 5, 3), (11, 7, 7)])
def test_figures_above_and_below_a_bar_are_a_fraction(size: float, above: float, below: float) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for row, before in enumerate(("Add 2", "Add ")):
            y, x = 100 + 60 * row, 73 + length(before, SIZE)
            page.insert_text((72, y), before, fontsize=SIZE, fontname=_FONT)
            page.insert_text((x, y - above), "1", fontsize=size, fontname=_FONT)
            page.insert_text((x, y + below), "2", fontsize=size, fontname=_FONT)
            page.draw_line((x, y - 3), (x + length("1", size), y - 3))
            page.insert_text((x + 7, y), " litres of milk.", fontsize=SIZE, fontname=_FONT)
        said = " ".join(read_page(page).text.split())
    assert said == "Add 2 1/2 litres of milk. Add 1/2 litres of milk."


def test_a_letter_with_an_index_and_a_power_is_no_fraction() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), "Let x", fontsize=SIZE, fontname=_FONT)
        x = 72 + length("Let x", SIZE)
        page.insert_text((x, 96), "2", fontsize=7, fontname=_FONT)
        page.insert_text((x, 103), "1", fontsize=7, fontname=_FONT)
        page.insert_text((x + 5, 100), " be known.", fontsize=SIZE, fontname=_FONT)
        assert "2/1" not in read_page(page).text
