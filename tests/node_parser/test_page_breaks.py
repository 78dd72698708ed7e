"""Sentences that go over a page break are known to the passages on both sides."""

import pytest

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.node_parser.page_breaks import passage_of, with_page_breaks

FILLER = "Boats are tied up fore and aft.\nVisitors pay the warden on arrival."


def _joined(*pages: str, file_name: str = "rules.pdf") -> list[str]:
    """Return what the last sentence of each page says, with its rest on the next one, "" where it does not go on."""
    documents = [Document(text=page, metadata={"file_name": file_name}) for page in pages]
    found = []
    for broken in with_page_breaks(documents):
        text = broken.page.text
        (node,) = broken.completed([TextNode(text=text, start_char_idx=0, end_char_idx=len(text))])
        passage = passage_of(node)
        if passage.runs_on:
            begin = broken.below.shared.begin[0] if broken.below else 0
            found.append(passage.whole(begin, passage.runs_on.at))
    return found


def test_the_rest_of_a_sentence_on_the_next_page_belongs_to_it() -> None:
    pages = f"{FILLER}\nThe notice period for boats that are longer than twelve metres is", f"nine weeks.\n{FILLER}"
    assert _joined(*pages) == ["The notice period for boats that are longer than twelve metres is nine weeks."]


def test_heads_feet_and_numbers_of_pages_stand_between_the_halves() -> None:
    begin, rest = "The deposit for a key to the bathhouse, which is", "seventeen crowns, is paid back."
    halves = [f"Of boats.\n\n{begin}", f"{rest}\n\nOf dogs.", "Of the watch.", "Of the lamps."]
    pages = [f"Harbour rules\n\n{half}\n\nWest quay\n{number}" for number, half in enumerate(halves, 1)]
    assert _joined(*pages) == [f"{begin} {rest}"]


def test_a_word_that_is_cut_by_the_page_is_one_word() -> None:
    assert _joined(f"{FILLER}\nThe parties signed the agree-", f"ment in May.\n{FILLER}") == [
        "The parties signed the agreement in May."
    ]


def test_a_german_sentence_goes_on_with_a_noun() -> None:
    pages = "Die Kündigungsfrist beträgt für Boote über zwölf Meter neun", "Wochen zum Ende des Monats."
    assert _joined(*pages) == [" ".join(pages)]


def test_a_japanese_sentence_goes_on_without_a_blank() -> None:
    assert _joined("全長十二メートルを超える船の予告期間は", "九週間とする。") == [
        "全長十二メートルを超える船の予告期間は九週間とする。"
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"{FILLER}", "nine weeks."),  # the sentence has ended
        ("| Boat | Fee |\n| --- | --- |\n| small | 9 |", "| large | 12 |"),
        ("Contents", "Chapter One. It was a dark night."),
        (f"{FILLER}\nList of boats and their owners", "2.1 Fees\n\nThe fee is nine crowns."),
        (f"{FILLER}\nBoats need a permit which is given by", "- the warden\n- the council"),
    ],
)
def test_what_does_not_go_on_stays_apart(first: str, second: str) -> None:
    assert _joined(first, second) == []


@pytest.mark.parametrize("file_name", ["a.log", "plan.pptx", "plan.odp"])
def test_data_and_points_of_slides_go_over_no_page_break(file_name: str) -> None:
    first, second = "More visitors than in all of the years before", "fewer boats in the harbour"
    assert _joined(first, second, file_name=file_name) == []
    assert _joined(first, second) == [f"{first} {second}"]


def test_many_pages_are_yielded_once_and_in_order() -> None:
    documents = [Document(text=f"page number {number} of many.", metadata={}) for number in range(60)]
    broken = list(with_page_breaks(iter(documents)))
    assert [one.number for one in broken] == list(range(1, 61))
    assert [one.page for one in broken] == documents
