"""The methods every retriever has."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from desktop_rag.schema import NodeWithScore, QueryBundle


class BaseRetriever(ABC):
    """Finds nodes for a question, best first."""

    def retrieve(self, query: str | QueryBundle) -> list[NodeWithScore]:
        """Return the nodes for a question, best first."""
        bundle = QueryBundle(query) if isinstance(query, str) else query
        return self._retrieve(bundle)

    @abstractmethod
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Find the nodes (implemented by each retriever)."""

    def confidence(self, query_bundle: QueryBundle) -> float:  # noqa: ARG002 - others look at it
        """Return how much of the question this retriever can make use of, 0 to 1."""
        return 1.0

    def unlisted_score(self, found: Sequence[NodeWithScore]) -> float:
        """Return a score that no node has passed which ``retrieve`` left out of ``found``."""
        return found[-1].get_score() if found else 0.0
