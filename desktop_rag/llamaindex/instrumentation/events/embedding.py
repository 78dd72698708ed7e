"""Texts that become vectors."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class EmbeddingStartEvent(BaseEvent):
    """A model, whose class is told, is given texts."""

    model_dict: dict[str, Any]


class EmbeddingEndEvent(BaseEvent):
    """It made vectors of them."""

    chunks: list[str]
    embeddings: list[list[float]]


class SparseEmbeddingStartEvent(BaseEvent):
    """A model of words is given texts."""

    model_dict: dict[str, Any]


class SparseEmbeddingEndEvent(BaseEvent):
    """It made vectors of them."""

    chunks: list[str]
    embeddings: list[dict[int, float]]
