"""Nodes that end where the text turns to something else, as far as an embedding model can tell."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypedDict, Unpack

import numpy as np

from desktop_rag.core.schema import Matrix, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.sentences import found_spans
from desktop_rag.llamaindex.node_parser.text.utils import split_by_sentence_tokenizer
from desktop_rag.node_parser.base import NodeParserOptions, Span, TextSplitter

DEFAULT_PERCENTILE = 95
DEFAULT_BUFFER_SIZE = 1


class SentenceCombination(TypedDict):
    """A sentence, its number, and the text of it with the sentences before and after."""

    sentence: str
    index: int
    combined_sentence: str


class SemanticSplitterNodeParser(TextSplitter):
    """Ends a node between two sentences that differ more than ``breakpoint_percentile_threshold`` % of those there are.

    Each sentence is compared together with ``buffer_size`` sentences before and after it. ``sentence_splitter`` returns
    the sentences of a text in order. A text of few subjects is cut, too: the threshold is one of its own (Kamradt, "5
    Levels of Text Splitting", 2024; as LlamaIndex has it).
    """

    def __init__(
        self,
        embed_model: BaseEmbedding,
        breakpoint_percentile_threshold: float = DEFAULT_PERCENTILE,
        buffer_size: int = DEFAULT_BUFFER_SIZE,
        *,
        sentence_splitter: Callable[[str], Sequence[str]] | None = None,
        **options: Unpack[NodeParserOptions],
    ) -> None:
        super().__init__(**options)
        self.embed_model = embed_model
        self.breakpoint_percentile_threshold = breakpoint_percentile_threshold
        self.buffer_size = buffer_size
        self.sentence_splitter = sentence_splitter or split_by_sentence_tokenizer()

    def split_document(self, document: TextNode) -> Iterator[Span]:
        """Yield groups of sentences in order; raises as the embedding model does."""
        text = document.text
        spans = list(found_spans(text, self.sentence_splitter(text)))
        if not spans:
            return
        ends = [number + 1 for number in self._breaks(text, spans)]
        for first, end in pairwise([0, *ends, len(spans)]):
            yield Span(spans[first][0], spans[end - 1][1])

    def _breaks(self, text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
        """Return the sentences after which something else begins."""
        if len(spans) < 2:
            return []
        starts = [start for start, _ in spans]
        groups = self._build_sentence_groups([text[start:end] for start, end in pairwise([*starts, spans[-1][1]])])
        distances = _distances(
            self.embed_model.get_text_embedding_batch([group["combined_sentence"] for group in groups])
        )
        threshold = np.percentile(distances, self.breakpoint_percentile_threshold)
        return [int(number) for number in np.flatnonzero(distances > threshold)]

    def _build_sentence_groups(self, text_splits: Sequence[str]) -> list[SentenceCombination]:
        """Return each sentence of a text together with those around it, which are compared."""
        return [
            SentenceCombination(
                sentence=sentence,
                index=i,
                combined_sentence="".join(text_splits[max(0, i - self.buffer_size) : i + self.buffer_size + 1]),
            )
            for i, sentence in enumerate(text_splits)
        ]


def _distances(vectors: Matrix) -> Matrix:
    """Return how far each vector is from the next one, 0 to 2, shape ``(len(vectors) - 1,)``."""
    matrix = np.asarray(vectors, np.float64)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    units = matrix / np.where(lengths > 0, lengths, 1)
    distances: Matrix = 1 - np.einsum("ij,ij->i", units[:-1], units[1:])
    return distances
