"""The one method every retriever has."""

from abc import ABC, abstractmethod

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
