"""Paragraphs whose lines stand far apart, as in drafts, slides and much Korean print."""

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.pages.page_text import read_page

TEXT = (
    "The grey whale swims along the coast twice every year.",
    "Each journey takes it twelve thousand miles, from warm la-",
    "goons in the south to a cold sea full of food. No other an-",
    "imal travels as far. Its calves are born on the way.",
)
HEADING = "Where whales live"
NEXT = (
    "Blue whales stay far away from every coast. They are seen",
    "by those who sail the open sea for many weeks only.",
)


def draw(lines: list[tuple[str, float]], spacing: float, left: float = 72) -> str:
    """Draw lines with what each is indented by, ``spacing`` points apart, and read the page."""
    with pymupdf.open() as document:
        page = document.new_page()
        for number, (line, indent) in enumerate(lines):
            page.insert_text((left + indent, 90 + number * spacing), line, fontsize=11)
        return read_page(page).text


@pytest.mark.parametrize("spacing", [13, 20, 27, 34])
def test_lines_of_a_paragraph_belong_together_however_far_apart(spacing: float) -> None:
    text = draw([(line, 0) for line in TEXT], spacing)
    assert "\n\n" not in text
    assert "from warm lagoons in the south" in text.replace("\n", " ")
    assert "No other animal travels" in text.replace("\n", " ")


def test_a_short_line_ends_a_paragraph_and_an_indented_one_begins_it() -> None:
    text = draw(
        [(TEXT[0], 12), *[(line, 0) for line in (*TEXT[1:3], "imal is so slow.")], (NEXT[0], 12), (NEXT[1], 0)], 28
    )
    first, second = text.split("\n\n")
    assert first.endswith("No other animal is so slow.")
    assert second == "\n".join(NEXT)
    indented = draw([(TEXT[0], 12), *[(line, 0) for line in TEXT[1:]], (NEXT[0], 12), (NEXT[1], 0)], 28)
    assert indented.split("\n\n")[1] == "\n".join(NEXT)


def test_headings_and_lists_stay_apart() -> None:
    text = draw([*[(line, 0) for line in TEXT], (HEADING, 0), *[(line, 0) for line in NEXT]], 28)
    assert [len(part.split("\n")) for part in text.split("\n\n")] == [2, 1, 2]
    listed = draw([(f"{number}. {line}", 0) for number, line in enumerate(TEXT, 1)], 28)
    assert listed.count("\n\n") == 3


def test_paragraphs_of_one_line_among_others_stay_apart() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for number, line in enumerate((*TEXT, *NEXT)):
            page.insert_text((72, 90 + number * 13), line, fontsize=11)
        for number in range(3):
            page.insert_text((72, 220 + number * 28), "This is a paragraph of a single line, and it is not short.")
        text = read_page(page).text
    assert text.count("\n\nThis is a paragraph") == 3


def test_two_lines_belong_together_when_the_second_goes_on_in_small_letters() -> None:
    ends = "by those who sail the open sea.", "By nobody else."
    with pymupdf.open() as document:
        page = document.new_page()
        for top, line in ((90, NEXT[0]), (118, ends[0]), (200, NEXT[0]), (228, ends[1])):
            page.insert_text((72, top), line, fontsize=11)
        text = read_page(page).text
    assert text.split("\n\n") == [f"{NEXT[0]}\n{ends[0]}", NEXT[0], ends[1]]


def test_numbers_below_each_other_are_no_paragraph() -> None:
    assert draw([(str(number), 0) for number in range(10, 20)], 24).count("\n\n") == 9


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.text("ab. 中文-•1", min_size=1, max_size=60), st.floats(0, 60)), min_size=1, max_size=20),
    st.floats(8, 40),
)
def test_no_word_is_lost_and_each_is_where_it_says(lines: list[tuple[str, float]], spacing: float) -> None:
    with pymupdf.open() as document:
        page = document.new_page(height=1000)
        for number, (line, indent) in enumerate(lines):
            page.insert_text((72 + indent, 90 + number * spacing), line, fontname="china-s")
        words = [word[4] for word in page.get_text("words", sort=False)]
        read = read_page(page)
    kept = "".join(read.text.split()).replace("|", "")
    assert sorted(kept.replace("-", "")) == sorted("".join(words).replace("-", ""))
    assert all(read.text[word.start : word.end].strip() for word in read.words if word.end > word.start)
