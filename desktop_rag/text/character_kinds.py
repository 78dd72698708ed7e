"""Characters of a text as numbers, and what kind each of them is."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from desktop_rag.text.tokenizer import LETTERS, MARKS

Codes = NDArray[np.uint8] | NDArray[np.uint32]
Kinds = NDArray[np.uint8]

OTHER, LETTER, MARK, BLANK, LINE_END, SPACE, DIGIT, COMBINING = range(8)
_SIZE = 0x10000  # what lies beyond is taken as the last of these, which is no character
_UNSPACED = ((0x0E00, 0x10A0), (0x1780, 0x1800))  # Thai, Lao, Tibetan, Burmese, Khmer
WHITE_SPACE = "\t-\r\x1c-\x1f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"  # all that `\\s` finds


def codes_of(text: str) -> Codes:
    """Return the number of every character."""
    if text.isascii():
        return np.frombuffer(text.encode(), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


class KindTable:
    """The kinds of characters."""

    def __init__(self, *kinds: tuple[int, Iterable[tuple[int, int]]]) -> None:
        """Take the first and the last character of ranges for each kind, later ones over earlier ones; others are 0."""
        self._kinds: Kinds = np.zeros(_SIZE, np.uint8)
        for kind, ranges in kinds:
            for first, last in ranges:
                self._kinds[first : last + 1] = kind

    def of(self, codes: Codes) -> Kinds:
        """Return the kind of every character."""
        return self._kinds.take(codes, mode="clip")  # twice as fast as an index


def ranges_of(characters: str) -> list[tuple[int, int]]:
    """Return the ranges of a character class of a regular expression."""
    found = re.findall(r"\\?(.)(?:-\\?(.))?", characters, re.DOTALL)
    return [(ord(first), ord(last or first)) for first, last in found]


@cache
def token_kinds() -> KindTable:
    """Return what tells where no token reaches over."""
    scripts = [code for first, last in _UNSPACED for code in range(first, last)]
    return KindTable(
        (COMBINING, [(code, code) for code in scripts if _is_always(code, "M")]),
        (LETTER, [(code, code) for code in scripts if _is_always(code, "L")]),
        (LETTER, ranges_of(LETTERS)),
        (MARK, ranges_of(MARKS)),
        (DIGIT, ranges_of("0-9")),
        (SPACE, ranges_of(WHITE_SPACE + "\u180e")),
        (BLANK, ranges_of(" ")),
        (LINE_END, ranges_of("\n")),
    )


def _is_always(code: int, category: str) -> bool:
    """Whether a character is of this category in an old version of Unicode and in the latest one that is known."""
    character = chr(code)
    return unicodedata.category(character)[0] == category == unicodedata.ucd_3_2_0.category(character)[0]
