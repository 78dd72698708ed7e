"""LlamaIndex's sentence splitter: the same chunks, found in one pass over the tokens."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Unpack

import numpy as np

from desktop_rag.evidence.sentences import found_spans
from desktop_rag.node_parser.sentence_tokenizer import SentenceFinder
from desktop_rag.node_parser.text_splitter import (
    Cut,
    MetadataAwareTextSplitter,
    Separators,
    Splits,
    SplitterOptions,
    bounds_between,
    first_of,
)
from desktop_rag.text.character_kinds import CLAUSE_MARK, CLAUSE_MARKS, Characters
from desktop_rag.text.tokenizer import Positions

DEFAULT_CHUNK_SIZE = 1024
SENTENCE_CHUNK_OVERLAP = 200
DEFAULT_PARAGRAPH_SEP = "\n\n\n"
CHUNKING_REGEX = f"[^{CLAUSE_MARKS}]+[{CLAUSE_MARKS}]?|[{CLAUSE_MARKS}]"


class SentenceSplitter(MetadataAwareTextSplitter):
    """Packs whole sentences into chunks; long ones are cut at clauses, separators, then characters.

    A text is cut at ``paragraph_separator`` first, then into sentences, by ``secondary_chunking_regex``, at
    ``separator`` and at last between characters; each step only where a part exceeds the size. What the
    regular expression leaves out stays with the part before. ``chunking_tokenizer_fn`` returns the sentences of a text
    in order, in place of those that are found here; it raises ``ValueError`` when one of them is not in the text.
    """

    def __init__(
        self,
        chunk_size: int = DEFAULT_CHUNK_SIZE,
        chunk_overlap: int = SENTENCE_CHUNK_OVERLAP,
        *,
        separator: str = " ",
        paragraph_separator: str = DEFAULT_PARAGRAPH_SEP,
        secondary_chunking_regex: str | None = CHUNKING_REGEX,
        chunking_tokenizer_fn: Callable[[str], Sequence[str]] | None = None,
        **options: Unpack[SplitterOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        self.chunking_tokenizer_fn = chunking_tokenizer_fn
        self.separator = separator
        self.paragraph_separator = paragraph_separator
        self.secondary_chunking_regex = secondary_chunking_regex
        self._clause = re.compile(secondary_chunking_regex) if secondary_chunking_regex else None

    def _cut(self, characters: Characters) -> Cut:
        """Cut in the first way that cuts a part at all."""
        return first_of(
            Separators(characters, self.paragraph_separator).cut,
            self._sentences(characters),
            *([_Clauses(characters, self._clause).cut] if self._clause else []),
            Separators(characters, self.separator).cut,
        )

    def _sentences(self, characters: Characters) -> Cut:
        """Return the function that cuts between sentences."""
        own = self.chunking_tokenizer_fn
        return _OwnSentences(characters.text, own).cut if own else _Sentences(characters).cut

    def _merge(self, splits: Splits, limit: int) -> Iterator[tuple[int, int]]:
        """Fill chunks one after the other; each begins with the last splits of the one before."""
        largest = int(np.diff(splits.tokens).max())
        if largest > limit:
            raise ValueError(f"Single token exceeded chunk size: one character has {largest} tokens, limit {limit}")
        tokens: list[int] = splits.tokens.tolist()  # many are looked up one by one
        last = len(tokens) - 1
        first = end = 0
        while end < last:
            # of what is repeated, as much as the next split leaves room for
            first = max(first, bisect_left(tokens, tokens[end + 1] - limit))
            end = bisect_right(tokens, tokens[first] + limit) - 1
            yield first, end
            first = max(first, bisect_left(tokens, tokens[end] - self.chunk_overlap))


class _Sentences:
    """Cuts between sentences."""

    def __init__(self, characters: Characters) -> None:
        self._characters = characters

    def cut(self, start: int, end: int) -> Positions | None:
        """Return the cuts of a part, both ends included; None if it is one sentence."""
        starts = self._finder.starts(start, end)
        return np.array([*starts, end]) if len(starts) > 1 else None

    @cached_property
    def _finder(self) -> SentenceFinder:
        return SentenceFinder(self._characters)


class _OwnSentences:
    """Cuts between sentences that a program's own function finds; ValueError when one is not in the text."""

    def __init__(self, text: str, find: Callable[[str], Sequence[str]]) -> None:
        self._text, self._find = text, find

    def cut(self, start: int, end: int) -> Positions | None:
        """Return the cuts of a part, both ends included; None if it is one sentence."""
        part = self._text[start:end]
        starts = [start + first for first, _ in found_spans(part, self._find(part))]
        return np.array([start, *starts[1:], end]) if len(starts) > 1 else None


class _Clauses:
    """Cuts where matches of a regular expression begin."""

    def __init__(self, characters: Characters, clause: re.Pattern[str]) -> None:
        self._characters, self._clause = characters, clause

    def cut(self, start: int, end: int) -> Positions | None:
        """Return the cuts of a part, both ends included; None if it is one clause."""
        if self._clause.pattern == CHUNKING_REGEX:
            return bounds_between(self._after_marks, start, end)
        matches = self._clause.finditer(self._characters.text[start:end])
        starts = [start + match.start() for match in matches if match.group()]
        return np.array([start, *starts[1:], end]) if len(starts) > 1 else None

    @cached_property
    def _after_marks(self) -> Positions:
        """The usual starts of clauses: found three times as fast as by the regular expression."""
        return self._characters.places(CLAUSE_MARK) + 1
