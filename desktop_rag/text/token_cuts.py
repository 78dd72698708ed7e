"""Where a text can be cut without changing its tokens, and how many tokens lie before each such place.

From these two the size of any part follows, without tokenising parts again and again. A text is tokenised once; one
with spaces is taken word by word and the words are remembered: faster than tokenising it, with the same result.
"""

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from desktop_rag.text.character_kinds import (
    APOSTROPHE,
    BLANK,
    COMBINING,
    DIGIT,
    LETTER,
    LINE_END,
    MARK,
    OTHER,
    TOKEN_KIND,
    Characters,
    codes_of,
)
from desktop_rag.text.part_sizes import part_sizes
from desktop_rag.text.tokenizer import (
    VISIBLE_BEFORE_BLANK,
    Encoding,
    Positions,
    Tokenizer,
    TokenPlaces,
    without_surrogates,
)
from desktop_rag.text.unspaced_cuts import UnspacedCuts

_SHORT = 2000  # characters of a text that is counted directly
_SPACED = 16  # a text with at least one blank in so many characters is written with spaces between words
_BLOCK = 1 << 19  # characters taken at once: keeps memory flat
_REMEMBERED = 300_000
_UNSAFE = -1
_INDENTED = 8  # where more than one blank of so many is no single one between words, words cannot be taken one by one
_EXCERPTS = 32
_EXCERPT = 250  # characters of each
_LEARNT = 32  # of so many parts of the first text, the words of one are learnt
_SAMPLE = 2000  # characters that tell what a text is written in
_BLANK_CODE = ord(" ")
_ASCII = 0x80
_UNSPACED = re.compile("[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5]")

# Between which kinds of characters no token reaches over, neither in the whole text nor in any part of it: the patterns
# that cut a text into words end one there, whatever stands around.
_CUTS = (
    *((LETTER, after) for after in (MARK, DIGIT, BLANK, LINE_END)),
    *((DIGIT, after) for after in (LETTER, MARK, APOSTROPHE, BLANK, LINE_END)),
    *((before, DIGIT) for before in (MARK, APOSTROPHE)),
    *((before, BLANK) for before in (MARK, APOSTROPHE, OTHER, COMBINING)),
)
_MORE_CUTS = {"cl100k_base": ((LETTER, COMBINING), (LETTER, APOSTROPHE))}  # o200k_base takes these as parts of words


class Cuts:
    """Ascending places, both ends among them, and the number of tokens before each."""

    def __init__(self, positions: Positions, tokens: Positions) -> None:
        self.positions = positions
        self._tokens = tokens

    def before(self, places: Positions) -> Positions:
        """Return how many tokens stand before some of the places."""
        return self._tokens[np.searchsorted(self.positions, places)]

    def are_edges(self, places: Positions) -> NDArray[np.bool_]:
        """Return at which places a part can begin or end between two tokens, though it cannot be cut there."""
        return np.zeros(len(places), dtype=bool)


class OnePass(Cuts):
    """The cuts of a text that was tokenised.

    A mark before letters may be in one word with them. Where a token begins between the two, byte pairs were merged
    before and behind it by themselves, as they are in a part that begins or ends there.
    """

    def __init__(self, characters: Characters, places: TokenPlaces, is_cut: NDArray[np.bool_]) -> None:
        self._kinds = characters.kinds & TOKEN_KIND
        self._starts, self._whole = places
        inner = np.flatnonzero(is_cut.take(16 * self._kinds[:-1] + self._kinds[1:])) + 1
        self.positions = np.concatenate([[0], inner, [len(self._kinds)]])

    def before(self, places: Positions) -> Positions:
        """Return how many tokens stand before some places."""
        return np.searchsorted(self._starts, places)

    def are_edges(self, places: Positions) -> NDArray[np.bool_]:
        """Return which places lie between a mark and a letter, and between two tokens."""
        found = np.zeros(len(places), dtype=bool)
        inner = np.flatnonzero((places > 0) & (places < len(self._kinds)))
        at = places[inner]
        inner = inner[(self._kinds[at - 1] == MARK) & (self._kinds[at] == LETTER)]
        at = places[inner]
        token = np.minimum(np.searchsorted(self._starts, at), len(self._starts) - 1)
        found[inner] = (self._starts[token] == at) & self._whole[token]
        return found


@cache
def token_cuts(tokenizer: Encoding) -> "TokenCuts":
    """Return the cutter of a tokenizer; it is shared, for it remembers words."""
    return TokenCuts(tokenizer)


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


class TokenCuts:
    """Finds the cuts of texts for which the tokenizer is additive."""

    def __init__(self, tokenizer: Encoding) -> None:
        self._tokenizer = tokenizer
        self._is_cut = np.zeros(256, dtype=bool)  # by the kinds of the characters before (times 16) and after
        self._is_cut[[16 * before + after for before, after in (*_CUTS, *_MORE_CUTS.get(tokenizer.name, ()))]] = True
        self._words: dict[str, int] = {}  # tokens of each with a blank before it; _UNSAFE: may grow into one after it
        self.unspaced = UnspacedCuts(tokenizer) if tokenizer.name == UnspacedCuts.ENCODING else None

    def find(self, characters: Characters) -> Cuts:
        """Return the cuts of a text, both ends among them."""
        text = characters.text
        sample = _excerpts(text)
        blanks = sample.count(" ")
        if blanks * _SPACED >= len(sample):
            is_indented = (sample.count("  ") + sample.count("\n ")) * _INDENTED > blanks
            return self.find_between_marks(characters) if is_indented else self.find_between_words(characters)
        if self.unspaced is not None and _is_chinese_or_japanese(text):
            return self.find_between_characters(characters)
        return self.find_between_marks(characters)

    def find_between_words(self, characters: Characters) -> Cuts:
        """Return the cuts in front of blanks; the first text is tokenised whole, sooner than its words are learnt."""
        text = characters.text
        if not self._words and len(text) <= _BLOCK:
            self._learn(text[: len(text) // _LEARNT].split(" "))
            return self.find_between_marks(characters)
        return _joined([self._words_of(text, start, end) for start, end in _blocks(text)], len(text))

    def find_between_characters(self, characters: Characters) -> Cuts:
        """Return the cuts between Chinese and Japanese characters; only where ``unspaced`` is known."""
        text = characters.text
        return _joined([] if self.unspaced is None else list(self.unspaced.find(text)), len(text))

    def find_between_marks(self, characters: Characters) -> Cuts:
        """Return the cuts next to punctuation, from one tokenisation of the text."""
        return OnePass(characters, self._tokenizer.token_places(characters.text), self._is_cut)

    def _words_of(self, text: str, start: int, end: int) -> tuple[Positions, Positions]:
        """Return the places in front of the words of a block, and the tokens from each to the next."""
        first = start == 0  # every other block begins with a blank, which belongs to its first word
        words = text[start if first else start + 1 : end].split(" ")
        try:
            sizes = np.fromiter(map(self._words.__getitem__, words), np.int64, len(words))
        except KeyError:
            self._learn(words)
            sizes = np.fromiter(map(self._words.__getitem__, words), np.int64, len(words))
        places = np.empty(len(words), np.int64)
        places[0] = start
        places[1:] = np.flatnonzero(codes_of(text[start + (not first) : end]) == _BLANK_CODE) + (start + (not first))
        kept = np.ones(len(words), dtype=bool)
        self._count_runs(words, sizes, kept, first=first)
        if len(self._words) > _REMEMBERED:
            self._words = {}
        return places[kept], sizes[kept]

    def _learn(self, words: list[str]) -> None:
        """Count the words that are new, all at once."""
        known = self._words
        unknown = set(words).difference(known)
        new = [word for word in unknown if word and not (word[-1].isspace() or word[-1] == "\u180e")]
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
        runs: dict[int, str] = {}
        for i in unsafe:
            if i <= done:
                continue
            done = i
            while done + 1 < len(words) and sizes[done] == _UNSAFE:
                done += 1
            run = " ".join(words[i : done + 1])
            runs[i] = run if first and i == 0 else f" {run}"
            kept[i + 1 : done + 1] = False
        sizes[~kept] = 0
        sizes[list(runs)] = part_sizes(self._tokenizer).of(list(runs.values()))


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

    def __init__(self, characters: Characters, tokenizer: Tokenizer) -> None:
        self._text = text = without_surrogates(characters.text)
        characters = characters if text is characters.text else Characters(text)
        self._characters = characters
        self._tokenizer = tokenizer
        self._cuts: Cuts | None = None
        if len(text) >= _SHORT and isinstance(tokenizer, Encoding) and tokenizer.is_additive(self._text):
            self._cuts = token_cuts(tokenizer).find(characters)

    def sizes(self, starts: Positions, ends: Positions) -> Positions:
        """Return the sizes of parts that begin and end at these places, in ascending order."""
        if self._cuts is not None:
            return self._derived(starts, ends, self._cuts)
        text, count = self._text, self._tokenizer.count
        parts = map(slice, starts.tolist(), ends.tolist())
        return np.array([count(text[part]) for part in parts], np.int64)

    def characters(self, start: int, end: int) -> Positions:
        """Return the size of each character of a part."""
        codes = self._characters.codes[start:end]
        different = np.flatnonzero(np.bincount(codes))
        known = part_sizes(self._tokenizer)
        sizes = np.zeros(different[-1] + 1, np.int64)
        sizes[different] = [known[chr(code)] for code in different.tolist()]
        return sizes[codes]

    def _derived(self, starts: Positions, ends: Positions, cuts: Cuts) -> Positions:
        """Take the tokens between the first and the last cut of each part, and count what lies outside of them."""
        positions = cuts.positions
        first = np.where(cuts.are_edges(starts), starts, positions[np.searchsorted(positions, starts)])
        last = np.where(cuts.are_edges(ends), ends, positions[np.searchsorted(positions, ends, side="right") - 1])
        within = first <= last
        sizes: Positions = np.where(within, cuts.before(last) - cuts.before(first), 0)
        self._add_outside(sizes, starts, np.where(within, first, ends))
        self._add_outside(sizes, np.where(within, last, ends), ends)
        return sizes

    def _add_outside(self, sizes: Positions, starts: Positions, ends: Positions) -> None:
        """Add the sizes of what lies outside of the cuts; an ASCII character is a token of its own."""
        places = np.flatnonzero(starts < ends)
        single = (ends[places] - starts[places] == 1) & (self._characters.codes[starts[places]] < _ASCII)
        sizes[places[single]] += 1
        places = places[~single]
        text = self._text
        outside = zip(starts[places].tolist(), ends[places].tolist(), strict=True)
        sizes[places] += np.array(part_sizes(self._tokenizer).of([text[a:b] for a, b in outside]), np.int64)
