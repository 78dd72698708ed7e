"""The input and the findings of a check: a sentence is compared word by word with its source."""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from desktop_rag.citations.wording import are_of_one_language
from desktop_rag.evidence.units import Kind

_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"  # kana and Chinese characters stand alone
    r"|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*"
)
REWRITTEN = 0.5  # likeness below which words in the same place say little about each other
_LONGEST = 250  # words: longer sentences are compared by their beginnings


@dataclass(frozen=True, slots=True)
class Finding:
    """Characters of a sentence without support, and why, as one sentence for people.

    One that is not ``is_certain`` gives way where the sentence as a whole is entailed. One that ``refutes`` the
    sentence found that the source says something else in place of the characters, or says it of somebody or something
    else. One that ``is_support`` finds nothing missing: it tells how the characters follow from the source.
    """

    start: int
    end: int
    reason: str
    is_certain: bool = True
    refutes: bool = False
    is_support: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Character ranges of the sentence and of its source that stand in for each other; one may be empty."""

    start: int
    end: int
    source_start: int
    source_end: int
    words: int
    source_words: int


class Comparison:
    """A sentence beside its source, word by word, in unspaced scripts character by character."""

    def __init__(self, sentence: str, source: str) -> None:
        self.sentence = sentence
        self.source = source
        self._words = list(_TOKEN.finditer(sentence))[:_LONGEST]
        self._source_words = list(_TOKEN.finditer(source))[: 2 * _LONGEST]

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The differences between the first and the last word that both have, and around them, in order."""
        matcher = SequenceMatcher(None, _folded(self._words), _folded(self._source_words), autojunk=False)
        return tuple(
            Change(
                *_range(self._words, start, end, len(self.sentence)),
                *_range(self._source_words, source_start, source_end, len(self.source)),
                end - start,
                source_end - source_start,
            )
            for tag, start, end, source_start, source_end in matcher.get_opcodes()
            if tag != "equal"
        )

    @cached_property
    def likeness(self) -> float:
        """The share of the sentence's words that stand in the source in the same order."""
        total = len(self._words)
        return 1 - sum(change.words for change in self.changes) / total if total else 0.0

    def change_at(self, start: int, end: int) -> Change | None:
        """Return the change that a range of the sentence lies in or touches, None when its words are the source's."""
        return next((one for one in self.changes if one.words and one.start < end and start < one.end), None)

    def replaced(self, start: int, end: int) -> str:
        """Return the source's words that stand for a range of the sentence, "" where there are none or many."""
        change = self.change_at(start, end)
        if change is None or not 0 < change.source_words <= max(8, 3 * change.words):
            return ""
        return " ".join(self.source[change.source_start : change.source_end].split())


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence and its cited source.

    ``words`` compares it with the sentences of the source it rests on. ``passage`` is all of that passage with its
    heading and the name of its file, ``passages`` are those of the whole answer. ``quoted`` are the ranges of the
    sentence that stand in quotation marks. ``unit`` is the unit it is cited to, of a ``kind``, ``others`` are those of
    the same kind in the passage.
    """

    words: Comparison
    passage: str
    passages: tuple[str, ...]
    quoted: tuple[tuple[int, int], ...] = ()
    unit: str = ""
    kind: Kind = Kind.SENTENCE
    others: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The sentence of the answer."""
        return self.words.sentence

    @property
    def source(self) -> str:
        """The sentences of the source it rests on."""
        return self.words.source

    @property
    def is_across(self) -> bool:
        """Whether sentence and source are of different languages."""
        return not are_of_one_language(self.sentence, self.source)


class BaseCheck(ABC):
    """Finds statements of one kind that the source does not make."""

    crosses_languages = False  # whether it can tell anything where sentence and source are of different languages
    may_tell_whose = True  # whether what it finds may only say which document the sentence is about

    @abstractmethod
    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield the findings of unsupported parts, in any order."""


def _folded(words: list[re.Match[str]]) -> list[str]:
    return [unicodedata.normalize("NFKC", word.group()).casefold().replace("’", "'") for word in words]


def _range(words: list[re.Match[str]], start: int, end: int, length: int) -> tuple[int, int]:
    """Return the characters of some words; of none, where they would stand."""
    if start < end:
        return words[start].start(), words[end - 1].end()
    place = words[start].start() if start < len(words) else length
    return place, place
