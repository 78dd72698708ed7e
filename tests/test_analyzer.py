"""Keyword terms, for passages and for questions alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.analyzer import KeywordTerms, keyword_terms, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Müller café", ["the", "muller", "cafe"]),
        ("東京都の人口", ["東京", "京都", "都の", "の人", "人口"]),
        ("木", ["木"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("getUserName", ["getusername", "get", "user", "name"]),
        ("E-1042", ["e_1042", "e", "1042"]),
        ("v2.3.1", ["v2_3_1", "v2", "3", "1"]),
        ("the company's plan", ["the", "company", "plan"]),
        ("Windows版を使う", ["windows", "版を", "を使", "使う"]),
        ("ｶﾞｲﾄﾞ", ["ガイ", "イド"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("كِتَاب كتاب", ["كتاب", "كتاب"]),
        ("", []),
        ("… —", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "found", "words"),
    [
        ("Searching the caches", "search the caches", "searching"),
        ("Versicherungsnehmer", "versic", "versicherungsnehmer"),
        ("информационный", "информ", "информационныи"),
        ("東京の木", "東京 京の の木 東 京 木", ""),
        ("ソフト 木", "ソフ フト 木", ""),
        ("getUserName", "getuse get user name", "getusername"),
        ("AB123456789 serial_number", "ab123456789 serial_number serial number", ""),
        ("", "", ""),
    ],
)
def test_keyword_terms_are_beginnings_with_the_whole_words_beside_them(text: str, found: str, words: str) -> None:
    assert keyword_terms(text) == KeywordTerms(tuple(found.split()), tuple(words.split()))


def test_japanese_voiced_sounds_stay_apart() -> None:
    assert set(terms("がん")) != set(terms("かん"))


@given(st.text())
def test_any_text_gives_terms_that_the_keyword_table_keeps_whole(text: str) -> None:
    kept = keyword_terms(text)
    for term in (*terms(text), *kept.terms, *kept.words):
        assert term
        assert '"' not in term
        assert not any(char.isspace() for char in term)
        assert all(char.isalnum() or char == "_" for char in term if char.isascii())


@given(st.text())
def test_case_never_matters_for_plain_words(text: str) -> None:
    word = "".join(char for char in text if char.isascii() and char.isalpha())
    assert terms(word.lower())[:1] == terms(word.upper())[:1]
