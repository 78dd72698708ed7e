"""Embedding models without a model."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.embeddings.base import EmbeddingModel
from desktop_rag.llamaindex.embeddings import mock_embed_model as mock


class MockEmbedding(mock.MockEmbedding):
    """The library's, of any rules; ``batches`` holds what it was asked, questions and passages alike."""

    get_text_embedding_batch = EmbeddingModel.get_text_embedding_batch
    get_query_embedding_batch = EmbeddingModel.get_query_embedding_batch

    def __init__(self, embed_dim: int = 8, embed_batch_size: int = 10, rules: str = "") -> None:
        super().__init__(embed_dim, embed_batch_size)
        self.rules = rules
        self.batches: list[list[str]] = []

    @property
    def space(self) -> EmbeddingSpace:
        return replace(super().space, rules=self.rules)

    def _embed(self, texts: Sequence[str]) -> Matrix:
        self.batches.append(list(texts))
        return np.stack([self.vector_of(text) for text in texts]).astype(np.float32)

    def vector_of(self, text: str) -> Matrix:
        vector: Matrix = super()._embed([text])[0]
        return vector


class VocabularyEmbedding(MockEmbedding):
    """Counts words: coordinate i is how often ``vocabulary[i]`` occurs, plus 0.01; not of unit length."""

    def __init__(self, vocabulary: Sequence[str], rules: str = "") -> None:
        super().__init__(len(vocabulary), rules=rules)
        self._vocabulary = list(vocabulary)

    def vector_of(self, text: str) -> Matrix:
        words = text.split()
        return np.array([words.count(word) + 0.01 for word in self._vocabulary], np.float32)
