"""The built-in embedding model in a child process of its own.

Loading its tokenizer holds Python's global lock for most of a second, which a window would show as a freeze.
A round trip to the child costs half a millisecond.
"""

import functools
from collections.abc import Sequence
from pathlib import Path

from desktop_rag.embeddings.base import EmbeddingModel
from desktop_rag.embeddings.multilingual_e5 import QUERY_PREFIX, SPACE, TEXT_PREFIX, MultilingualE5Embedding
from desktop_rag.instrumentation import current_token
from desktop_rag.schema import EmbeddingSpace, Matrix
from desktop_rag.worker.processes import ChildProcesses

_SECONDS = 300.0
_NICENESS = 5
_BATCH_TEXTS = 64


class ChildEmbedding(EmbeddingModel):
    """The child starts with the first text. Calls from several threads take turns."""

    def __init__(self, graph_choice: Path) -> None:
        super().__init__(_BATCH_TEXTS, QUERY_PREFIX, TEXT_PREFIX)
        self._graph_choice = graph_choice
        self._children = ChildProcesses(1, niceness=_NICENESS)

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the built-in model."""
        return SPACE

    def warm_up(self) -> None:
        """Load the model now rather than at the first question."""
        self.get_query_embedding("")

    def close(self) -> None:
        """End the child; idempotent."""
        self._children.close()

    def _embed(self, texts: Sequence[str]) -> Matrix:
        """Embed texts that already have their prefixes."""
        return self._children.run(
            _embed_prefixed, self._graph_choice, list(texts), seconds=_SECONDS, token=current_token()
        )


@functools.cache
def _model(graph_choice: Path) -> MultilingualE5Embedding:
    """Return the child's one model, which leaves texts as they are: the parent put the prefixes."""
    model = MultilingualE5Embedding(graph_choice)
    model.text_instruction = ""
    return model


def _embed_prefixed(graph_choice: Path, texts: list[str]) -> Matrix:
    """Run in the child."""
    return _model(graph_choice).get_text_embedding_batch(texts)
