"""Takes out of a question's vector what says only in which language it is asked.

Multilingual vectors tell the language as well as the meaning: in a library of files in several languages, those in the
language of the question are nearest, whatever they are about. The mean vectors of the same questions asked in several
languages span the directions that tell the language (after Yang et al. 2021, “A Simple and Effective Method To
Eliminate the Self Language Bias in Multilingual Representations”, who find them in texts). Passages stay as they are:
the part of them that is taken out of the question no longer counts.
"""

import functools

import numpy as np

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.core.similarity import unit
from desktop_rag.embeddings.multilingual_e5 import MODEL, SPACE

MEANS_FILE = "languages.npy"
# Not all of it: a file in the language of the question does hold the answer more often than another. More gains little
# where languages are mixed, and loses where they are not (decisions/0042).
_SHARE = 0.8


def tells_language(space: EmbeddingSpace) -> bool:
    """Return True if the language directions of a space are known: those of the built-in model."""
    return space == SPACE


def independent_of_language(embedding: Vector) -> Vector:
    """Return the built-in model's vector of a question without most of its language's share, of unit length."""
    centre, directions = _languages()
    told: Vector = ((embedding - centre) @ directions.T @ directions).astype(np.float32)
    return unit(embedding - np.float32(_SHARE) * told)


@functools.cache
def _languages() -> tuple[Vector, Matrix]:
    """Return the mean over languages, and the orthonormal directions in which they differ from it."""
    means: Matrix = np.load(resource_path("models", MODEL, MEANS_FILE))
    centre: Vector = means.mean(axis=0)
    directions: Matrix = np.linalg.svd(means - centre, full_matrices=False)[2][: len(means) - 1]
    return centre, directions
