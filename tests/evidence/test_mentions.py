"""Where something is written in a text: ranges of the text as it is, whatever its plain form looks like."""

import random

import pytest

from desktop_rag.evidence.mentions import counted_in, mentions_in, sought, sought_spellings
from desktop_rag.text.analyzer import document_terms, keyword_terms, letters
from desktop_rag.text.phrases import LocatedLine, Phrase, plain_with_origins, spoken_line
from desktop_rag.text.spellings import plain

_PIECES = (
    "The notice period ends. ｶﾞｲﾄﾞ ﬁnance ＡＢＣ１２ Versiche-\n  rung Ver\u00ad\nein wi\u2011fi O’Neill’s Mu\u0308ller "
    "m² 5⁄8 10⁶ ½ 契約の期間。契\n約 一 \u200bzero\u200bwidth 1,234.50 $50 -40 C++ .NET +49\u00a0(0)30 555-01 23 "
    "ประกัน हिन्दी می\u200cخواهم 각하 각 ㍿ İstanbul STRASSE ß"
).split(" ")


def texts(count: int) -> list[str]:
    dice = random.Random(7)
    return [" ".join(dice.choices(_PIECES, k=dice.randint(1, 40))) for _ in range(count)]


def found(text: str, *words: str, exact: bool = False) -> list[str]:
    wanted = [one for one in map(sought, words) if one is not None]
    return [text[start:end] for start, end in mentions_in(text, wanted, exact=exact)]


def test_the_plain_form_knows_where_its_characters_come_from() -> None:
    for text in texts(300):
        normal, origins = plain_with_origins(text)
        assert normal == plain(text)
        places = [(origins.start(at), origins.end(at + 1)) for at in range(len(normal))]
        assert all(0 <= start < end <= len(text) for start, end in places)
        assert [one for one, _ in places] == sorted(one for one, _ in places)
        for word in ("notice", "Mu\u0308ller", "ＡＢＣ１２", "契約", "STRASSE", "zero\u200bwidth", "Ver\u00ad\nein"):
            at = normal.find(plain(word))
            while at >= 0:
                end = at + len(plain(word))
                assert plain(text[origins.start(at) : origins.end(end)]) == plain(word)
                at = normal.find(plain(word), end)


def test_a_located_line_is_the_line_that_phrases_are_looked_for_in() -> None:
    assert all(LocatedLine(text).text == spoken_line(text) for text in texts(300))


@pytest.mark.parametrize(
    "phrase", ["notice period", "Versicherung", "Verein", "wifi", "ガイド", "finance", "契約", "1234.50"]
)
def test_places_are_found_where_the_phrase_stands_and_only_there(phrase: str) -> None:
    wanted = Phrase(phrase)
    for text in texts(300):
        places = list(wanted.places(text))
        assert bool(places) is wanted.stands_in(spoken_line(text))
        for ranges in places:
            assert wanted.stands_in(spoken_line(text[ranges[0][0] : ranges[-1][1]]))


def test_letters_and_terms_miss_no_text_with_the_phrase() -> None:
    for phrase in (
        "notice period",
        "Versicherung",
        "ガイド",
        "ＦＩＮＡＮＣＥ",
        "契約",
        "Müller",
        "zerowidth",
        "５０",
        "각하",
        "strasse",
    ):
        one = sought(phrase)
        assert one is not None
        for text in texts(200):
            if one.phrase.stands_in(spoken_line(text)):
                assert all(anchor in letters(text) for anchor in one.anchors), (phrase, text)
                known = set(keyword_terms(text).terms)
                assert all(known & set(group) for group in document_terms(phrase)), (phrase, text)


def test_a_long_text_is_looked_at_in_pieces_and_nothing_is_missed() -> None:
    filling = "Nothing of it stands in this long sentence that goes on. " * 60
    text = (
        "walrus "
        + "".join(f"{filling}Sea wal-\nrus, walrus. " for _ in range(8))
        + filling
        + "walruses\n"
        + "\n" * 500
        + "walrus"
    )
    assert found(text, "walrus") == ["walrus", *(["wal-\nrus", "walrus"] * 8), "walrus"]


@pytest.mark.parametrize(
    "phrase", ["notice period", "Versicherung", "Verein", "wifi", "ガイド", "finance", "契約", "50"]
)
def test_counting_is_quicker_than_finding_and_tells_the_same(phrase: str) -> None:
    one = sought(phrase)
    assert one is not None
    for text in texts(300):
        assert counted_in(text, [one]).total() == len(mentions_in(text, [one])), text


def test_mentions_do_not_overlap() -> None:
    assert found("the notice period of notice", "notice", "notice period") == ["notice period", "notice"]


def test_japanese_and_chinese_words_are_found_inside_of_others() -> None:
    assert found("契約書と社会保険契約。契。約。", "契約") == ["契約", "契約"]


def test_a_number_is_found_however_it_is_grouped_and_not_in_others() -> None:
    text = "1,234,567 and 1.234.567; 1'234'567 or 1234567. Not 11,234,567, 1,234,567,000."
    assert found(text, "1234567") == ["1,234,567", "1.234.567", "1'234'567", "1234567"]
    assert found(text, "234,567") == []
    assert found("$50, 50 €, 50% and 150", "$50") == ["$50"]


def test_what_has_no_word_is_no_query() -> None:
    assert sought("…") is None
    assert sought("") is None


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Müller, Mueller, Muller", "Müller", ["Müller", "Mueller", "Muller"]),
        ("Müller, Mueller, Muller", "Mueller", ["Müller", "Mueller"]),
        ("Jürgen Mueller and Juergen Müller", "Jürgen Müller", ["Jürgen Mueller", "Juergen Müller"]),
        ("A poet has a pot in Århus.", "poet", ["poet"]),
        ("Århus", "Aarhus", ["Århus"]),
        ("Größe, GROESSE, GRÖSSE", "Größe", ["Größe", "GROESSE", "GRÖSSE"]),
    ],
)
def test_umlauts_may_be_written_with_two_letters(text: str, words: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in mentions_in(text, sought_spellings(words))] == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("John Smith", ["Smith, John", "JOHN SMITH"]),
        ("Smith, John", ["Smith, John", "JOHN SMITH", "Smith John"]),
        ("Jan Müller", ["Mueller, Jan"]),
        ("Mary Jane O'Neill", ["O'Neill, Mary Jane"]),
        ("garage door", []),  # no name: words of a list are none of it
    ],
)
def test_a_surname_may_come_first(words: str, expected: list[str]) -> None:
    text = "Smith, John. JOHN SMITH; Smith John (Mueller, Jan). O'Neill, Mary Jane. The door, garage and roof."
    assert [text[start:end] for start, end in mentions_in(text, sought_spellings(words))] == expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("£1,250.00, 1250 GBP; £1,250.50, £11,250 and £1,2500", "£1250", ["£1,250.00", "1250 GBP"]),
        ("EUR 85.000,00 or 85 000 Euro, 85.000,- €, 185.000 €, USD 85,000", "€85,000", ["EUR 85.000,00"]),
        ("85 000 Euro", "EUR 85000", ["85 000 Euro"]),
        ("総額６０，０００円、60000円", "60,000円", ["６０，０００円", "60000円"]),
        ("人民币60,000元", "60000元", ["人民币60,000元"]),
        ("$5 $5.00 $50 5 dollars", "$5", ["$5", "$5.00", "5 dollars"]),
        ("12,50 €, 12,5 €, 12,05 €", "€12.50", ["12,50 €", "12,5 €"]),
    ],
)
def test_an_amount_is_found_however_it_and_its_currency_are_written(text: str, words: str, expected: list[str]) -> None:
    found_ones = [text[start:end] for start, end in mentions_in(text, sought_spellings(words))]
    assert found_ones[: len(expected)] == expected
    assert "USD 85,000" not in found_ones
    assert mentions_in(text, sought_spellings(words)) == mentions_in(text, [sought(words)])  # type: ignore[list-item]


def test_an_amount_that_is_asked_for_exactly_is_found_as_written() -> None:
    assert found("£1,250.00 and £1250", "£1250", exact=True) == ["£1250"]
