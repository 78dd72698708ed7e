"""Tokens of words that were seen before are those that the tokenizer makes of the whole text."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.embeddings import multilingual_e5
from desktop_rag.embeddings.multilingual_e5 import WordTokens, load_tokenizer

_AWKWARD = [
    *"ab.é½´¨ﬁ 日本한ก🙂",
    *"\n\t\r\x0b\x0c\x00\x1f\x7f\x85\u00a0\u3000\u200b\u00ad\ufeff\u2581\u0301",
    *["foo", "Zebras", "us-gaap:Cash", "  ", "مرحبا"],
]


class Counted:
    """The real tokenizer, and what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, text: str) -> Sequence[tuple[int, int]]:
        self.asked.append(text)
        return whole(text)


def whole(text: str) -> list[tuple[int, int]]:
    offsets: list[tuple[int, int]] = load_tokenizer().encode(text, add_special_tokens=False).offsets
    return offsets


REMEMBERING = WordTokens(whole)


def as_pairs(ranges: np.ndarray) -> list[tuple[int, int]]:
    return [(int(start), int(end)) for start, end in ranges]


@given(st.lists(st.sampled_from(_AWKWARD), max_size=14).map("".join))
def test_awkward_texts_have_the_tokens_of_the_whole_text(text: str) -> None:
    assert as_pairs(REMEMBERING(text)) == whole(text)


@given(st.text(max_size=40))
def test_any_text_has_the_tokens_of_the_whole_text(text: str) -> None:
    assert as_pairs(REMEMBERING(text)) == whole(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "  Two  words\n",
        "One",
        "base64 " + "QUJD" * 200 + " end",
        "in\u00a0one breath, \u200b and \u3000 apart",
        "\ufeffThe mark of a file's beginning",
        "´ alone",
    ],
)
def test_tokens_are_those_of_the_whole_text(text: str) -> None:
    tokens = WordTokens(whole)
    assert as_pairs(tokens(text)) == as_pairs(tokens(text)) == whole(text)


def test_a_word_is_tokenised_once() -> None:
    counted = Counted()
    tokens = WordTokens(counted)
    first = tokens(" zebras eat grass, zebras sleep")
    assert counted.asked == [" zebras eat grass, sleep"]
    assert as_pairs(tokens(" zebras sleep\n")) == whole(" zebras sleep\n")
    assert len(counted.asked) == 1
    assert len(first) == len(whole(" zebras eat grass, zebras sleep"))


def test_plain_words_may_be_tokenised_in_another_way() -> None:
    every, plain = Counted(), Counted()
    tokens = WordTokens(every, plain)
    text = " zebras über eat naïve grass"
    assert as_pairs(tokens(text)) == as_pairs(tokens(text)) == whole(text)
    assert (every.asked, plain.asked) == ([" über naïve"], [" zebras eat grass"])


def test_what_is_remembered_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multilingual_e5, "_WORDS_REMEMBERED", 10)
    counted = Counted()
    tokens = WordTokens(counted)
    for number in range(0, 60, 6):
        text = "".join(f" word{one}" for one in range(number, number + 6))
        assert as_pairs(tokens(text)) == whole(text)
    before = len(counted.asked)
    tokens(" word0")
    assert len(counted.asked) == before + 1
