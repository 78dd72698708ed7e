"""Where the characters of a text in its plain form (``spellings.plain``) come from."""

import re
import unicodedata

from desktop_rag.text.spellings import plain

# What is normalised on its own: a run between blanks in the end, a letter with its marks where that gives the same.
_RUN = re.compile(r"\s+|\S+")
_LETTER = re.compile(r"[\u1100-\u11ff]+|.[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u3099\u309a\uff9e\uff9f]*", re.DOTALL)
_FURTHEST = 200  # characters that are left out at once: blanks at the beginning of a line


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
