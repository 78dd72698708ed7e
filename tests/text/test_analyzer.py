"""Keyword terms, for passages and for questions alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.text.analyzer import KeywordTerms, beginning, certain_terms, is_short_run, keyword_terms, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Müller café", ["the", "muller", "cafe"]),
        ("東京都の人口", ["東京", "京都", "都の", "の人", "人口"]),
        ("木", ["木"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("getUserName", ["getusername", "get", "user", "name"]),
        ("E-1042", ["e1042", "e", "1042"]),
        ("v2.3.1", ["v2_3_1", "v2", "3", "1"]),
        ("the company's plan", ["the", "company", "plan"]),
        ("Windows版を使う", ["windows", "版を", "を使", "使う"]),
        ("ｶﾞｲﾄﾞ", ["ガイ", "イド"]),
        ("ยาสามัญ ยา", ["ยาส", "าสา", "สาม", "ามั", "มัญ", "ยา"]),
        ("ພາສາລາວ", ["ພາສ", "າສາ", "ສາລ", "າລາ", "ລາວ"]),
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


@pytest.mark.parametrize(
    ("term", "short"),
    [
        ("の", True),
        ("木", False),
        ("물", True),
        ("ยา", True),
        ("ยาส", False),
        ("東京", False),
        ("a", False),
        ("42", False),
    ],
)
def test_what_is_shorter_than_terms_is_known(term: str, short: bool) -> None:
    assert is_short_run(term) is short
    assert (beginning(term) == term) is (short or term.isascii())


@pytest.mark.parametrize("phrase", ["ยา", "ยาสามัญ", "の", "東京", "木", "ภาษา AI"])
def test_certain_terms_of_a_phrase_are_in_every_text_that_has_it(phrase: str) -> None:
    for text in (f"การ{phrase}ใหม่", f"これは{phrase}です"):
        known = set(keyword_terms(text).terms)
        assert all(known.intersection(group) for group in certain_terms(phrase))


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("المدرسة", "مدرسة"),
        ("والمدرسة", "المدرسه"),
        ("بالمدرسة", "مدرسة"),
        ("للطلاب", "الطلاب"),
        ("المعلمون", "معلمين"),
        ("إسلام", "اسلام"),
        ("العـــقد", "عقد"),
        ("على", "علي"),
        ("کتاب", "كتاب"),
        ("سنة ١٩٩٩", "1999"),
        ("वर्ष २०२४", "2024"),
        ("क़ानून", "कानून"),
        ("हँसना", "हंसना"),
        ("ISPARTA", "ısparta"),
        ("Łódź", "lodz"),
        ("København", "kobenhavn"),
        ("Đà Nẵng", "da nang"),
        ("ёлка", "елка"),
        ("αθήνα", "ΑΘΗΝΑ"),
        ("l'eau", "eau"),
        ("L’Hôtel", "hotel"),
        ("dell'acqua", "acqua"),
        ("qu'il", "quil"),
        ("jusqu’à", "jusqu à"),
        ("l'arc-en-ciel", "ciel"),
        ("un'altra", "un’altra"),
    ],
)
def test_words_are_found_however_they_are_written(stored: str, asked: str) -> None:
    assert set(keyword_terms(asked).terms) <= set(keyword_terms(stored).terms)


@pytest.mark.parametrize(
    ("word", "terms"), [("don't", "dont"), ("he'll", "hell"), ("John's", "john"), ("rock'n", "rockn")]
)
def test_an_apostrophe_joins_other_words(word: str, terms: str) -> None:
    assert keyword_terms(word).terms == (terms,)


@pytest.mark.parametrize("word", ["ولد", "الم", "وهم", "بال", "هي"])
def test_short_arabic_words_stay_whole(word: str) -> None:
    assert len(keyword_terms(word).terms[0]) >= 2


@pytest.mark.parametrize(("typed", "stored"), [("المدر", "مدرسة"), ("كتا", "كتاب"), ("٢٠", "2024")])
def test_the_beginning_of_a_word_is_found_while_it_is_typed(typed: str, stored: str) -> None:
    assert keyword_terms(stored).terms[0].startswith(beginning(typed))


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


@given(st.text(st.sampled_from("aZ09_ .-'/@\"\n"), max_size=30))
def test_ascii_text_has_the_terms_it_has_beside_other_letters(text: str) -> None:
    assert keyword_terms(f"{text} é").terms == (*keyword_terms(text).terms, "e")
    assert keyword_terms(f"{text} é").words == keyword_terms(text).words


def test_words_of_letters_and_signs_end_and_are_cut_as_before() -> None:
    found = keyword_terms("Förderprogramme ⅣⅣⅣⅣⅣⅣⅣⅣ programme's x²y²z²abc snake_case_names 20230101")
    assert found.terms == (
        "forder",
        "iviviv",
        "progra",
        "x2y2z2abc",
        "snake_case_names",
        "snake",
        "case",
        "names",
        "20230101",
    )
    assert found.words == ("forderprogramme", "iviviviviviviviv", "programme")


@given(st.from_regex(r"[0-9]{1,8}(\.[0-9]{1,5})?", fullmatch=True))
def test_plain_numbers_have_the_terms_of_their_spellings(number: str) -> None:
    assert keyword_terms(f"about {number} of").terms[1:-1] == tuple(terms(number))
