"""An embedding model that only pretends: for trying a program without one."""

from collections.abc import Sequence

import numpy as np

from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.embeddings.base import DEFAULT_EMBED_BATCH_SIZE, EmbeddingModel


class MockEmbedding(EmbeddingModel):
    """Gives every text the same vector, [0.5] * ``embed_dim``."""

    def __init__(self, embed_dim: int, embed_batch_size: int = DEFAULT_EMBED_BATCH_SIZE) -> None:
        super().__init__(embed_batch_size)
        self.embed_dim = embed_dim

    @property
    def space(self) -> EmbeddingSpace:
        """What makes its vectors comparable."""
        return EmbeddingSpace("mock", type(self).__name__, self.embed_dim, "")

    def _embed(self, texts: Sequence[str]) -> Matrix:
        return np.full((len(texts), self.embed_dim), 0.5, np.float32)
