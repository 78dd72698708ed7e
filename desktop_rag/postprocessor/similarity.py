"""Drop what matched too little."""

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.postprocessor.base import BaseNodePostprocessor


class SimilarityPostprocessor(BaseNodePostprocessor):
    """Keeps nodes with a score of at least ``similarity_cutoff``; nodes without a score go."""

    def __init__(
        self,
        similarity_cutoff: float = 0.0,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self.similarity_cutoff = similarity_cutoff

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return [found for found in nodes if found.score is not None and found.score >= self.similarity_cutoff]
