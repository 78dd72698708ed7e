"""Phrases: whether words stand in a text one after the other, in any of their spellings.

A hyphen, a half space or the end of a line within a word may be missing, in the phrase as in the text, and so may what
groups the figures of a number. A sign that the phrase has ("C#", "5%", "-20") must be there; a name with another sign
is another name ("C" is not "C++"), a figure without one may have it ("50" is in "$50").
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from desktop_rag.text.analyzer import folded_part, is_arabic, is_unspaced
from desktop_rag.text.spellings import HARD, SOFT, plain, spelling, token_matches, tokens

_SIGN = "\x1d"  # between a value and a sign that it may be without
_ANY_JOINT = f"[{SOFT}{HARD}]"
_ENDING = f"(?=[{_SIGN}{SOFT}{HARD}])"
_BEGINNING = f"(?<=[{_SIGN}{SOFT}{HARD}])"
_PASSED = f"(?:{_SIGN}[^{_SIGN}{SOFT}{HARD}]+)?"  # a sign that nobody asked for
_NAMES = "＋＃"
_REMEMBERED = 1 << 14  # words: the same come again and again
_SHORT = 40  # letters of words that are remembered
# What is normalised on its own: a run between blanks in the end, a letter with its marks where that gives the same.
_RUN = re.compile(r"\s+|\S+")
_LETTER = re.compile(r"[\u1100-\u11ff]+|.[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u3099\u309a\uff9e\uff9f]*", re.DOTALL)
_FURTHEST = 200  # characters that are left out at once: blanks at the beginning of a line


def spoken_line(text: str) -> str:
    """Return the words of a text in the form in which ``Phrase`` looks for itself."""
    return HARD + "".join(map(_spoken, tokens(text)))


def _in_line(token: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a word as it stands in a line, each with the part of the word that it is, "" for a sign."""
    written = spelling(token)
    if written.before:
        yield f"{written.before}{_SIGN}", ""
    yield folded_part(written.parts[0]), written.parts[0]
    for joint, part in zip(written.joints, written.parts[1:], strict=True):
        yield joint + folded_part(part), part
    if written.after:
        yield written.after if written.after[0] in _NAMES else f"{_SIGN}{written.after}", ""


class LocatedLine:
    """The line of a text (``spoken_line``) that knows where its words stand in the text."""

    def __init__(self, text: str) -> None:
        normal, self._origins = plain_with_origins(text)
        self._words = list(token_matches(normal))
        spoken = [_spoken(word[0]) for word in self._words]
        self._ends = list(accumulate(map(len, spoken), initial=1))[1:]
        self.text = HARD + "".join(spoken)

    def ranges(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the ranges of the text that a part of the line stands for, in order, one for each word or part."""
        found = []
        number = bisect_right(self._ends, start)
        place = self._ends[number - 1] if number else 1
        while place < end and number < len(self._words):
            word = self._words[number]
            for piece, first, last in _placed(word[0]):
                if place < end and start < place + len(piece):
                    found.append((self._origins.start(word.start() + first), self._origins.end(word.start() + last)))
                place += len(piece)
            place = self._ends[number]
            number += 1
        return found

    def cuts_number(self, start: int, end: int) -> bool:
        """Return True if a part of the line leaves out some groups of a number's figures: 234 of 1,234."""
        line = self.text
        for place, outside in ((start - 1, start - 2), (end, end + 1)):
            if line[place] == SOFT and line[outside].isdigit():
                word = self._words[bisect_right(self._ends, place)]
                if spelling(word[0]).is_grouped:
                    return True
        return False


def _spoken(token: str) -> str:
    """Return a word as it stands in a line, with what ends it there."""
    return _of_short(token) if len(token) <= _SHORT else _of_any(token)


def _of_any(token: str) -> str:
    return "".join([HARD.join(token)] if is_unspaced(token) else [piece for piece, _ in _in_line(token)]) + HARD


_of_short = lru_cache(_REMEMBERED)(_of_any)


def _placed(token: str) -> Iterator[tuple[str, int, int]]:
    """Yield the pieces of a word with the ranges of it that they stand for; a sign stands for the whole word."""
    if is_unspaced(token):
        yield from ((one + HARD, place, place + 1) for place, one in enumerate(token))
        return
    place = 0
    for piece, part in _in_line(token):
        if not part:
            yield piece, 0, len(token)
            continue
        first, place = _stands_at(part, token, place)
        yield piece, first, place


def _stands_at(part: str, token: str, place: int) -> tuple[int, int]:
    """Return where a part stands in a word from ``place`` on; an apostrophe may be missing in it ("O’Neill")."""
    whole = token.find(part, place)
    if whole >= 0:
        return whole, whole + len(part)
    places = []
    for letter in part:
        place = token.find(letter, place) + 1 or len(token)
        places.append(place)
    return max(0, places[0] - 1), places[-1]


class Phrase:
    """The words of a phrase, to be looked for in ``spoken_line``; one without words stands everywhere."""

    def __init__(self, phrase: str) -> None:
        between = f"{_PASSED}{_ANY_JOINT}(?:[^{SOFT}{HARD}{_SIGN}]{_SIGN})?"
        pattern, before = "", False
        for piece, arabic in _pieces(phrase):
            pattern += ("" if not pattern else f"{_ANY_JOINT}?" if before and arabic else between) + piece
            before = arabic
        self._pattern = re.compile(_BEGINNING + pattern + _ENDING)

    def stands_in(self, line: str) -> bool:
        """Return True if the phrase stands in a ``spoken_line``."""
        return self._pattern.search(line) is not None

    def places(self, text: str) -> Iterator[list[tuple[int, int]]]:
        """Yield the ranges of the words at each place in a text where the phrase stands; numbers stand there whole."""
        if not self._pattern.pattern.removeprefix(_BEGINNING).removesuffix(_ENDING):
            return
        line = LocatedLine(text)
        for match in self._pattern.finditer(line.text):
            if not line.cuts_number(match.start(), match.end()):
                yield line.ranges(match.start(), match.end())


def _pieces(phrase: str) -> Iterator[tuple[str, bool]]:
    """Yield a pattern for each word of a phrase, and whether a word in Arabic script."""
    for token in tokens(phrase):
        if is_unspaced(token):
            yield from ((re.escape(character), False) for character in token)
            continue
        if is_arabic(token):
            yield f"{_ANY_JOINT}?".join(map(re.escape, folded_part(token))), True
            continue
        written = spelling(token)
        pattern = f"{written.before}{_SIGN}" if written.before else ""
        pattern += _letters(written.parts[0])
        before = written.parts[0]
        for joint, part in zip(written.joints, written.parts[1:], strict=True):
            # 1,234 is no two numbers, 555-0123 may be written as two
            figures = before.isdigit() and part.isdigit() and "-" not in token
            pattern += HARD if joint == HARD else f"{SOFT}?" if figures else f"{_ANY_JOINT}?"
            pattern += _letters(part)
            before = part
        if written.after:
            pattern += re.escape(written.after) if written.after[0] in _NAMES else _SIGN + re.escape(written.after)
        yield pattern, False


def _letters(part: str) -> str:
    """Return a pattern for a word that a text may have with hyphens."""
    return f"{SOFT}?".join(map(re.escape, folded_part(part)))


class Origins:
    """Tells for the ranges of a plain text where they stand in the text it was made of."""

    def __init__(self, starts: list[int] | None = None, ends: list[int] | None = None) -> None:
        """Take the range of each character; without them the texts are the same."""
        self._starts = starts
        self._ends = ends

    def start(self, place: int) -> int:
        """Return where the character at a place comes from."""
        return place if self._starts is None else self._starts[place]

    def end(self, place: int) -> int:
        """Return where a range that ends before a place ends in the original; it must not be empty."""
        return place if self._ends is None else self._ends[place - 1]


def plain_with_origins(text: str) -> tuple[str, Origins]:
    """Return a text in its plain form, and where its characters come from."""
    normal = plain(text)
    if normal == text:
        return text, Origins()
    starts: list[int] = []
    ends: list[int] = []
    made = []
    for run in _RUN.finditer(text):
        piece = plain(run.group())
        if piece == run.group():
            starts += range(run.start(), run.end())
            ends += range(run.start() + 1, run.end() + 1)
        else:
            placed = _by_letter(run.group(), piece)
            starts += (run.start() + first for first, _ in placed)
            ends += (run.start() + last for _, last in placed)
        made.append(piece)
    whole = "".join(made)
    if whole != normal:  # a word goes on behind a soft hyphen at the end of a line
        starts, ends = _aligned(whole, normal, starts, ends)
    return normal, Origins(starts, ends)


def _by_letter(text: str, piece: str) -> list[tuple[int, int]]:
    """Return the range of each character of a run's plain form, the whole run where they cannot be told apart."""
    found: list[tuple[int, int]] = []
    made = []
    for letter in _LETTER.finditer(text):
        one = plain(letter.group()) if letter.end() - letter.start() == 1 else unicodedata.normalize("NFKC", letter[0])
        made.append(one)
        found += [letter.span()] * len(one)
    if (whole := "".join(made)) == piece:
        return found
    starts, ends = _aligned(whole, piece, [one for one, _ in found], [last for _, last in found])
    return list(zip(starts, ends, strict=True))


def _aligned(made: str, wanted: str, starts: list[int], ends: list[int]) -> tuple[list[int], list[int]]:
    """Return the ranges for a text that differs from the one they were found for by a few characters."""
    first: list[int] = []
    last: list[int] = []
    place = 0
    for letter in wanted:
        found = made.find(letter, place, place + _FURTHEST)
        if found >= 0:
            place = found + 1
        at = min(max(0, place - 1), len(starts) - 1)
        first.append(starts[at] if starts else 0)
        last.append(ends[at] if ends else 0)
    return first, last
