"""The token counts of many parts of one text, without tokenising it again for each."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from desktop_rag.tokenizer import Tokenizer, without_surrogates

_SHORT = 2000  # characters of which the parts are counted directly
_SPACED = 16  # a text with at least one blank in so many characters is written with spaces between words
_ROOMY = 16  # characters per token that are almost always enough


class TextSizer:
    """Tells how many tokens each part of ``text`` has when it stands alone: ``tokenizer.count(part)``, but faster.

    In texts without spaces between words the middle of a part comes from one tokenisation of the whole text, and
    only what lies outside its first and last safe cut is tokenised again.
    """

    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self._text = without_surrogates(text)
        self._tokenizer = tokenizer
        self._characters: dict[str, int] = {}
        self._starts: NDArray[np.int64] | None = None
        self._additive = tokenizer.is_additive(self._text)
        self._derive = self._additive and text.count(" ") * _SPACED < len(text)

    def sizes(self, bounds: Sequence[int], limit: int) -> list[int]:
        """Return the sizes of the parts between neighbouring bounds; above ``limit`` any number above it."""
        if self._derive and bounds[-1] - bounds[0] >= _SHORT:
            return self._derived(bounds)
        text, count, long = self._text, self._tokenizer.count, limit * _ROOMY
        return [
            count(text[start:end]) if end - start <= long else self._bounded(start, end, limit)
            for start, end in pairwise(bounds)
        ]

    def character(self, position: int) -> int:
        """Return the size of one character."""
        letter = self._text[position]
        size = self._characters.get(letter)
        if size is None:
            size = self._characters[letter] = self._tokenizer.count(letter)
        return size

    def _bounded(self, start: int, end: int, limit: int) -> int:
        """Return the size of a long part, or that of its beginning when that exceeds the limit already."""
        if self._additive:
            reach = start + limit * _ROOMY
            _, cut = self._tokenizer.safe_cuts(self._text, start, reach)
            size = self._tokenizer.count(self._text[start:cut])
            if size > limit and cut < reach:
                return size
        return self._tokenizer.count(self._text[start:end])

    def _map(self) -> NDArray[np.int64]:
        """Return where tokens begin."""
        if self._starts is None:
            self._starts = self._tokenizer.token_starts(self._text)
        return self._starts

    def _derived(self, bounds: Sequence[int]) -> list[int]:
        """Size the parts from the whole text's tokens; see ``Tokenizer.safe_cuts``."""
        text, cut, count = self._text, self._tokenizer.safe_cuts, self._tokenizer.count
        parts = list(pairwise(bounds))
        cuts = [cut(text, start, end) for start, end in parts]
        outside = [
            count(text[start:head]) + count(text[tail:end])
            for (start, end), (head, tail) in zip(parts, cuts, strict=True)
        ]
        edges = np.searchsorted(self._map(), np.array(cuts, dtype=np.int64))
        inside: NDArray[np.int64] = edges[:, 1] - edges[:, 0]
        return [a + b for a, b in zip(outside, inside.tolist(), strict=True)]
