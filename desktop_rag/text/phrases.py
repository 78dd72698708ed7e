"""Phrases: whether words stand in a text one after the other, in any of their spellings.

A hyphen, a half space or the end of a line within a word may be missing, in the phrase as in the text, and so may what
groups the figures of a number. A sign that the phrase has ("C#", "5%", "-20") must be there; a name with another sign
is another name ("C" is not "C++"), a figure without one may have it ("50" is in "$50").
"""

import re
from collections.abc import Iterator

from desktop_rag.text.analyzer import folded_part, is_arabic, is_unspaced
from desktop_rag.text.spellings import HARD, SOFT, spelling, tokens

_SIGN = "\x1d"  # between a value and a sign that it may be without
_ANY_JOINT = f"[{SOFT}{HARD}]"
_ENDING = f"(?=[{_SIGN}{SOFT}{HARD}])"
_BEGINNING = f"(?<=[{_SIGN}{SOFT}{HARD}])"
_PASSED = f"(?:{_SIGN}[^{_SIGN}{SOFT}{HARD}]+)?"  # a sign that nobody asked for
_NAMES = "＋＃"


def spoken_line(text: str) -> str:
    """Return the words of a text in the form in which ``Phrase`` looks for itself."""
    line = [HARD]
    for token in tokens(text):
        if is_unspaced(token):
            line.append(HARD.join(token))
        else:
            line += _in_line(token)
        line.append(HARD)
    return "".join(line)


def _in_line(token: str) -> Iterator[str]:
    """Yield a word as it stands in a line."""
    written = spelling(token)
    if written.before:
        yield f"{written.before}{_SIGN}"
    yield folded_part(written.parts[0])
    for joint, part in zip(written.joints, written.parts[1:], strict=True):
        yield joint + folded_part(part)
    if written.after:
        yield written.after if written.after[0] in _NAMES else f"{_SIGN}{written.after}"


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
