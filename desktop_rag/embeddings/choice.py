"""Choose the embedding model where none is passed."""

from functools import cache

from desktop_rag.core.program import program_choice
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding


def chosen_embed_model(model: BaseEmbedding | None) -> BaseEmbedding:
    """Return the model that is given, or that which a program chose, or the built-in one."""
    if model is not None:
        return model
    chosen: BaseEmbedding | None = program_choice("embed_model")
    return built_in() if chosen is None else chosen


@cache
def built_in() -> BaseEmbedding:
    """Return the model that comes with the program."""
    return MultilingualE5Embedding()
