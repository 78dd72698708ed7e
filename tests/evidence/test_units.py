"""What is quoted, cited and checked: sentences, rows and records, each whole."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.page_breaks import RunOn
from desktop_rag.evidence.units import Kind, Passage, joined_over_pages, unit_spans, units_of


def _units(text: str, **options: bool) -> list[tuple[str, Kind]]:
    return [(text[start:end], kind) for start, end, kind in unit_spans(Passage(text, **options))]


def test_a_row_is_a_unit_whatever_its_cells_hold() -> None:
    text = "Fares of 2024.\n\n| Class | Note |\n| --- | --- |\n| first | Pay at once. No refund. |\n| second | none |"
    rows = ["| Class | Note |", "| first | Pay at once. No refund. |", "| second | none |"]
    assert _units(text) == [("Fares of 2024.", Kind.SENTENCE), *((row, Kind.ROW) for row in rows)]


def test_lines_of_a_list_are_records_and_sentences_of_a_paragraph_are_not() -> None:
    text = "Prices in crowns\n\nRope: 14.50\nTar: 6.20\nLamp: 22.00\n\nWe sell rope by the metre. Ask for tar."
    assert _units(text) == [
        ("Prices in crowns", Kind.SENTENCE),
        ("Rope: 14.50", Kind.RECORD),
        ("Tar: 6.20", Kind.RECORD),
        ("Lamp: 22.00", Kind.RECORD),
        ("We sell rope by the metre.", Kind.SENTENCE),
        ("Ask for tar.", Kind.SENTENCE),
    ]


def test_lines_of_data_are_records() -> None:
    assert _units('{"a": 1}\n{"a": 2}', verbatim=True) == [('{"a": 1}', Kind.RECORD), ('{"a": 2}', Kind.RECORD)]


@pytest.mark.parametrize("joint", [", and the lessee pays", "; the lessee pays", " the lessee pays"])
def test_a_long_sentence_goes_on_in_further_units_without_losing_a_word(joint: str) -> None:
    text = f"The lessee pays{joint.join(f' item number {number}' for number in range(100))}."
    units = [words for words, _ in _units(text)]
    assert len(units) > 2
    assert " ".join(units).split() == text.split()
    assert all(len(unit) <= 600 for unit in units)


def test_a_unit_that_goes_over_a_page_break_is_whole_on_both_pages() -> None:
    first, rest = "Rules. The notice period is", "nine weeks for boats. Dogs are allowed."
    before = Passage(first, runs_on=RunOn(len(first), "nine weeks for boats.", 2, 0, 21))
    after = Passage(rest, runs_from=RunOn(0, "The notice period is", 1, 7, 27))
    whole = "The notice period is nine weeks for boats."
    assert [unit.text for unit in units_of([before])] == ["Rules.", whole]
    assert [unit.text for unit in units_of([after])] == [whole, "Dogs are allowed."]


def test_a_foot_below_a_sentence_that_goes_on_is_no_part_of_it() -> None:
    text = "The notice period is\nHarbour rules 2"
    passage = Passage(text, runs_on=RunOn(20, "nine weeks.", 3, 0, 11))
    assert [unit.text for unit in units_of([passage])] == ["The notice period is nine weeks.", "Harbour rules 2"]


def test_an_item_of_a_list_says_what_leads_over_to_it() -> None:
    lead = "Boats over twelve metres pay:"
    text = f"The fees are as follows. {lead}\n\n- nine crowns a day\n- forty crowns a week\n\nDogs are free."
    assert [unit.text for unit in units_of([Passage(text)])] == [
        "The fees are as follows.",
        lead,
        f"{lead} nine crowns a day",
        f"{lead} forty crowns a week",
        "Dogs are free.",
    ]


@pytest.mark.parametrize(
    ("first", "rest", "whole"),
    [
        ("the agree-", "ment ends", "the agreement ends"),
        ("the well-", "Known man", "the well- Known man"),
        ("双方应当遵守", "下列条款。", "双方应当遵守下列条款。"),
        ("it is ", " nine", "it is nine"),
    ],
)
def test_words_are_joined_over_a_page_break(first: str, rest: str, whole: str) -> None:
    assert joined_over_pages(first, rest) == whole


def test_a_number_in_words_keeps_its_hyphen_over_pages() -> None:
    assert joined_over_pages("It costs thirty-", "two crowns.") == "It costs thirty-two crowns."


@given(st.text(alphabet=st.sampled_from("aB1.,:;|- \n#*()…。、本"), max_size=300), st.booleans())
def test_units_are_in_order_and_hold_every_letter(text: str, verbatim: bool) -> None:
    spans = [span[:2] for span in unit_spans(Passage(text, verbatim))]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
