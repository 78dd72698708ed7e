"""Find the files that a question names by words of their names: “the ferry booklet” is ferry_booklet.pdf."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import PurePath

from desktop_rag.citations.wording import common_terms
from desktop_rag.text.analyzer import folded, is_unspaced

_PART = re.compile(r"\d+|[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LEAST = 0.5  # of the letters of a name
_SHORTEST = 3  # letters of a word that names a file by itself
_LEAST_INFLECTED = 5  # letters of a word that may have another ending
_SAME, _LONGEST_ENDING = 0.7, 3  # of the longer word's letters are alike at its beginning; letters that differ


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """The places of the files in the list, and the question without their names."""

    numbers: tuple[int, ...]
    rest: str


class FileNames:
    """The names of some files."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [unicodedata.normalize("NFKC", name) for name in names]

    def find(self, question: str) -> NamedFiles:
        """Return the files of whose names the question has most; none where it has less than half of any."""
        question = unicodedata.normalize("NFKC", question)
        words = {folded(word) for word in _PART.findall(question)}
        scores = [self._score(name, question.casefold(), words) for name in self._names]
        best = max(scores, default=0.0)
        if best < _LEAST:
            return NamedFiles((), question)
        numbers = tuple(number for number, score in enumerate(scores) if score >= best - 1e-9)
        named = {part for number in numbers for part in _parts(self._names[number])}
        named |= {word for word in words if any(_is_inflected(word, part) for part in named)}
        endings = {PurePath(self._names[number]).suffix.lstrip(".").casefold() for number in numbers}
        return NamedFiles(numbers, _without(question, named | endings))

    def _score(self, name: str, question: str, words: set[str]) -> float:
        """Return the share of a name's letters whose words stand in the question."""
        stem = PurePath(name).stem.casefold()
        if stem and (
            stem in question if _is_unspaced(stem) else re.search(rf"(?<!\w){re.escape(stem)}(?!\w)", question)
        ):
            return 2.0 if len(stem) >= _SHORTEST or _is_unspaced(stem) else 0.0
        parts = _parts(name)
        known = [part for part in parts if part in words or any(_is_inflected(word, part) for word in words)]
        if not any(len(part) >= _SHORTEST and not part.isdigit() for part in known):
            return 0.0
        return sum(map(len, known)) / sum(map(len, parts))


def _is_inflected(word: str, part: str) -> bool:
    """Return True if a word is one of a name's, inflected: “des Kochbuchs”, «в поваренной книге»."""
    if is_unspaced(part[:1]) or min(len(word), len(part)) < _LEAST_INFLECTED:
        return False
    stem = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, part, strict=False)))
    longer = max(len(word), len(part))
    return stem >= _SAME * longer and longer - stem <= _LONGEST_ENDING


def _parts(name: str) -> list[str]:
    """Return the significant words of a name."""
    parts = [folded(part) for part in _PART.findall(_CAMEL.sub(" ", PurePath(name).stem))]
    return [part for part in parts if part not in common_terms()]


def _without(question: str, named: set[str]) -> str:
    kept = question.casefold()
    for part in sorted(named, key=len, reverse=True):
        if part and _is_unspaced(part):
            kept = kept.replace(part, " ")
    return _PART.sub(lambda found: " " if folded(found[0]) in named else found[0], kept)


def _is_unspaced(text: str) -> bool:
    return any(map(is_unspaced, text))
