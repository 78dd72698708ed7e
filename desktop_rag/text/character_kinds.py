"""Characters of a text as numbers, and what kind each of them is."""

import re
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from desktop_rag.text.tokenizer import LETTERS, MARKS, Positions

_RANGE = re.compile(r"\\?(.)(?:-\\?(.))?", re.DOTALL)

Codes = NDArray[np.uint8] | NDArray[np.uint32]
Kinds = NDArray[np.uint8]

OTHER, LETTER, MARK, BLANK, LINE_END, SPACE, DIGIT, COMBINING, APOSTROPHE = range(9)
TOKEN_KIND = 0b1111  # which bits of a kind hold one of these; the others are flags
SENTENCE_MARK, AFTER_SENTENCE_MARK, CLAUSE_MARK, WHITE_SPACE = 16, 32, 64, 128
SENTENCE_MARKS = ".?!"
AFTER_SENTENCE_MARKS = ")\";}]*:@'({[?!‘’“”«»"  # what may follow the mark that ends a sentence, beside white space
CLAUSE_MARKS = ",.;。？！"
_SIZE = 0x10000  # what lies beyond is taken as the last of these, which is no character
# Thai, Lao, Tibetan, Burmese and Khmer, as Unicode 3.2 has them and every later version.
_UNSPACED_LETTERS = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81\u0e82\u0e84\u0e87\u0e88\u0e8a\u0e8d\u0e94-\u0e97\u0e99-\u0e9f\u0ea1-\u0ea3"
    "\u0ea5\u0ea7\u0eaa\u0eab\u0ead-\u0eb0\u0eb2\u0eb3\u0ebd\u0ec0-\u0ec4\u0ec6\u0edc\u0edd\u0f00\u0f40-\u0f47\u0f49-\u0f6a"
    "\u0f88-\u0f8b\u1000-\u1021\u1023-\u1027\u1029\u102a\u1050-\u1055\u1780-\u17b3\u17d7\u17dc"
)
_COMBINING = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0eb9\u0ebb\u0ebc\u0ec8-\u0ecd\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f"
    "\u0f71-\u0f84\u0f86\u0f87\u0f90-\u0f97\u0f99-\u0fbc\u0fc6\u102c-\u1032\u1036-\u1039\u1056-\u1059\u17b4-\u17d3"
)
_WHITE_SPACES = "\t-\r\x1c-\x1f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"  # all that `\\s` finds


def codes_of(text: str) -> Codes:
    """Return the number of every character."""
    if text.isascii():
        return np.frombuffer(text.encode(), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


class KindTable:
    """The kinds of characters."""

    def __init__(self, *kinds: tuple[int, str]) -> None:
        """Take the characters of each kind, as a class of a regular expression; later ones over earlier ones."""
        self._kinds: Kinds = np.zeros(_SIZE, np.uint8)
        for kind, characters in kinds:
            for first, last in _ranges(characters):
                self._kinds[first : last + 1] = kind

    def flag(self, flag: int, characters: str) -> None:
        """Set a flag of the kinds of some characters."""
        for first, last in _ranges(characters):
            self._kinds[first : last + 1] |= flag

    def of(self, codes: Codes) -> Kinds:
        """Return the kind of every character."""
        return self._kinds.take(codes, mode="clip")  # twice as fast as an index


class Characters:
    """The numbers and the kinds of the characters of a text: found once, by whoever asks first."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def codes(self) -> Codes:
        """The number of every character."""
        return codes_of(self.text)

    @cached_property
    def kinds(self) -> Kinds:
        """The kind of every character."""
        return character_kinds().of(self.codes)

    def places(self, flag: int) -> Positions:
        """Return where the characters with a flag stand."""
        return np.flatnonzero((self.kinds & flag) != 0)  # of numbers instead of truths, it takes ten times as long


def _ranges(characters: str) -> list[tuple[int, int]]:
    """Return the first and the last character of each range of a class."""
    return [(ord(first), ord(last or first)) for first, last in _RANGE.findall(characters)]


@cache
def character_kinds() -> KindTable:
    """Return what tells where no token reaches over, and where sentences and clauses may end."""
    table = KindTable(
        (COMBINING, _COMBINING),
        (LETTER, _UNSPACED_LETTERS),
        (LETTER, LETTERS),
        (MARK, MARKS),
        (APOSTROPHE, "'"),
        (DIGIT, "0-9"),
        (SPACE, _WHITE_SPACES + "\u180e"),
        (BLANK, " "),
        (LINE_END, "\n"),
    )
    table.flag(SENTENCE_MARK, SENTENCE_MARKS)
    table.flag(AFTER_SENTENCE_MARK, re.escape(AFTER_SENTENCE_MARKS))
    table.flag(CLAUSE_MARK, CLAUSE_MARKS)
    table.flag(WHITE_SPACE, _WHITE_SPACES)
    return table
