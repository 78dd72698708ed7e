"""The base of splitters with a token limit: sizes, metadata, and recursive cutting of long texts."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from functools import cached_property
from typing import NamedTuple, Unpack

import numpy as np

from desktop_rag.core.schema import MetadataMode, TextNode
from desktop_rag.node_parser.base import NodeParserOptions, Span, TextSplitter, located
from desktop_rag.text.character_kinds import Characters
from desktop_rag.text.token_cuts import TextSizer
from desktop_rag.text.tokenizer import Positions, Tokenizer, as_tokenizer

_FEW = 50
_DEEPEST = 12  # cuts inside cuts: four are usual; without end, odd punctuation would take quadratic time
_LOG = logging.getLogger(__name__)


Cut = Callable[[int, int], Positions | None]
"""Returns where to cut a part of a text that is too long, both ends included; None: between all characters."""


class Splits(NamedTuple):
    """A text in parts: where each begins, with the text's end, and how many tokens stand before each of these."""

    bounds: Positions
    tokens: Positions


class SplitterOptions(NodeParserOptions, total=False):
    """The options of the token-limited splitters; ``tokenizer`` counts (cl100k_base without it), or a function."""

    tokenizer: Tokenizer | Callable[[str], Sized] | None


class MetadataAwareTextSplitter(TextSplitter):
    """Cuts texts into chunks of at most ``chunk_size`` tokens with up to ``chunk_overlap`` tokens in common.

    Documents are cut so that a chunk fits together with its metadata. Time is linear in the length of the text. One of
    a program's own implements ``split_text_metadata_aware`` or ``split_text``, and needs no sizes.
    """

    format_tokens = 0  # kept free for what stands between metadata and text
    keep_whitespaces = False

    def __init__(
        self,
        chunk_size: int = 1024,
        chunk_overlap: int = 0,
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

    @classmethod
    def is_replaced(cls) -> bool:
        """Return True if a program has replaced this ``split_text``."""
        return cls.split_text is not MetadataAwareTextSplitter.split_text

    def split_text(self, text: str) -> list[str]:
        """Return the chunks of a text."""
        return [text[span.start : span.end] for span in self._spans(text, self.chunk_size)]

    def split_text_metadata_aware(self, text: str, metadata_str: str) -> list[str]:
        """Return the chunks of a text, each leaving room for ``metadata_str``.

        Raises:
            ValueError: the metadata alone have ``chunk_size`` tokens or more.

        """
        return [text[span.start : span.end] for span in self._spans(text, self._room(metadata_str))]

    def split_texts_metadata_aware(self, texts: Sequence[str], metadata_strs: Sequence[str]) -> list[str]:
        """Return the chunks of several texts, each leaving room for the metadata of its text.

        Raises:
            ValueError: texts and metadata are not as many, or the metadata alone have ``chunk_size`` tokens or more.

        """
        pairs = zip(texts, metadata_strs, strict=True)
        return [chunk for text, metadata in pairs for chunk in self.split_text_metadata_aware(text, metadata)]

    def split_document(self, document: TextNode) -> Iterable[Span]:
        """Return the ranges of the chunks of a document: those of a subclass that has its own way to split a text."""
        own, here, metadata = type(self), MetadataAwareTextSplitter, _longer_metadata(document)
        if self.include_metadata and own.split_text_metadata_aware is not here.split_text_metadata_aware:
            return located(document.text, self.split_text_metadata_aware(document.text, metadata))
        if self.is_replaced():
            return super().split_document(document)
        return self._spans(document.text, self._room(metadata) if self.include_metadata else self.chunk_size)

    def _cut(self, characters: Characters) -> Cut:
        """Return the function that cuts parts of a text."""
        raise NotImplementedError(f"{type(self).__name__} implements neither split_text_metadata_aware nor split_text")

    def _merge(self, splits: Splits, limit: int) -> Iterator[tuple[int, int]]:
        """Join neighbouring splits into chunks of at most ``limit`` tokens; yield the splits from and to which."""
        raise NotImplementedError

    def _room(self, metadata_str: str) -> int:
        """Return the number of tokens left for the text."""
        used = self._tokenizer.count(metadata_str) + self.format_tokens
        room = self.chunk_size - used
        if room <= 0:
            raise ValueError(f"the metadata have {used} tokens, which leaves none of {self.chunk_size} for the text")
        if metadata_str and room < _FEW:
            _LOG.warning("metadata of %d tokens leave only %d for the text of a chunk", used, room)
        return room

    def _spans(self, text: str, limit: int) -> list[Span]:
        """Return the chunks, without white space at their ends unless it is kept; an empty text is one empty chunk."""
        if not text:
            return [Span(0, 0)]
        splits = self._splits(text, limit)
        bounds = splits.bounds
        chunks = [(int(bounds[first]), int(bounds[end])) for first, end in self._merge(splits, limit)]
        if self.keep_whitespaces:
            return [Span(start, end) for start, end in chunks]
        return [span for start, end in chunks if (span := _trimmed(text, start, end))]

    def _splits(self, text: str, limit: int) -> Splits:
        """Return parts of at most ``limit`` tokens, cutting only longer ones; only characters may exceed it."""
        characters = Characters(text)
        sizer, cut = TextSizer(characters, self._tokenizer), self._cut(characters)
        done: list[tuple[Positions, Positions]] = []  # where splits begin, and their sizes
        starts, ends = np.array([0]), np.array([len(text)])
        for depth in range(_DEEPEST + 1):
            sizes = sizer.sizes(starts, ends)
            large = sizes > limit
            done.append((starts[~large], sizes[~large]))
            inner: list[Positions] = []
            for start, end in zip(starts[large].tolist(), ends[large].tolist(), strict=True):
                bounds = cut(start, end) if depth < _DEEPEST else None
                if bounds is None:
                    done.append((np.arange(start, end), sizer.characters(start, end)))
                else:
                    inner.append(bounds)
            if not inner:
                break
            starts, ends = np.concatenate([one[:-1] for one in inner]), np.concatenate([one[1:] for one in inner])
        begins, counts = np.concatenate([one for one, _ in done]), np.concatenate([one for _, one in done])
        order = np.argsort(begins, kind="stable")
        return Splits(np.append(begins[order], len(text)), np.append(0, counts[order].cumsum()))


class Separators:
    """Cuts in front of every separator."""

    def __init__(self, characters: Characters, separator: str) -> None:
        self._characters, self._separator = characters, separator

    def cut(self, start: int, end: int) -> Positions | None:
        """Return the cuts of a part, both ends included; None where it has no separator.

        Raises:
            ValueError: the separator is empty.

        """
        if not self._separator:
            raise ValueError("empty separator")
        if len(self._separator) == 1:
            return bounds_between(self._places, start, end)
        if self._is_outside(start, end):
            return None
        found = (start + position for position in _found(self._characters.text[start:end], self._separator))
        bounds = [position for position in found if position > start]
        return np.array([start, *bounds, end]) if bounds else None

    def _is_outside(self, start: int, end: int) -> bool:
        """Return True if no separator begins behind ``start``: each overlaps one of those found in the text."""
        places = self._places
        first, last = places.searchsorted(start - len(self._separator) + 1), places.searchsorted(end)
        return bool(first == last or (first + 1 == last and places[first] == start))

    @cached_property
    def _places(self) -> Positions:
        """The positions of the separator."""
        if len(self._separator) == 1:
            return np.flatnonzero(self._characters.codes == ord(self._separator))
        return np.fromiter(_found(self._characters.text, self._separator), np.int64)


def _found(text: str, separator: str) -> Iterator[int]:
    """Yield where the separator stands, one behind the other."""
    position = text.find(separator)
    while position >= 0:
        yield position
        position = text.find(separator, position + len(separator))


def first_of(*ways: Cut) -> Cut:
    """Return a function that cuts in the first way that cuts a part at all."""

    def cut(start: int, end: int) -> Positions | None:
        for way in ways:
            bounds = way(start, end)
            if bounds is not None:
                return bounds
        return None

    return cut


def bounds_between(places: Positions, start: int, end: int) -> Positions | None:
    """Return the ascending places within a part, with both of its ends; None if there are none."""
    first, last = places.searchsorted(start + 1), places.searchsorted(end)
    return np.concatenate([[start], places[first:last], [end]]) if first < last else None


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
