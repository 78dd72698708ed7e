"""Token counts are estimated script by script, on the safe side, and learnt from what servers count."""

import numpy as np
import pytest

from desktop_rag.text.script_sizes import Script, script_sizes
from desktop_rag.text.token_factors import RequestSize, TokenFactors
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.languages import TEXTS

# What SmolLM2 (49,152 tokens) and XLM-R (250,002) make of the texts: two ends of what is in use.
TRUE = {
    "English": (56, 63),
    "German": (99, 62),
    "Japanese": (203, 74),
    "Chinese": (180, 73),
    "Korean": (212, 54),
    "Thai": (361, 47),
    "Khmer": (183, 25),
    "Russian": (162, 51),
    "Greek": (143, 48),
    "Arabic": (175, 55),
    "Hindi": (167, 42),
    "Digits": (169, 67),
    "Code": (61, 67),
    "Symbols": (75, 47),
}


def size(text: str) -> RequestSize:
    return RequestSize(script_sizes(text))


@pytest.mark.parametrize("language", TRUE)
def test_before_anything_is_learnt_no_estimate_is_too_low(language: str) -> None:
    estimate = TokenFactors().estimate(size(TEXTS[language]))
    assert estimate.high >= max(TRUE[language])
    assert estimate.high <= 3 * max(TRUE[language])
    assert not estimate.is_learnt


@pytest.mark.parametrize("language", TRUE)
@pytest.mark.parametrize("model", [0, 1], ids=["SmolLM2", "XLM-R"])
def test_a_few_counts_make_the_estimate_close(language: str, model: int) -> None:
    true, factors, asked = TRUE[language][model], TokenFactors(), size(TEXTS[language])
    for _ in range(4):
        assert factors.learn(asked, true)
    estimate = factors.estimate(asked)
    assert estimate.mean == pytest.approx(true, rel=0.1)
    assert true <= estimate.high <= 1.6 * true


def test_what_is_learnt_of_one_script_says_nothing_of_another() -> None:
    factors = TokenFactors()
    before = factors.estimate(size(TEXTS["Thai"]))
    for _ in range(5):
        factors.learn(size(TEXTS["English"]), 56)
    assert factors.estimate(size(TEXTS["Thai"])).high >= before.high * 0.9


def test_a_count_that_cannot_be_of_the_whole_text_is_not_learnt() -> None:
    factors, asked = TokenFactors(), RequestSize(script_sizes("word " * 1390), 2)
    before = factors.estimate(asked)
    assert not factors.learn(asked, 60)
    assert factors.estimate(asked) == before


def test_another_model_under_the_same_name_is_learnt_after_three_counts() -> None:
    factors = TokenFactors()
    for _ in range(8):
        factors.learn(size(TEXTS["Thai"] * 4), TRUE["Thai"][0] * 4)
    heard = [factors.learn(size(TEXTS["Thai"] * times), TRUE["Thai"][1] * times) for times in (3, 4, 5, 4)]
    assert heard == [False, False, False, True]


def test_a_server_that_cuts_is_never_believed() -> None:
    factors = TokenFactors()
    for _ in range(8):
        factors.learn(RequestSize(script_sizes("many words " * 500), 2), 1010)
    heard = [
        factors.learn(RequestSize(script_sizes("many words " * times), 2), 2048) for times in range(2000, 2900, 60)
    ]
    assert not any(heard)


def test_factors_are_kept_as_json() -> None:
    factors, asked = TokenFactors(), size(TEXTS["Japanese"])
    factors.learn(asked, 203)
    again = TokenFactors(**factors.to_json())
    assert again.estimate(asked).high == pytest.approx(factors.estimate(asked).high, rel=1e-3)


@pytest.mark.parametrize("mean", [[1.0], [float("nan")] * 9])
def test_damaged_factors_are_refused(mean: list[float]) -> None:
    with pytest.raises(ValueError, match="factors"):
        TokenFactors(mean)


def test_each_character_counts_in_its_script() -> None:
    text = "12３ 日本 한 ก я 🙂𠀀"
    sizes = script_sizes(text)
    assert sizes[Script.DIGITS] == 3
    assert sizes[Script.CJK] == 2 * 3 + 4
    assert sizes[Script.HANGUL] == 3
    assert sizes[Script.UNSPACED] == 3
    assert sizes[Script.ALPHABETS] == 2
    assert sizes[Script.LATIN] == 0
    assert sizes[Script.SYMBOLS] > 0


def test_latin_letters_count_as_tokens_and_half_characters_do_no_harm() -> None:
    assert script_sizes("plain words only")[Script.LATIN] == get_tokenizer().count("plain words only") == 3
    assert np.isfinite(script_sizes("a\ud800b")).all()
    assert not script_sizes("").any()
