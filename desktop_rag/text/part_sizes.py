"""How many tokens short parts of texts have, remembered."""

from collections import defaultdict
from functools import cache

import numpy as np

from desktop_rag.text.character_kinds import (
    APOSTROPHE,
    BLANK,
    COMBINING,
    DIGIT,
    LETTER,
    LINE_END,
    MARK,
    TOKEN_KIND,
    Characters,
)
from desktop_rag.text.tokenizer import Encoding, Tokenizer

_REMEMBERED = 300_000
_LONGEST = 48
_MANY = 32  # fewer are counted sooner one by one than together
# What may stand before and behind a part of which the first or the last character is of this kind: no token reaches
# over from the one to the other.
_BEFORE = {DIGIT: "a"} | dict.fromkeys((LETTER, MARK, APOSTROPHE, COMBINING, BLANK, LINE_END), "0")
_AFTER = {DIGIT: "a"} | dict.fromkeys((LETTER, MARK, APOSTROPHE), "0")


class PartSizes(dict[str, int]):
    """The tokens of short parts, counted when they are first asked for."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, part: str) -> int:
        """Count a new part."""
        size = self._tokenizer.count(part)
        if len(part) <= _LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[part] = size
        return size

    def of(self, parts: list[str]) -> list[int]:
        """Return the sizes of some parts."""
        try:
            return list(map(super().__getitem__, parts))
        except KeyError:
            unknown = set(parts).difference(self)
        if len(unknown) >= _MANY:
            self._learn(unknown)
        return list(map(self.__getitem__, parts))

    def _learn(self, unknown: set[str]) -> None:
        """Count what is new, all that takes the same separator at once: a tenth of the time of one after the other."""
        if not isinstance(self._tokenizer, Encoding):
            return
        parts = [part for part in unknown if 0 < len(part) <= _LONGEST]
        firsts = Characters("".join([part[0] for part in parts])).kinds & TOKEN_KIND
        lasts = Characters("".join([part[-1] for part in parts])).kinds & TOKEN_KIND
        alike = defaultdict[str, list[str]](list)
        for part, first, last in zip(parts, firsts.tolist(), lasts.tolist(), strict=True):
            if first in _BEFORE and last in _AFTER:
                alike[_AFTER[last] + _BEFORE[first]].append(part)
        if len(self) + len(parts) > _REMEMBERED:
            self.clear()
        for sides, those in alike.items():
            self._count_joined(self._tokenizer, those, sides if sides[0] != sides[1] else sides[0])

    def _count_joined(self, encoding: Encoding, parts: list[str], separator: str) -> None:
        """Count parts that no token reaches out of where this separator, each character a token, is between them."""
        joined = separator[-1] + separator.join(parts) + separator
        lengths = np.fromiter(map(len, parts), np.int64, len(parts)) + len(separator)
        bounds = np.cumsum(lengths) + 1
        tokens = np.searchsorted(encoding.token_starts(joined), bounds)
        self.update(zip(parts, (np.diff(tokens, prepend=1) - len(separator)).tolist(), strict=True))


@cache
def part_sizes(tokenizer: Tokenizer) -> PartSizes:
    """Return the remembered sizes of parts for a tokenizer."""
    return PartSizes(tokenizer)
