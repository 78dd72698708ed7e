"""What a person types is found as it is printed."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.pages.page_search import pattern_of, places_of


@pytest.mark.parametrize(
    ("sought", "text", "found"),
    [
        ("net sales", "Net\nSales rose", ["Net\nSales"]),
        ("net sales", "| Net sales | 5 |", ["Net sales"]),
        ("sales 5", "| Net sales | 5 |", ["sales | 5"]),
        ("office", "oﬃce, of\ufb01ce and OFFICE", ["oﬃce", "OFFICE"]),
        ("flow", "ﬂow", ["ﬂow"]),
        ("don't", "Don’t", ["Don’t"]),
        ('"yes"', "“yes”", ["“yes”"]),
        ("2019-2020", "2019–2020", ["2019–2020"]),
        ("日本語", "日本\n語", ["日本\n語"]),
        ("a.b", "axb a.b", ["a.b"]),
        ("(1)", "see (1)", ["(1)"]),
        ("straße", "STRASSE Straße", ["Straße"]),
        (" ", "anything", []),
        ("aa", "aaaa", ["aa", "aa"]),
    ],
)
def test_words_are_found_as_they_are_printed(sought: str, text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in places_of(pattern_of(sought), text)] == found


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_every_text_finds_itself(before: str, sought: str, after: str) -> None:
    pattern = pattern_of(sought)
    text = f"{before} {sought} {after}"
    places = list(places_of(pattern, text))
    assert bool(places) == bool(sought.split())
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(places))
