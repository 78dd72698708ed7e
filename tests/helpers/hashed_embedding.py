"""An embedding model for tests: a vector for each text, the same every time, in no time."""

import hashlib
from collections.abc import Sequence

import numpy as np

from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector

DIMENSIONS = 16


class HashedEmbedding:
    """Equal texts have equal vectors, others have nothing in common.

    ``calls`` are the batches it was given; ``fails_at`` is the number of the call (from 1) that raises.
    """

    def __init__(self, fails_at: int = 0, dimensions: int = DIMENSIONS) -> None:
        self.calls: list[list[str]] = []
        self.fails_at = fails_at
        self._dimensions = dimensions

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("test", "hashed", self._dimensions, "")

    @property
    def embedded(self) -> list[str]:
        """Every text it was given."""
        return [text for call in self.calls for text in call]

    def get_query_embedding(self, query: str) -> Vector:
        return self._vector(query)

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        self.calls.append(list(texts))
        if len(self.calls) == self.fails_at:
            raise RuntimeError("rate limit")
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Vector:
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
        vector = np.random.default_rng(seed).standard_normal(self._dimensions).astype(np.float32)
        return vector / np.float32(np.linalg.norm(vector))
