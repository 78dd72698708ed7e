"""Where a text can be cut without changing its tokens, and how many tokens lie before each such place.

From these two the size of any part follows, without tokenising parts again and again. Texts with spaces are taken
word by word and the words are remembered: several times faster than tokenising, with the same result.
"""

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from desktop_rag.text.tokenizer import (
    LETTERS,
    MARKS,
    UNSEEN,
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
_INDENTED = 8  # where more than one blank of so many is no single one between words, words cannot be taken one by one
_EXCERPTS = 32
_EXCERPT = 2000  # characters of each
_SAMPLE = 2000  # characters that tell what a text is written in
_CODES = 0x10000
_OTHER, _LETTER, _MARK, _BLANK, _LINE_END, _SPACE = range(6)
_IS_CUT = np.zeros(64, dtype=bool)  # what ``SAFE_CUT`` says, by the kinds of the characters before (times 8) and after
_IS_CUT[[8 * _LETTER + _MARK, 8 * _LETTER + _LINE_END]] = True
_IS_CUT[[8 * _OTHER + _BLANK, 8 * _LETTER + _BLANK, 8 * _MARK + _BLANK]] = True
_BLANK_CODE = ord(" ")
_UNSPACED = re.compile("[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5]")


class Cuts(NamedTuple):
    """Ascending places, and the number of tokens before each."""

    positions: Positions
    tokens: Positions


@cache
def token_cuts(tokenizer: Encoding) -> "TokenCuts":
    """Return the cutter of a tokenizer; it is shared, for it remembers words."""
    return TokenCuts(tokenizer)


@cache
def _kinds() -> NDArray[np.uint8]:
    """Return the kind of every character, as ``SAFE_CUT`` tells them apart."""
    characters = np.arange(_CODES, dtype=np.uint32).tobytes().decode("utf-32", "surrogatepass")
    kinds = np.full(_CODES, _OTHER, np.uint8)
    for kind, pattern in ((_LETTER, LETTERS), (_MARK, MARKS), (_SPACE, UNSEEN), (_BLANK, " "), (_LINE_END, "\n")):
        for run in re.finditer(f"[{pattern}]+", characters):
            kinds[run.start() : run.end()] = kind
    return kinds


def _excerpts(text: str) -> str:
    """Return parts from all over a text that tell how it is written; a short one as it is."""
    step = len(text) // _EXCERPTS
    if step <= _EXCERPT:
        return text
    return "".join([text[start : start + _EXCERPT] for start in range(0, len(text), step)])


def _is_chinese_or_japanese(text: str) -> bool:
    """Whether a quarter of a text is, as far as a sample of it tells."""
    sample = text[:: max(1, len(text) // _SAMPLE)]
    return len(_UNSPACED.findall(sample)) * 4 >= len(sample)


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
        sample = _excerpts(text)
        blanks = sample.count(" ")
        if blanks * _SPACED < len(sample):
            one_pass = self.unspaced is None or not _is_chinese_or_japanese(text)
            return self.find_between_marks(text) if one_pass else self.find_between_characters(text)
        if (sample.count("  ") + sample.count("\n ")) * _INDENTED > blanks:
            return self.find_between_marks(text)
        return self.find_between_words(text)

    def find_between_words(self, text: str) -> Cuts:
        """Return the cuts in front of blanks."""
        return _joined([self._block(text, start, end) for start, end in _blocks(text)], len(text))

    def find_between_characters(self, text: str) -> Cuts:
        """Return the cuts between Chinese and Japanese characters; only where ``unspaced`` is known."""
        return _joined([] if self.unspaced is None else list(self.unspaced.find(text)), len(text))

    def find_between_marks(self, text: str) -> Cuts:
        """Return the cuts next to punctuation, from one tokenisation of the text."""
        codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
        kinds = _kinds()[np.minimum(codes, _CODES - 1)]
        inner = np.flatnonzero(_IS_CUT[8 * kinds[:-1] + kinds[1:]]) + 1
        positions = np.concatenate([[0], inner, [len(text)]])
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
        places[1:] = np.flatnonzero(codes == _BLANK_CODE) + (start + (not first))
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

    def sizes(self, bounds: Positions) -> Positions:
        """Return the sizes of the parts between neighbouring bounds."""
        if self._cuts is not None:
            return derived_sizes(self._text, bounds, self._cuts, self._tokenizer)
        text, count = self._text, self._tokenizer.count
        return np.array([count(text[start:end]) for start, end in pairwise(bounds.tolist())], np.int64)

    def characters(self, start: int, end: int) -> Positions:
        """Return the size of each character of a part."""
        codes = np.frombuffer(self._text[start:end].encode("utf-32-le"), dtype=np.uint32)
        different = np.flatnonzero(np.bincount(codes))
        known = part_sizes(self._tokenizer)
        sizes = np.zeros(different[-1] + 1, np.int64)
        sizes[different] = [known[chr(code)] for code in different.tolist()]
        return sizes[codes]


def derived_sizes(text: str, bounds: Positions, cuts: Cuts, tokenizer: Tokenizer) -> Positions:
    """Take the tokens between the first and the last cut of each part, and count what lies outside of them."""
    first = np.searchsorted(cuts.positions, bounds[:-1])
    last = np.searchsorted(cuts.positions, bounds[1:], side="right") - 1
    within = first <= last
    sizes: Positions = np.where(within, cuts.tokens[last] - cuts.tokens[np.minimum(first, last)], 0)
    heads = np.where(within, cuts.positions[first], bounds[1:])
    tails = np.where(within, cuts.positions[last], bounds[1:])
    known = part_sizes(tokenizer)
    codes = np.frombuffer(text[bounds[0] : bounds[-1]].encode("utf-32-le"), dtype=np.uint32)
    for starts, ends in ((bounds[:-1], heads), (tails, bounds[1:])):
        lengths = ends - starts
        blank = lengths == 1
        blank[blank] = codes[starts[blank] - bounds[0]] == _BLANK_CODE
        sizes[blank] += known[" "]
        places = np.flatnonzero((lengths > 0) & ~blank)
        outside = map(slice, starts[places].tolist(), ends[places].tolist())
        sizes[places] += np.array([known[text[part]] for part in outside], np.int64)
    return sizes
