"""An embedding model that only pretends: for trying a program without one."""

from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.embeddings.base import DEFAULT_EMBED_BATCH_SIZE
from desktop_rag.llamaindex.embeddings.custom import CustomEmbedding


class MockEmbedding(CustomEmbedding):
    """Gives every text the same vector, [0.5] * ``embed_dim``."""

    def __init__(self, embed_dim: int, embed_batch_size: int = DEFAULT_EMBED_BATCH_SIZE) -> None:
        super().__init__(embed_batch_size=embed_batch_size)
        self.embed_dim = embed_dim

    @property
    def space(self) -> EmbeddingSpace:
        """What makes its vectors comparable."""
        return EmbeddingSpace("mock", type(self).__name__, self.embed_dim, "")

    def _get_query_embedding(self, query: str) -> list[float]:  # noqa: ARG002 - all texts are the same
        return [0.5] * self.embed_dim

    def _get_text_embedding(self, text: str) -> list[float]:  # noqa: ARG002
        return [0.5] * self.embed_dim
