"""Where words stand in a text, and that every way of taking a text apart agrees with the others."""

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_rag.text.analyzer import (
    beginning,
    certain_terms,
    folded,
    grams,
    is_short_word,
    is_unspaced,
    keyword_terms,
    spoken_words,
    terms,
    token_spans,
    word_spans,
    word_terms,
)
from desktop_rag.text.phrases import Phrase, spoken_line
from desktop_rag.text.spellings import plain

PIECES = [
    "getUserName", "v2.3.1", "the company's", "rock’n’roll", "a.b@c.example", "and/or", "x_y", "Straße", "ÉCOLE", "ﬁne",
    "東京都", "の", "木", "ｶﾞｲﾄﾞ", "ยา", "ยาสามัญ", "한국어", "हिन्दी", "كِتَاب", "Ⅳ", "½", "e\u0301", "\u0301", "…",
    "-", "'s", ".",
]  # fmt: skip
TEXTS = st.one_of(st.text(max_size=40), st.lists(st.sampled_from([*PIECES, " ", " "]), max_size=12).map("".join))
LETTERS = st.text("abcxyzABCéÉüÜßñçøÅłαβςΣΩώбвгйёЖ", min_size=1, max_size=14)


@settings(deadline=None)
@given(TEXTS)
def test_every_token_stands_where_it_says(text: str) -> None:
    end = 0
    for start, stop, token in token_spans(text):
        assert end <= start < stop <= len(text)
        assert token == plain(text[start:stop])
        end = stop


@settings(deadline=None)
@given(TEXTS)
def test_word_spans_are_the_tokens_of_spaced_scripts_with_their_terms(text: str) -> None:
    text = plain(text)
    spaced = [(start, stop, word_terms(token)) for start, stop, token in token_spans(text) if not is_unspaced(token)]
    assert list(word_spans(text)) == spaced


@settings(deadline=None)
@given(TEXTS)
def test_nothing_that_is_a_letter_or_digit_lies_between_tokens(text: str) -> None:
    left = list(text)
    for start, stop, _ in token_spans(text):
        left[start:stop] = " " * (stop - start)
    assert not [char for char in left if char.isalnum()]


@settings(deadline=None)
@given(TEXTS, TEXTS)
@example("rock", "'s")
@example("東京", "都")
def test_what_stands_apart_is_taken_apart_alike(one: str, other: str) -> None:
    both = f"{one} {other}"
    assert spoken_words(both) == spoken_words(one) + spoken_words(other)
    assert terms(both) == terms(one) + terms(other)
    assert keyword_terms(both).terms == keyword_terms(one).terms + keyword_terms(other).terms
    assert keyword_terms(both).words == keyword_terms(one).words + keyword_terms(other).words


@pytest.mark.parametrize("around", ["{}", "see {} there", "x-{}/y", "（{}）", "{}, and", "“{}”"])
@settings(deadline=None)
@given(phrase=TEXTS)
def test_texts_with_a_phrase_have_its_certain_terms(around: str, phrase: str) -> None:
    text = around.format(phrase)
    if spoken_words(phrase) and Phrase(phrase).stands_in(spoken_line(text)):
        assert all(set(keyword_terms(text).terms).intersection(group) for group in certain_terms(phrase))


@settings(deadline=None)
@given(LETTERS, st.integers(1, 14))
def test_what_is_typed_begins_the_word_it_becomes(word: str, typed: int) -> None:
    assert folded(word).startswith(beginning(word[:typed]))
    assert beginning(f"the first {word[:typed]}") == folded(word[:typed])


@settings(deadline=None)
@given(LETTERS)
def test_folding_regards_neither_case_nor_accents_and_is_done_once(word: str) -> None:
    bare = "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
    assert folded(word) == folded(word.upper().lower()) == folded(bare) == folded(folded(word))


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("", ""),
        ("ready ", ""),
        ("ready.", ""),
        ("Ready", "ready"),
        ("serial_numb", "numb"),
        ("example.co", "co"),
        ("ann@exam", "exam"),
        ("the company's", "company"),
        ("Cafe\u0301", "cafe"),
        ("東京", ""),
        ("東", ""),
        ("の", "の"),
        ("ยา", "ยา"),
        ("ยาส", ""),
        ("Windows版", ""),
        ("版Win", "win"),
    ],
)
def test_what_somebody_is_typing(text: str, typed: str) -> None:
    assert beginning(text) == typed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the company's plan", "the company plan"),
        ("rock’n’roll", "rocknroll"),
        ("getUserName v2.3", "getusername v2 3"),
        ("and/or a_b", "and or a b"),
        ("東京 ABC", "東 京 abc"),
        ("- … '", ""),
    ],
)
def test_a_text_word_for_word(text: str, words: str) -> None:
    assert spoken_words(text) == words.split()


@pytest.mark.parametrize(
    ("run", "parts"),
    [
        ("東", ["東"]),
        ("東京", ["東京"]),
        ("東京都", ["東京", "京都"]),
        ("ยา", ["ยา"]),
        ("ยาส", ["ยาส"]),
        ("ยาสา", ["ยาส", "าสา"]),
    ],
)
def test_the_parts_of_a_run(run: str, parts: list[str]) -> None:
    assert list(grams(run)) == parts


@settings(deadline=None)
@given(st.text("東京都のへ木ยาสามัญ물회ລາວ", min_size=1, max_size=12))
def test_the_parts_of_a_run_cover_it(run: str) -> None:
    parts = list(grams(run))
    assert parts
    assert all(part in run for part in parts)
    assert set("".join(parts)) <= set(run)
    if re.fullmatch("[東京都のへ木물회]{2,}", run):
        assert "".join(part[0] for part in parts) + parts[-1][1:] == run


@settings(deadline=None)
@given(st.one_of(st.text(part, min_size=4, max_size=12) for part in ("東京都のへ木물회", "ยาสามัญລາວ", "東京のยาສາ")))
def test_the_parts_of_a_run_are_those_from_each_of_its_characters_on(run: str) -> None:
    sizes = [3 if re.match("[ก-๏ກ-ໝ]", character) else 2 for character in run]
    parts = [run[place : place + size] for place, size in enumerate(sizes) if place + size <= len(run)]
    assert list(grams(run)) == parts


@pytest.mark.parametrize(("term", "word"), [("물", True), ("ยา", True), ("の", False), ("า", False)])
def test_short_runs_that_are_words(term: str, word: bool) -> None:
    assert is_short_word(term) is word


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("", ""), ("Été", "ete"), ("company’s", "company"), ("C++", "c"), ("Ёлка", "елка"), ("ΛΌΓΟΣ", "λογοσ"),
        ("が", "が"), ("हिन्दी", "हनद"), ("42%", "42"),
    ],
)  # fmt: skip
def test_folded_words(word: str, plain: str) -> None:
    assert folded(word) == plain
