"""What a result shows of its passage: the right part, the right words marked, in any script."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.services.search.result_files import LENGTH, Highlighter
from desktop_rag.text.analyzer import beginning, keyword_terms

FILLER = "Lorem ipsum dolor sit amet. " * 40
TEXTS = st.text(alphabet="ab cAé.\n#|'-_ 電池の寿テスト한ก١ﬁｆ", max_size=400)
QUERIES = st.text(alphabet='ab cé"-: 電池の寿テ한', max_size=20)


def marked(text: str, query: str) -> list[str]:
    found = Highlighter(query).snippet(text)
    return [found.text[start:end] for start, end in found.ranges]


@pytest.mark.parametrize(
    ("text", "query", "words"),
    [
        ("Searching the archives.", "searches", ["Searching"]),
        ("The Café of Zürich", "cafe zurich", ["Café", "Zürich"]),
        ("STRASSE und Straße", "strasse", ["STRASSE", "Straße"]),
        ("an invoice, an invention", "inv", ["invoice", "invention"]),
        ("an invoice, an invention", "inv ", []),
        ("ein Versicherungsnehmer", "Versicherung", ["Versicherungsnehmer"]),
        ("call getUserName now", "user", ["getUserName"]),
        ("release v2.3.1 is out", "v2.3.1", ["v2.3.1"]),
        ("本研究では電池の寿命を調べた。", "電池の寿命", ["電池の寿命"]),
        ("本研究では電池を調べた。", "電池の寿命", ["電池"]),
        ("テストの電気", "電", ["電"]),
        ("テストの方法", "テ", ["テ"]),
        ("电池寿命取决于温度", "电池寿命", ["电池寿命"]),
        ("การศึกษาชีวสมมูลของยาสามัญ", "ยาสามัญ", ["ยาสามัญ"]),
        ("การศึกษาชีวสมมูลของยาสามัญ", "ยา", ["ยา"]),
        ("ｆｕｌｌ width", "full", ["ｆｕｌｌ"]),
        ("ﬁnance report", "finance", ["ﬁnance"]),
        ("net sales and other sales", '"net sales" -other type:pdf', ["net", "sales", "sales"]),
        ("type pdf", "x type:pdf", []),
        ("nothing here", "quite different", []),
    ],
)
def test_words_are_marked_as_the_index_matches_them(text: str, query: str, words: list[str]) -> None:
    assert marked(text, query) == words


def test_the_part_with_most_of_the_words_is_shown() -> None:
    text = f"costs. {FILLER} costs of restructuring programs. {FILLER} restructuring costs rose to 5. {FILLER}"
    found = Highlighter("restructuring costs rose").snippet(text)
    assert "restructuring costs rose to 5" in found.text
    assert found.text.startswith("…")
    assert found.text.endswith("…")
    assert "\n" not in found.text


def test_a_passage_found_by_meaning_shows_its_beginning() -> None:
    found = Highlighter("whale").snippet(FILLER)
    assert found.text.startswith("Lorem ipsum dolor")
    assert found.ranges == ()


def test_marks_of_markdown_are_left_out() -> None:
    found = Highlighter("net").snippet("# Sales\n\n| **Net** sales | 2022 |\n|---|---|\n| 4,712 | `x` |")
    assert found.text == "Sales Net sales 2022 4,712 x"
    assert [found.text[start:end] for start, end in found.ranges] == ["Net"]


def test_chinese_and_japanese_take_twice_the_room() -> None:
    assert len(Highlighter("温度").snippet("電池の寿命は温度に大きく依存する。" * 60).text) <= LENGTH // 2 + 12
    assert len(Highlighter("life").snippet("battery life depends. " * 60).text) <= LENGTH + 12


@given(TEXTS, QUERIES)
def test_ranges_are_in_order_and_in_the_text(text: str, query: str) -> None:
    found = Highlighter(query).snippet(text)
    last = 0
    for start, end in found.ranges:
        assert last <= start < end <= len(found.text)
        assert not found.text[start].isspace()
        assert not found.text[end - 1].isspace()
        last = end
    assert len(found.text) <= LENGTH + 60


@given(TEXTS, st.sampled_from(["電池", "abc", "ab c", "テスト", "寿", "é"]))
def test_what_is_marked_has_a_term_of_the_query(text: str, query: str) -> None:
    wanted = set(keyword_terms(query).terms)
    begun = beginning(query)
    highlighter = Highlighter(query)
    for start, end in highlighter.ranges(text):
        terms = keyword_terms(text[start:end]).terms
        assert wanted & set(terms) or (begun and any(term.startswith(begun) for term in terms))


@given(TEXTS)
def test_nothing_typed_marks_nothing(text: str) -> None:
    assert Highlighter(" ").snippet(text).ranges == ()
    assert Highlighter("-ab type:pdf").ranges(unicodedata.normalize("NFC", text)) == ()
