"""Have a reranking model on a server judge what was found."""

from desktop_rag.core.errors import UserError
from desktop_rag.core.net import place_of
from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.rerankers.endpoint import (
    DEFAULT_BATCH_SIZE,
    DEFAULT_MAX_RETRIES,
    DEFAULT_TIMEOUT,
    EndpointReranker,
)


class RerankFallback:
    """Remembers that a reranker failed; what was found then stays in the order of the search."""

    def __init__(self) -> None:
        self._address = ""
        self._error: UserError | None = None

    @property
    def notice(self) -> str:
        """A sentence for the person; "" while no reranker has failed."""
        if self._error is None:
            return ""
        return f"The reranker at {self._address} failed, so the order is that of the search. {self._error.message}"

    def note(self, address: str, error: UserError) -> None:
        """Remember which reranker failed, and why."""
        self._address, self._error = place_of(address), error


class EndpointRerank(BaseNodePostprocessor):
    """Orders nodes by the scores of a reranker (see ``EndpointReranker``) and keeps the ``top_n`` best.

    Nodes the server did not judge come last, in their order, without a score. With a ``fallback``, a reranker that
    fails leaves the nodes in their order; the fallback knows of it.
    """

    def __init__(
        self,
        model: str,
        base_url: str,
        api_key: str | None = None,
        top_n: int = 2,
        *,
        batch_size: int = DEFAULT_BATCH_SIZE,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        fallback: RerankFallback | None = None,
    ) -> None:
        self._fallback = fallback
        self._reranker = EndpointReranker(
            model, base_url, api_key, batch_size=batch_size, timeout=timeout, max_retries=max_retries
        )
        self.top_n = top_n

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        if query_bundle is None:
            raise ValueError("reranking needs the question")
        texts = [found.node.get_content(MetadataMode.EMBED) for found in nodes]
        try:
            scores = self._reranker.rerank(query_bundle.query_str, texts)
        except UserError as error:
            if self._fallback is None:
                raise
            self._fallback.note(self._reranker.address, error)
            return nodes[: self.top_n]
        judged = [found.with_score(score) for found, score in zip(nodes, scores, strict=True)]
        return sorted(judged, key=_worst_last)[: self.top_n]


def _worst_last(found: NodeWithScore) -> tuple[bool, float]:
    """Return the sort key that puts the best first and those without a score last."""
    return found.score is None, -found.get_score()
