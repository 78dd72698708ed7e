"""What goes on from page to page, and what stands around it."""

import time
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_rag.readers.pages.pdf import load_data
from desktop_rag.readers.pages.running_text import NEAR, PageLines, RunningText, running_texts, running_texts_from


def bodies(*pages: str) -> list[str]:
    """Return the running text of each page."""
    return [page[text.body[0] : text.body[1]] for page, text in zip(pages, running_texts(pages), strict=True)]


def said(page: str, ranges: tuple[tuple[int, int], ...]) -> list[str]:
    return [page[start:end] for start, end in ranges]


def test_a_head_and_the_number_of_the_page_stand_around_the_running_text() -> None:
    pages = [
        "Harbour council, pier rules\n\nBoats are tied up.\nThe deposit amounts to\n\n1",
        "Harbour council, pier rules\n\nseventeen crowns a week.\nTowels are not lent.\n\n2",
    ]
    assert bodies(*pages) == [
        "Boats are tied up.\nThe deposit amounts to",
        "seventeen crowns a week.\nTowels are not lent.",
    ]
    first, second = running_texts(pages)
    assert said(pages[0], first.heads) == ["Harbour council, pier rules"]
    assert said(pages[1], second.feet) == ["2"]


def test_numbers_without_end_at_the_edge_are_no_page_numbers() -> None:
    long = "9" * 5000
    pages = [
        f"{long} harbour\n\nBoats are tied up.\n\n{long}",
        f"{long[1:]}8 harbour\n\nTowels are not lent.\n\n{long}",
    ]
    assert all("tied" in body or "Towels" in body for body in bodies(*pages))
    numbers = " ".join(f"{long[:-2]}{number}" for number in range(10, 20))
    assert "Boats" in bodies(f"Boats.\n\n{numbers}", f"Boats too.\n\n{numbers}")[0]


@pytest.mark.parametrize(
    "foot",
    ["- {} -", "Page {} of 4", "Seite {}", "{} / 4", "第{}页", "[{}]", "Harbour rules | {}", "{} · Harbour rules"],
)
def test_numbers_of_pages_are_known_in_many_forms(foot: str) -> None:
    texts = [f"The rope was cut in {year} by" for year in (1871, 1840, 1893, 1812)]
    assert bodies(*(f"{text}\n\n{foot.format(number)}" for number, text in enumerate(texts, 7))) == texts


def test_roman_numbers_and_heads_of_left_and_right_pages() -> None:
    pages = [f"{'The ropes' if n % 2 else 'Of ships'}\n\nLine {chr(97 + n)} goes on\n\n{r}" for n, r in
             enumerate(["iii", "iv", "v", "vi", "vii"])]  # fmt: skip
    assert bodies(*pages) == [f"Line {letter} goes on" for letter in "abcde"]


def test_heads_that_name_the_chapter_count_on() -> None:
    titles = ["Lamps", "Ropes", "Anchors", "Whistles"]
    pages = [f"{title} {number}\n\nText of {title} goes on" for number, title in enumerate(titles, 31)]
    assert bodies(*pages) == [f"Text of {title} goes on" for title in titles]


def test_headings_years_lists_and_sentences_that_stand_twice_belong_to_the_text() -> None:
    steps = ["1. Drain the boiler.\n2. Cover the wheel.", "3. Lock the shed.\n4. Go home."]
    assert bodies(*steps) == steps
    years = ["The mill burned in\n1871", "and again in\n1893"]
    assert bodies(*years) == years
    refrain = ["Heave away, my lads.\nThe tide is low", "Heave away, my lads.\nThe tide is high"]
    assert bodies(*refrain) == refrain
    chapters = ["Chapter 1: The boiler\n\nIt holds water.", "Chapter 2: The pump\n\nIt moves water."]
    assert bodies(*chapters) == chapters
    assert bodies("One page\n\nwith text\n\n12") == ["One page\n\nwith text\n\n12"]


def test_footnotes_stand_below_the_text_that_calls_them() -> None:
    page = (
        "The mill earned 1,250 ⁴ crowns and the yard⁵ was let to\n\n4 Estimate of the clerk.\n5 See the plan,\nsheet 7."
    )
    (text,) = running_texts([page])
    assert page[: text.body[1]].endswith("let to")
    assert said(page, text.notes) == ["4 Estimate of the clerk.", "5 See the plan,", "sheet 7."]
    starred = "The clerk* went away and\n\n* Until 1871."
    assert bodies(starred) == ["The clerk* went away and"]
    bracketed = "As others found [3] the tide is\n\n[3] Almanac, page 4."
    assert bodies(bracketed) == ["As others found [3] the tide is"]


@pytest.mark.parametrize(
    ("above", "notes", "below"),
    [
        (
            "The mill earned most of its crowns in the year in which it may be towed",
            "3 See the schedule of pontoons\nin the appendix.",
            "to the impound basin at the owner's risk.",
        ),
        (
            "Wer sein Boot über den Winter am Steg lässt, der zahlt an den Hafenmeister",
            "7 Siehe Anlage 2.\n8 Vgl. die Ordnung von 1902.",
            "neunzig Kronen.",
        ),
        ("港の北側に係留する船は、冬のあいだは管理人に", "2 附則を参照。", "届け出る。"),
    ],
)
def test_footnotes_without_a_mark_in_the_text_stand_where_it_breaks_off(above: str, notes: str, below: str) -> None:
    pages = [f"Rules\n\n{above}\n\n{notes}\n\n1", f"Rules\n\n{below}\n\n2"]
    assert bodies(*pages) == [above, below]


def test_the_mark_of_a_footnote_may_stand_alone_above_its_words() -> None:
    above = "Harbour rules\n\nThe fee was set in spring.¹ Each of the larger boats pays\n\n1\nDecree 7 of the council."
    first, second = running_texts([above, "Harbour rules\n\nnine crowns for a day at the quay."])
    assert above[slice(*first.body)].endswith("boats pays")
    assert [above[slice(*one)] for one in first.notes] == ["1", "Decree 7 of the council."]
    assert second.notes == ()


def test_items_of_a_list_are_no_footnotes_where_the_page_ends() -> None:
    for last, following in [
        ("The crew of the harbour boat brings\n\n3 The long oars", "and the lamp."),  # itself goes on
        ("The crew of the harbour boat brings:\n\n3 The long oars.", "and the lamp."),
        ("The crew brings\n\n3 The long oars.", "and the lamp."),  # a title
        ("The crew of the harbour boat brings\n\n3 oars of ash.", "and the lamp."),
        ("The crew of the harbour boat brings\n\n3 The long oars.", "Lamps are lent."),
    ]:
        assert bodies(last, following) == [last, following]


def test_lines_that_begin_with_a_figure_are_no_footnotes() -> None:
    for page in (
        "The culture held 3 × 10⁶ cells, of which at last\n6 were counted by hand.",
        "The yard has 45 km² and is let to\n2 families.",
        "The boats are let to\n4 families of the village.",
    ):
        assert bodies(page) == [page]


def test_sections_and_numbers_of_lines_are_no_running_text() -> None:
    page = "The plaintiff lent the barge in\n\n1 2 3 4 5 6 7\n\n## Comments\n\n- Ada: see page 4"
    assert bodies(page) == ["The plaintiff lent the barge in"]
    assert bodies("5 10 15 20\n\n## Comments\n\n- Ada: no") == [""]


def test_pages_without_text() -> None:
    assert running_texts([]) == []
    assert running_texts(["", " \n "]) == [RunningText((0, 0))] * 2
    same = ["Confidential\n\n1", "Confidential\n\n2"]
    assert bodies(*same) == ["", ""]


def test_a_real_file(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        for number in range(3):
            page = document.new_page()
            page.insert_text((72, 40), "Rules of the lock", fontsize=9)
            for line in range(4):
                page.insert_text((72, 90 + 14 * line), f"The {'abcd'[line]} line of part {'xyz'[number]} is here and")
            page.insert_text((290, 810), f"{number + 5}", fontsize=9)
        document.save(tmp_path / "lock.pdf")
    read = bodies(*(page.text for page in load_data(tmp_path / "lock.pdf")))
    assert [text.split("\n")[0] for text in read] == [f"The a line of part {part} is here and" for part in "xyz"]
    assert [text.split("\n")[-1] for text in read] == [f"The d line of part {part} is here and" for part in "xyz"]


def test_it_costs_little() -> None:
    pages = [f"Head\n\n{'A line of a page. ' * 4}\n" * 40 + f"\n\n{number}" for number in range(300)]
    start = time.process_time()
    running_texts(pages)
    assert time.process_time() - start < 3


_LINES = [
    "Rules of the lock",
    "Rules of the lock.",
    "{}",
    "Lock {}",
    "Text of page {} goes on",
    "¹ A note",
    "word¹",
    "",
]


@given(some.lists(some.lists(some.sampled_from(_LINES), max_size=6), min_size=1, max_size=16), some.integers(0, 15))
def test_pages_far_away_tell_nothing(chosen: list[list[str]], first: int) -> None:
    pages = ["\n\n".join(lines).replace("{}", str(number)) for number, lines in enumerate(chosen, 1)]
    before = max(0, first - NEAR)
    lines = list(map(PageLines, pages[before:]))
    assert running_texts_from(lines, first - before, before) == running_texts(pages)[first:]
