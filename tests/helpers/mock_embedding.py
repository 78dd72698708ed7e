"""Embedding models without a model."""

from collections.abc import Sequence

import numpy as np

from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.embeddings.base import EmbeddingModel


class MockEmbedding(EmbeddingModel):
    """Gives every text the same vector, [0.5] * ``embed_dim``; ``batches`` holds what it was asked."""

    def __init__(self, embed_dim: int = 8, embed_batch_size: int = 10, rules: str = "") -> None:
        super().__init__(embed_batch_size)
        self.embed_dim = embed_dim
        self.rules = rules
        self.batches: list[list[str]] = []

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("mock", type(self).__name__, self.embed_dim, self.rules)

    def _embed(self, texts: Sequence[str]) -> Matrix:
        self.batches.append(list(texts))
        return np.stack([self.vector_of(text) for text in texts]).astype(np.float32)

    def vector_of(self, text: str) -> Matrix:
        return np.full(self.embed_dim, 0.5, np.float32)


class VocabularyEmbedding(MockEmbedding):
    """Counts words: coordinate i is how often ``vocabulary[i]`` occurs, plus 0.01; not of unit length."""

    def __init__(self, vocabulary: Sequence[str], rules: str = "") -> None:
        super().__init__(len(vocabulary), rules=rules)
        self._vocabulary = list(vocabulary)

    def vector_of(self, text: str) -> Matrix:
        words = text.split()
        return np.array([words.count(word) + 0.01 for word in self._vocabulary], np.float32)
