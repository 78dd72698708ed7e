"""Every range of a page's text leads to the boxes of its words, also joined, stored, and one text below another."""

import zlib
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.pages.page_text import PageText, PlacedWord, RawWord, lay_out, pack_words, unpack_words

EIGHTHS = st.integers(0, 8 * 2000).map(lambda number: number / 8)
BOXES = st.tuples(EIGHTHS, EIGHTHS, EIGHTHS, EIGHTHS)
WORDS = st.lists(st.builds(PlacedWord, st.integers(0, 10**6), st.integers(0, 10**6), BOXES), max_size=30)


def word(text: str, left: float, top: float, *, block: int = 0, line: int = 0, height: float = 10) -> RawWord:
    """Return a word whose letters are 6 points wide."""
    return (left, top, left + 6 * len(text), top + height, text, block, line)


def shown(page: PageText) -> list[str]:
    """Return what the words' ranges say, in order."""
    return [page.text[one.start : one.end] for one in page.words]


@given(WORDS)
def test_words_are_stored_without_loss_to_an_eighth_of_a_point(words: list[PlacedWord]) -> None:
    assert unpack_words(pack_words(words)) == tuple(words)


def test_places_between_eighths_go_to_the_nearest() -> None:
    (stored,) = unpack_words(pack_words([PlacedWord(0, 1, (0.06, 0.07, 9.99, 10.1))]))
    assert stored.box == (0.0, 0.125, 10.0, 10.125)


def test_what_earlier_versions_stored_is_read() -> None:
    numbers = array("i", [0, 5, 80, 160, 328, 248, 6, 11, 340, 160, 600, 248])
    assert unpack_words(zlib.compress(numbers.tobytes())) == (
        PlacedWord(0, 5, (10, 20, 41, 31)),
        PlacedWord(6, 11, (42.5, 20, 75, 31)),
    )


@pytest.mark.parametrize(
    "damaged",
    [b"", b"nonsense", pack_words([PlacedWord(0, 1, (0, 0, 1, 1))])[:-6], zlib.compress(b"xyz")],
    ids=["empty", "nonsense", "cut off", "no whole number"],
)
def test_of_damaged_words_nothing_is_left(damaged: bytes) -> None:
    assert unpack_words(damaged) == ()


def test_numbers_that_make_no_whole_word_are_left_out() -> None:
    numbers = array("i", [0, 5, 80, 160, 328, 248, 6, 11, 340])
    assert [(one.start, one.end) for one in unpack_words(zlib.compress(numbers.tobytes()))] == [(0, 5)]


@given(st.text("ab \n", max_size=20), st.text("cd \n", max_size=20))
def test_one_text_below_another_keeps_both_their_words(above: str, below: str) -> None:
    first = PageText(above, (PlacedWord(0, len(above), (0, 0, 1, 1)),))
    second = PageText(below, (PlacedWord(0, len(below), (5, 5, 6, 6)),))
    both = first.followed_by(second)
    assert both.text == f"{above}\n\n{below}"
    assert shown(both) == [above, below]
    assert [one.box for one in both.words] == [(0, 0, 1, 1), (5, 5, 6, 6)]


@pytest.mark.parametrize(
    ("end", "begin", "text", "words"),
    [
        ("docu-", "ment", "document", ["docu", "ment"]),
        ("docu\u00ad", "ment", "document", ["docu", "ment"]),
        ("Docu\u2010", "ment", "Document", ["Docu", "ment"]),
        ("Ab-", "bildung", "Abbildung", ["Ab", "bildung"]),
        ("Jean-", "Paul", "Jean-\nPaul", ["Jean-", "Paul"]),  # the hyphen is part of the name
        ("A-", "frame", "A-\nframe", ["A-", "frame"]),
        ("1-", "2", "1-\n2", ["1-", "2"]),
        ("東京", "都は", "東京都は", ["東京", "都は"]),
        ("東京", "Tower", "東京\nTower", ["東京", "Tower"]),
        ("Tokyo", "東京", "Tokyo\n東京", ["Tokyo", "東京"]),
    ],
)
def test_lines_are_joined_where_a_word_goes_on(end: str, begin: str, text: str, words: list[str]) -> None:
    page = lay_out([word(end, 10, 10), word(begin, 10, 22, line=1), word("next", 100, 22, line=1)])
    assert page.text == f"{text} next"
    assert shown(page) == [*words, "next"]


@pytest.mark.parametrize(
    ("height", "text"), [(10, "東京都は"), (11, "東京都は"), (8.4, "東京\n都は"), (12, "東京\n都は")]
)
def test_a_heading_in_larger_letters_is_not_joined_with_the_line_below(height: float, text: str) -> None:
    assert lay_out([word("東京", 10, 10), word("都は", 10, 30, line=1, height=height)]).text == text


@pytest.mark.parametrize(
    ("raw", "seen"),
    [("be\x00fore", "be fore"), ("a\x0bb", "a b"), ("x\ufffdy", "x y"), ("\ud800z", " z"), ("tab\there", "tab\there")],
)
def test_what_cannot_be_seen_is_a_blank(raw: str, seen: str) -> None:
    page = lay_out([word(raw, 10, 10), word("after", 100, 10)])
    assert page.text == f"{seen} after"
    assert page.words[0].box == word(raw, 10, 10)[:4]


def test_a_word_of_nothing_visible_is_no_word() -> None:
    page = lay_out([word("\x00\x01", 10, 10), word("  ", 30, 10), word("seen", 60, 10)])
    assert (page.text, len(page.words)) == ("seen", 1)


def test_what_stands_below_a_table_is_a_paragraph_of_its_own() -> None:
    cells = [("cell", 10), ("7", 120)]
    rows = [word(text, left, 10.0 + 14 * row, line=row) for row in range(4) for text, left in cells]
    page = lay_out([*rows, word("below", 10, 120, block=1), word("it", 50, 120, block=1)])
    assert page.text == "\n".join(["| cell | 7 |"] * 4) + "\n\nbelow it"
    assert shown(page) == [*["cell", "7"] * 4, "below", "it"]


def test_a_table_inside_a_block_of_text_stands_apart() -> None:
    cells = [("cell", 10), ("7", 120)]
    rows = [word(text, left, 50.0 + 14 * row, line=row) for row in range(4) for text, left in cells]
    page = lay_out([word("above", 10, 10), *rows, word("below", 10, 140)])
    assert page.text == "above\n\n" + "\n".join(["| cell | 7 |"] * 4) + "\n\nbelow"


@pytest.mark.parametrize(
    ("second", "count"),
    [
        (word("b", 18, 700), 1),
        (word("b", 30, 700), 1),  # a gap of less than two letter heights
        (word("b", 40, 700), 2),  # more: another column
        (word("b", 4, 700), 2),  # to the left: another line
        (word("b", 18, 704), 1),  # a little lower, as in an exponent
        (word("b", 18, 712), 2),
    ],
)
def test_words_of_one_line_share_a_box(second: RawWord, count: int) -> None:
    first = word("a", 10, 700)
    page = PageText("a b", (PlacedWord(0, 1, first[:4]), PlacedWord(2, 3, second[:4])))
    boxes = page.boxes(0, 3)
    assert len(boxes) == count
    if count == 1:
        assert boxes == [(10, 700, second[2], max(710, second[3]))]


def test_a_shared_box_reaches_around_the_highest_word() -> None:
    small, large = (10, 102, 16, 108), (17, 100, 30, 110)
    page = PageText("a bb", (PlacedWord(0, 1, small), PlacedWord(2, 4, large)))
    assert page.boxes(0, 4) == [(10, 100, 30, 110)]


@pytest.mark.parametrize(
    ("start", "end", "boxes"),
    [
        (10, 14, [(100, 0, 140, 10)]),
        (11, 13, [(110, 0, 130, 10)]),
        (0, 12, [(100, 0, 120, 10)]),
        (13, 99, [(130, 0, 140, 10)]),
        (0, 10, []),  # ends where the word begins
        (14, 20, []),
    ],
)
@pytest.mark.parametrize("text", ["", "xxxxxxxxxxword"], ids=["without text", "with text"])
def test_a_range_inside_a_word_has_its_share_of_the_box(
    text: str, start: int, end: int, boxes: list[tuple[float, ...]]
) -> None:
    page = PageText(text, (PlacedWord(10, 14, (100, 0, 140, 10)),))
    assert page.boxes(start, end) == boxes
