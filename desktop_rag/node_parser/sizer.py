"""The token counts of many parts of one text, without tokenising it again for each."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from desktop_rag.node_parser.token_cuts import Cuts, part_sizes, token_cuts
from desktop_rag.text.tokenizer import Tokenizer, without_surrogates

_SHORT = 2000  # characters of a text that is counted directly


class TextSizer:
    """Tells how many tokens each part of ``text`` has when it stands alone: ``tokenizer.count(part)``, but faster."""

    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self._text = without_surrogates(text)
        self._tokenizer = tokenizer
        self._cuts: Cuts | None = None
        if len(text) >= _SHORT and tokenizer.is_additive(self._text):
            self._cuts = token_cuts(tokenizer).find(self._text)

    def sizes(self, bounds: Sequence[int]) -> list[int]:
        """Return the sizes of the parts between neighbouring bounds."""
        if self._cuts is not None:
            return derived_sizes(self._text, bounds, self._cuts, self._tokenizer)
        text, count = self._text, self._tokenizer.count
        return [count(text[start:end]) for start, end in pairwise(bounds)]

    def character(self, position: int) -> int:
        """Return the size of one character."""
        return part_sizes(self._tokenizer)[self._text[position]]


def derived_sizes(text: str, bounds: Sequence[int], cuts: Cuts, tokenizer: Tokenizer) -> list[int]:
    """Take the tokens between the first and the last cut of each part, and count what lies outside of them."""
    edges = np.array(bounds, dtype=np.int64)
    first = np.searchsorted(cuts.positions, edges[:-1])
    last = np.searchsorted(cuts.positions, edges[1:], side="right") - 1
    within = first <= last
    sizes: list[int] = np.where(within, cuts.tokens[last] - cuts.tokens[np.minimum(first, last)], 0).tolist()
    heads = np.where(within, cuts.positions[first], edges[1:])
    tails = np.where(within, cuts.positions[last], edges[1:])
    known = part_sizes(tokenizer)
    for i in np.flatnonzero(heads > edges[:-1]).tolist():
        sizes[i] += known[text[bounds[i] : heads[i]]]
    for i in np.flatnonzero(tails < edges[1:]).tolist():
        sizes[i] += known[text[tails[i] : bounds[i + 1]]]
    return sizes
