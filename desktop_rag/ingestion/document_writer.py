"""Store documents with the nodes that transformations make of them, and remove them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.ingestion.transformations import Transformation, run_transformations
from desktop_rag.settings import Settings
from desktop_rag.storage.storage_context import StorageContext


class DocumentWriter:
    """Puts documents into a storage and takes them out; without ``transformations`` those of ``Settings`` cut them."""

    def __init__(
        self, storage: StorageContext, transformations: Sequence[Transformation] | None, *, show_progress: bool = False
    ) -> None:
        self._storage = storage
        self._transformations = transformations
        self._show_progress = show_progress

    def nodes_of(self, documents: Sequence[Document]) -> Sequence[TextNode]:
        """Return the nodes that the transformations make of documents."""
        if not documents:
            return []
        steps = Settings.transformations if self._transformations is None else self._transformations
        return run_transformations(documents, steps, show_progress=self._show_progress)

    def put(
        self,
        documents: Sequence[Document],
        nodes: Sequence[TextNode],
        *,
        embed: bool,
        replacing: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        """Store documents with their nodes, one transaction a document; ``embed`` lets the nodes wait for vectors.

        ``replacing`` is entered with the id of each document while its older version is replaced.
        """
        parts: dict[str, list[TextNode]] = {document.id_: [] for document in documents}
        for node in nodes:
            # a document that nothing cut is its own node
            parts.setdefault(node.ref_doc_id or (node.id_ if node.id_ in parts else ""), []).append(node)
        for document in documents:
            with self._storage.transaction(), replacing(document.id_):
                self._storage.documents.delete_document(document.id_)
                self._storage.documents.put_document(document, parts.pop(document.id_), embed=embed)
        rest = [node for others in parts.values() for node in others]
        if rest:
            with self._storage.transaction():
                self._storage.nodes.add(rest, embed=embed)

    def delete(self, doc_id: str) -> None:
        """Remove a document and its nodes, with their vectors wherever those are."""
        with self._storage.transaction():
            self._storage.documents.delete_document(doc_id)
        if self._storage.plugged_vectors is not None:
            self._storage.plugged_vectors.delete(doc_id)

    def delete_nodes(self, node_ids: Sequence[str]) -> None:
        """Remove nodes, with their vectors wherever those are."""
        with self._storage.transaction():
            self._storage.nodes.delete(node_ids)
        if self._storage.plugged_vectors is not None:
            self._storage.plugged_vectors.delete_nodes(list(node_ids))
