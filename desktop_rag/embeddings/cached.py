"""Vectors that were made once are kept: by the text's hash and the model's space."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

import numpy as np

from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.embeddings.base import BaseEmbedding, EmbeddingModel, count_tokens, get_query_embeddings, probe
from desktop_rag.embeddings.openai_like import PROVIDER, OpenAILikeEmbedding

_BATCH = 64


class EmbeddingCache(Protocol):
    """A store of vectors, each under the hash of its text; ``storage`` has one in a file."""

    def dimensions(self, provider: str, model: str, rules: str) -> int | None:
        """Return the number of dimensions of a model's vectors, None if it is not known."""

    def get(self, space: EmbeddingSpace, hashes: Iterable[bytes]) -> dict[bytes, Vector]:
        """Return the vectors that are there, by their hashes."""

    def put(self, space: EmbeddingSpace, vectors: Mapping[bytes, Vector]) -> None:
        """Store vectors by their hashes."""

    def close(self) -> None:
        """Let go of the vectors; idempotent."""


class CachedEmbedding(EmbeddingModel):
    """Asks ``model`` only for vectors missing in ``cache``; each batch is stored as soon as it is there.

    The cache is closed with it.
    """

    def __init__(self, model: BaseEmbedding, cache: EmbeddingCache) -> None:
        super().__init__(getattr(model, "embed_batch_size", _BATCH))
        self.model = model
        self.batch_tokens = getattr(model, "batch_tokens", self.batch_tokens)
        self.batch_seconds = getattr(model, "batch_seconds", self.batch_seconds)
        self._cache = cache

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the model; a server is not asked for a space known to the cache."""
        model = self.model
        if isinstance(model, OpenAILikeEmbedding) and model.known_dimensions is None:
            dimensions = self._cache.dimensions(PROVIDER, model.model_name, model.rules)
            if dimensions is not None:
                model.expect(dimensions)
        return model.space

    @property
    def max_tokens(self) -> int | None:
        """None: the model itself cuts long texts, and the whole text's vector is kept."""
        return None

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the model's token counts for texts."""
        return count_tokens(self.model, texts)

    def probe(self) -> None:
        """Ask the model itself."""
        probe(self.model)

    def get_query_embedding_batch(self, queries: Sequence[str]) -> Matrix:
        """Return the vectors of questions, shape ``(len(queries), dimensions)``."""
        return self._cached("query", queries, self._query_vectors)

    def get_text_embedding_batch(self, texts: Sequence[str], show_progress: bool = False) -> Matrix:  # noqa: ARG002, FBT001, FBT002
        """Return the vectors of passages in their order."""
        return self._cached("text", texts, self.model.get_text_embedding_batch)

    def close(self) -> None:
        """Close the cache; idempotent."""
        self._cache.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _embed(self, texts: Sequence[str]) -> Matrix:
        return self.model.get_text_embedding_batch(texts)

    def _query_vectors(self, queries: Sequence[str]) -> Matrix:
        """Ask the model for the vectors of questions."""
        return get_query_embeddings(self.model, queries)

    def _cached(self, kind: str, texts: Sequence[str], make: Callable[[Sequence[str]], Matrix]) -> Matrix:
        """Return the vectors of texts, made by ``make`` where the cache does not have them."""
        space = self.space
        if not texts:
            return np.zeros((0, space.dimensions), np.float32)
        hashes = [_hash(kind, text) for text in texts]
        found = self._cache.get(space, set(hashes))
        # by hash: a text that stands several times in the batch is embedded once
        missing = {hashed: text for hashed, text in zip(hashes, texts, strict=True) if hashed not in found}
        waiting = list(missing)
        for start in range(0, len(waiting), self.embed_batch_size):
            batch = waiting[start : start + self.embed_batch_size]
            vectors = np.asarray(make([missing[hashed] for hashed in batch]), np.float32)
            made: dict[bytes, Vector] = dict(zip(batch, vectors, strict=True))
            # after each batch: what a stopped run has computed is not lost
            self._cache.put(space, made)
            found |= made
        return np.stack([found[hashed] for hashed in hashes])


def _hash(kind: str, text: str) -> bytes:
    """Return the hash of a text; questions and passages are different texts to a model."""
    return hashlib.blake2b(f"{kind}\n{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
