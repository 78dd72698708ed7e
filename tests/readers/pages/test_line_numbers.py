"""Numbers of lines in the margins of pages."""

import pymupdf
import pytest

from desktop_rag.readers.pages.page_text import read_page

LINES = (
    "The plaintiff lent the defendant a barge in May of",
    "the year 1894 and asked for it back in the next June.",
    "The defendant kept the barge until the frost and then",
    "returned it with a broken keel. The repair cost him",
    "ninety crowns, which the defendant has not paid yet.",
    "The plaintiff therefore asks the court to order here",
    "the payment with interest of four percent for a year",
    "and to charge the costs of these proceedings to him,",
    "as well as those of the notices that were sent before",
    "the frost set in and the canal was closed to boats.",
    "The defendant says that the keel was broken in March",
    "when the barge lay at the upper lock for some weeks.",
)
STEPS = ("Drain the boiler", "Remove the gauge", "Cover the wheel", "Lock the shed", "Write to the owner")


def draw(
    lines: tuple[str, ...],
    first: int = 1,
    step: int = 1,
    *,
    left: bool = True,
    right: bool = False,
    above: bool = False,
) -> str:
    """Draw lines with numbers beside them, all numbers before the text if ``above``, and read the page."""
    numbers = [(row, str(first + row)) for row in range(len(lines)) if (first + row) % step == 0]
    with pymupdf.open() as document:
        page = document.new_page()
        for row, line in enumerate(lines):
            if not above:
                page.insert_text((90, 90 + 20 * row), line, fontsize=11)
            for number in (one for at, one in numbers if at == row):
                width = pymupdf.get_text_length(number, "helv", 9)
                if left:
                    page.insert_text((64 - width, 90 + 20 * row), number, fontsize=9)
                if right:
                    page.insert_text((480, 90 + 20 * row), number, fontsize=9)
        for row, line in enumerate(lines if above else ()):
            page.insert_text((90, 90 + 20 * row), line, fontsize=11)
        return read_page(page).text


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("first", "step", "left", "right", "above"),
    [
        (1, 1, True, False, False),
        (1, 1, True, False, True),
        (17, 1, True, False, False),
        (4, 2, True, False, False),
        (1, 1, False, True, False),
        (98, 1, True, True, False),
        (5, 3, True, False, True),
    ],
)
def test_the_text_runs_on_and_the_numbers_stand_apart(
    first: int, step: int, left: bool, right: bool, above: bool
) -> None:
    said = flat(draw(LINES, first, step, left=left, right=right, above=above))
    assert said.startswith(flat(" ".join(LINES)))
    assert str(first - first % -step if first % step else first) in said[len(flat(" ".join(LINES))) :]


def test_each_fifth_line_and_verses_that_begin_in_capitals() -> None:
    verses = tuple(
        f"And {word} the sea, the {word} and silver sea" for word in "green grey dark blue wide deep old cold".split()
    )
    said = flat(draw(verses + LINES, 1, 5))
    assert said.startswith(flat(" ".join(verses + LINES)))
    assert said.endswith("5 10 15 20")


def test_numbered_lists_and_tables_keep_their_numbers() -> None:
    said = draw(STEPS)
    assert [flat(part) for part in said.split("\n\n")] == [f"{step} {number}" for number, step in enumerate(STEPS, 1)]
    with pymupdf.open() as document:
        page = document.new_page()
        for row, (fish, tonnes) in enumerate(
            [("herring", "310"), ("cod", "45"), ("sprat", "128"), ("eel", "7"), ("ide", "9")]
        ):
            for x, text in ((60, str(row + 1)), (90, fish), (240, tonnes)):
                page.insert_text((x, 100 + 18 * row), text, fontsize=11)
        said = read_page(page).text
    assert "| 2 | cod | 45 |" in said


def test_years_in_the_text_are_no_numbers_of_lines() -> None:
    lines = tuple(f"18{70 + n} was the year in which boat {n} was built by the smith" for n in range(6))
    with pymupdf.open() as document:
        page = document.new_page()
        for row, line in enumerate(lines):
            page.insert_text((72, 90 + 14 * row), line, fontsize=11)
        assert read_page(page).text.split("\n") == list(lines)
