"""Short forms of names beside long ones: “CEO” and “chief executive officer”, “J. Kennedy” and “John Kennedy”."""

import re
from collections.abc import Iterator, Sequence

from desktop_rag.citations.checks.base import Evidence
from desktop_rag.citations.wording import wording

_LETTER = r"[^\W\d_\u3040-\u9fff\uac00-\ud7ff]"
_WORD = re.compile(rf"{_LETTER}+(?:-{_LETTER}+)*")
_PART = re.compile(rf"{_LETTER}+")
_UPPER = r"[A-ZÀ-ÖØ-ÞΑ-ΩА-Я]"
# “U.S.”, “EE. UU.”; “R&D”, “CEOs”
_SHORT = re.compile(
    rf"(?<!{_LETTER})(?:(?:{_UPPER}{{1,2}}\. ?)+{_UPPER}{{1,2}}(?!{_LETTER})"
    rf"|{_UPPER}(?:&?{_UPPER}){{1,5}}(?!{_LETTER}{{2}}))"
)
_JOINING = frozenset(
    "a and as at by d da de del della der des di die du e el et for für in l la le les of on the to und y".split()
)
_TELLING = 3  # letters; fewer are the initials of too many words, and count only in the place of the other form
_LONGEST = 3  # times as many words as letters, of what stands in the place of a short form


class ShortForms:
    """Finds the words of a sentence that its source has in a shorter or longer form."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._short = [(match.span(), _letters(match[0])) for match in _SHORT.finditer(evidence.sentence)]
        self._in_passage = frozenset(_letters(match[0]) for match in _SHORT.finditer(evidence.passage))

    def explained(self, words: Sequence[re.Match[str]]) -> frozenset[int]:
        """Return the offsets of those of a name's words that the source has in another length."""
        shortened = {word.start() for word in words if self._is_short_for_the_source(word) or self._is_first_name(word)}
        return frozenset((*shortened, *self._spelt_out(words)))

    def _is_short_for_the_source(self, word: re.Match[str]) -> bool:
        """Return True if a word is, or belongs to, initials of words of the source."""
        for (start, end), letters in self._short:
            if word.start() < end and start < word.end() and len(letters) > 1:
                is_spelt = len(letters) >= _TELLING and _begins(self._evidence.source, letters)
                return is_spelt or letters in self._in_passage or self._replaces(start, end, letters)
        return False

    def _replaces(self, start: int, end: int, letters: str) -> bool:
        """Return True if the words replaced by a short form begin with its letters, or form its German compound."""
        there = self._in_place_of(start, end)
        if not 0 < len(_WORD.findall(there)) <= _LONGEST * len(letters):
            return False
        if _begins(there, letters):
            return True
        compound = r"\w+?(?:[\s\-]+)?".join(map(re.escape, letters))
        return (
            wording(self._evidence.source) == "de" and re.search(rf"\b{compound}\w*", there, re.IGNORECASE) is not None
        )

    def _spelt_out(self, words: Sequence[re.Match[str]]) -> Iterator[int]:
        """Yield where those words begin that the passage has as initials, two letters only in their place."""
        initials = "".join(word[0][0] for word in words)
        for short in self._in_passage:
            first = initials.find(short)
            if first < 0 or len(short) < 2:
                continue
            own = words[first : first + len(short)]
            there = self._in_place_of(own[0].start(), own[-1].end())
            if len(short) >= _TELLING or short in map(_letters, _SHORT.findall(there)):
                yield from (word.start() for word in own)

    def _is_first_name(self, word: re.Match[str]) -> bool:
        """Return True if the passage has the same name with a first name for an initial, or vice versa."""
        follows = re.match(rf"\.?(?:[ ]{_UPPER}\.)*[ ]({_UPPER}{_LETTER}+)", self._evidence.sentence[word.end() :])
        if follows is None:
            return False
        first = rf"{word[0]}{_LETTER}*" if len(word[0]) == 1 else word[0][0]
        name = rf"(?<!{_LETTER}){first}\.?(?: {_UPPER}\.)* {follows[1]}(?!{_LETTER})"
        return re.search(name, self._evidence.passage) is not None

    def _in_place_of(self, start: int, end: int) -> str:
        change = self._evidence.words.change_at(start, end)
        return self._evidence.source[change.source_start : change.source_end] if change else ""


def _letters(short: str) -> str:
    """Return the letters of a short form; Spanish doubles those of plurals (“EE. UU.”)."""
    letters = "".join(filter(str.isupper, short))
    is_doubled = len(letters) > 3 and letters[::2] == letters[1::2]
    return letters[::2] if is_doubled else letters


def _begins(text: str, letters: str) -> bool:
    """Return True if adjacent words begin with some capital letters; joining words do not count."""
    return any(letters in _initials(words.findall(text)) for words in (_WORD, _PART))


def _initials(words: Sequence[str]) -> str:
    return "".join(word[0].upper() for word in words if word.lower() not in _JOINING)
