"""Store documents with the nodes that transformations make of them, and remove them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Protocol

from desktop_rag.core.program import program_choice
from desktop_rag.core.schema import Document, TextNode
from desktop_rag.ingestion.transformations import Transformation, run_transformations
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.storage.records import hash_as_bytes
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, IndexNodes
from desktop_rag.storage.storage_context import StorageContext

_AT_ONCE = 500
"""Nodes a transaction: of 2,000 small documents each by itself, two thirds of the time go into its statements."""


class HasSlot(Protocol):
    """An index that records its nodes under a slot."""

    @property
    def slot(self) -> int:
        """The slot of its own nodes; 0: it covers all nodes."""


class DocumentWriter:
    """Puts documents into a storage and takes them out; without ``transformations`` those that a program chose do.

    They are those of ``index``: documents of other indices with nodes of their own stay.
    """

    def __init__(
        self,
        storage: StorageContext,
        transformations: Sequence[Transformation] | None,
        *,
        show_progress: bool = False,
        index: "HasSlot | None" = None,
    ) -> None:
        self._storage = storage
        self._transformations = transformations
        self._show_progress = show_progress
        self._index = index

    @property
    def _slot(self) -> int:
        return EVERYTHING if self._index is None else self._index.slot

    @property
    def _own(self) -> IndexNodes:
        """The nodes of the index."""
        return IndexNodes(self._storage.connection, self._slot)

    def nodes_of(self, documents: Sequence[Document]) -> Sequence[TextNode]:
        """Return the nodes that the transformations make of documents."""
        if not documents:
            return []
        steps = self._transformations
        if steps is None:
            chosen = program_choice("transformations")
            steps = [SentenceSplitter()] if chosen is None else chosen
        return run_transformations(documents, steps, show_progress=self._show_progress)

    def put(
        self,
        documents: Sequence[Document],
        nodes: Sequence[TextNode],
        *,
        embed: bool,
        replacing: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        """Store documents with their nodes, some in one transaction; ``embed`` lets the nodes wait for vectors.

        ``replacing`` is entered with the id of each document while its older version is replaced.
        """
        parts: dict[str, list[TextNode]] = {document.id_: [] for document in documents}
        for node in nodes:
            # a document that nothing cut is its own node
            parts.setdefault(node.ref_doc_id or (node.id_ if node.id_ in parts else ""), []).append(node)
        for batch in _batches([(document, parts.pop(document.id_)) for document in documents]):
            with self._storage.transaction(), ExitStack() as stack:
                for doc_id in self._storage.documents.existing(document.id_ for document, _ in batch):
                    stack.enter_context(replacing(doc_id))
                self._storage.documents.put_documents(batch, embed=embed, slot=self._slot)
        rest = [node for others in parts.values() for node in others]
        if rest:
            with self._storage.transaction():
                self._own.add(self._storage.nodes.add(rest, embed=embed))

    def delete(self, doc_id: str) -> None:
        """Remove a document and its nodes, with their vectors wherever those are."""
        plugged, own = self._storage.plugged_vectors, dict(self._own.of_document(doc_id))
        with self._storage.transaction():
            gone = self._storage.documents.delete_document(doc_id, slot=self._slot)
            stays = self._storage.documents.document_exists(doc_id)
        if plugged is not None and stays:
            plugged.delete_nodes([own[rowid] for rowid in gone if rowid in own])
        elif plugged is not None:
            plugged.delete(doc_id)

    def delete_nodes(self, node_ids: Sequence[str]) -> None:
        """Remove nodes, with their vectors wherever those are."""
        wanted = list(node_ids)
        with self._storage.transaction():
            if self._slot != EVERYTHING:
                wanted = self._let_go(wanted)
            self._storage.nodes.delete(wanted)
        if self._storage.plugged_vectors is not None:
            self._storage.plugged_vectors.delete_nodes(wanted)

    def _let_go(self, node_ids: Sequence[str]) -> list[str]:
        """Take nodes out of the index; return those that belonged to no other."""
        keys = self._storage.nodes.keys_of(node_ids)
        mine = set(self._own.among(list(keys.values())))
        others = self._own.held_by_others(list(mine))
        self._own.remove(mine)
        return [node_id for node_id, key in keys.items() if key in mine and key not in others]

    def is_stored(self, document: Document) -> bool:
        """Return True if the index has a document with this content, and nothing is left to do for it."""
        known = self._storage.docstore.get_document_hash(document.id_)
        if self._slot == EVERYTHING or not known:
            return known == document.hash
        return self._own.document_hash(document.id_) == hash_as_bytes(document.hash)


def _batches(
    documents: Sequence[tuple[Document, Sequence[TextNode]]],
) -> Iterator[list[tuple[Document, Sequence[TextNode]]]]:
    """Yield documents with their nodes in groups: as many as have ``_AT_ONCE`` nodes together."""
    batch, size = list[tuple[Document, Sequence[TextNode]]](), 0
    for document, nodes in documents:
        batch.append((document, nodes))
        size += 1 + len(nodes)
        if size > _AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
