"""Compare the words of a sentence with those of its source."""

import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"  # kana and Chinese characters stand alone
    r"|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*"
)
REWRITTEN = 0.5  # likeness below which words in the same place say little about each other
_LONGEST = 250  # words: longer sentences are compared by their beginnings


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


def _folded(words: list[re.Match[str]]) -> list[str]:
    return [unicodedata.normalize("NFKC", word.group()).casefold().replace("’", "'") for word in words]


def _range(words: list[re.Match[str]], start: int, end: int, length: int) -> tuple[int, int]:
    """Return the characters of some words; of none, where they would stand."""
    if start < end:
        return words[start].start(), words[end - 1].end()
    place = words[start].start() if start < len(words) else length
    return place, place
