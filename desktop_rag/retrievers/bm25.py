"""Search by words: BM25."""

from collections.abc import Sequence
from typing import Protocol, TypedDict, Unpack

import apsw

from desktop_rag.core.errors import BugError
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion_hints import FusionHints
from desktop_rag.retrievers.subject import Subject, SubjectFinder, both
from desktop_rag.storage.docstore import DocumentStore
from desktop_rag.storage.sqlite.keyword_store import KeywordStore
from desktop_rag.storage.sqlite.nodes import NodeReader
from desktop_rag.storage.sqlite.vectors.narrowing import allowed_rowids
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import KeywordTerms, keyword_terms
from desktop_rag.vector_stores.types import MetadataFilters


class Stored(Protocol):
    """An index, seen from below."""

    @property
    def storage_context(self) -> StorageContext:
        """Where it is stored."""


class Narrowing(TypedDict, total=False):
    """What narrows a search down; None does not, an empty list leaves nothing."""

    filters: MetadataFilters | None
    node_ids: Sequence[str] | None
    doc_ids: Sequence[str] | None


class BM25Retriever(FusionHints, BaseRetriever):
    """Returns the ``similarity_top_k`` nodes that share the question's words, rare words counting most.

    Nodes without any of the words are never returned. Every question sees the library as it is at that moment.
    """

    weight_inside = 0.5  # the name of a file is a word, and most others are all over it

    def __init__(
        self, storage: StorageContext | DocumentStore, similarity_top_k: int = 2, **narrowing: Unpack[Narrowing]
    ) -> None:
        self._source = storage  # also keeps one in memory alive
        self._db = _connection_of(storage)
        self._words = KeywordStore(self._db)
        self.similarity_top_k = similarity_top_k
        self._narrowing = narrowing

    @classmethod
    def from_defaults(
        cls,
        index: Stored | None = None,
        nodes: Sequence[TextNode] | None = None,
        docstore: DocumentStore | None = None,
        storage: StorageContext | None = None,
        similarity_top_k: int = 2,
        **narrowing: Unpack[Narrowing],
    ) -> "BM25Retriever":
        """Return a retriever for exactly one source; ``nodes`` are kept in memory."""
        sources = [source for source in (index, nodes, docstore, storage) if source is not None]
        if len(sources) != 1:
            raise BugError("give exactly one of index, nodes, docstore and storage")
        if index is not None:
            storage = index.storage_context
        elif nodes is not None:
            storage = StorageContext()
            with storage.transaction():
                storage.docstore.add_documents(nodes)
        source = storage or docstore
        assert source is not None  # noqa: S101 - one of the four was given
        return cls(source, similarity_top_k, **narrowing)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        with self._db:  # one state of the file
            allowed = allowed_rowids(self._db, **self._narrowing)
            hits = self._words.query(self._terms(query_bundle.query_str), self.similarity_top_k, allowed)
            nodes = NodeReader(self._db).nodes_by_rowid([rowid for rowid, _ in hits])
        return [NodeWithScore(nodes[rowid], score, ("words",)) for rowid, score in hits if rowid in nodes]

    def _terms(self, text: str) -> KeywordTerms:
        """Return what to look for of a question."""
        return keyword_terms(text)

    def confidence(self, query_bundle: QueryBundle) -> float:
        """Return the share of the question's words that occur in the index at all.

        It is small when the question is in another language than the files: what is found then was found by
        accident ("in", "die", a number).
        """
        return self._words.known_share(self._terms(query_bundle.query_str))

    def subject(self, query_bundle: QueryBundle) -> Subject | None:
        """Return the files that the question names."""
        return SubjectFinder(self._db).find(query_bundle.query_str)

    def narrowed(self, doc_ids: Sequence[str]) -> "BM25Retriever":
        """Return the same search in some documents only."""
        narrowing = self._narrowing | {"doc_ids": both(self._narrowing.get("doc_ids"), doc_ids)}
        return BM25Retriever(self._source, self.similarity_top_k, **narrowing)

    def unlisted_score(self, found: Sequence[NodeWithScore]) -> float:
        """Return 0 when everything with any of the words was found."""
        return super().unlisted_score(found) if len(found) >= self.similarity_top_k else 0.0


def _connection_of(source: StorageContext | DocumentStore) -> apsw.Connection:
    """Return the connection of a storage or of its document store."""
    return source.connection if isinstance(source, StorageContext) else source._db  # noqa: SLF001 - not public there
