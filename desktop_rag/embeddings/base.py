"""What the pipeline expects of an embedding model."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from desktop_rag.schema import EmbeddingSpace, Matrix, Vector


class BaseEmbedding(Protocol):
    """An embedding model; vectors are float32 of unit length."""

    @property
    def space(self) -> EmbeddingSpace:
        """What makes this model's vectors comparable; cheap, loads nothing."""

    def get_query_embedding(self, query: str) -> Vector:
        """Return the vector of a question, shape ``(dimensions,)``."""

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        """Return the vectors of passages, shape ``(len(texts), dimensions)``."""


def mean_agg(embeddings: Matrix) -> Vector:
    """Return the mean direction of several vectors, of unit length."""
    mean: Vector = embeddings.mean(axis=0, dtype=np.float32)
    length = float(np.linalg.norm(mean))
    return mean / np.float32(length) if length else mean


def get_agg_embedding_from_queries(model: BaseEmbedding, queries: Sequence[str]) -> Vector:
    """Return one vector for several wordings of a question."""
    if len(queries) == 1:
        return model.get_query_embedding(queries[0])
    return mean_agg(np.stack([model.get_query_embedding(query) for query in queries]))
