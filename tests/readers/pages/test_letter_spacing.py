"""Words whose letters stand apart."""

import pymupdf
import pytest

from desktop_rag.readers.pages.page_text import read_page


def read(*operators: str) -> str:
    """Return the text of a page with these operators, each of which begins a line 11 points high."""
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), ".", fontname="helv")
        lines = (f"BT /helv 11 Tf 72 {760 - 30 * number} Td {one} ET" for number, one in enumerate(operators))
        document.update_stream(page.get_contents()[0], "\n".join(lines).encode("latin-1"))
        return read_page(document.reload_page(page)).text


@pytest.mark.parametrize("spacing", [2, 3, 4.5, 7])
def test_spacing_of_letters(spacing: float) -> None:
    said = read(f"{spacing} Tc (TERMINATION OF LEASE) Tj", f"{spacing} Tc (Warranty) Tj", f"{spacing} Tc (Notice) Tj")
    assert said.split("\n\n") == ["TERMINATION OF LEASE", "Warranty", "Notice"]


def test_a_word_within_a_sentence() -> None:
    said = read("(Der ) Tj 3 Tc (Zwischenfall) Tj 0 Tc ( wurde gemeldet, sagt der Hafenmeister.) Tj")
    assert said == "Der Zwischenfall wurde gemeldet, sagt der Hafenmeister."


def test_letters_placed_by_an_array() -> None:
    letters = " -400 ".join(f"({letter})" for letter in "INSURANCE")
    words = f"[{letters} -1200 (O) -400 (F) -1200 {' -400 '.join(f'({letter})' for letter in 'BOATS')}] TJ"
    assert read(words) == "INSURANCE OF BOATS"


def test_letters_placed_one_by_one_and_typed_with_blanks() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        x = 72.0
        for letter in "HARBOUR RULES":
            page.insert_text((x, 100), letter, fontsize=12)
            x += pymupdf.get_text_length(letter, "helv", 12) + 4
        page.insert_text((72, 140), "C H A R T E R   P A R T Y", fontsize=12)
        page.insert_text((72, 180), "Das ist s e h r, ja u n b e d i n g t  richtig.", fontsize=12)
        page.insert_text((72, 220), "N o t i c e", fontsize=12)
        said = read_page(page).text
    assert said.split("\n\n")[:2] == ["HARBOUR RULES", "CHARTER PARTY"]
    assert "unbedingt richtig" in said
    assert "Notice" in said


@pytest.mark.parametrize(
    "line",
    [
        "Berths A B C and D are free.",
        "Let a b c be the sides of the sail.",
        "A B C D E F G",
        "M T W T F S S",
        "Y N N Y N",
        "J. R. R. T. met A. A. M.",
        "a b c d e f",
        "Plan B, plan C",
        "1 2 3 4 5 6",
    ],
)
def test_single_letters_with_usual_blanks_stay_apart(line: str) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), line, fontsize=12)
        assert read_page(page).text == line


def test_chinese_stays_as_it_is() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), "东 京 湾 的 船 每 天 六 点 开", fontsize=12, fontname="china-s")
        assert read_page(page).text == "东 京 湾 的 船 每 天 六 点 开"


def test_ranges_lead_to_the_whole_word() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), "W A R R A N T Y   O F   P U M P S", fontsize=12)
        read = read_page(page)
    start = read.text.index("PUMPS")
    (box,) = read.boxes(start, start + 5)
    assert box[0] == pytest.approx(72 + pymupdf.get_text_length("W A R R A N T Y   O F   ", "helv", 12), abs=1)
