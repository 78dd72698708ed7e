"""Finds what a person typed in the text of a page: whatever its case, line ends, quotation marks and ligatures."""

import re
from collections.abc import Iterator

_GAP = r"[\s|]+"  # between words: also the end of a line, and the border of a cell
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_LONGEST = 1_000  # characters that are looked for; an expression for 30,000 takes seconds to make
_PIECE = re.compile("|".join((*_LIGATURES, ".")), re.IGNORECASE | re.DOTALL)
_ALIKE = ("'‘’ʼ`´", '"“”„«»', "-\u2010\u2011\u2012\u2013\u2014\u2212")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def pattern_of(sought: str) -> re.Pattern[str]:
    """Return what finds the words that were typed; blanks at the ends do not count."""
    words = sought[:_LONGEST].split()
    return re.compile(_GAP.join(_PIECE.sub(_expression, word) for word in words), re.IGNORECASE)


def places_of(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield the character range of each place."""
    return (match.span() for match in pattern.finditer(text) if match.end() > match.start())


def _expression(piece: re.Match[str]) -> str:
    """Return what finds one letter, or letters that may be printed as one."""
    letters = piece[0]
    if letters.lower() in _LIGATURES:
        return f"(?:{letters}|{_LIGATURES[letters.lower()]})"
    for alike in _ALIKE:
        if letters in alike:
            return f"[{re.escape(alike)}]"
    follower = piece.string[piece.end() : piece.end() + 1]
    # Chinese and Japanese are broken anywhere
    broken = r"\s?" if _CJK.match(letters) and _CJK.match(follower) else ""
    return re.escape(letters) + broken
