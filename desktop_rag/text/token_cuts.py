"""Where a text can be cut without changing its tokens, and how many tokens lie before each such place.

From these two the size of any part follows, without tokenising parts again and again. Texts with spaces are taken
word by word and the words are remembered: several times faster than tokenising, with the same result.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from desktop_rag.text.tokenizer import (
    SAFE_CUT,
    VISIBLE_BEFORE_BLANK,
    Encoding,
    Positions,
    Tokenizer,
    without_surrogates,
)
from desktop_rag.text.unspaced_cuts import UnspacedCuts

_SHORT = 2000  # characters of a text that is counted directly
_SPACED = 16  # a text with at least one blank in so many characters is written with spaces between words
_BLOCK = 1 << 19  # characters taken at once: keeps memory flat
_REMEMBERED = 300_000
_LONGEST_WORD = 48
_UNSAFE = -1
_BLANK = ord(" ")


class Cuts(NamedTuple):
    """Ascending places, and the number of tokens before each."""

    positions: Positions
    tokens: Positions


@cache
def token_cuts(tokenizer: Encoding) -> "TokenCuts":
    """Return the cutter of a tokenizer; it is shared, for it remembers words."""
    return TokenCuts(tokenizer)


class PartSizes(dict[str, int]):
    """The tokens of short parts, counted when they are first asked for."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, part: str) -> int:
        """Count a new part."""
        size = self._tokenizer.count(part)
        if len(part) <= _LONGEST_WORD:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[part] = size
        return size


@cache
def part_sizes(tokenizer: Tokenizer) -> PartSizes:
    """Return the remembered sizes of parts for a tokenizer."""
    return PartSizes(tokenizer)


class TokenCuts:
    """Finds the cuts of texts for which the tokenizer is additive."""

    def __init__(self, tokenizer: Encoding) -> None:
        self._tokenizer = tokenizer
        self._words: dict[str, int] = {}  # tokens of each with a blank before it; _UNSAFE: may grow into one after it
        self.unspaced = UnspacedCuts(tokenizer) if tokenizer.name == UnspacedCuts.ENCODING else None

    def find(self, text: str) -> Cuts:
        """Return the cuts of a text, both ends among them."""
        if text.count(" ") * _SPACED >= len(text):
            return self.find_between_words(text)
        return self.find_between_marks(text) if self.unspaced is None else self.find_between_characters(text)

    def find_between_words(self, text: str) -> Cuts:
        """Return the cuts in front of blanks."""
        return _joined([self._block(text, start, end) for start, end in _blocks(text)], len(text))

    def find_between_characters(self, text: str) -> Cuts:
        """Return the cuts between Chinese and Japanese characters; only where ``unspaced`` is known."""
        return _joined([] if self.unspaced is None else list(self.unspaced.find(text)), len(text))

    def find_between_marks(self, text: str) -> Cuts:
        """Return the cuts next to punctuation, from one tokenisation of the text."""
        positions = np.array([0, *(match.end() for match in SAFE_CUT.finditer(text)), len(text)], dtype=np.int64)
        return Cuts(positions, np.searchsorted(self._tokenizer.token_starts(text), positions))

    def _block(self, text: str, start: int, end: int) -> tuple[Positions, Positions]:
        """Return the places in front of the words of a block, and the tokens from each to the next."""
        first = start == 0  # every other block begins with a blank, which belongs to its first word
        words = text[start if first else start + 1 : end].split(" ")
        self._learn(words)
        sizes = np.fromiter(map(self._words.__getitem__, words), np.int64, len(words))
        places = np.empty(len(words), np.int64)
        places[0] = start
        codes = np.frombuffer(text[start + (not first) : end].encode("utf-32-le"), dtype=np.uint32)
        places[1:] = np.flatnonzero(codes == _BLANK) + (start + (not first))
        kept = np.ones(len(words), dtype=bool)
        self._count_runs(words, sizes, kept, first=first)
        if len(self._words) > _REMEMBERED:
            self._words = {}
        return places[kept], sizes[kept]

    def _learn(self, words: list[str]) -> None:
        """Count the words that are new, all at once."""
        known = self._words
        unknown = set(words).difference(known)
        new = [word for word in unknown if VISIBLE_BEFORE_BLANK.match(word[-1:])]
        if len(new) < len(unknown):
            known.update(dict.fromkeys(unknown, _UNSAFE))
        if new:
            joined = f" {' '.join(new)}"
            bounds = np.cumsum(np.fromiter(map(len, new), np.int64, len(new)) + 1)
            starts = np.searchsorted(self._tokenizer.token_starts(joined), bounds)
            known.update(zip(new, np.diff(starts, prepend=0).tolist(), strict=True))

    def _count_runs(self, words: list[str], sizes: Positions, kept: NDArray[np.bool_], *, first: bool) -> None:
        """Count together with what follows what cannot be cut from it (several blanks, line ends before blanks)."""
        if first:
            sizes[0] = self._tokenizer.count(words[0]) if sizes[0] != _UNSAFE or len(words) == 1 else _UNSAFE
        unsafe = np.flatnonzero(sizes == _UNSAFE).tolist()
        done = -1
        for i in unsafe:
            if i <= done:
                continue
            done = i
            while done + 1 < len(words) and sizes[done] == _UNSAFE:
                done += 1
            run = " ".join(words[i : done + 1])
            sizes[i] = self._tokenizer.count(run if first and i == 0 else f" {run}")
            sizes[i + 1 : done + 1] = 0
            kept[i + 1 : done + 1] = False


def _blocks(text: str) -> list[tuple[int, int]]:
    """Return ranges of the text that begin in front of a blank after something visible (all but the first)."""
    ranges = []
    start = 0
    while len(text) - start > _BLOCK:
        end = text.rfind(" ", start + 1, start + _BLOCK)
        while end > start and not VISIBLE_BEFORE_BLANK.match(text[end - 1]):
            end = text.rfind(" ", start + 1, end)
        if end <= start:
            break
        ranges.append((start, end))
        start = end
    return [*ranges, (start, len(text))]


def _joined(blocks: list[tuple[Positions, Positions]], end: int) -> Cuts:
    """Return the cuts of neighbouring blocks as one."""
    positions = np.concatenate([*(places for places, _ in blocks), np.array([end], np.int64)])
    sizes = np.concatenate([np.zeros(1, np.int64), *(sizes for _, sizes in blocks)])
    return Cuts(positions, np.cumsum(sizes))


class TextSizer:
    """Tells how many tokens each part of ``text`` has when it stands alone: ``tokenizer.count(part)``, but faster."""

    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self._text = without_surrogates(text)
        self._tokenizer = tokenizer
        self._cuts: Cuts | None = None
        if len(text) >= _SHORT and isinstance(tokenizer, Encoding) and tokenizer.is_additive(self._text):
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
