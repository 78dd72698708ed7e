"""One tokenisation of a text, from which the size of any range of it is read."""

import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.characters import without_surrogates

if TYPE_CHECKING:
    import tokenizers

Offsets = Callable[[str], Sequence[tuple[int, int]] | NDArray[np.int64]]
"""Tokenises a text and returns the character range of every token, in order: pairs, or an array of them."""

_BLOCK = 1 << 16  # characters tokenised at once: keeps memory flat and every tokenizer linear


def hugging_face_offsets(tokenizer: "tokenizers.Tokenizer") -> Offsets:
    """Return the ``tokenizer`` of a ``PassageSplitter`` made of a Hugging Face one, without its special tokens."""

    def offsets(text: str) -> Sequence[tuple[int, int]]:
        found: list[tuple[int, int]] = tokenizer.encode(text, add_special_tokens=False).offsets
        return found

    return offsets


class TokenMap:
    """A map of the starts of a text's tokens.

    The text is tokenised when its length alone does not tell: a note is read sooner than a tokenizer is loaded.
    """

    def __init__(self, text: str, offsets: Offsets) -> None:
        self._text = without_surrogates(text)
        self._offsets = offsets

    def fits(self, start: int, end: int, limit: int) -> bool:
        """Return True if at most ``limit`` tokens begin in the range."""
        if end - start < limit and most_tokens(self._text[start:end]) <= limit:
            return True
        return bisect_left(self._starts, end) - bisect_left(self._starts, start) <= limit

    def end_after(self, start: int, tokens: int, limit: int) -> int:
        """Return the end of the range from ``start`` with at most ``tokens`` tokens, ``limit`` at most."""
        last = bisect_left(self._starts, start) + tokens
        if last >= len(self._starts):
            return limit
        return max(start + 1, min(limit, self._starts[last]))

    @cached_property
    def _starts(self) -> "array[int]":
        """The start of each token."""
        starts, position = array("I"), 0
        while position < len(self._text):
            end = _block_end(self._text, position)
            found = np.array(self._offsets(self._text[position:end]), np.int64).reshape(-1, 2)
            starts.frombytes((found[:, 0] + position).astype(starts.typecode).tobytes())
            position = end
        return starts


def most_tokens(text: str) -> int:
    """Return an upper bound of a text's tokens, whatever the tokenizer.

    None makes more of it than the bytes of its normal form, and SentencePiece puts a mark before it.
    """
    return len(text if text.isascii() else unicodedata.normalize("NFKC", text).encode()) + 1


def _block_end(text: str, start: int) -> int:
    """Return the end of the block that begins at ``start``: after white space where there is some."""
    end = start + _BLOCK
    if end >= len(text):
        return len(text)
    tail = max(text.rfind("\n", start + _BLOCK // 2, end), text.rfind(" ", start + _BLOCK // 2, end))
    return tail if tail > start else end
