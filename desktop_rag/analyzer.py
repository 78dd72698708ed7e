"""Turns text into keyword terms, the same way for passages and for questions, in any language.

Words are case-folded and lose their accents (where the script has them); runs of Chinese, Japanese, Thai
and other scripts written without spaces become overlapping pairs of characters; identifiers such as
``getUserName`` and ``v2.3.1`` are found whole and by their parts.

For the keyword index long words are cut to their first six letters. That takes endings off without knowing the
language ("searches", "searching") and finds compound words by their first part ("Versicherung",
"Versicherungsnehmer"). The whole words are kept apart, at a small weight: they put "internet" before "international".
Chinese characters also stand alone beside their pairs. Figures are in this package's README.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

# Han, kana, bopomofo; Thai, Lao, Myanmar, Khmer; Hangul keeps its spaces but agglutinates: pairs serve it too.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u3130-\u318f"
    r"\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
# Vowel signs and points belong to the word they stand in (Hindi, Arabic, Hebrew): Python takes them for no letters.
_MARKS = "".join(chr(code) for code in range(0x0300, 0x0E00) if unicodedata.category(chr(code)) in {"Mn", "Mc"})
_WORD = rf"[^\W{_UNSPACED}]+(?:[{_MARKS}]+[^\W{_UNSPACED}]*)*"
_TOKEN = re.compile(rf"[{_UNSPACED}]+|{_WORD}(?:[.\-'’/@]{_WORD})*")
_UNSPACED_START = re.compile(rf"[{_UNSPACED}]")
_JOINER = re.compile(r"[._\-/@]")
_APOSTROPHE = re.compile(r"['’](?:s\b)?")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_MARK_BASES = ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LETTERS = re.compile(r"[^\W\d_]+")
_BEGINNING = 6
_REMEMBERED = 1 << 14  # the same words come again and again: three times as quick


@dataclass(frozen=True, slots=True)
class KeywordTerms:
    """What the keyword index keeps of a text: its terms, long words cut short, and those words as they were."""

    terms: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def keyword_terms(text: str) -> KeywordTerms:
    """Return what the keyword index stores of a passage, and what to look for of a question."""
    found: list[str] = []
    words: list[str] = []
    for token in _tokens(text):
        if _UNSPACED_START.match(token):
            found.extend(_pairs(token))
            found.extend(_HAN.findall(token) if len(token) > 1 else ())
            continue
        shortened, whole = _shortened(token)
        found.extend(shortened)
        words.extend(whole)
    return KeywordTerms(tuple(found), tuple(words))


def terms(text: str) -> list[str]:
    """Return the words and character pairs of ``text`` in order, repetitions kept: for comparing texts."""
    found: list[str] = []
    for token in _tokens(text):
        found.extend(_pairs(token) if _UNSPACED_START.match(token) else _word_terms(token))
    return found


def word_spans(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield where each word of a text stands, and its keyword terms; runs of unspaced script are left out.

    The text is taken as it is: give it in the form NFKC for the terms to be those of ``keyword_terms``.
    """
    for match in _TOKEN.finditer(text):
        if not _UNSPACED_START.match(match.group()):
            yield match.start(), match.end(), _shortened(match.group())[0]


def spoken_words(text: str) -> list[str]:
    """Return a text word for word, to compare what stands one after the other.

    Identifiers count as their parts, unspaced scripts character by character.
    """
    found: list[str] = []
    for token in _tokens(text):
        if _UNSPACED_START.match(token):
            found.extend(token)
        else:
            found.extend(_fold(part) for part in _JOINER.split(_APOSTROPHE.sub("", token)) if part)
    return found


def certain_terms(phrase: str) -> tuple[str, ...]:
    """Return keyword terms that every text has in which the ``spoken_words`` of the phrase stand in their order."""
    found: list[str] = []
    for token in _tokens(phrase):
        if not _UNSPACED_START.match(token):
            found += [_shortened(part)[0][0] for part in _JOINER.split(_APOSTROPHE.sub("", token)) if part]
        elif len(token) > 1 or _HAN.match(token):
            found += _pairs(token)
    return tuple(found)


def folded(word: str) -> str:
    """Return a word without what searching does not regard: case, accents, what is not a letter or digit, ’s."""
    return _fold("".join(char for char in _APOSTROPHE.sub("", word) if char.isalnum())) if word else ""


def _tokens(text: str) -> Iterator[str]:
    """Yield words with what joins them, and runs of unspaced script."""
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        yield match.group()


def _pairs(run: str) -> Iterator[str]:
    """Yield overlapping character pairs; a single character stands for itself."""
    if len(run) == 1:
        yield run
    for index in range(len(run) - 1):
        yield run[index : index + 2]


@functools.lru_cache(_REMEMBERED)
def _shortened(token: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terms of a word, long ones cut to their beginnings, and the long ones whole."""
    words = _word_terms(token)
    long = tuple(word for word in words if len(word) > _BEGINNING and _LETTERS.fullmatch(word))
    return tuple(word[:_BEGINNING] if word in long else word for word in words), long


@functools.lru_cache(_REMEMBERED)
def _word_terms(token: str) -> tuple[str, ...]:
    """Return a word, or an identifier whole and in parts."""
    token = _APOSTROPHE.sub("", token)
    parts = [part for part in _JOINER.split(token) if part]
    found = [_fold("_".join(parts))] if len(parts) > 1 else []
    for part in parts:
        found.append(_fold(part))
        humps = _CAMEL.findall(part) if part.isascii() and not (part.islower() or part.isupper()) else []
        if len(humps) > 1 and "".join(humps) == part:
            found.extend(hump.lower() for hump in humps)
    return tuple(found)


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
