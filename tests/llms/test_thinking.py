"""Thoughts are taken out of an answer wherever the pieces are cut."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.llms.thinking import ThinkFilter


def _filtered(pieces: list[str]) -> str:
    filter_ = ThinkFilter()
    return "".join(filter_.feed(piece) for piece in pieces) + filter_.finish()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Paris.", "Paris."),
        ("<think>Hm.</think>\n\nParis.", "Paris."),
        ("\n<think>\n\n</think>\n\nParis. ", "Paris. "),
        ("Paris <think>or not</think>.", "Paris ."),
        ("a < b and <thin", "a < b and <thin"),
        ("<think>never ends", ""),
        ("The tag <think> is special.", "The tag <think> is special."),
        ("", ""),
    ],
)
def test_thoughts_are_removed_at_every_cut(text: str, answer: str) -> None:
    assert _filtered([text]) == answer
    assert _filtered(list(text)) == answer
    for cut in range(len(text)):
        assert _filtered([text[:cut], text[cut:]]) == answer


def test_text_is_not_held_back_without_need() -> None:
    filter_ = ThinkFilter()
    assert filter_.feed("Hello") == "Hello"
    assert filter_.feed(" <") == " "
    assert filter_.feed("b") == "<b"


@given(st.lists(st.sampled_from(["<think>", "</think>", "<", "th", "ink>", "a", " ", "\n", "</"])), st.randoms())
def test_cuts_never_matter(parts: list[str], dice: random.Random) -> None:
    text = "".join(parts)
    cuts = sorted(dice.randint(0, len(text)) for _ in range(4))
    edges = [0, *cuts, len(text)]
    pieces = [text[start:end] for start, end in itertools.pairwise(edges)]
    assert _filtered(pieces) == _filtered([text])
