"""Keep the vectors of a storage's nodes in a vector store of another kind."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.schema import MetadataMode, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.choice import chosen_embed_model
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.storage.vector_queries import VectorStore


class PluggedVectors:
    """Embeds nodes ``batch_size`` at a time and hands them to ``store``; what ``NodeVectors`` does for the file.

    Documents whose batch failed count as changed: the next refresh tries them again.
    """

    def __init__(
        self, storage: StorageContext, store: VectorStore, embed_model: BaseEmbedding | None, batch_size: int
    ) -> None:
        self.store = store
        self._storage = storage
        self._embed_model = embed_model
        self._batch_size = batch_size

    @property
    def embed_model(self) -> BaseEmbedding:
        """The model of the vectors."""
        return chosen_embed_model(self._embed_model)

    def update(self, nodes: Sequence[TextNode]) -> None:
        """Store nodes, those without a vector embedded."""
        if not nodes:
            return
        with event(CBEventType.EMBEDDING, nodes=len(nodes)) as stage:
            for start in range(0, len(nodes), self._batch_size):
                current_token().raise_if_cancelled()
                try:
                    self._add(nodes[start : start + self._batch_size])
                except BaseException:
                    self._mark_unfinished(nodes[start:])
                    raise
                stage.payload["done"] = min(start + self._batch_size, len(nodes))

    @contextmanager
    def kept(self, doc_id: str) -> Iterator[None]:
        """Remove the vectors of a document's nodes that are gone once it was replaced."""
        before = self._node_ids(doc_id)
        yield
        left = set(self._node_ids(doc_id))
        if left.isdisjoint(before):
            self.store.delete(doc_id)
        else:  # nodes that another index has of it
            self.store.delete_nodes([node_id for node_id in before if node_id not in left])

    def _node_ids(self, doc_id: str) -> Sequence[str]:
        info = self._storage.docstore.get_ref_doc_info(doc_id)
        return [] if info is None else info.node_ids

    def _add(self, nodes: Sequence[TextNode]) -> None:
        bare = [node for node in nodes if node.embedding is None]
        if bare:
            texts = [node.get_content(MetadataMode.EMBED) for node in bare]
            for node, vector in zip(bare, self.embed_model.get_text_embedding_batch(texts), strict=True):
                node.embedding = vector
        self.store.add(nodes)

    def _mark_unfinished(self, nodes: Sequence[TextNode]) -> None:
        docstore = self._storage.docstore
        with self._storage.transaction():
            for doc_id in {node.ref_doc_id for node in nodes if node.ref_doc_id is not None}:
                if docstore.document_exists(doc_id):
                    docstore.set_document_hash(doc_id, "")
