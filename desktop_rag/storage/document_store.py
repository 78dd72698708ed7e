"""LlamaIndex's docstore: documents and nodes behind one name."""

from collections.abc import Iterator, Mapping, Sequence

from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import TextNode
from desktop_rag.storage.ports import NodeKey, Stores
from desktop_rag.storage.records import RefDocInfo


class DocumentStore:
    """The documents and nodes of ``stores``; each call that writes is a transaction, or part of the caller's.

    Everything is found in document order. Several threads may read at once. ``of_documents`` is set where documents
    rather than nodes are what a program stores: ``docs`` are documents then.
    """

    of_documents = False

    def __init__(self, stores: Stores) -> None:
        self.stores = stores
        self._documents = stores.documents
        self._nodes = stores.nodes

    def add_documents(
        self,
        nodes: Sequence[TextNode],
        allow_update: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
        *,
        embed: bool = False,
    ) -> list[NodeKey]:
        """Store nodes with the documents they come from; see ``storage.ports.Nodes.add``.

        Raises:
            ValueError: one of them is stored already, and not ``allow_update``.

        """
        if not allow_update and (stored := self.get_nodes([node.id_ for node in nodes], raise_error=False)):
            raise ValueError(f"node {stored[0].id_} is stored already, and allow_update is not set")
        with self.stores.transaction():
            return self._nodes.add(nodes, embed=embed)

    def delete_document(self, doc_id: str, raise_error: bool = True) -> list[NodeKey]:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Remove a document with everything that was made of it, or the node with this id; return the keys of nodes.

        A document that was stored as a node goes with the last of the nodes that name it as their source.

        Raises:
            ValueError: there is neither and ``raise_error`` is set.

        """
        if raise_error and not self.document_exists(doc_id):
            raise ValueError(f"{doc_id} is neither a stored document nor a stored node")
        with self.stores.transaction():
            sources = {node.ref_doc_id for node in self.get_nodes([doc_id], raise_error=False)} - {None, doc_id}
            deleted = [*self._documents.delete_document(doc_id), *self._nodes.delete([doc_id])]
            left = [one for one in sources if one is not None and not self._documents.document_exists(one)]
            return [*deleted, *self._nodes.delete(left)]

    def delete_ref_doc(self, ref_doc_id: str, raise_error: bool = True) -> None:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Remove a document with everything that was made of it.

        Raises:
            ValueError: there is no such document and ``raise_error`` is set.

        """
        if self._documents.document_exists(ref_doc_id):
            self.delete_document(ref_doc_id)
        elif raise_error:
            raise ValueError(f"document {ref_doc_id} is not stored")

    def document_exists(self, doc_id: str) -> bool:
        """Return True if a document or a node is stored under this id."""
        return self._documents.document_exists(doc_id) or bool(self._nodes.keys_of([doc_id]))

    @property
    def docs(self) -> dict[str, TextNode]:
        """Every node that was stored, by its id: those that are searched in document order, then their parents.

        Where the store is one ``of_documents``, every document, and the nodes that come from none.
        """
        if self.of_documents:
            stored = ((one.doc_id, self.get_document(one.doc_id, raise_error=False)) for one in self.documents())
            documents = {doc_id: document for doc_id, document in stored if document is not None}
            alone = {node.id_: node for node in self.iter_nodes() if (node.ref_doc_id or node.id_) not in documents}
            return documents | alone
        found = {node.node_id: node for node in self.iter_nodes()}
        below = list(found)
        while below:
            parents = {node.node_id: node for node in self.get_parents(below).values() if node.node_id not in found}
            below = list(self._nodes.keys_of(list(parents)))  # the others were put together of what stands below them
            found |= {node_id: parents[node_id] for node_id in below}
        return found

    def get_document(self, doc_id: str, raise_error: bool = True) -> TextNode | None:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return a document as it was stored, its pages put together, or the node with this id.

        Raises:
            ValueError: there is neither and ``raise_error`` is set.

        """
        return self._documents.get_document(doc_id) or self.get_node(doc_id, raise_error=raise_error)

    def get_document_hash(self, doc_id: str) -> str | None:
        """Return the hash of a document's content, None when it is not stored or was never given."""
        return self._documents.get_document_hash(doc_id)

    def get_all_document_hashes(self) -> dict[str, str]:
        """Return the ids of the documents that were read, by the known hashes of their contents."""
        hashes = ((self.get_document_hash(info.doc_id), info.doc_id) for info in self.documents())
        return {hashed: doc_id for hashed, doc_id in hashes if hashed is not None}

    def set_document_hash(self, doc_id: str, doc_hash: str) -> None:
        """Note the hash of a stored document's content."""
        with self.stores.transaction():
            self._documents.set_document_hash(doc_id, doc_hash)

    def set_document_hashes(self, doc_hashes: Mapping[str, str]) -> None:
        """Note the hashes of the contents of stored documents, by their ids."""
        with self.stores.transaction():
            for doc_id, doc_hash in doc_hashes.items():
                self._documents.set_document_hash(doc_id, doc_hash)

    def document_text(self, doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        """Return the text of a document from one page to another, pages separated by an empty line."""
        return self._documents.document_text(doc_id, first_page, last_page)

    def documents(self) -> list[RefDocInfo]:
        """Return every document that was read, in order; ``node_ids`` are left empty."""
        return list(self._documents.iter_documents())

    def get_ref_doc_info(self, doc_id: str) -> RefDocInfo | None:
        """Return a document with the ids of its nodes, None when it is not stored."""
        return self._documents.ref_doc_info(doc_id)

    def ref_doc_exists(self, ref_doc_id: str) -> bool:
        """Return True if a document was read, or stored nodes name it as their source."""
        return self.get_ref_doc_info(ref_doc_id) is not None

    def get_all_ref_doc_info(self) -> dict[str, RefDocInfo]:
        """Return every document that was read with the ids of its nodes, by its id."""
        found = (self.get_ref_doc_info(info.doc_id) for info in self.documents())
        return {info.doc_id: info for info in found if info is not None}

    def get_nodes(self, node_ids: Sequence[str], raise_error: bool = True) -> list[TextNode]:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return nodes, also virtual parents and summaries, in the order of their ids.

        Raises:
            ValueError: one of them is missing and ``raise_error`` is set.

        """
        return self._nodes.get_nodes(node_ids, raise_error=raise_error)

    def get_node(self, node_id: str, raise_error: bool = True) -> TextNode | None:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return one node, None when it is missing (ValueError with ``raise_error``)."""
        return next(iter(self.get_nodes([node_id], raise_error=raise_error)), None)

    def get_node_dict(self, node_id_dict: Mapping[int, str]) -> dict[int, TextNode]:
        """Return nodes by the numbers that stand for their ids, as the ``index_struct`` of a tree has them.

        Raises:
            ValueError: one of them is missing.

        """
        return dict(zip(node_id_dict, self.get_nodes(list(node_id_dict.values())), strict=True))

    def get_parents(self, node_ids: Sequence[str]) -> dict[str, TextNode]:
        """Return the parents of nodes by child id; nodes without one are left out."""
        return self._nodes.get_parents(node_ids)

    def get_children(self, parent_ids: Sequence[str]) -> dict[str, list[str]]:
        """Return the ids of all children by parent id, in order; nodes without any are left out."""
        return self._nodes.get_children(parent_ids)

    def nodes_around(self, node_id: str, before: int, after: int) -> tuple[list[TextNode], list[TextNode]]:
        """Return up to ``before`` and ``after`` nodes on both sides of a node, of the same document."""
        return self._nodes.nodes_around(node_id, before, after)

    def iter_nodes(self, doc_ids: Sequence[str] | None = None, *, slot: int = 0) -> Iterator[TextNode]:
        """Yield every node that is searched for itself, in document order; reads a few at a time.

        With a ``slot``, these are the nodes of one index (``BaseIndex.slot``).
        """
        return self._nodes.iter_nodes(doc_ids, slot=slot)

    async_add_documents = asynchronous(add_documents)
    adelete_document = asynchronous(delete_document)
    adelete_ref_doc = asynchronous(delete_ref_doc)
    adocument_exists = asynchronous(document_exists)
    aget_document = asynchronous(get_document)
    aget_document_hash = asynchronous(get_document_hash)
    aget_all_document_hashes = asynchronous(get_all_document_hashes)
    aset_document_hash = asynchronous(set_document_hash)
    aset_document_hashes = asynchronous(set_document_hashes)
    aget_ref_doc_info = asynchronous(get_ref_doc_info)
    aref_doc_exists = asynchronous(ref_doc_exists)
    aget_all_ref_doc_info = asynchronous(get_all_ref_doc_info)
    aget_nodes = asynchronous(get_nodes)
    aget_node = asynchronous(get_node)
    aget_node_dict = asynchronous(get_node_dict)
