"""What the token-limited splitters share: sizes, metadata, and the recursive cutting of what is too long."""

import logging
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Unpack

from desktop_rag.core.schema import MetadataMode, TextNode
from desktop_rag.node_parser.base import NodeParserOptions, Span, TextSplitter
from desktop_rag.text.token_cuts import TextSizer
from desktop_rag.text.tokenizer import Tokenizer, as_tokenizer

Split = tuple[int, int, int]
"""Start, end and size in tokens of a part of the text."""

_FEW = 50
_DEEPEST = 12  # cuts inside cuts: four are usual; without end, odd punctuation would take quadratic time
_LOG = logging.getLogger(__name__)


class SplitterOptions(NodeParserOptions, total=False):
    """What the token-limited splitters take besides; ``tokenizer`` counts (cl100k_base without it), or a function."""

    tokenizer: Tokenizer | Callable[[str], Sized] | None


class MetadataAwareTextSplitter(TextSplitter):
    """Cuts texts into chunks of at most ``chunk_size`` tokens with up to ``chunk_overlap`` tokens in common.

    Documents are cut so that a chunk fits together with its metadata. Time is linear in the length of the text.
    """

    format_tokens = 0  # kept free for what stands between metadata and text

    def __init__(
        self,
        chunk_size: int,
        chunk_overlap: int,
        *,
        tokenizer: Tokenizer | Callable[[str], Sized] | None = None,
        **options: Unpack[NodeParserOptions],
    ) -> None:
        super().__init__(**options)
        if chunk_size <= 0:
            raise ValueError(f"chunk_size must be positive, got {chunk_size}")
        if not 0 <= chunk_overlap <= chunk_size:
            raise ValueError(f"chunk_overlap must be between 0 and chunk_size ({chunk_size}), got {chunk_overlap}")
        self.chunk_size = chunk_size
        self.chunk_overlap = chunk_overlap
        self._tokenizer = as_tokenizer(tokenizer)

    def split_text(self, text: str) -> list[str]:
        """Return the chunks of a text."""
        return [text[span.start : span.end] for span in self._spans(text, self.chunk_size)]

    def split_text_metadata_aware(self, text: str, metadata_str: str) -> list[str]:
        """Return the chunks of a text, each leaving room for ``metadata_str``.

        Raises:
            ValueError: the metadata alone have ``chunk_size`` tokens or more.

        """
        return [text[span.start : span.end] for span in self._spans(text, self._room(metadata_str))]

    def split_document(self, document: TextNode) -> Iterable[Span]:
        """Return the ranges of the chunks of a document."""
        room = self._room(_longer_metadata(document)) if self.include_metadata else self.chunk_size
        return self._spans(document.text, room)

    @abstractmethod
    def _bounds(self, text: str) -> list[int] | None:
        """Return where to cut a text that is too long, both ends included; None: between all characters."""

    @abstractmethod
    def _merge(self, splits: Iterator[Split], limit: int) -> Iterator[tuple[int, int]]:
        """Join neighbouring splits into chunks of at most ``limit`` tokens."""

    def _room(self, metadata_str: str) -> int:
        """Return how many tokens are left for the text."""
        used = self._tokenizer.count(metadata_str) + self.format_tokens
        room = self.chunk_size - used
        if room <= 0:
            raise ValueError(f"the metadata have {used} tokens, which leaves none of {self.chunk_size} for the text")
        if metadata_str and room < _FEW:
            _LOG.warning("metadata of %d tokens leave only %d for the text of a chunk", used, room)
        return room

    def _spans(self, text: str, limit: int) -> list[Span]:
        """Return the chunks without white space at their ends; an empty text is one empty chunk."""
        if not text:
            return [Span(0, 0)]
        splits = self._splits(text, TextSizer(text, self._tokenizer), limit)
        return [span for start, end in self._merge(splits, limit) if (span := _trimmed(text, start, end))]

    def _splits(self, text: str, sizer: TextSizer, limit: int) -> Iterator[Split]:
        """Yield parts of at most ``limit`` tokens, cutting only what is too long; only characters may exceed it."""
        stack: list[tuple[Split, int]] = [((0, len(text), sizer.sizes([0, len(text)])[0]), 0)]
        while stack:
            split, depth = stack.pop()
            start, end, size = split
            if size <= limit:
                yield split
                continue
            inner = self._bounds(text[start:end]) if depth < _DEEPEST else None
            if inner is None:
                yield from ((i, i + 1, sizer.character(i)) for i in range(start, end))
                continue
            bounds = [start + position for position in inner] if start else inner
            splits = zip(bounds, bounds[1:], sizer.sizes(bounds), strict=False)
            stack += reversed([(split, depth + 1) for split in splits])


def separator_bounds(text: str, separator: str) -> list[int]:
    """Return where to cut before every separator, both ends included."""
    bounds = [0]
    position = text.find(separator)
    while position >= 0:
        if position:
            bounds.append(position)
        position = text.find(separator, position + len(separator))
    return [*bounds, len(text)]


def _trimmed(text: str, start: int, end: int) -> Span | None:
    """Return the range without white space at its ends, if anything is left."""
    chunk = text[start:end]
    body = chunk.lstrip()
    start += len(chunk) - len(body)
    body = body.rstrip()
    return Span(start, start + len(body)) if body else None


def _longer_metadata(document: TextNode) -> str:
    """Return the metadata as a model reads it: the longer of the two ways."""
    embed = document.get_metadata_str(MetadataMode.EMBED)
    llm = document.get_metadata_str(MetadataMode.LLM)
    return embed if len(embed) > len(llm) else llm
