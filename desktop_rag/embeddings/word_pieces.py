"""Tokenises words of ASCII letters and signs in pieces, each piece only once: long names share what they are made of.

A SentencePiece model of the kind Unigram takes the likeliest row of tokens. Where two characters follow each other in
no token of its vocabulary, every row has a boundary, so what stands before and behind is tokenised for itself:
``id="us-gaap_AssetsNet"`` is ``id``, ``="``, ``us``, ``-``, ``ga``… with the tokens of the whole.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_MARK = "\u2581"  # how the model writes the blank before a word
_CODES = 128
_REMEMBERED = 1 << 17  # pieces: about 20 MB


class WordPieces:
    """Returns the character range of each token, shape ``(tokens, 2)``, of ASCII words with a blank before each.

    ``tokenizer`` is a Unigram model that has all ASCII characters and changes none.
    """

    def __init__(self, tokenizer: "Tokenizer") -> None:
        self._model = tokenizer.model
        self._neighbours = _neighbours(tokenizer)
        self._known: dict[str, tuple[int, ...]] = {}

    def __call__(self, text: str) -> NDArray[np.int64]:
        """Return the ranges in ``text``, in order: each begins where the one before ends."""
        if len(self._known) > _REMEMBERED:
            self._known = {}
        codes = np.frombuffer(text.encode("ascii"), np.uint8)
        cuts = np.flatnonzero(~self._neighbours[codes[:-1], codes[1:]]) + 1
        lengths: list[int] = []
        start = 0
        for end in [*cuts.tolist(), len(text)]:
            piece = text[start:end]
            known = self._known.get(piece)
            lengths += self._learn(piece) if known is None else known
            start = end
        ends = np.cumsum(np.array(lengths, np.int64))
        return np.stack([ends - lengths, ends], axis=1)

    def _learn(self, piece: str) -> tuple[int, ...]:
        """Tokenise a piece; return how many characters each of its tokens has."""
        tokens = self._model.tokenize(piece.replace(" ", _MARK))
        self._known[piece] = lengths = tuple(len(token.value) for token in tokens)
        return lengths


def _neighbours(tokenizer: "Tokenizer") -> NDArray[np.bool_]:
    """Return which two ASCII characters follow each other in a token; none is followed by a blank."""
    # one by one that takes a fifth of the time of ``get_vocab``
    tokens = [tokenizer.id_to_token(number) or "" for number in range(tokenizer.get_vocab_size())]
    codes = np.frombuffer("\n".join(tokens).replace(_MARK, " ").encode("utf-32-le"), np.uint32)
    first, second = codes[:-1], codes[1:]
    ascii_pairs = (first < _CODES) & (second < _CODES) & (second != ord(" "))
    found = np.zeros((_CODES, _CODES), np.bool_)
    found[first[ascii_pairs], second[ascii_pairs]] = True
    return found
