"""Search by meaning: nearest vectors, and the other modes of the vector store."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Protocol, TypedDict

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import NodeWithScore, QueryBundle, Vector
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.embeddings.multilingual_e5 import chosen_embed_model
from desktop_rag.embeddings.query_language import independent_of_language, tells_language
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion_hints import FusionHints, common_ids
from desktop_rag.retrievers.question_words import question_wording
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.simple import SimpleVectorStore
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from desktop_rag.vector_stores.types import (
    WORD_MODES,
    MetadataFilters,
    VectorStore,
    VectorStoreQuery,
    VectorStoreQueryMode,
)


class VectorIndex(Protocol):
    """An index with vectors, seen from below."""

    @property
    def storage_context(self) -> StorageContext:
        """The storage of the index."""

    @property
    def embed_model(self) -> BaseEmbedding:
        """The model of its vectors."""

    @property
    def slot(self) -> int:
        """The slot of the index's nodes in its storage; 0: all."""


class VectorStoreOptions(TypedDict, total=False):
    """The options that only some modes use."""

    mmr_threshold: float | None


class WordsOnlyFallback:
    """Remembers that the embedding model failed: the searches of one question share it, so only the first one waits."""

    def __init__(self) -> None:
        self.error: UserError | None = None

    @property
    def notice(self) -> str:
        """A sentence for the person; "" while the model has not failed."""
        return "" if self.error is None else f"Searched by words only: {self.error.message}"

    def note(self, error: UserError) -> None:
        """Remember why the model failed; the first reason stays."""
        self.error = self.error or error


class VectorIndexRetriever(FusionHints, BaseRetriever):
    """Returns the ``similarity_top_k`` nodes that fit the question best, as ``vector_store_query_mode`` has it.

    Every question sees the index as it is at that moment. ``filters``, ``node_ids`` and ``doc_ids`` narrow down in
    every mode (None does not; an empty list leaves nothing); ``VectorStoreQuery`` describes the other parameters.
    ``object_map``: see ``BaseRetriever``. When the embedding model fails, that is an error; with a ``fallback``, which
    notes it, the retriever returns what its mode finds by words, if anything.
    ``cache`` is for programs that search more than once.
    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's
        self,
        index: VectorIndex | StorageContext,
        embed_model: BaseEmbedding | None = None,
        similarity_top_k: int = 2,
        cache: VectorCache | None = None,
        *,
        vector_store_query_mode: VectorStoreQueryMode | str = VectorStoreQueryMode.DEFAULT,
        filters: MetadataFilters | None = None,
        alpha: float | None = None,
        node_ids: Sequence[str] | None = None,
        doc_ids: Sequence[str] | None = None,
        sparse_top_k: int | None = None,
        hybrid_top_k: int | None = None,
        object_map: Mapping[str, object] | None = None,
        vector_store_kwargs: VectorStoreOptions | None = None,
        fallback: WordsOnlyFallback | None = None,
        callback_manager: CallbackManager | None = None,
        verbose: bool = False,
    ) -> None:
        self._callback_manager = callback_manager
        self._verbose = verbose
        if isinstance(index, StorageContext):
            self._storage = index
            self._embed_model = chosen_embed_model(embed_model)
            self._slot = 0
        else:
            self._storage = index.storage_context
            self._embed_model = embed_model or index.embed_model
            self._slot = index.slot
        self.similarity_top_k = similarity_top_k
        self.object_map = object_map or {}
        self._cache = cache or VectorCache()
        self._mode = VectorStoreQueryMode(vector_store_query_mode)
        self._filters = filters
        self._alpha = alpha
        self._node_ids = node_ids
        self._doc_ids = doc_ids
        self._sparse_top_k = sparse_top_k
        self._hybrid_top_k = hybrid_top_k
        self._options = vector_store_kwargs or {}
        self._fallback = fallback

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._storage.plugged_vectors is not None:
            return self._retrieve_elsewhere(self._storage.plugged_vectors, query_bundle)
        store = self._store()
        if store is None:
            return []
        result = store.query(self._query(query_bundle, self._embedding(query_bundle) if store.exists else None))
        found = zip(result.nodes, result.similarities, result.found_by, strict=True)
        return [NodeWithScore(node, score, by) for node, score, by in found]

    def _retrieve_elsewhere(self, store: VectorStore, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Ask a vector store that was plugged in; of one without texts, the nodes are taken from the docstore.

        All that such a store knows of the indices of a storage are the ids of their nodes. A store with texts is one
        index by itself, whoever put its nodes there, as in LlamaIndex, where ``SimpleVectorStore`` has none.
        """
        query = replace(self._query(query_bundle, self._embedding(query_bundle)), slot=0)
        if self._slot and (isinstance(store, SimpleVectorStore) or not store.stores_text):
            own = [node.node_id for node in self._storage.nodes.find(NodeFilter(slot=self._slot))]
            query = replace(query, node_ids=common_ids(self._node_ids, own))
        result = store.query(query)
        scores: Sequence[float | None] = result.similarities or [None] * max(
            len(result.nodes or ()), len(result.ids or ())
        )
        if result.nodes:
            return [NodeWithScore(*one, ("meaning",)) for one in zip(result.nodes, scores, strict=True)]
        score_of = dict(zip(result.ids or (), scores, strict=True))
        nodes = self._storage.docstore.get_nodes(list(score_of), raise_error=False)
        return [NodeWithScore(node, score_of[node.node_id], ("meaning",)) for node in nodes]

    def _query(self, query_bundle: QueryBundle, embedding: Vector | None) -> VectorStoreQuery:
        return VectorStoreQuery(
            query_embedding=embedding,
            similarity_top_k=self.similarity_top_k,
            doc_ids=self._doc_ids,
            node_ids=self._node_ids,
            query_str=query_bundle.query_str,
            mode=self._mode,
            alpha=self._alpha,
            filters=self._filters,
            mmr_threshold=self._options.get("mmr_threshold"),
            sparse_top_k=self._sparse_top_k,
            hybrid_top_k=self._hybrid_top_k,
            slot=self._slot,
        )

    def narrowed(self, doc_ids: Sequence[str]) -> "VectorIndexRetriever":
        """Return the same search in some documents only."""
        other = copy(self)
        other._doc_ids = common_ids(self._doc_ids, doc_ids)  # noqa: SLF001 - of the same class
        return other

    def _store(self) -> SqliteVecVectorStore | None:
        """Return the vectors, None when the model cannot be asked which they are."""
        try:
            return SqliteVecVectorStore(self._storage.connection, self._embed_model.space, self._cache)
        except UserError as error:
            if self._fallback is None:
                raise
            self._fallback.note(error)
            return None

    def _embedding(self, query_bundle: QueryBundle) -> Vector | None:
        """Return the question's vector, None where the mode needs none or there is none to be had."""
        if self._mode in WORD_MODES:
            return None
        if query_bundle.embedding is not None or not query_bundle.embedding_strs:
            return query_bundle.embedding
        if self._fallback is not None and self._fallback.error is not None:
            return None
        try:
            return self._asked(query_bundle)
        except UserError as error:
            if self._fallback is None:
                raise
            self._fallback.note(error)
            return None

    def _asked(self, query_bundle: QueryBundle) -> Vector:
        """Return the question's vector; with files in other languages, mostly without the language's own share."""
        embedding = get_agg_embedding_from_queries(self._embed_model, query_bundle.embedding_strs)
        if not tells_language(self._embed_model.space):
            return embedding
        documents = self._storage.docstore.stores.documents
        is_across = documents.has_other_languages(question_wording(query_bundle.query_str))
        return independent_of_language(embedding) if is_across else embedding
