"""The nearest vectors of a list."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.core.similarity import SimilarityMode, similarities
from desktop_rag.vector_stores.sqlite_vec import DEFAULT_MMR_THRESHOLD, mmr

SimilarityFunction = Callable[[Vector, Vector], float]


def get_top_k_embeddings(
    query_embedding: Sequence[float] | Vector,
    embeddings: Sequence[Sequence[float]] | Matrix,
    similarity_fn: SimilarityFunction | None = None,
    similarity_top_k: int | None = None,
    embedding_ids: Sequence[Any] | None = None,
    similarity_cutoff: float | None = None,
) -> tuple[list[float], list[Any]]:
    """Return the similarities (cosines unless a function is given) and the ids of the nearest vectors, best first.

    ``similarity_top_k`` None or 0 means all, ids are places unless given, and only what is above the cutoff counts.
    """
    query, vectors = np.asarray(query_embedding, np.float32), np.asarray(embeddings, np.float32)
    if similarity_fn is None:
        fit = similarities(query, vectors, SimilarityMode.COSINE).astype(np.float64)
    else:
        fit = np.array([similarity_fn(query, vector) for vector in vectors], np.float64)
    ids = range(len(vectors)) if embedding_ids is None else embedding_ids
    order = [int(place) for place in np.argsort(-fit, kind="stable")]
    kept = [place for place in order if similarity_cutoff is None or fit[place] > similarity_cutoff]
    kept = kept[: similarity_top_k or None]
    return [float(fit[place]) for place in kept], [ids[place] for place in kept]


def get_top_k_mmr_embeddings(
    query_embedding: Sequence[float] | Vector,
    embeddings: Sequence[Sequence[float]] | Matrix,
    *,
    similarity_top_k: int | None = None,
    embedding_ids: Sequence[Any] | None = None,
    mmr_threshold: float | None = None,
) -> tuple[list[float], list[Any]]:
    """Return the scores and the ids of what maximal marginal relevance chooses (cosines), in the order of choosing."""
    query, vectors = np.asarray(query_embedding, np.float32), np.asarray(embeddings, np.float32)
    ids = embedding_ids or range(len(vectors))
    threshold = DEFAULT_MMR_THRESHOLD if mmr_threshold is None else mmr_threshold
    chosen = mmr(query, vectors, similarity_top_k or len(vectors), threshold, SimilarityMode.COSINE)
    return [score for _, score in chosen], [ids[place] for place, _ in chosen]
