"""LlamaIndex's token splitter: chunks of words, whatever the sentences; used to fit texts into prompts."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Unpack

from desktop_rag.node_parser.text_splitter import (
    Cut,
    MetadataAwareTextSplitter,
    Separators,
    Splits,
    SplitterOptions,
    first_of,
)
from desktop_rag.text.character_kinds import Characters

DEFAULT_CHUNK_SIZE = 1024
DEFAULT_CHUNK_OVERLAP = 20
DEFAULT_METADATA_FORMAT_LEN = 2


class TokenTextSplitter(MetadataAwareTextSplitter):
    """Packs words into chunks: cut at ``separator``, then at ``backup_separators``, then between characters.

    With ``keep_whitespaces`` chunks keep the white space at their ends, and those of white space alone are kept.
    A character that alone has more tokens than ``chunk_size`` becomes a chunk of its own.
    """

    format_tokens = DEFAULT_METADATA_FORMAT_LEN

    def __init__(
        self,
        chunk_size: int = DEFAULT_CHUNK_SIZE,
        chunk_overlap: int = DEFAULT_CHUNK_OVERLAP,
        *,
        separator: str = " ",
        backup_separators: Sequence[str] = ("\n",),
        keep_whitespaces: bool = False,
        **options: Unpack[SplitterOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        self.separator = separator
        self.backup_separators = tuple(backup_separators)
        self.keep_whitespaces = keep_whitespaces

    def _cut(self, characters: Characters) -> Cut:
        """Cut in the way of the first separator that cuts a part at all."""
        separators = (self.separator, *self.backup_separators)
        return first_of(*(Separators(characters, separator).cut for separator in separators))

    def _merge(self, splits: Splits, limit: int) -> Iterator[tuple[int, int]]:
        """Fill chunks one after the other; each begins with the end of the one before."""
        tokens = splits.tokens.tolist()  # many numbers are looked up one by one
        last = len(tokens) - 1
        first = end = 0
        while True:
            end = max(end, bisect_right(tokens, tokens[first] + limit) - 1)
            if first < end:
                yield first, end
            if end == last:
                return
            repeated = bisect_left(tokens, tokens[end] - self.chunk_overlap)
            fitting = bisect_left(tokens, tokens[end + 1] - limit)
            first = min(end, max(first, repeated, fitting))
            end += 1
