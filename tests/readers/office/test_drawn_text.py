"""Texts that know what is drawn of them, and their places on the pages."""

import time

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.office.drawn_text import (
    TwoTexts,
    differing,
    drawn_here,
    drawn_of,
    drawn_only,
    shown_apart,
    shown_of,
    trimmed,
    without_marks,
)
from desktop_rag.readers.office.word import DrawnWord, aligned_pages

words = st.text("abcdé 12²", max_size=6)
pieces = st.lists(st.tuples(words, words), max_size=8)


def boxed(text: str) -> list[DrawnWord]:
    return [(word, (float(number), 0.0, float(number) + 1, 1.0)) for number, word in enumerate(text.split())]


def range_of(texts: TwoTexts, first: int, last: int) -> tuple[int, int]:
    """Return where the drawn letters between two are shown."""
    starts, ends = texts.ranges_of(np.array([first]), np.array([last]))
    return int(starts[0]), int(ends[0])


@given(pieces)
def test_both_texts_are_whole(parts: list[tuple[str, str]]) -> None:
    marked = "".join(differing(shown, drawn) for shown, drawn in parts)
    shown, drawn = ("".join(part[side] for part in parts) for side in (0, 1))
    texts = TwoTexts(marked)
    assert (texts.shown, texts.drawn) == (shown_of(marked), drawn_of(marked)) == (shown, drawn)
    assert shown_of(trimmed(marked)).rstrip() == shown.strip()
    assert (shown_of(drawn_only(marked)), drawn_of(drawn_only(marked))) == ("", drawn)


@given(pieces)
def test_a_drawn_letter_leads_to_the_piece_that_is_shown_for_it(parts: list[tuple[str, str]]) -> None:
    texts = TwoTexts("".join(differing(shown, drawn) for shown, drawn in parts))
    at = start = 0
    for shown, drawn in parts:
        for place in range(len(drawn)):
            first, last = range_of(texts, at + place, at + place)
            assert start <= first <= last <= start + len(shown)
            assert shown != drawn or texts.shown[first:last] == drawn[place]
        at += len(drawn)
        start += len(shown)


def test_what_is_drawn_elsewhere_leads_to_where_it_is_shown() -> None:
    texts = TwoTexts(f"Alpha {drawn_here(1)}omega.\n\n{shown_apart(1, 'boxed ' + differing('½', '12'))}")
    assert texts.shown == "Alpha omega.\n\nboxed ½"
    assert texts.drawn == "Alpha boxed 12omega.\n\n"
    assert texts.shown[slice(*range_of(texts, 6, 10))] == "boxed"
    assert texts.shown[slice(*range_of(texts, 12, 13))] == "½"
    assert texts.shown[slice(*range_of(texts, 14, 18))] == "omega"


def test_marks_in_a_file_are_no_marks() -> None:
    assert without_marks("a\ufdd0b\ufdd1c\ufdefd") == "abcd"


def test_words_of_another_wording_are_found_behind_what_differs() -> None:
    lines = [f"Item {number} tells of harbour {number * 7} in the north." for number in range(200)]
    drawn = lines[:50] + [f"Only drawn {number}." for number in range(3)] + lines[70:]
    pages = aligned_pages("\n\n".join(lines), [boxed(" ".join(drawn[:80])), boxed(" ".join(drawn[80:]))])
    assert pages is not None
    for number in (*range(50), *range(70, 200)):
        assert any(lines[number] in page.text for page in pages)
    found = [page.text[word.start : word.end] for page in pages for word in page.words]
    assert found.count("harbour") == 180
    assert all(f"drawn {number}." in " ".join(page.text for page in pages) for number in range(3))


def test_texts_that_never_meet_are_given_up_soon() -> None:
    start = time.process_time()
    one = " ".join(f"north{number}" for number in range(20_000))
    other = " ".join(f"south{number}" for number in range(20_000))
    assert aligned_pages(one, [boxed(other)]) is None
    assert time.process_time() - start < 20
