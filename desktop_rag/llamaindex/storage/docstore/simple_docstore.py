"""The docstore that LlamaIndex's programs make for themselves."""

from collections.abc import Mapping
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.llamaindex.storage.docstore.values import (
    METADATA_COLLECTION,
    NODE_COLLECTION,
    REF_DOC_COLLECTION,
    DocstoreValues,
    json_to_doc,
)
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.kvstore import BaseKVStore
from desktop_rag.storage.storage_context import DEFAULT_PERSIST_DIR, StorageContext, described


class SimpleDocumentStore(DocumentStore):
    """Documents and nodes in memory; the vectors and words of an index over them are there too.

    A ``Document`` that is stored by hand is a node, and a document with its hash as well. What ``simple_kvstore``
    holds of a docstore is taken over once.
    """

    _node_collection = NODE_COLLECTION
    _ref_doc_collection = REF_DOC_COLLECTION
    _metadata_collection = METADATA_COLLECTION

    def __init__(self, simple_kvstore: BaseKVStore | None = None, *, storage: StorageContext | None = None) -> None:
        self._storage = storage or StorageContext()
        super().__init__(self._storage)
        self._kvstore = DocstoreValues(self)
        if simple_kvstore is not None:
            self.add_documents([json_to_doc(value) for value in simple_kvstore.get_all(NODE_COLLECTION).values()])
            for key, told in simple_kvstore.get_all(METADATA_COLLECTION).items():
                if "doc_hash" in told:
                    self.set_document_hash(key, told["doc_hash"])

    @classmethod
    def from_persist_dir(cls, persist_dir: str | Path = DEFAULT_PERSIST_DIR) -> "SimpleDocumentStore":
        """Return what ``StorageContext.persist`` wrote to a folder, as ``StorageContext.from_defaults`` opens it.

        Raises:
            UnusableInputError: nothing was stored there.

        """
        return cls(storage=StorageContext.from_defaults(persist_dir))

    @classmethod
    def from_persist_path(cls, persist_path: str | Path) -> "SimpleDocumentStore":
        """Return what ``persist`` wrote to a file; see ``from_persist_dir``."""
        return cls.from_persist_dir(persist_path)

    def persist(self, persist_path: str | Path) -> None:
        """Write everything to a file, whatever its name; what was there is replaced at once or not at all.

        Raises:
            UserError: the disk is full, or what is there cannot be replaced.

        """
        self._storage.write(Path(persist_path))

    @classmethod
    def from_dict(cls, save_dict: Mapping[str, str]) -> "SimpleDocumentStore":
        """Return what ``to_dict`` described.

        Raises:
            ValueError: it describes something else, or another version of the program described it.

        """
        return cls(storage=StorageContext.from_dict(save_dict))

    def to_dict(self) -> dict[str, str]:
        """Return everything as values of JSON, for ``from_dict``: what ``persist`` writes, as text."""
        return described(self._storage)

    def get_document_hash(self, doc_id: str) -> str | None:
        """Return the hash of a document's content, None when it is not stored."""
        if (told := super().get_document_hash(doc_id)) is not None:
            return told
        node = self.get_node(doc_id, raise_error=False)
        return node.hash if isinstance(node, Document) else None

    def get_all_document_hashes(self) -> dict[str, str]:
        """Return the ids of all documents by the hashes of their contents."""
        by_hand = (node.id_ for node in self.iter_nodes() if isinstance(node, Document))
        hashes = ((self.get_document_hash(doc_id), doc_id) for doc_id in by_hand)
        return super().get_all_document_hashes() | {hashed: doc_id for hashed, doc_id in hashes if hashed is not None}
