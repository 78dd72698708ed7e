"""The model of vectors that a program means."""

import logging

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llamaindex.embeddings.mock_embed_model import MockEmbedding

_LOG = logging.getLogger(__name__)


def resolve_embed_model(embed_model: BaseEmbedding | str | None = None) -> BaseEmbedding:
    """Return the model that a program means: itself, or one that is named.

    "default" and "local" are the built-in model, "local:FOLDER" that of a folder (see ``HuggingFaceEmbedding``); None
    is one that only pretends, for programs that need no vectors.

    Raises:
        UserError: no model has that name.

    """
    if embed_model is None:
        _LOG.info("no embedding model: a MockEmbedding stands in")
        return MockEmbedding(1)
    if not isinstance(embed_model, str):
        return embed_model
    kind, _, folder = embed_model.partition(":")
    if kind == "local" and folder:
        from desktop_rag.llamaindex.embeddings.huggingface import HuggingFaceEmbedding

        return HuggingFaceEmbedding(folder)
    if embed_model in {"default", "local"}:
        from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding

        return MultilingualE5Embedding()
    raise UserError(
        UserText("There is no embedding model “{embed_model}”.", embed_model=embed_model),
        "Write local:FOLDER with the folder of a model, or make one, as in OpenAIEmbedding('text-embedding-3-small').",
    )
