"""Embedding models of a program's own, written as LlamaIndex has them: a text at a time."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from desktop_rag.core.schema import DeclaredFields, EmbeddingSpace, Matrix
from desktop_rag.embeddings.base import DEFAULT_EMBED_BATCH_SIZE, EmbeddingModel

_PROBE = "size"


class CustomEmbedding(DeclaredFields, EmbeddingModel):
    """A model that turns a text into a vector.

    A subclass implements ``_get_query_embedding`` and ``_get_text_embedding``; ``_get_text_embeddings`` may do several
    texts at once. Asynchronous methods of a subclass (``_aget_...``) are not called: ``aget_query_embedding`` and the
    others run these on a thread. What the subclass declares as fields may be given by name when it is made. Vectors of
    another class, ``model_name`` or size are never compared with its own.
    """

    def __init__(
        self, model_name: str = "unknown", embed_batch_size: int = DEFAULT_EMBED_BATCH_SIZE, **fields: object
    ) -> None:
        EmbeddingModel.__init__(self, embed_batch_size)
        DeclaredFields.__init__(self, **fields)
        self.model_name = model_name
        self._size = 0

    @abstractmethod
    def _get_query_embedding(self, query: str) -> ArrayLike:
        """Return the vector of a question."""

    @abstractmethod
    def _get_text_embedding(self, text: str) -> ArrayLike:
        """Return the vector of a passage."""

    def _get_text_embeddings(self, texts: list[str]) -> Sequence[ArrayLike]:
        """Return the vectors of passages: at least one, and at most a batch of them."""
        return [self._get_text_embedding(text) for text in texts]

    @cached_property
    def space(self) -> EmbeddingSpace:
        """What makes its vectors comparable; the size is that of what was embedded, or of a question."""
        size = self._size or np.asarray(self._get_query_embedding(_PROBE)).size
        kind = type(self)
        return EmbeddingSpace("program", f"{kind.__module__}.{kind.__qualname__}", size, self.model_name)

    def get_text_embedding_batch(self, texts: Sequence[str], show_progress: bool = False) -> Matrix:  # noqa: FBT001, FBT002
        """Return the vectors of passages in their order; ``show_progress`` draws a bar on a terminal."""
        return self._in_batches("", texts, show_progress=show_progress)

    def get_query_embedding_batch(self, queries: Sequence[str]) -> Matrix:
        """Return the vectors of questions, shape ``(len(queries), dimensions)``."""
        if not queries:
            return np.zeros((0, self.space.dimensions), np.float32)
        return self._stage(queries, self._questions)

    def _embed(self, texts: Sequence[str]) -> Matrix:
        return self._matrix(self._get_text_embeddings(list(texts)))

    def _questions(self, queries: Sequence[str]) -> Matrix:
        return self._matrix([self._get_query_embedding(query) for query in queries])

    def _matrix(self, vectors: Sequence[ArrayLike]) -> Matrix:
        made: Matrix = np.stack([np.asarray(vector, np.float32) for vector in vectors])
        self._size = made.shape[1]
        return made


BaseEmbedding = CustomEmbedding  # LlamaIndex's name of what programs inherit from
