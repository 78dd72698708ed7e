"""Words whose letters stand apart, by the spacing of letters or typed with blanks: ``T E R M S``, ``s p ä t e r``."""

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from desktop_rag.readers.pages.page_tables import RawWord

_LETTER = r"[A-Za-z\u00b5\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]"
_SPACED = re.compile(rf"(?<![^\s\"“„«‚‘'‹(*_>]){_LETTER}(?:[ \u00a0]{_LETTER}){{3}}")
_SINGLE = re.compile(rf"[\"“„«‚‘'‹]?{_LETTER}[.,:;!?)\"”»“’']*")
_DOUBLE = re.compile(rf"{_LETTER}{{2}}")
_TYPED = re.compile(rf"(?<![^\s\"“„«‚‘'‹(*_>]){_LETTER}(?:[ \u00a0]{{1,4}}{_LETTER}(?![^\W_]))+")
# The rest of a typed word of four letters. What begins with one sign is found in a fifth of the time of other searches.
_TYPED_REST = re.compile(rf" {_LETTER} {_LETTER} {_LETTER}(?![^\W_])")
_TYPED_REST_UNBROKEN = re.compile(rf"[ \u00a0]{_LETTER}[ \u00a0]{_LETTER}[ \u00a0]{_LETTER}(?![^\W_])")
_WIDE = re.compile(r"[ \u00a0]{2,}")
_NO_WORDS = frozenset("abcdefgh"), frozenset("uvwxyz")  # tunes, grades and answers (E A D, B A A C); variables
_VOWELS = frozenset("aeiouàáâãäåæèéêëìíîïòóôõöøœùúûüāăąēĕėęěīįıōőūůűų")
_LATIN = re.compile(r"[a-z\u00c0-\u024f]+")
_LEAST = 5  # letters of a word that nothing else shows to be one
_LEAST_BESIDE = 4  # where words of the line stand farther apart than letters do
_BREAK, _BREAK_HEIGHT = 1.6, 0.1  # between words: of the distance of letters, and more than it by so many heights
_FARTHEST = 1.5  # heights from letter to letter
_EVEN = 0.35  # of the distance of letters
_EVEN_STEPS = 0.1  # of the distance of their beginnings
_FEW_VOWELS, _LEAST_VOWELS = 0.15, 0.2  # of the letters; the second of words of five
_LONG = 6


def with_whole_words(words: list[RawWord]) -> list[RawWord]:
    """Return the words of a page with letters that stand apart put together as words.

    Single letters with usual blanks stay (``A B C``), and so do other scripts than Latin, Greek and Cyrillic.
    """
    if not _SPACED.search(" ".join([word[4] for word in words])):
        return words
    whole: list[RawWord] = []
    start = 0
    while start < len(words):
        end = _run_end(words, start)
        whole += _joined(words[start:end], words[end] if end < len(words) else None)
        start = end
    return whole


def with_typed_words_whole(text: str) -> str:
    """Return a text with words that were typed with blanks between their letters put together, as ``with_whole_words``.

    More blanks stand between such words.
    """
    pieces: list[str] = []
    end = 0
    # only lines with such a word are looked through: of running text few have one
    for rest in (_TYPED_REST_UNBROKEN if "\u00a0" in text else _TYPED_REST).finditer(text):
        if rest.start() < end:
            continue
        start = text.rfind("\n", 0, rest.start()) + 1
        pieces.append(text[end:start])
        end = text.find("\n", rest.end())
        end = len(text) if end < 0 else end
        pieces.append(_TYPED.sub(_typed_whole, text[start:end]))
    return "".join([*pieces, text[end:]]) if pieces else text


def _typed_whole(run: re.Match[str]) -> str:
    words = ["".join(word.split()) for word in _WIDE.split(run.group())]
    is_word = _is_word(max(words, key=len), _LEAST_BESIDE if len(words) > 1 else _LEAST)
    return " ".join(words) if is_word else run.group()


def _run_end(words: Sequence[RawWord], start: int) -> int:
    """Return the end of the letters that follow each other on one level from ``start``; at least one word."""
    end = start + 1
    if not _SINGLE.fullmatch(words[start][4]):
        return end
    while end < len(words) and _follows(words[end - 1], words[end]):
        is_pair = _DOUBLE.fullmatch(words[end][4])  # letters that stand closer, as A and V
        inside = end + 1 < len(words) and _SINGLE.fullmatch(words[end + 1][4]) and _follows(words[end], words[end + 1])
        if not (_SINGLE.fullmatch(words[end][4]) or (is_pair and inside)):
            break
        end += 1
    return end


def _follows(one: RawWord, other: RawWord) -> bool:
    height = one[3] - one[1]
    level = abs(one[1] + one[3] - other[1] - other[3]) < 0.2 * height
    return level and -0.1 * height < other[0] - one[2] <= _FARTHEST * height


def _joined(run: Sequence[RawWord], after: RawWord | None) -> list[RawWord]:
    """Return letters as words where they are some, else as they are."""
    if len(run) < _LEAST_BESIDE:
        return list(run)
    height = run[0][3] - run[0][1]
    gaps = [other[0] - one[2] for one, other in pairwise(run)]
    usual = median(gaps)
    widest = max(_BREAK * usual, usual + _BREAK_HEIGHT * height)
    parts: list[list[RawWord]] = [[run[0]]]
    for gap, word in zip(gaps, run[1:], strict=True):
        if gap > widest:
            parts.append([])
        parts[-1].append(word)
    even = all(_is_even(part, height) for part in parts)
    beside = len(parts) > 1 or (after is not None and _follows(run[-1], after) and after[0] - run[-1][2] > widest)
    longest = max(("".join(word[4] for word in part) for part in parts), key=len)
    if not even or not _is_word(longest, _LEAST_BESIDE if beside else _LEAST):
        return list(run)
    return [_one(part, run[0]) for part in parts]


def _is_even(letters: Sequence[RawWord], height: float) -> bool:
    """Return True if letters stand equally far apart, from edge to edge or from beginning to beginning.

    Those that are placed one by one often go by the same step, however wide they are.
    """
    if len(letters) < 2:
        return True
    gaps = [other[0] - one[2] for one, other in pairwise(letters)]
    steps = [other[0] - one[0] for one, other in pairwise(letters)]
    if max(gaps) - min(gaps) <= max(_EVEN * median(gaps), 0.05 * height):
        return True
    return max(steps) - min(steps) <= _EVEN_STEPS * median(steps)


def _is_word(letters: str, least: int) -> bool:
    """Return True if letters may be a word, and no list of letters, grades or days."""
    bare = "".join(filter(str.isalpha, letters))
    if len(bare) < least or not (bare.isupper() or bare.islower() or bare.istitle()):
        return False
    low = bare.casefold()
    if all(one < other for one, other in pairwise(low)) or any(map(set(low).issubset, _NO_WORDS)):
        return False
    if not _LATIN.fullmatch(low):
        return True
    vowels = sum(letter in _VOWELS for letter in low)
    return (_FEW_VOWELS if len(low) >= _LONG else _LEAST_VOWELS) * len(low) <= vowels < len(low)


def _one(part: Sequence[RawWord], first: RawWord) -> RawWord:
    """Return letters as one word, in the line of the ``first`` one of their run."""
    box = (part[0][0], min(word[1] for word in part), part[-1][2], max(word[3] for word in part))
    return (*box, "".join(word[4] for word in part), first[5], first[6])
