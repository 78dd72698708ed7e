"""Embeddings in the index file itself, asked in LlamaIndex's way."""

from desktop_rag.storage.sqlite.keywords.keyword_store import KeywordStore
from desktop_rag.storage.sqlite.library_nodes import SqliteNodes
from desktop_rag.storage.sqlite.vectors.vector_store import SqliteVectors
from desktop_rag.vector_stores.modes import run_query
from desktop_rag.vector_stores.types import VectorStoreQuery, VectorStoreQueryResult


class SqliteVecVectorStore(SqliteVectors):
    """The vectors of one embedding space, searched in every mode."""

    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        """Return the nodes a query finds, best first; ``desktop_rag.vector_stores.modes`` says how."""
        with self._db:  # one state of the file
            return run_query(self, KeywordStore(self._db), SqliteNodes(self._db), query)
