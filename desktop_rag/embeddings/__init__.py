"""Embedding models.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.core.similarity import SimilarityMode, similarity
    from desktop_rag.embeddings.base import EmbeddingModel, embed_nodes, mean_agg
    from desktop_rag.embeddings.cached import CachedEmbedding
    from desktop_rag.embeddings.custom import BaseEmbedding, CustomEmbedding
    from desktop_rag.embeddings.huggingface import HuggingFaceEmbedding
    from desktop_rag.embeddings.mock import MockEmbedding
    from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
    from desktop_rag.embeddings.openai_like import OllamaEmbedding, OpenAIEmbedding, OpenAILikeEmbedding
    from desktop_rag.embeddings.resolve import resolve_embed_model

__all__ = [
    "BaseEmbedding",
    "CachedEmbedding",
    "CustomEmbedding",
    "EmbeddingModel",
    "HuggingFaceEmbedding",
    "MockEmbedding",
    "MultilingualE5Embedding",
    "OllamaEmbedding",
    "OpenAIEmbedding",
    "OpenAILikeEmbedding",
    "SimilarityMode",
    "embed_nodes",
    "mean_agg",
    "resolve_embed_model",
    "similarity",
]

__getattr__ = lazily(
    __name__,
    {
        "base": (
            "EmbeddingModel",
            "embed_nodes",
            "mean_agg",
        ),
        "desktop_rag.core.similarity": ("SimilarityMode", "similarity"),
        "cached": ("CachedEmbedding",),
        "custom": ("BaseEmbedding", "CustomEmbedding"),
        "huggingface": ("HuggingFaceEmbedding",),
        "mock": ("MockEmbedding",),
        "multilingual_e5": ("MultilingualE5Embedding",),
        "openai_like": ("OllamaEmbedding", "OpenAIEmbedding", "OpenAILikeEmbedding"),
        "resolve": ("resolve_embed_model",),
    },
)
