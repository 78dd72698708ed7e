"""Finds what a person typed in the text of a page: whatever its case, line ends, quotation marks and ligatures.

As in the search by words (``text.spellings``), hyphens and what nobody sees in words may be missing on either side,
numbers may be grouped, and raised figures and fractions be written in either way.
"""

import re
import unicodedata
from collections.abc import Iterator

from desktop_rag.text.spellings import ungrouped

_GAP = r"[\s|]+"  # between words: also the end of a line, and the border of a cell
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_LONGEST = 1_000  # characters that are looked for; an expression for 30,000 takes seconds to make
_RAISED = str.maketrans("-+0123456789", "⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = {ord(raised): chr(sign) for sign, raised in zip(_RAISED, "⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", strict=True)}
_FRACTIONS = {unicodedata.normalize("NFKC", one).replace("⁄", "/"): one for one in "¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
_PIECE = re.compile(
    rf"\^[-+]?\d+|[⁻⁺]?[⁰¹²³⁴-⁹]+|(?<!\d)(?:{'|'.join(_FRACTIONS)})(?!\d)|[{''.join(_FRACTIONS.values())}]"
    rf"|{'|'.join(_LIGATURES)}|.",
    re.IGNORECASE | re.DOTALL,
)
_HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_ALIKE = ("'‘’ʼ`´", '"“”„«»', _HYPHENS)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_ARABIC = re.compile(r"[\u0621-\u06d3]")
_WITHIN = "(?:[\u00ad\u200b-\u200d\u2060\ufeff]+\\s*|[-\u2010\u2011]\\s*)?"  # a word, perhaps cut at the end of a line
_HALF_SPACE = "[\u200c\\s]?"  # in Persian words
_UNSEEN = "\u00ad\u200b\u200d\u2060\ufeff"
_LEAST_GROUP = 3  # figures of a number behind what groups them
_GROUPING = "[.,'’٬\u00a0\u2009\u202f ]?"


def pattern_of(sought: str) -> re.Pattern[str]:
    """Return a pattern for the words that were typed; blanks at the ends do not count."""
    words = (ungrouped(word) if _has_groups(word) else word for word in sought[:_LONGEST].split())
    return re.compile(_GAP.join(_PIECE.sub(_expression, word) for word in words), re.IGNORECASE)


def places_of(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield the character range of each place."""
    return (match.span() for match in pattern.finditer(text) if match.end() > match.start())


def _has_groups(word: str) -> bool:
    return word.isascii() and len(word) > 4 and word[0].isdigit() and not word.isalnum()


def _expression(piece: re.Match[str]) -> str:
    """Return a pattern for one letter, or for letters that may be printed as one."""
    letters = piece[0]
    before, follower = piece.string[: piece.start()][-1:], piece.string[piece.end() : piece.end() + 1]
    if letters in _UNSEEN:
        return f"[{_UNSEEN}]*"
    if letters.lower() in _LIGATURES:
        return f"(?:{_WITHIN.join(letters)}|{_LIGATURES[letters.lower()]}){_between(letters[-1], follower)}"
    if letters.startswith("^") and len(letters) > 1:
        return f"(?:{re.escape(letters)}|{letters[1:].translate(_RAISED)})"
    if ord(letters[-1]) in _LOWERED:
        return f"(?:{letters}|\\^?{re.escape(letters.translate(_LOWERED))})"
    for figures, sign in _FRACTIONS.items():
        if letters in (figures, sign):
            return f"(?:{sign}|{figures.replace('/', '[/⁄]')})"
    if letters == "\u200c" or (letters in "-\u2010\u2011" and _LETTER.match(before) and _LETTER.match(follower)):
        return f"(?:[{re.escape(_HYPHENS)}\u00ad\u200c]\\s*|\\s)?"
    for alike in _ALIKE:
        if letters in alike:
            return f"[{re.escape(alike)}]"
    if letters.isdigit() and follower.isdigit():
        left = re.match(r"\d*", piece.string[piece.end() :])
        return letters + (_GROUPING if left is not None and len(left[0]) >= _LEAST_GROUP else "")
    if letters in ".," and before.isdigit() and follower.isdigit():
        return "[.,]"
    return re.escape(letters) + _between(letters, follower)


def _between(letter: str, follower: str) -> str:
    """Return a pattern for the space between two letters of a word."""
    if _CJK.match(letter) and _CJK.match(follower):
        return r"\s?"  # Chinese and Japanese are broken anywhere
    if not (_LETTER.match(letter) and _LETTER.match(follower)):
        return ""
    return _HALF_SPACE if _ARABIC.match(letter) else _WITHIN
