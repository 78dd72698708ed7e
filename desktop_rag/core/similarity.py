"""Similarity of two vectors."""

import enum
from typing import TYPE_CHECKING, TypeVar

from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RULE = "similarity="
_TINY = 1e-30
Float = TypeVar("Float", bound="np.floating")


class SimilarityMode(enum.StrEnum):
    """The measures for comparing vectors. For vectors of unit length all three give the same order."""

    COSINE = "cosine"
    DOT_PRODUCT = "dot_product"
    EUCLIDEAN = "euclidean"


def similarity(embedding1: Vector, embedding2: Vector, mode: SimilarityMode = SimilarityMode.COSINE) -> float:
    """Return the similarity of two vectors, higher is closer; ``EUCLIDEAN`` gives the negative distance.

    A vector of zeros has no direction: its cosine with anything is 0 (LlamaIndex: NaN).
    """
    import numpy as np

    one, other = np.asarray(embedding1, np.float64), np.asarray(embedding2, np.float64)
    return float(_compared(one, other[None, :], mode)[0])


def similarities(query: Vector, vectors: Matrix, mode: SimilarityMode = SimilarityMode.COSINE) -> Vector:
    """Return the similarity of each row to the query; see ``similarity``."""
    return _compared(query, vectors, mode)


def _compared(query: "NDArray[Float]", vectors: "NDArray[Float]", mode: SimilarityMode) -> "NDArray[Float]":
    """Compare in the precision of the vectors."""
    import numpy as np

    if mode is SimilarityMode.EUCLIDEAN:
        distances: NDArray[Float] = -np.linalg.norm(vectors - query, axis=1)
        return distances
    products: NDArray[Float] = vectors @ query
    if mode is SimilarityMode.DOT_PRODUCT:
        return products
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(query)
    cosines: NDArray[Float] = products / np.maximum(lengths, products.dtype.type(_TINY))
    return cosines


def unit(vector: Vector) -> Vector:
    """Return a vector of unit length; one of zeros stays as it is."""
    import numpy as np

    values = np.asarray(vector, np.float32)
    length = np.float32(np.linalg.norm(values))
    return values / length if length else values


def similarity_mode(space: EmbeddingSpace) -> SimilarityMode:
    """Return the similarity measure for vectors of a space: cosine unless its rules name another."""
    for rule in space.rules.split("|"):
        if rule.startswith(_RULE) and rule.removeprefix(_RULE) in set(SimilarityMode):
            return SimilarityMode(rule.removeprefix(_RULE))
    return SimilarityMode.COSINE


def similarity_rule(mode: SimilarityMode) -> str:
    """Return the rule with which a custom embedding model selects a similarity measure; ``|`` joins rules."""
    return f"{_RULE}{mode.value}"
