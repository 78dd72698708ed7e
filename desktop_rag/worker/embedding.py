"""The built-in embedding model in a child process of its own.

Loading its tokenizer holds Python's global lock for most of a second, which a window would show as a freeze.
A round trip to the child costs half a millisecond.
"""

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from desktop_rag.cancel import CancelToken
from desktop_rag.embeddings.multilingual_e5 import SPACE, MultilingualE5Embedding
from desktop_rag.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.worker.processes import ChildProcesses

T = TypeVar("T")
_SECONDS = 300.0
_NICENESS = 5


class ChildEmbedding:
    """A ``BaseEmbedding``; the child starts with the first text. Calls from several threads take turns."""

    def __init__(self, graph_choice: Path) -> None:
        self._graph_choice = graph_choice
        self._children = ChildProcesses(1, niceness=_NICENESS)

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the built-in model."""
        return SPACE

    def get_query_embedding(self, query: str) -> Vector:
        """Return the vector of a question, shape ``(384,)``."""
        return self._run(_embed_query, query)

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        """Return the vectors of passages, shape ``(len(texts), 384)``."""
        return self._run(_embed_texts, list(texts))

    def warm_up(self) -> None:
        """Load the model now rather than at the first question."""
        self.get_query_embedding("")

    def close(self) -> None:
        """End the child; idempotent."""
        self._children.close()

    def _run(self, function: Callable[..., T], argument: object) -> T:
        """Call a function of this module in the child."""
        return self._children.run(function, self._graph_choice, argument, seconds=_SECONDS, token=CancelToken())


@functools.cache
def _model(graph_choice: Path) -> MultilingualE5Embedding:
    """Return the child's one model."""
    return MultilingualE5Embedding(graph_choice)


def _embed_query(graph_choice: Path, query: str) -> Vector:
    """Run in the child."""
    return _model(graph_choice).get_query_embedding(query)


def _embed_texts(graph_choice: Path, texts: list[str]) -> Matrix:
    """Run in the child."""
    return _model(graph_choice).get_text_embedding_batch(texts)
