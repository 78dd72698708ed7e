"""LlamaIndex's sentence splitter: the same chunks, found in one pass over the tokens."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Unpack

import numpy as np

from desktop_rag.node_parser.sentence_tokenizer import sentence_starts
from desktop_rag.node_parser.text_splitter import MetadataAwareTextSplitter, Splits, SplitterOptions, separator_bounds

DEFAULT_CHUNK_SIZE = 1024
SENTENCE_CHUNK_OVERLAP = 200
DEFAULT_PARAGRAPH_SEP = "\n\n\n"
CHUNKING_REGEX = "[^,.;。？！]+[,.;。？！]?|[,.;。？！]"


class SentenceSplitter(MetadataAwareTextSplitter):
    """Packs whole sentences into chunks; what is too long is cut at clauses, separators, then characters.

    A text is cut at ``paragraph_separator`` first, then into sentences, by ``secondary_chunking_regex``, at
    ``separator`` and at last between characters; each step only where a part exceeds the size. What the
    regular expression leaves out stays with the part before.
    """

    def __init__(
        self,
        chunk_size: int = DEFAULT_CHUNK_SIZE,
        chunk_overlap: int = SENTENCE_CHUNK_OVERLAP,
        *,
        separator: str = " ",
        paragraph_separator: str = DEFAULT_PARAGRAPH_SEP,
        secondary_chunking_regex: str | None = CHUNKING_REGEX,
        **options: Unpack[SplitterOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        self.separator = separator
        self.paragraph_separator = paragraph_separator
        self.secondary_chunking_regex = secondary_chunking_regex
        self._clause = re.compile(secondary_chunking_regex) if secondary_chunking_regex else None

    def _bounds(self, text: str) -> list[int] | None:
        """Return the cuts of the first way that cuts the text at all."""
        for bounds in self._ways(text):
            if len(bounds) > 2:
                return bounds
        return None

    def _ways(self, text: str) -> Iterator[list[int]]:
        """Yield the cuts of one way after the other."""
        yield separator_bounds(text, self.paragraph_separator)
        yield [*sentence_starts(text), len(text)]
        if self._clause is not None:
            starts = [match.start() for match in self._clause.finditer(text) if match.group()]
            yield [0, *starts[1:], len(text)]
        yield separator_bounds(text, self.separator)

    def _merge(self, splits: Splits, limit: int) -> Iterator[tuple[int, int]]:
        """Fill chunks one after the other; each begins with the last splits of the one before."""
        tokens = splits.tokens
        last = len(tokens) - 1
        largest = int(np.diff(tokens).max())
        if largest > limit:
            raise ValueError(f"Single token exceeded chunk size: one character has {largest} tokens, limit {limit}")
        first = end = 0
        while end < last:
            # of what is repeated, as much as the next split leaves room for
            first = max(first, bisect_left(tokens, tokens[end + 1] - limit))
            end = bisect_right(tokens, tokens[first] + limit) - 1
            yield first, end
            first = max(first, bisect_left(tokens, tokens[end] - self.chunk_overlap))


SimpleNodeParser = SentenceSplitter
"""LlamaIndex's older name for it."""
