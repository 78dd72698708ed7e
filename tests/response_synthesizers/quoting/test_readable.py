"""What is never quoted, and what must not be mistaken for it."""

import pytest

from desktop_rag.citations.quotes import sentences_of
from desktop_rag.response_synthesizers.quoting.readable import is_noise, is_title, readable


@pytest.mark.parametrize(
    "line",
    [
        "# Rent",
        "Table of Contents",
        "目次",
        "|---|---|",
        "2024 - 2025",
        "Risk factors . . . . . . . . 17",
        "Risk factors …… 17",
        "[Home](https://example.org) [About us](https://example.org/about)",
        "https://example.org/a/very/long/address",
        "Home > Products > Prices > Large",
        "<!-- options -->",
        "Start | Preise | Über uns | Kontakt",
    ],
)
def test_lines_that_lead_elsewhere(line: str) -> None:
    assert is_noise(line)


@pytest.mark.parametrize(
    "line",
    [
        "The rent is due on the 1st.",
        "See https://example.org for the prices of all of our larger flats and houses.",
        "| Rent | 900 | 950 |",
        "The contents of the box are listed below.",
        "Wait... there is more.",
    ],
)
def test_lines_that_say_something(line: str) -> None:
    assert not is_noise(line)


def test_a_contents_list_without_dots_is_left_out_but_a_sentence_with_a_number_is_not() -> None:
    listed = "Item 1. Business 4\n\nItem 2. Properties 19\n\nItem 3. Legal Proceedings 20"
    passages = [listed, "Our stores numbered 20"]
    assert [one.text for one in readable(sentences_of(passages), passages, "How many stores?")] == [passages[1]]


def test_the_script_of_the_question_is_preferred() -> None:
    passages = ["The rent is 900 francs.", "家賃は900フランです。"]
    sentences = sentences_of(passages)
    assert [one.source for one in readable(sentences, passages, "家賃はいくらですか。")] == [1]
    assert [one.source for one in readable(sentences[:1], passages, "家賃はいくらですか。")] == [0]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Condensed Consolidated Balance Sheets (In thousands)", True),
        ("For the Full Year of Fiscal 2022", True),
        ("The rent is paid in advance", False),
        ("The Board of Directors met in Paris.", False),
        ("| Total Assets | 900 |", False),
        ("900 francs", False),
    ],
)
def test_titles(line: str, title: bool) -> None:
    assert is_title(line) is title
