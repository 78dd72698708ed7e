"""Words found in another form than they are asked for, in languages nobody tuned the terms for; and what is not found.

Each row: words of a text, then words that a person types.
"""

import re

import pytest

from desktop_rag.text.analyzer import certain_terms, keyword_terms, other_forms, terms

FOUND = {
    "Arabic": """
        الكتاب كتاب | والكتاب كتاب | بالمدرسة مدرسة | وبالعقد عقد
        للعقد العقد | فالموظفون موظف | الموظفين موظف | الشركات شركة
        وكتبها كتب | أحمد احمد | مُحَمَّد محمد | إيجار ايجار
    """,
    "Hindi": """
        किताबें किताब | किताबों किताब | लड़का लडका | लड़के लड़का
        हिंदी हिन्दी | अनुबंध अनुबन्ध | ज़मीन जमीन | समझौते समझौता
        कम्पनी कंपनी | गाँव गांव | नोटिस नोटिस
    """,
    "Vietnamese": """
        hợp hop | đồng dong | thời thoi | trước truoc | Đà da
        Nẵng nang | hoà hòa | thuý thúy | nghỉ nghi
    """,
    "Russian": """
        договора договор | договорами договор | книги книга
        книг книга | расторжения расторжение | срок сроки
        сроком срок | сроками срок | ёлка елка
        уведомлению уведомление | квартире квартира | матери мать
        условий условие
    """,
    "German": """
        Kündigungsfristen Kündigungsfrist
        Vertragskündigungsfrist Vertrag | Verträge Vertrag
        Arbeitsverträgen Arbeitsvertrag | Straße Strasse
        Geschäftsführergehalt Geschäftsführer
    """,
}
RUNS = {
    "Thai": """
        ระยะเวลาแจ้งล่วงหน้าสามสิบวัน แจ้งล่วงหน้า
        สัญญาเช่าบ้านฉบับนี้ สัญญาเช่า
        ผู้เช่าต้องชำระค่าเช่า ค่าเช่า | ปีพ.ศ.๒๕๖๗ 2567
        ค่ำคืน ค่ำ
    """,
    "Khmer": "ឆ្នាំ២០២៤ 2024",
}
# Broken plurals, pronouns behind nouns and prepositions of one letter in Arabic; stems that change; later parts of
# compounds
NOT_FOUND = {
    "Arabic": "المدارس مدرسة | العقود عقد | شركتنا شركة | بعقد عقد",
    "Hindi": "समझौतों समझौता | मूल्यांकन मूल्य",
    "Russian": "дня день | писал писать",
    "German": """
        Vertragskündigungsfrist Kündigungsfrist
        Vertragskündigungsfrist Frist | Mietvertrag Vertrag
        Häuser Haus | gekündigt kündigen
    """,
}


def rows(table: dict[str, str]) -> list[tuple[str, str]]:
    pairs = (one.split() for lines in table.values() for one in re.split(r"[|\n]", lines) if one.strip())
    return [(text, typed) for text, typed in pairs]


def is_found(text: str, typed: str) -> bool:
    return bool(set(keyword_terms(text).terms) & set(keyword_terms(typed).terms))


@pytest.mark.parametrize(("text", "typed"), rows(FOUND))
def test_a_word_is_found_in_another_form(text: str, typed: str) -> None:
    assert is_found(text, typed)
    assert is_found(typed, text)
    if typed in keyword_terms(typed).terms:
        assert all(set(keyword_terms(text).terms).intersection(group) for group in certain_terms(typed))


@pytest.mark.parametrize(("text", "typed"), rows(RUNS))
def test_words_are_found_in_scripts_without_spaces(text: str, typed: str) -> None:
    assert set(keyword_terms(typed).terms) <= set(keyword_terms(text).terms)


@pytest.mark.parametrize(("text", "typed"), rows(NOT_FOUND))
def test_forms_that_only_meaning_search_finds(text: str, typed: str) -> None:
    """A row that is found one day belongs to the others."""
    assert not is_found(text, typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        row.split("/")
        for row in "dog/dogs city/cities policy/policies study/studies box/boxes bus/buses rent/rents".split()
    ],
)
def test_short_words_are_known_in_both_numbers(one: str, other: str) -> None:
    [single], [plural] = keyword_terms(one).terms, keyword_terms(other).terms
    assert plural in other_forms(single)
    assert single in other_forms(plural)


@pytest.mark.parametrize("word", ["as", "ss", "sss", "договор", "犬", "v2", ""])
def test_what_is_no_short_latin_word_has_no_other_form(word: str) -> None:
    assert [form for form in other_forms(word) if len(form) < len(word)] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("кот", "код"), ("срок", "сорок"), ("место", "мост"), ("जल", "जाल"), ("नाम", "नमक"), ("عقد", "عقل")],
)
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert not is_found(one, other)


def test_texts_are_compared_by_whole_words() -> None:
    assert terms("сроками किताबें") == ["сроками", "किताबें"]
    assert keyword_terms("информационный").words == ("информационныи",)
