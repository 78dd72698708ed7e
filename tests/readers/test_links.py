"""The section of addresses that stand behind links."""

import pytest

from desktop_rag.readers.section_headings import link_lines


def test_an_address_that_the_text_does_not_show_has_a_line() -> None:
    links = [
        ("the ordinance", "https://ordinance.example.org/a-17"),
        ("write to us", "mailto:inn@example.org?subject=a"),
    ]
    assert link_lines(links) == ["the ordinance: https://ordinance.example.org/a-17", "write to us: inn@example.org"]


@pytest.mark.parametrize("words", ["https://example.org/Tariff/", "www.example.org/tariff", "see example.org/tariff."])
def test_an_address_that_the_text_shows_has_none(words: str) -> None:
    assert link_lines([(words, "https://www.example.org/tariff")]) == []
    assert link_lines([("the tariff", "https://www.example.org/tariff")], shown=words) == []


def test_the_beginning_of_a_longer_address_is_another_address() -> None:
    shown = "See https://example.org/tariff/2024 for more."
    assert link_lines([("tariffs", "https://example.org/tariff")], shown) == ["tariffs: https://example.org/tariff"]


def test_each_address_stands_once() -> None:
    links = [("one", "https://example.org/a"), ("two", "https://example.org/a/"), ("", "https://example.org/b")]
    assert link_lines(links) == ["one: https://example.org/a", "https://example.org/b"]


@pytest.mark.parametrize(
    "target", ["#top", "file:///etc/passwd", "javascript:alert(1)", "a.html", "tel:1", "https://", ""]
)
def test_only_what_leads_to_the_web_or_a_mailbox_is_an_address(target: str) -> None:
    assert link_lines([("here", target)]) == []


def test_data_in_an_address_is_no_place() -> None:
    assert link_lines([("here", f"https://example.org/?d={'a' * 5000}")]) == []
