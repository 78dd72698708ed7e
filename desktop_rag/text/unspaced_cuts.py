"""Cuts in Chinese and Japanese texts: nearly every character is one, because few tokens reach over two of them.

Byte pairs are merged only into tokens of the vocabulary. Between two characters that no token reaches over, nothing
is ever merged; the tokens of a text are then those of its parts. Only what lies between such places is tokenised,
and remembered: mostly single characters. Which characters are bridged is read from a small file of
``packaging/token_bridges.py``: to find it in the vocabulary takes as long as to tokenise a long text.
"""

import zlib
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.paths import resource_path
from desktop_rag.text.character_kinds import KindTable, codes_of
from desktop_rag.text.part_sizes import part_sizes
from desktop_rag.text.tokenizer import Encoding, Positions

_BLOCK = 1 << 17
_CODES = 0x10000
_OTHER, LETTER, _LATIN, _DIGIT, MARK, _BLANK, _LINE_END = range(7)
_LETTERS = "\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5"
_MARKS = "!-&(-/:-@\\[-`{-~\u3001\u3002\u300c-\u300f\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
_ALWAYS = (  # whatever the vocabulary: the pattern that cuts a text into words ends one here
    *((LETTER, after) for after in (_DIGIT, MARK, _BLANK, _LINE_END)),
    *((_LATIN, after) for after in (_DIGIT, MARK, _BLANK, _LINE_END)),
    *((_DIGIT, after) for after in (LETTER, _LATIN, MARK, _BLANK, _LINE_END)),
    (MARK, _DIGIT),
    (MARK, _BLANK),
)
_UNLESS_BRIDGED = ((LETTER, LETTER), (MARK, LETTER))

Flags = NDArray[np.bool_]
Ids = NDArray[np.int64]


class Bridges(NamedTuple):
    """A group of every character as the left one of two and as the right one, and which groups a token reaches over."""

    left: NDArray[np.uint16]
    right: NDArray[np.uint16]
    table: Flags

    def packed(self) -> bytes:
        """Return what ``unpacked`` takes."""
        return zlib.compress(self.left.tobytes() + self.right.tobytes() + self.table.tobytes(), 9)

    @staticmethod
    def unpacked(data: bytes) -> "Bridges":
        """Return the bridges that were packed."""
        raw = zlib.decompress(data)
        left, right = np.frombuffer(raw, np.uint16, 2 * _CODES).reshape(2, -1)
        table = np.frombuffer(raw, np.bool_, offset=4 * _CODES)
        return Bridges(left, right, table.reshape(int(left.max()) + 1, int(right.max()) + 1))


class UnspacedCuts:
    """Finds the cuts of texts without spaces between words, for one encoding."""

    ENCODING = "cl100k_base"

    def __init__(self, tokenizer: Encoding) -> None:
        self._parts = part_sizes(tokenizer)
        self._single: Ids = np.zeros(_CODES, np.int64)  # tokens of each character; 0: not counted yet
        self._always, self._unless_bridged = _table(_ALWAYS), _table(_UNLESS_BRIDGED)

    def find(self, text: str) -> Iterator[tuple[Positions, Positions]]:
        """Yield, block by block, the cuts and the tokens from each to the next."""
        start, size = 0, _BLOCK
        while start < len(text):
            end = min(start + size, len(text))
            codes = codes_of(text[start:end]).astype(np.int64)
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
        small = np.minimum(codes, _CODES - 1)
        kinds = unspaced_kinds().of(small)
        pairs = 8 * kinds[:-1] + kinds[1:]
        cuts = self._always[pairs]
        doubtful = np.flatnonzero(self._unless_bridged[pairs])
        bridges = _bridges()
        cuts[doubtful] = ~bridges.table[bridges.left[small[doubtful]], bridges.right[small[doubtful + 1]]]
        return np.concatenate([np.zeros(1, np.int64), np.flatnonzero(cuts) + 1])

    def _sizes(self, text: str, codes: Ids, bounds: Ids) -> Positions:
        """Return how many tokens lie between neighbouring bounds."""
        firsts = codes[bounds[:-1]]
        single = (np.diff(bounds) == 1) & (firsts < _CODES)
        used = np.flatnonzero(np.bincount(firsts[single], minlength=1))
        new = used[self._single[used] == 0]
        self._single[new] = self._parts.of([chr(code) for code in new.tolist()])
        sizes = self._single[np.where(single, firsts, 0)]
        longer = np.flatnonzero(~single)
        parts = map(slice, bounds[longer].tolist(), bounds[longer + 1].tolist())
        sizes[longer] = self._parts.of([text[part] for part in parts])
        return sizes


def _table(pairs: tuple[tuple[int, int], ...]) -> Flags:
    """Return a table of pairs of kinds."""
    table = np.zeros(64, dtype=bool)
    table[[8 * before + after for before, after in pairs]] = True
    return table


@cache
def _bridges() -> Bridges:
    return Bridges.unpacked(resource_path("tokenizers", f"{UnspacedCuts.ENCODING}.bridges").read_bytes())


@cache
def unspaced_kinds() -> KindTable:
    """Return the kinds of characters as they are told apart here."""
    return KindTable(
        (LETTER, _LETTERS),
        (_LATIN, "A-Za-z"),
        (_DIGIT, "0-9"),
        (MARK, _MARKS),
        (_BLANK, " "),
        (_LINE_END, "\n"),
    )
