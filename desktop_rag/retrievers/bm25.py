"""Search by words: BM25."""

from desktop_rag import analyzer
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.schema import NodeWithScore, QueryBundle
from desktop_rag.storage.storage_context import StorageContext


class BM25Retriever(BaseRetriever):
    """Returns the ``similarity_top_k`` nodes that share the question's words, rare words counting most."""

    def __init__(self, storage: StorageContext, similarity_top_k: int = 2) -> None:
        self._storage = storage
        self._similarity_top_k = similarity_top_k

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        hits = self._storage.keyword_store.query(analyzer.terms(query_bundle.query_str), self._similarity_top_k)
        nodes = self._storage.docstore.get_nodes([rowid for rowid, _ in hits])
        return [NodeWithScore(nodes[rowid], score, ("words",)) for rowid, score in hits if rowid in nodes]
