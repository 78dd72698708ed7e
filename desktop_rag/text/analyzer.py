"""Turns text into keyword terms, the same way for passages and for questions, in any language.

Words are case-folded and lose their accents (where the script has them); digits of any script count as one, and Arabic
words lose their article. Runs of Chinese, Japanese and other scripts written without spaces become overlapping pairs
of characters, those of Thai, Lao, Khmer and Burmese, whose signs are vowels and consonants, overlapping threes.
Identifiers such as ``getUserName`` and ``v2.3.1`` are found whole and by their parts.

For the keyword index long words are cut to their first six letters. That takes endings off without knowing the
language ("searches", "searching") and finds compound words by their first part ("Versicherung",
"Versicherungsnehmer"). The whole words are kept apart, at a small weight: they put "internet" before "international".
Chinese characters also stand alone beside their pairs. Russian and Hindi words lose their endings. Figures are in
DECISIONS.md.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from operator import add, itemgetter

from desktop_rag.text.endings import other_numbers, without_ending

# Han, kana, bopomofo; Thai, Lao, Myanmar, Khmer without their digits; Hangul keeps its spaces but agglutinates: pairs
# serve it too.
_UNSPACED = (
    r"\u0e00-\u0e4f\u0e5a-\u0ecf\u0eda-\u0eff\u1000-\u103f\u104a-\u109f\u1780-\u17df\u17ea-\u17ff"
    r"\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
# Vowel signs and points belong to the word they stand in (Hindi, Arabic, Hebrew): Python takes them for no letters.
_MARKS = "".join(chr(code) for code in range(0x0300, 0x0E00) if unicodedata.category(chr(code)) in {"Mn", "Mc"})
_WORD = rf"[^\W{_UNSPACED}]+(?:[{_MARKS}]+[^\W{_UNSPACED}]*)*"
_TOKEN = re.compile(rf"[{_UNSPACED}]+|{_WORD}(?:[.\-'’/@]{_WORD})*")
_ASCII_TOKEN = re.compile(r"\w+(?:[.\-'/@]\w+)*", re.ASCII)  # what _TOKEN finds in ASCII text, in half the time
_UNSPACED_START = re.compile(rf"[{_UNSPACED}]")
_THREES = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_JOINER = re.compile(r"[._\-/@]")
_APOSTROPHE = re.compile(r"['’](?:s\b)?")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_MARK_BASES = ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LETTERS = re.compile(r"[^\W\d_]+")
_ARABIC = re.compile(r"[\u0621-\u064a\u066e-\u06d3]+")
_PREFIXES = tuple("وبال وكال ولل وال بال كال فال ال لل و".split())
_SUFFIXES = tuple("ها ان ات ون ين يه ه ي".split())
_SAME_LETTERS = str.maketrans(
    {
        # Letters that have no accent to lose, and are written without their stroke where keyboards lack them
        "ı": "i", "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h",
        # Arabic: final forms that are confused, the letters of Persian and Urdu keyboards, and the line that stretches
        "ة": "ه", "ى": "ي", "ی": "ي", "ے": "ي", "ک": "ك", "ہ": "ه", "ھ": "ه", "ـ": None,
        # Hindi: the dot that is left out, and one of two signs for a nasal vowel
        "\u093c": None, "\u0901": "\u0902",
    }
)  # fmt: skip
TERM_LETTERS = 6  # letters of a word that its term keeps; figures: “Word forms” in DECISIONS.md
_REMEMBERED = 1 << 14  # the same words come again and again: three times as quick


@dataclass(frozen=True, slots=True)
class KeywordTerms:
    """What the keyword index keeps of a text: its terms, long words cut short, and those words as they were."""

    terms: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def keyword_terms(text: str) -> KeywordTerms:
    """Return the terms and words of a text, for the keyword index and for a question to it alike."""
    tokens = _tokens(text)
    if text.isascii() or not any(map(is_unspaced, tokens)):
        known = list(map(_shortened, tokens))
        return KeywordTerms(
            tuple(chain.from_iterable(map(itemgetter(0), known))), tuple(chain.from_iterable(map(itemgetter(1), known)))
        )
    found: list[str] = []
    words: list[str] = []
    for token in tokens:
        if is_unspaced(token):
            found.extend(grams(token))
            found.extend(_HAN.findall(token) if len(token) > 1 else ())
            continue
        shortened, whole = _shortened(token)
        found += shortened
        words += whole
    return KeywordTerms(tuple(found), tuple(words))


def other_forms(term: str) -> tuple[str, ...]:
    """Return the keyword terms of the same word in the other number: a question with “dog” also asks for “dogs”."""
    return other_numbers(term, TERM_LETTERS)


def terms(text: str) -> list[str]:
    """Return the words and character pairs of ``text`` in order, repetitions kept: for comparing texts."""
    found: list[str] = []
    for token in _tokens(text):
        found.extend(grams(token) if _UNSPACED_START.match(token) else _word_terms(token))
    return found


def word_spans(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield where each word of a text stands, and its keyword terms; runs of unspaced script are left out.

    The text is taken as it is: give it in the form NFKC for the terms to be those of ``keyword_terms``.
    """
    for match in _TOKEN.finditer(text):
        if not _UNSPACED_START.match(match.group()):
            yield match.start(), match.end(), _shortened(match.group())[0]


def token_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each word or run of unspaced script stands in a text, and that token in the form NFKC."""
    for match in _TOKEN.finditer(text):
        token = match.group()
        yield match.start(), match.end(), token if token.isascii() else unicodedata.normalize("NFKC", token)


def is_unspaced(token: str) -> bool:
    """Whether a token is a run of a script that is written without spaces."""
    return not token.isascii() and bool(_UNSPACED_START.match(token))


def grams(run: str) -> Iterator[str]:
    """Yield the overlapping pairs or threes of characters of a run of unspaced script; a short one stays whole."""
    if _is_short(run) or len(run) == 1:
        yield run
    elif not (threes := len(_THREES.findall(run))):  # a tenth of the time of looking at each character
        yield from map(add, run, run[1:])
    elif threes == len(run):
        yield from map("".join, zip(run, run[1:], run[2:], strict=False))
    else:
        for place, character in enumerate(run):
            gram = run[place : place + _size(character)]
            if len(gram) == _size(character):
                yield gram


def is_short_run(term: str) -> bool:
    """Whether a term is a run of unspaced script too short for its pairs or threes: it only begins those of texts."""
    return is_unspaced(term) and _is_short(term)


def is_short_word(term: str) -> bool:
    """Whether a short run is likely a word: two letters of Thai and its like, or a Korean syllable."""
    return len(term) > 1 or bool(_HANGUL.match(term))


def word_terms(token: str) -> tuple[str, ...]:
    """Return the keyword terms of one word of ``token_spans``, long ones cut to their beginnings."""
    return _shortened(token)[0]


def beginning(text: str) -> str:
    """Return the folded word that a text ends in the middle of, as it is while somebody types; "" when there is none.

    Of an identifier it is the last part. Of unspaced script the last pair (or three) of characters can be looked for
    as it is, and so can a Chinese character: only what is shorter is a beginning.
    """
    normal = unicodedata.normalize("NFKC", text)
    matches = list(_TOKEN.finditer(normal))
    if not matches or matches[-1].end() < len(normal):
        return ""
    token = matches[-1].group()
    if _UNSPACED_START.match(token):
        return token if _is_short(token) else ""
    return _without_article(_fold(_JOINER.split(_APOSTROPHE.sub("", token))[-1]))


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
        elif not _is_short(token):
            found += grams(token)
    return tuple(found)


def folded(word: str) -> str:
    """Return a word without what searching does not regard: case, accents, what is not a letter or digit, ’s."""
    return _fold("".join(char for char in _APOSTROPHE.sub("", word) if char.isalnum())) if word else ""


def _size(character: str) -> int:
    """Return how many characters of a run make a term, from this one on."""
    return 3 if _THREES.match(character) else 2


def _is_short(run: str) -> bool:
    """Whether a run has fewer characters than its terms; a Chinese character is a term of its own."""
    return len(run) < _size(run[0]) and not _HAN.match(run)


def _tokens(text: str) -> list[str]:
    """Return words with what joins them, and runs of unspaced script."""
    if text.isascii():
        return _ASCII_TOKEN.findall(text)
    # NFKC: full-width letters, ligatures and half-width kana are those that people type
    return _TOKEN.findall(unicodedata.normalize("NFKC", text))


@functools.lru_cache(_REMEMBERED)
def _shortened(token: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terms of a word, long ones cut to their beginnings, and the long ones whole."""
    found: list[str] = []
    whole: list[str] = []
    for word in _whole_and_parts(token):
        stem = word if word.isascii() else without_ending(word)
        # numbers are never cut: 2023 and 202301 would become one
        if len(word) > TERM_LETTERS and (word.isalpha() or _LETTERS.fullmatch(word)):
            stem = stem[:TERM_LETTERS]
            whole.append(word)
        found.append(stem)
    return tuple(found), tuple(whole)


@functools.lru_cache(_REMEMBERED)
def _word_terms(token: str) -> tuple[str, ...]:
    """Return a word, or an identifier whole and in parts."""
    return tuple(_whole_and_parts(token))


def _whole_and_parts(token: str) -> list[str]:
    parts = [token] if token.isalnum() else [part for part in _JOINER.split(_APOSTROPHE.sub("", token)) if part]
    # whole as well: "utf-8" is rarer, and tells more, than "utf" and "8"
    found = [_fold("_".join(parts))] if len(parts) > 1 else []
    for part in parts:
        if not part.isascii():
            found.append(_stem(_fold(part)))
            continue
        folded = part.lower()
        found.append(folded)
        humps = _CAMEL.findall(part) if folded != part and not part.isupper() else []
        if len(humps) > 1 and "".join(humps) == part:
            found += map(str.lower, humps)
    return found


def _fold(word: str) -> str:
    """Case-fold, drop the accents of scripts in which they are optional, and write letters and digits in one way."""
    folded = word.casefold()
    if folded.isascii():
        return folded
    # taken apart, an accent is a character of its own
    decomposed = unicodedata.normalize("NFD", folded)
    kept = (char for char in decomposed if not unicodedata.combining(char) or not _drops_marks(folded))
    same = unicodedata.normalize("NFC", "".join(kept)).translate(_SAME_LETTERS)
    return "".join(str(unicodedata.digit(char, char)) for char in same) or word


def _stem(word: str) -> str:
    """Return an Arabic word without article, “and” and endings, after light10 (Larkey, Ballesteros, Connell 2007).

    Cutting words to their beginnings, which serves other languages, fails where the article is written with the word.
    """
    if not _ARABIC.fullmatch(word):
        return word
    stem = _without_article(word)
    for suffix in _SUFFIXES:
        if len(stem) >= len(suffix) + 2:
            stem = stem.removesuffix(suffix)
    return stem


def _without_article(word: str) -> str:
    if not _ARABIC.fullmatch(word):
        return word
    for prefix in _PREFIXES:
        if word.startswith(prefix) and len(word) >= max(len(prefix) + 2, 4):
            return word[len(prefix) :]
    return word


def _drops_marks(word: str) -> bool:
    """Whether the word is in a script whose accents people leave out when they search."""
    return unicodedata.name(word[0], "").startswith(_MARK_BASES)
