"""Comparing texts token by token: how near each token of one comes to some token of others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.schema import Matrix
from desktop_rag.embeddings.base import BaseEmbedding


@dataclass(frozen=True, slots=True)
class TokenSimilarities:
    """The tokens of a text beside some sources.

    ``offsets`` are the characters of each token in the text, ``nearest`` the cosine of each to the most similar token
    of each source, shape ``(tokens, sources)``, and ``cosines`` those of the whole text to each source.
    """

    offsets: tuple[tuple[int, int], ...]
    nearest: Matrix
    cosines: Matrix


@dataclass(frozen=True, slots=True)
class QuestionTokens:
    """The tokens of a question beside those of a passage, each read with all that stands around it.

    ``offsets`` are the characters of each token in the passage, in order, shape ``(passage tokens, 2)``; ``cosines``
    has shape ``(question tokens, passage tokens)``. Both are empty where either has no tokens.
    """

    offsets: NDArray[np.int64]
    cosines: Matrix

    def nearness(self, start: int, end: int) -> float | None:
        """Return the nearness of a part of the passage to the question; None where it has no tokens.

        That is the mean, over the question's tokens, of the cosine to the most similar one (Khattab and Zaharia 2020).
        """
        inside = (self.offsets[:, 1] > start) & (self.offsets[:, 0] < end)
        if not self.cosines.size or not inside.any():
            return None
        return float(self.cosines[:, inside].max(axis=1).mean())


@runtime_checkable
class ComparesTokens(Protocol):
    """An embedding model that gives a vector for each token."""

    def compare_tokens(self, text: str, sources: Sequence[str]) -> TokenSimilarities:
        """Return the nearness of a text's tokens to those of each source; known sources cost little."""

    def prepare_tokens(self, texts: Sequence[str]) -> None:
        """Make the vectors of the tokens of texts for later comparisons, many at once."""

    def compare_question(self, question: str, passages: Sequence[str]) -> list[QuestionTokens]:
        """Compare a question with passages token by token; passages met before cost little."""

    def nearness(self, questions: Sequence[str], passages: Sequence[str]) -> Matrix:
        """Return ``QuestionTokens.nearness`` of whole passages, shape ``(questions, passages)``; 0 without tokens."""


def comparing_tokens(model: BaseEmbedding | None) -> ComparesTokens | None:
    """Return the token comparison of a model, also one behind a cache; None if it has none."""
    inner = getattr(model, "model", model)
    return inner if isinstance(inner, ComparesTokens) else None
