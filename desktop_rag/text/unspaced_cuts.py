"""Cuts in Chinese and Japanese texts: nearly every character is one, because few tokens reach over two of them.

Byte pairs are merged only into tokens of the vocabulary. Between two characters that no token reaches over, nothing
is ever merged; the tokens of a text are then those of its parts. Only what lies between such places is tokenised,
and remembered: mostly single characters.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from desktop_rag.text.tokenizer import Encoding, Positions

_BLOCK = 1 << 17
_REMEMBERED = 100_000
_CODES = 0x10000
_THREE_BYTES = 0x800  # from here on, UTF-8 has three bytes for a character
_OTHER, _LETTER, _LATIN, _DIGIT, _MARK, _BLANK, _LINE_END = range(7)
_LETTERS = ((0x3041, 0x3096), (0x30A1, 0x30FA), (0x4E00, 0x9FA5))
_MARKS = (
    '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\u3001\u3002\u300c\u300d\u300e\u300f\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f'
)
_ALWAYS = (  # whatever the vocabulary: the pattern that cuts a text into words ends one here
    *((_LETTER, after) for after in (_DIGIT, _MARK, _BLANK, _LINE_END)),
    *((_LATIN, after) for after in (_DIGIT, _MARK, _BLANK, _LINE_END)),
    *((_DIGIT, after) for after in (_LETTER, _LATIN, _MARK, _BLANK, _LINE_END)),
    (_MARK, _DIGIT),
    (_MARK, _BLANK),
)
_UNLESS_BRIDGED = ((_LETTER, _LETTER), (_MARK, _LETTER))

Flags = NDArray[np.bool_]
Ids = NDArray[np.int64]


class UnspacedCuts:
    """Finds the cuts of texts without spaces between words, for one encoding."""

    ENCODING = "cl100k_base"

    def __init__(self, tokenizer: Encoding) -> None:
        self._tokenizer = tokenizer
        self._parts: dict[str, int] = {}
        self._single: Ids = np.zeros(_CODES, np.int64)  # tokens of each character; 0: not counted yet
        self._kinds: NDArray[np.uint8] | None = None
        self._always, self._unless_bridged = _table(_ALWAYS), _table(_UNLESS_BRIDGED)
        self._left, self._right, self._bridges = np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, 0), bool)

    def find(self, text: str) -> Iterator[tuple[Positions, Positions]]:
        """Yield, block by block, the cuts and the tokens from each to the next."""
        if self._kinds is None:
            self._kinds = _kinds()
            self._left, self._right, self._bridges = _bridges(self._tokenizer.vocabulary(), self._kinds)
        start, size = 0, _BLOCK
        while start < len(text):
            end = min(start + size, len(text))
            codes = np.frombuffer(text[start:end].encode("utf-32-le"), dtype=np.uint32).astype(np.int64)
            bounds = self._bounds(codes)
            if end < len(text):
                if len(bounds) < 2:
                    size *= 2
                    continue
                end = start + int(bounds[-1])
            else:
                bounds = np.append(bounds, len(codes))
            yield start + bounds[:-1], self._sizes(text[start:end], codes, bounds)
            start, size = end, _BLOCK

    def _bounds(self, codes: Ids) -> Ids:
        """Return 0 and the cuts between the characters."""
        assert self._kinds is not None  # noqa: S101
        small = np.where(codes < _CODES, codes, 0)
        kinds = self._kinds[small]
        before, after = kinds[:-1], kinds[1:]
        cuts = self._always[before, after]
        doubtful = self._unless_bridged[before, after]
        cuts |= doubtful & ~self._bridges[self._left[small[:-1]], self._right[small[1:]]]
        return np.concatenate([np.zeros(1, np.int64), np.flatnonzero(cuts) + 1])

    def _sizes(self, text: str, codes: Ids, bounds: Ids) -> Positions:
        """Return how many tokens lie between neighbouring bounds."""
        lengths = np.diff(bounds)
        firsts = codes[bounds[:-1]]
        single = (lengths == 1) & (firsts < _CODES)
        firsts = np.where(single, firsts, 0)
        for code in np.flatnonzero(np.bincount(firsts, minlength=_CODES)[1:] * (self._single[1:] == 0)) + 1:
            self._single[code] = self._tokenizer.count(chr(code))
        sizes = self._single[firsts]
        if len(self._parts) > _REMEMBERED:
            self._parts = {}
        known, count = self._parts, self._tokenizer.count
        for i in np.flatnonzero(~single).tolist():
            part = text[bounds[i] : bounds[i + 1]]
            size = known.get(part)
            if size is None:
                size = known[part] = count(part)
            sizes[i] = size
        return sizes


def _table(pairs: tuple[tuple[int, int], ...]) -> Flags:
    """Return a table of pairs of kinds."""
    table = np.zeros((7, 7), dtype=bool)
    for before, after in pairs:
        table[before, after] = True
    return table


def _kinds() -> NDArray[np.uint8]:
    """Return the kind of every character."""
    kinds = np.full(_CODES, _OTHER, np.uint8)
    for first, last in _LETTERS:
        kinds[first : last + 1] = _LETTER
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        kinds[ord(letter)] = kinds[ord(letter.lower())] = _LATIN
    kinds[ord("0") : ord("9") + 1] = _DIGIT
    kinds[[ord(mark) for mark in _MARKS]] = _MARK
    kinds[ord(" ")] = _BLANK
    kinds[ord("\n")] = _LINE_END
    return kinds


def _bridges(vocabulary: list[bytes], kinds: NDArray[np.uint8]) -> tuple[Ids, Ids, Flags]:
    """Return a group for each character as the left and as the right one, and which groups tokens reach over."""
    reached = _reached_over(vocabulary)
    beginnings = set().union(*reached.values())
    codes = np.flatnonzero((kinds == _LETTER) | (kinds == _MARK))
    left, lefts = _grouped(codes, reached, ends=True)
    right, rights = _grouped(codes, beginnings, ends=False)
    by_beginning = defaultdict[bytes, list[int]](list)
    for column, begins in enumerate(rights):
        for beginning in begins:
            by_beginning[beginning].append(column)
    table = np.zeros((len(lefts), len(rights)), dtype=bool)
    for row, ends in enumerate(lefts):
        for beginning in set().union(*(reached[end] for end in ends)):
            table[row, by_beginning[beginning]] = True
    return left, right, table


def _grouped(codes: Ids, parts: Collection[bytes], *, ends: bool) -> tuple[Ids, list[list[bytes]]]:
    """Group characters of one byte or three by which of their ends (or beginnings) are among ``parts``.

    Return the group of every character, and what each group has; group 0 has nothing.
    """
    whole = np.where(
        codes < _THREE_BYTES, codes, 0xE08080 | (codes >> 12) << 16 | (codes >> 6 & 0x3F) << 8 | codes & 0x3F
    )
    keys = np.zeros(len(codes), np.int64)
    for size in (1, 2, 3):
        shown = whole & (1 << 8 * size) - 1 if ends else np.where(codes < _THREE_BYTES, whole, whole >> 8 * (3 - size))
        wanted = [int.from_bytes(part) for part in parts if len(part) == size]
        asked = _among(shown, wanted) & ((codes >= _THREE_BYTES) | (size == 1))
        keys = keys << 8 * size | np.where(asked, shown, 0)
    _, first, groups = np.unique(np.append(0, keys), return_index=True, return_inverse=True)
    table = np.zeros(_CODES, np.int64)
    table[codes] = groups[1:]
    named: list[list[bytes]] = [[]]
    for code in codes[first[1:] - 1].tolist():
        data = chr(code).encode()
        sides = [data[i:] if ends else data[: i + 1] for i in range(len(data))]
        named.append([side for side in sides if side in parts])
    return table, named


def _among(values: Ids, wanted: Sequence[int]) -> Flags:
    """Return which values are among the wanted ones: ``np.isin``, whose sorting of all takes ten times as long."""
    if not wanted:
        return np.zeros(len(values), dtype=bool)
    known = np.sort(np.array(wanted, np.int64))
    found: Flags = known[np.minimum(np.searchsorted(known, values), len(known) - 1)] == values
    return found


def _reached_over(vocabulary: list[bytes]) -> dict[bytes, set[bytes]]:
    """Return the beginnings of tokens' right parts for each end of their left parts, within one character."""
    reached = defaultdict(set)
    for token in [token for token in vocabulary if not token.isascii()]:
        for end, beginning in _junctions(token):
            reached[end].add(beginning)
    return reached


def _junctions(token: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield what a token has on the two sides of every place between characters, one character of each at most."""
    leads = [i for i in range(1, len(token)) if not 0x80 <= token[i] < 0xC0]
    bounds = [0, *leads, len(token)]
    for i in range(1, len(bounds) - 1):
        yield token[bounds[i - 1] : bounds[i]], token[bounds[i] : bounds[i + 1]]
