"""What a person types is found as it is printed."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.pages.render import pattern_of, places_of


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
        ("wifi", "the Wi-Fi and wifi", ["Wi-Fi", "wifi"]),
        ("Wi-Fi", "the wifi, Wi‑Fi and Wi-\nFi", ["wifi", "Wi‑Fi", "Wi-\nFi"]),
        ("occurrence", "every occur-\nrence", ["occur-\nrence"]),
        ("Fahrplan", "der Fahr\u00adplan, Fahr\u200bplan", ["Fahr\u00adplan", "Fahr\u200bplan"]),
        ("Fahr\u00adplan", "der Fahrplan", ["Fahrplan"]),
        ("میخواهم", "می\u200cخواهم می خواهم", ["می\u200cخواهم", "می خواهم"]),
        ("می\u200cخواهم", "میخواهم می خواهم", ["میخواهم", "می خواهم"]),
        ("1234567", "1,234,567 1.234.567 12,34,567", ["1,234,567", "1.234.567", "12,34,567"]),
        ("1,234,567.5", "1234567,5 or 1\u202f234\u202f567.5", ["1234567,5", "1\u202f234\u202f567.5"]),
        ("10^6", "10⁶ and 10^6 and 106", ["10⁶", "10^6"]),
        ("10⁻⁶", "10⁻⁶ and 10^-6", ["10⁻⁶", "10^-6"]),
        ("½", "½ or 1/2", ["½", "1/2"]),
        ("1/2", "½ or 1/2", ["½", "1/2"]),
        ("C++", "C and C++", ["C++"]),
        ("10-15", "1015 and 10-15", ["10-15"]),
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
