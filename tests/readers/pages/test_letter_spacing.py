"""Words whose letters stand apart."""

from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_rag.readers.file import load_file
from desktop_rag.readers.pages.letter_spacing import _TYPED, _typed_whole, with_typed_words_whole
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


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("Przystań będzie z a m k n i ę t a przez tydzień.", "Przystań będzie zamknięta przez tydzień."),
        ("O G Ł O S Z E N I E   Z A R Z Ą D U", "OGŁOSZENIE ZARZĄDU"),
        ("Das ist u n b e d i n g t, ja s o f o r t! zu melden.", "Das ist unbedingt, ja sofort! zu melden."),
        ("Приказываю н е м е д л е н н о закрыть порт.", "Приказываю немедленно закрыть порт."),
        ("Το λιμάνι κ λ ε ί ν ε ι το βράδυ.", "Το λιμάνι κλείνει το βράδυ."),
        ("The „l e a s e“ ends.", "The „lease“ ends."),
        (
            "The lease is t\u00a0e\u00a0r\u00a0m\u00a0i\u00a0n\u00a0a\u00a0t\u00a0e\u00a0d today.",
            "The lease is terminated today.",
        ),
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.rtf", "a.eml"])
def test_words_typed_with_blanks_in_every_text(typed: str, whole: str, name: str, tmp_path: Path) -> None:
    source = {
        "a.html": f"<meta charset=utf-8><pre>{typed}</pre>",
        "a.rtf": "{\\rtf1\\ansi " + "".join(c if c.isascii() else f"\\u{ord(c)}?" for c in typed) + "}",
        "a.eml": f"From: ann@example.org\nContent-Type: text/plain; charset=utf-8\n\n{typed}\n",
    }.get(name, typed)
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert load_file(tmp_path / name)[0].text.strip().split("\n")[-1] == whole


@pytest.mark.parametrize(
    "text",
    [
        "Vitamins A B C D E are listed.",
        "The strings are E A D G B E.",
        "The answers were B A A C D.",
        "Let x y z u v be numbers, and plan B or C.",
        "S P D F G",
        "| a | b | i | n | o |",
        "Je n ' a i pas",
    ],
)
def test_letters_in_texts_that_are_no_words(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    assert load_file(tmp_path / "a.txt")[0].text == text


def test_code_keeps_its_blanks(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("word = 't e r m i n a t e'", encoding="utf-8")
    assert load_file(tmp_path / "a.py")[0].text == "word = 't e r m i n a t e'"


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


@given(
    some.lists(some.sampled_from([*"aeiTERMS \u00a0\n\t“(.-1", " ", "   ", " s p ä t e r ", "T E R M S"]), max_size=40)
)
def test_lines_are_passed_over_only_where_nothing_is_put_together(signs: list[str]) -> None:
    text = "".join(signs)
    assert with_typed_words_whole(text) == _TYPED.sub(_typed_whole, text)


def test_words_of_one_line_may_be_spaced_differently() -> None:
    said = read("6 Tc (Closed until further) Tj 3.5 Tc ( notice today) Tj 0 Tc ( by the mayor.) Tj")
    assert said == "Closed until further notice today by the mayor."


@pytest.mark.parametrize("word", ["LILIPUTIAN", "MITTIWIL"])
def test_letters_placed_one_by_one_at_equal_steps(word: str) -> None:
    """A narrow letter leaves more room behind it."""
    with pymupdf.open() as document:
        page = document.new_page()
        for place, letter in enumerate(word):
            page.insert_text((72 + 17 * place, 100), letter, fontsize=12)
        assert read_page(page).text == word
