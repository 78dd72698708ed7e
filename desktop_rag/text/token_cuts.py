"""Find where a text can be cut without changing its tokens, with the number of tokens before each cut.

From these two the size of any part follows: a text is tokenised once, and only what lies outside of the first and the
last cut of a part is tokenised again.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.characters import without_surrogates
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
)
from desktop_rag.text.tokenizer import Encoding, Positions, Tokenizer

_SHORT = 2000  # characters of a text that is counted directly
_ASCII = 0x80

# Between which kinds of characters no token reaches over, neither in the whole text nor in any part of it: the patterns
# that cut a text into words end one there, whatever stands around.
_CUTS = (
    *((LETTER, after) for after in (MARK, DIGIT, BLANK, LINE_END)),
    *((DIGIT, after) for after in (LETTER, MARK, APOSTROPHE, BLANK, LINE_END)),
    *((before, DIGIT) for before in (MARK, APOSTROPHE)),
    *((before, BLANK) for before in (MARK, APOSTROPHE, OTHER, COMBINING)),
)
_MORE_CUTS = {"cl100k_base": ((LETTER, COMBINING), (LETTER, APOSTROPHE))}  # o200k_base takes these as parts of words


@cache
def _cut_table(encoding: str) -> NDArray[np.bool_]:
    """Return a table of the cuts, by the kinds of the characters before (times 16) and after."""
    table = np.zeros(256, dtype=bool)
    table[[16 * before + after for before, after in (*_CUTS, *_MORE_CUTS.get(encoding, ()))]] = True
    return table


class Cuts:
    """The cuts of a text for which the tokenizer is additive, both ends among them.

    A mark before letters may be in one word with them. Where a token begins between the two, byte pairs were merged
    before and behind it by themselves, as they are in a part that begins or ends there.
    """

    def __init__(self, characters: Characters, tokenizer: Encoding) -> None:
        self._kinds = characters.kinds & TOKEN_KIND
        self._starts, self._whole = tokenizer.token_places(characters.text)
        is_cut = _cut_table(tokenizer.name).take(16 * self._kinds[:-1] + self._kinds[1:])
        self.positions = np.concatenate([[0], np.flatnonzero(is_cut) + 1, [len(self._kinds)]])

    def before(self, places: Positions) -> Positions:
        """Return the number of tokens before some places."""
        return np.searchsorted(self._starts, places)

    def are_edges(self, places: Positions) -> NDArray[np.bool_]:
        """Return a mask of the places between a mark and a letter, and between two tokens.

        A part can begin or end there, though the text cannot be cut there.
        """
        found = np.zeros(len(places), dtype=bool)
        inner = np.flatnonzero((places > 0) & (places < len(self._kinds)))
        at = places[inner]
        inner = inner[(self._kinds[at - 1] == MARK) & (self._kinds[at] == LETTER)]
        at = places[inner]
        token = np.minimum(np.searchsorted(self._starts, at), len(self._starts) - 1)
        found[inner] = (self._starts[token] == at) & self._whole[token]
        return found


class TextSizer:
    """Counts the tokens of each part of ``text`` by itself: ``tokenizer.count(part)``, but faster."""

    def __init__(self, characters: Characters, tokenizer: Tokenizer) -> None:
        self._text = text = without_surrogates(characters.text)
        characters = characters if text is characters.text else Characters(text)
        self._characters = characters
        self._tokenizer = tokenizer
        self._singles: dict[int, int] = {}  # tokens of characters
        self._cuts: Cuts | None = None
        if len(text) >= _SHORT and isinstance(tokenizer, Encoding) and tokenizer.is_additive(self._text):
            self._cuts = Cuts(characters, tokenizer)

    def sizes(self, starts: Positions, ends: Positions) -> Positions:
        """Return the sizes of parts that begin and end at these places, in ascending order."""
        if self._cuts is not None:
            return self._derived(starts, ends, self._cuts)
        return self._counted(starts, ends)

    def characters(self, start: int, end: int) -> Positions:
        """Return the size of each character of a part."""
        codes = self._characters.codes[start:end]
        different = np.flatnonzero(np.bincount(codes))
        sizes = np.zeros(different[-1] + 1, np.int64)
        for code in different.tolist():
            if code not in self._singles:
                self._singles[code] = self._tokenizer.count(chr(code))
            sizes[code] = self._singles[code]
        return sizes[codes]

    def _derived(self, starts: Positions, ends: Positions, cuts: Cuts) -> Positions:
        """Take the tokens between the first and the last cut of each part, and count those outside of them."""
        positions = cuts.positions
        first = np.where(cuts.are_edges(starts), starts, positions[np.searchsorted(positions, starts)])
        last = np.where(cuts.are_edges(ends), ends, positions[np.searchsorted(positions, ends, side="right") - 1])
        within = first <= last
        sizes: Positions = np.where(within, cuts.before(last) - cuts.before(first), 0)
        self._add_outside(sizes, starts, np.where(within, first, ends))
        self._add_outside(sizes, np.where(within, last, ends), ends)
        return sizes

    def _add_outside(self, sizes: Positions, starts: Positions, ends: Positions) -> None:
        """Add the sizes of the text outside the cuts; an ASCII character is one token."""
        places = np.flatnonzero(starts < ends)
        single = (ends[places] - starts[places] == 1) & (self._characters.codes[starts[places]] < _ASCII)
        sizes[places[single]] += 1
        places = places[~single]
        sizes[places] += self._counted(starts[places], ends[places])

    def _counted(self, starts: Positions, ends: Positions) -> Positions:
        """Count the tokens of parts one by one; many stand there more than once."""
        parts = [self._text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        sizes = {part: self._tokenizer.count(part) for part in set(parts)}
        return np.array([sizes[part] for part in parts], np.int64)
