"""What is selected between two places, on one page or over several."""

import pytest

from desktop_rag.core.results.pages import PageWords
from desktop_rag.gui.sources.pages.layout import Place
from desktop_rag.gui.sources.pages.page_selector import MOST_PAGES, Selection

LINES = ("One two three", "four five six")


def words_of(page: int) -> PageWords:
    """Two lines: letters are 10 points wide, lines 20 high, the first from 100 down."""
    text, words = "\n".join(LINES), []
    for number, line in enumerate(LINES):
        for word in line.split():
            start, left = text.index(word), 10.0 * line.index(word)
            words.append(
                (start, start + len(word), (left, 100.0 + 20 * number, left + 10 * len(word), 115.0 + 20 * number))
            )
    return PageWords(page, text, tuple(words))


@pytest.fixture
def selection() -> Selection:
    result = Selection()
    for page in (1, 2, 3):
        result.add_words(words_of(page))
    return result


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        ((0, 105), (29, 105), "One"),
        ((41, 105), (69, 105), "two"),
        ((69, 105), (41, 105), "two"),
        ((51, 105), (500, 108), "wo three"),
        ((100, 105), (0, 125), "ree\n"),
        ((0, 0), (500, 500), "One two three\nfour five six"),
        ((20, 105), (20, 105), ""),
    ],
    ids=["a word", "another", "backwards", "to the end of the line", "over a line", "all", "nothing"],
)
def test_what_lies_between_two_places_is_selected(
    selection: Selection, start: tuple[float, float], end: tuple[float, float], text: str
) -> None:
    selection.begin(Place(1, *start))
    selection.extend(Place(1, *end))
    assert selection.text() == text
    assert bool(selection.boxes(1)) == bool(text.strip())
    assert selection.boxes(2) == []


def test_boxes_follow_the_lines(selection: Selection) -> None:
    selection.take_page(1)
    assert selection.boxes(1) == [(0, 100, 130, 115), (0, 120, 130, 135)]


def test_a_selection_goes_over_pages(selection: Selection) -> None:
    selection.begin(Place(1, 71, 125))
    selection.extend(Place(3, 29, 105))
    assert list(selection.pages()) == [1, 2, 3]
    assert selection.text() == "ve six\n\nOne two three\nfour five six\n\nOne"
    assert len(selection.boxes(2)) == 2


def test_words_and_lines_are_taken_whole(selection: Selection) -> None:
    selection.take_word(Place(1, 55, 128))
    assert selection.text() == "five"
    selection.take_line(Place(1, 55, 128))
    assert selection.text() == "four five six"
    selection.take_line(Place(1, 5, 100))
    assert selection.text() == "One two three"


def test_the_pointer_knows_when_it_is_on_a_word(selection: Selection) -> None:
    assert selection.is_on_word(Place(1, 5, 110))
    assert not selection.is_on_word(Place(1, 35, 110))
    assert not selection.is_on_word(Place(9, 5, 110))


def test_pages_without_words_have_nothing_to_select() -> None:
    selection = Selection()
    selection.begin(Place(1, 5, 5))
    selection.extend(Place(1, 50, 50))
    selection.take_word(Place(1, 5, 5))
    selection.take_line(Place(1, 5, 5))
    selection.take_page(1)
    assert (selection.text(), list(selection.pages())) == ("", [])
    selection.add_words(PageWords(1, "", ()))
    selection.begin(Place(1, 5, 5))
    assert selection.text() == ""


def test_another_document_has_nothing_selected(selection: Selection) -> None:
    selection.take_page(2)
    selection.clear()
    assert selection.text() == ""
    selection.take_page(2)
    selection.forget()
    assert (selection.text(), selection.knows(2)) == ("", False)


def test_only_so_many_pages_are_remembered_but_those_selected_always(selection: Selection) -> None:
    selection.take_page(1)
    for page in range(4, 4 + MOST_PAGES):
        selection.add_words(words_of(page))
    assert selection.text()
    assert not selection.knows(2)
    assert selection.knows(3 + MOST_PAGES)
