"""The models themselves are tested here: they are asked each time."""

import pytest

from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding


@pytest.fixture(autouse=True, scope="module")
def children_start_warm() -> None:
    """Remember nothing that a model said, and start children from nothing, as the program does."""


@pytest.fixture(scope="module")
def embed_model() -> MultilingualE5Embedding:
    """Return the built-in model, which has not answered other tests from memory."""
    return MultilingualE5Embedding()
