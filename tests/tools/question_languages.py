"""Write what the built-in model's vectors say of the language: the mean of unrelated questions in each language.

    python -m tests.tools.question_languages

It has to be done again when the model or these questions change.
"""

import numpy as np

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Matrix
from desktop_rag.embeddings.base import BaseEmbedding, get_query_embeddings
from desktop_rag.embeddings.multilingual_e5 import MODEL, MultilingualE5Embedding
from desktop_rag.embeddings.query_language import MEANS_FILE
from desktop_rag.retrievers.unrelated import QUESTIONS


def means_of(model: BaseEmbedding) -> Matrix:
    """Return the mean vectors, shape ``(languages, dimensions)``."""
    means: Matrix = np.stack([get_query_embeddings(model, asked).mean(axis=0) for asked in QUESTIONS.values()])
    return means


if __name__ == "__main__":
    model = MultilingualE5Embedding(processor_only=True)
    np.save(resource_path("models", MODEL) / MEANS_FILE, means_of(model))
