"""Search by words: BM25."""

from collections.abc import Sequence

from desktop_rag.analyzer import keyword_terms
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.schema import NodeWithScore, QueryBundle
from desktop_rag.storage.storage_context import StorageContext


class BM25Retriever(BaseRetriever):
    """Returns the ``similarity_top_k`` nodes that share the question's words, rare words counting most."""

    def __init__(self, storage: StorageContext, similarity_top_k: int = 2) -> None:
        self._storage = storage
        self._similarity_top_k = similarity_top_k

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        hits = self._storage.keyword_store.query(keyword_terms(query_bundle.query_str), self._similarity_top_k)
        nodes = self._storage.docstore.get_nodes([rowid for rowid, _ in hits])
        return [NodeWithScore(nodes[rowid], score, ("words",)) for rowid, score in hits if rowid in nodes]

    def confidence(self, query_bundle: QueryBundle) -> float:
        """Return the share of the question's words that occur in the index at all.

        It is small when the question is in another language than the files: what is found then was found by
        accident ("in", "die", a number).
        """
        return self._storage.keyword_store.known_share(keyword_terms(query_bundle.query_str))

    def unlisted_score(self, found: Sequence[NodeWithScore]) -> float:
        """Return 0 when everything with any of the words was found."""
        return super().unlisted_score(found) if len(found) >= self._similarity_top_k else 0.0
