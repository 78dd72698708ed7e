"""Characters of a text as numbers, and what kind each of them is."""

import codecs
import re
import unicodedata
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from desktop_rag.text.tokenizer import LETTERS, MARKS, Positions

_UTF_32 = codecs.lookup("utf-32-le")  # looked for now, which takes half a millisecond, and not with the first text
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
_SCRIPTS = (range(0x370, 0x1100), range(0x1780, 0x1800))  # Greek to Georgian, with those of India; Khmer
_WHITE_SPACES = "\t-\r\x1c-\x1f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"  # all that `\\s` finds


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
        if self.text.isascii():
            return np.frombuffer(self.text.encode(), np.uint8)
        return np.frombuffer(_UTF_32.encode(self.text, "surrogatepass")[0], np.uint32)

    @cached_property
    def kinds(self) -> Kinds:
        """The kind of every character."""
        return _KINDS.of(self.codes)

    def places(self, flag: int) -> Positions:
        """Return the positions of the characters with a flag."""
        return np.flatnonzero((self.kinds & flag) != 0)  # of numbers instead of truths, it takes ten times as long


def _ranges(characters: str) -> list[tuple[int, int]]:
    """Return the first and the last character of each range of a class."""
    return [(ord(first), ord(last or first)) for first, last in _RANGE.findall(characters)]


def _always(category: str) -> str:
    """Return the characters of a category: in Unicode 3.2 and in the version that is known here, so in all between."""
    found = (chr(code) for script in _SCRIPTS for code in script)
    old, new = unicodedata.ucd_3_2_0.category, unicodedata.category
    return "".join(one for one in found if new(one)[0] == category == old(one)[0])


def _character_kinds() -> KindTable:
    """Return the table of kinds that bound tokens, and may end sentences and clauses."""
    table = KindTable(
        (COMBINING, _always("M")),
        (LETTER, _always("L")),
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


_KINDS = _character_kinds()
