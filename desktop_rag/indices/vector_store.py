"""VectorStoreIndex: the library's face for programs, and what the window and command line use."""

import logging
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.errors import BugError
from desktop_rag.core.schema import IndexNode, MetadataMode, TextNode
from desktop_rag.indices.base import BaseIndex, objects_of
from desktop_rag.indices.record import DictStruct
from desktop_rag.storage.records import BATCH_SIZE
from desktop_rag.storage.storage_context import StorageContext

if TYPE_CHECKING:
    from desktop_rag.embeddings.base import BaseEmbedding
    from desktop_rag.ingestion.node_vectors import NodeVectors, PluggedVectors
    from desktop_rag.ingestion.transformations import Transformation
    from desktop_rag.retrievers.base import BaseRetriever
    from desktop_rag.retrievers.vector import VectorIndexRetriever, WordsOnlyFallback
    from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
    from desktop_rag.storage.vector_queries import VectorStore

FUSION_DEPTH = 50
SEARCH_MODES = ("hybrid", "vector", "bm25")
DEFAULT_SIMILARITY_TOP_K = 2
_LOG = logging.getLogger(__name__)


class VectorStoreIndex(BaseIndex):
    """Documents and nodes of a storage, searched by meaning and by words.

    Vectors are made by ``embed_model`` (the built-in model without it, which loads with the first text), for
    ``insert_batch_size`` nodes at a time, each batch in a transaction. Nodes are stored before that: those whose
    batch failed get their vectors with the next insertion or refresh. ``cache`` outlives the index: it makes the
    next search of a large file fast. ``objects`` are nodes too; what an index node stands for (``obj``) is asked in its
    place as long as this index is open: a file cannot keep it. A storage with a ``vector_store`` has the vectors there.
    ``use_async`` changes nothing: texts are embedded in batches.
    """

    kind = "vector"
    embeds = True
    struct = DictStruct

    def __init__(  # noqa: PLR0913 - LlamaIndex's
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        objects: Sequence[IndexNode] | None = None,
        storage_context: StorageContext | None = None,
        embed_model: "BaseEmbedding | None" = None,
        cache: "VectorCache | None" = None,
        insert_batch_size: int = BATCH_SIZE,
        use_async: bool = False,  # noqa: ARG002 - LlamaIndex's
        transformations: "Sequence[Transformation] | None" = None,
        show_progress: bool = False,
        callback_manager: CallbackManager | None = None,
        index_id: str = "",
    ) -> None:
        from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache

        if insert_batch_size < 1:
            raise ValueError(f"insert_batch_size must be positive, got {insert_batch_size}")
        self._embed_model = embed_model
        self._objects: dict[str, object] = {}
        self._cache = cache or VectorCache()
        self._insert_batch_size = insert_batch_size
        if objects:
            nodes = [*(nodes or ()), *objects]
        super().__init__(
            nodes,
            storage_context=storage_context,
            transformations=transformations,
            show_progress=show_progress,
            callback_manager=callback_manager,
            index_id=index_id,
        )

    @cached_property
    def _vectors(self) -> "NodeVectors | PluggedVectors":
        from desktop_rag.ingestion.node_vectors import NodeVectors, PluggedVectors

        plugged = self._storage.plugged_vectors
        if plugged is not None:
            return PluggedVectors(self._storage, plugged, self._embed_model, self._insert_batch_size)
        return NodeVectors(self._storage, self._embed_model, self._cache, self._insert_batch_size)

    @property
    def embed_model(self) -> "BaseEmbedding":
        """The model of the vectors."""
        return self._vectors.embed_model

    @property
    def vector_store(self) -> "VectorStore":
        """The vectors, with the nodes they belong to."""
        from desktop_rag.vector_stores.simple import SimpleVectorStore

        plugged = self._storage.plugged_vectors
        return SimpleVectorStore(self._storage, self.embed_model.space, self._cache) if plugged is None else plugged

    def as_retriever(
        self,
        similarity_top_k: int = DEFAULT_SIMILARITY_TOP_K,
        mode: str = "vector",
        fallback: "WordsOnlyFallback | None" = None,
        **options: Any,  # noqa: ANN401 - those of VectorIndexRetriever
    ) -> "BaseRetriever":
        """Return a retriever: ``vector``, ``bm25`` (by words) or ``hybrid`` (both, fused by score).

        ``options`` are those of the retriever; ``hybrid`` takes what narrows down both searches: ``filters``,
        ``node_ids``, ``doc_ids``. (``vector_store_query_mode="hybrid"`` is LlamaIndex's own way, see there.) With
        ``fallback``, ``hybrid`` searches by words only when the model cannot be asked.

        Raises:
            BugError: there is no such mode.

        """
        from desktop_rag.retrievers.bm25 import BM25Retriever
        from desktop_rag.retrievers.hybrid import HybridRetriever

        if mode == "vector":
            return self._vector_retriever(similarity_top_k, **options)
        if mode == "bm25":
            return BM25Retriever(self._storage, similarity_top_k, slot=self.slot, **options)
        if mode != "hybrid":
            raise BugError(f"unknown retrieval mode {mode!r}")
        depth = max(FUSION_DEPTH, similarity_top_k)
        retrievers: list[BaseRetriever] = [
            self._vector_retriever(depth, fallback=fallback, **options),
            BM25Retriever(self._storage, depth, slot=self.slot, **options),
        ]
        return HybridRetriever(retrievers, similarity_top_k, stores=self._storage)

    def _vector_retriever(self, similarity_top_k: int, **options: Any) -> "VectorIndexRetriever":  # noqa: ANN401
        from desktop_rag.retrievers.vector import VectorIndexRetriever

        if self._objects:
            options["object_map"] = self._objects | dict(options.get("object_map") or {})
        return VectorIndexRetriever(self, self.embed_model, similarity_top_k, cache=self._cache, **options)

    def _usable(self, nodes: Sequence[TextNode]) -> Sequence[TextNode]:
        """Return the nodes with anything to embed."""
        wanted = [node for node in nodes if node.get_content(MetadataMode.EMBED)]
        if len(wanted) < len(nodes):
            _LOG.warning("%d nodes without any content are left out", len(nodes) - len(wanted))
        return wanted

    def _replacing(self, doc_id: str) -> AbstractContextManager[None]:
        """Texts that stay the same keep their vectors."""
        return self._vectors.kept(doc_id)

    def _index(self, nodes: Sequence[TextNode]) -> None:
        """Embed the waiting nodes; nodes that bring their vectors keep those."""
        self._objects |= objects_of(nodes)
        self._vectors.update(nodes)
