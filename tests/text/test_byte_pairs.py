"""The tokens that are found without tiktoken are those that tiktoken finds."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.text import script_sizes
from desktop_rag.text.tokenizer import get_tokenizer

TEXTS = [
    "",
    "a",
    "Hello, world! It's 25 °C; they'll don't.",
    "Straße, naïve, Ærøskøbing, İstanbul, Ελλάδα, Москва, العربية",
    "東京は日本の首都であり、世界最大の都市の一つです。" * 20,
    "我们在北京大学学习中文，明天去上海。" * 20,
    "ภาษาไทยเป็นภาษาที่สวยงาม " * 20,
    "서울은 대한민국의 수도이다. " * 20,
    "3.14159 1234567890 12/31/2024 " * 40,
    "def f(x):\n\tif x  ==  1:\r\n        return {'a': [1, 2]}\n\n\n\n" * 30,
    "-" * 120 + "=" * 100 + " " * 100 + "\n" * 30,
    "😀👩‍👩‍👧‍👦🇩🇪 é \u200b\u00a0\u3000",
    "Lopadotemachoselachogaleokranioleipsanodrimhypotrimmatosilphioparaomelitokatakechymeno",
]
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
latin = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyzABCé '’-.,\n 01"), max_size=120)


def starts(text: str) -> list[int]:
    return script_sizes.token_starts(text).tolist()


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:12].encode("unicode_escape").decode() or "empty")
def test_the_tokens_are_those_of_tiktoken(text: str) -> None:
    assert starts(text) == get_tokenizer().token_places(text).starts.tolist()


@given(st.one_of(words, latin))
def test_any_text_has_the_tokens_of_tiktoken(text: str) -> None:
    if get_tokenizer().is_additive(text):
        assert starts(text) == get_tokenizer().token_places(text).starts.tolist()


def test_a_text_of_several_blocks_has_the_tokens_of_tiktoken() -> None:
    text = " ".join(TEXTS) * 12
    assert len(text) > 20_000
    assert starts(text) == get_tokenizer().token_places(text).starts.tolist()


@pytest.mark.parametrize("text", ["ACGT" * 1500, "あ" * 3000, "xq" * 4000], ids=["letters", "kana", "odd letters"])
def test_a_word_without_end_has_nearly_as_many_tokens(text: str) -> None:
    expected = get_tokenizer().count(text)
    found = starts(text)
    assert expected <= len(found) <= expected + len(text.encode()) / 128 + 2
    assert np.all(np.diff(found) >= 0)
    assert found[-1] < len(text)


_MEASURES = """
import sys
from desktop_rag.text.script_sizes import script_sizes
assert script_sizes("The sizes of a text.").sum()
assert not {"gigatoken", "tiktoken"} & set(sys.modules)
"""


def test_sizes_of_texts_are_found_without_tiktoken() -> None:
    subprocess.run([sys.executable, "-c", _MEASURES], check=True, timeout=60)
