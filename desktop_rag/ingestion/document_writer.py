"""Store documents with the nodes that transformations make of them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.ingestion.transformations import Transformation, run_transformations
from desktop_rag.storage.storage_context import StorageContext


class DocumentWriter:
    """Puts documents into a storage; without ``transformations`` they are cut sentence by sentence."""

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
        if self._transformations is None:
            from desktop_rag.node_parser.sentence import SentenceSplitter

            self._transformations = [SentenceSplitter()]
        return run_transformations(documents, self._transformations, show_progress=self._show_progress)

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
        docstore = self._storage.docstore
        parts: dict[str, list[TextNode]] = {document.id_: [] for document in documents}
        for node in nodes:
            parts.setdefault(node.ref_doc_id or "", []).append(node)
        for document in documents:
            with self._storage.transaction(), replacing(document.id_):
                docstore.delete_document(document.id_)
                docstore.put_document(document, parts.pop(document.id_), embed=embed)
        rest = [node for others in parts.values() for node in others]
        if rest:
            with self._storage.transaction():
                docstore.add_documents(rest, embed=embed)
