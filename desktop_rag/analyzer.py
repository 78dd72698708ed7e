"""Turns text into keyword terms, the same way for passages and for questions, in any language.

Words are case-folded and lose their accents (where the script has them); runs of Chinese, Japanese, Thai
and other scripts written without spaces become overlapping pairs of characters; identifiers such as
``getUserName`` and ``v2.3.1`` are found whole and by their parts.
"""

import re
import unicodedata
from collections.abc import Iterator

# Han, kana, bopomofo; Thai, Lao, Myanmar, Khmer; Hangul keeps its spaces but agglutinates: pairs serve it too.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u3130-\u318f"
    r"\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+(?:[.\-'’/@][^\W{_UNSPACED}]+)*")
_UNSPACED_START = re.compile(rf"[{_UNSPACED}]")
_JOINER = re.compile(r"[._\-/@]")
_APOSTROPHE = re.compile(r"['’](?:s\b)?")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_MARK_BASES = ("LATIN", "GREEK", "CYRILLIC")


def terms(text: str) -> list[str]:
    """Return the keyword terms of ``text`` in order, repetitions kept (their number matters to BM25)."""
    found: list[str] = []
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        token = match.group()
        if _UNSPACED_START.match(token):
            found.extend(_pairs(token))
        else:
            found.extend(_word_terms(token))
    return found


def _pairs(run: str) -> Iterator[str]:
    """Yield overlapping character pairs; a single character stands for itself."""
    if len(run) == 1:
        yield run
    for index in range(len(run) - 1):
        yield run[index : index + 2]


def _word_terms(token: str) -> Iterator[str]:
    """Yield a word, or an identifier whole and in parts."""
    token = _APOSTROPHE.sub("", token)
    parts = [part for part in _JOINER.split(token) if part]
    if len(parts) > 1:
        yield _fold("_".join(parts))
    for part in parts:
        yield _fold(part)
        humps = _CAMEL.findall(part) if part.isascii() and not (part.islower() or part.isupper()) else []
        if len(humps) > 1 and "".join(humps) == part:
            yield from (hump.lower() for hump in humps)


def _fold(word: str) -> str:
    """Case-fold and drop the accents of scripts in which they are optional when searching."""
    folded = word.casefold()
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFD", folded)
    kept = (char for char in decomposed if not unicodedata.combining(char) or not _drops_marks(folded))
    return unicodedata.normalize("NFC", "".join(kept))


def _drops_marks(word: str) -> bool:
    """Whether the word is in a script whose accents people leave out when they search."""
    return unicodedata.name(word[0], "").startswith(_MARK_BASES)
