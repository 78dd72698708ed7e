"""Words tokenised piece by piece have the tokens of the whole word."""

import string
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.paths import resource_path
from desktop_rag.embeddings.multilingual_e5 import WordPieces, load_tokenizer

_SIGNS = "".join(sorted({*string.printable} - {*string.whitespace}))


def whole(text: str) -> list[tuple[int, int]]:
    offsets: list[tuple[int, int]] = load_tokenizer().encode(text, add_special_tokens=False).offsets
    return offsets


@cache
def word_pieces() -> WordPieces:
    """Return the pieces of words, which load the tokenizer: collecting the tests does not wait for it."""
    return WordPieces(load_tokenizer())


def in_pieces(text: str) -> list[tuple[int, int]]:
    return [(int(start), int(end)) for start, end in word_pieces()(text)]


class CountingModel:
    """The tokenizer, which notes what its model is asked."""

    def __init__(self) -> None:
        self.model = self
        self.asked: list[str] = []

    def tokenize(self, piece: str) -> Sequence[object]:
        self.asked.append(piece)
        tokens: list[object] = load_tokenizer().model.tokenize(piece)
        return tokens

    def get_vocab_size(self) -> int:
        return int(load_tokenizer().get_vocab_size())

    def id_to_token(self, number: int) -> str:
        return str(load_tokenizer().id_to_token(number))


@pytest.mark.parametrize(
    "text",
    [
        " ",
        " a",
        " id=\"us-gaap_AssetsNet\" name='DueToRelatedPartiesCurrentAndNoncurrent' v2.3.1",
        " | --- | :--: | YouTube, iPhone; McDonald's (x+y)**2 != 4_294_967_296 <br/> \\begin{tabular}",
        " /usr/lib/python3/dist-packages C:\\Windows\\System32 https://example.org/a?b=c&d=%20e#f user@example.com",
    ],
)
def test_pieces_have_the_tokens_of_the_whole(text: str) -> None:
    assert in_pieces(text) == in_pieces(text) == whole(text)


def test_words_of_the_guide_have_their_tokens() -> None:
    guide = resource_path("guide", "guide.en.md").read_text(encoding="utf-8")
    text = "".join(f" {word}" for word in guide.split() if word.isascii())
    assert in_pieces(text) == whole(text)


@given(
    st.lists(st.text(_SIGNS, min_size=1, max_size=30), max_size=5).map(
        lambda words: "".join(f" {one}" for one in words)
    )
)
def test_any_words_have_as_many_tokens(text: str) -> None:
    # "ccc" may be "cc", "c" or "c", "cc", which are equally likely
    pieces = word_pieces()(text)
    assert len(pieces) == len(whole(text))
    assert np.array_equal(pieces[1:, 0], pieces[:-1, 1])


def test_the_model_has_all_signs() -> None:
    assert {sign for sign in _SIGNS if load_tokenizer().token_to_id(sign) is None} == set()


def test_a_piece_is_tokenised_once(monkeypatch: pytest.MonkeyPatch) -> None:
    model = CountingModel()
    pieces = WordPieces(model)  # type: ignore[arg-type]  # what it needs of a tokenizer
    pieces(" us-gaap_AssetsNet")
    pieces(" us-gaap_AssetsGross us-gaap_NetAssets")
    assert len(model.asked) == len(set(model.asked))
    assert sum(piece.startswith("Assets") for piece in model.asked) <= 2
    monkeypatch.setattr("desktop_rag.embeddings.multilingual_e5._PIECES_REMEMBERED", 1)
    pieces(" us-gaap_AssetsNet")
    assert len(model.asked) > len(set(model.asked))
