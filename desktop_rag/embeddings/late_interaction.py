"""Comparing texts token by token: how near each token of one comes to some token of others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

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


@runtime_checkable
class ComparesTokens(Protocol):
    """An embedding model that tells the vector of each token."""

    def compare_tokens(self, text: str, sources: Sequence[str]) -> TokenSimilarities:
        """Return how near the tokens of a text come to those of each source; sources met before cost little."""

    def prepare_tokens(self, texts: Sequence[str]) -> None:
        """Make the vectors of the tokens of texts that are to be compared, many at once."""


def comparing_tokens(model: BaseEmbedding | None) -> ComparesTokens | None:
    """Return what compares tokens in a model, which may be behind a cache; None when it cannot."""
    inner = getattr(model, "model", model)
    return inner if isinstance(inner, ComparesTokens) else None
