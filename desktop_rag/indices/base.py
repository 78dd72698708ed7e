"""The base of all kinds of index: documents and nodes of one storage, kept up to date, with a retriever."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from desktop_rag.callbacks.base import CallbackManager, HasCallbackManager
from desktop_rag.core.instrumentation import also_notified
from desktop_rag.core.schema import Document, IndexNode, TextNode
from desktop_rag.indices.record import IndexRecord, IndexStruct
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.records import RefDocInfo
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, IndexNodes
from desktop_rag.storage.storage_context import StorageContext

if TYPE_CHECKING:
    from desktop_rag.ingestion.transformations import Transformation
    from desktop_rag.retrievers.base import BaseRetriever

Options = Mapping[str, Any]


class IndexOptions(TypedDict, total=False):
    """The options of every index: its storage (in memory by default), and the splitting of documents."""

    storage_context: StorageContext | None
    transformations: "Sequence[Transformation] | None"
    show_progress: bool
    callback_manager: CallbackManager | None
    index_id: str


class BaseIndex(HasCallbackManager, ABC):
    """An index of documents and nodes in a storage, which may hold several, of one kind or many.

    One that is made of ``nodes`` or documents has those alone, and what is inserted later: it knows nothing of what
    other indices of the storage hold, and leaves them what it deletes. Without nodes, and without the ``index_id`` of
    one that is there, the index is over everything that the storage holds, and what it deletes is gone from all.
    Nothing is written by making an index without nodes. ``callback_manager`` hears of what is stored, and of what its
    retrievers and engines do.

    Raises:
        ValueError: there are neither nodes nor a storage.

    """

    kind: ClassVar[str] = ""
    embeds: ClassVar[bool] = False
    """Whether nodes get vectors."""
    struct: ClassVar[type[IndexStruct]] = IndexStruct
    """What tells what the index holds."""
    kinds: ClassVar[dict[str, type["BaseIndex"]]] = {}
    """The classes by the kind that is noted in the file."""

    def __init_subclass__(cls, **options: Any) -> None:  # noqa: ANN401
        super().__init_subclass__(**options)
        if "kind" in cls.__dict__:
            BaseIndex.kinds[cls.kind] = cls
        if "as_retriever" in cls.__dict__:
            setattr(cls, "as_retriever", _heard(cls.as_retriever))  # noqa: B010 - a method is no attribute to mypy

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        storage_context: StorageContext | None = None,
        transformations: "Sequence[Transformation] | None" = None,
        show_progress: bool = False,
        callback_manager: CallbackManager | None = None,
        index_id: str = "",
    ) -> None:
        from desktop_rag.ingestion.document_writer import DocumentWriter

        self._callback_manager = callback_manager
        if nodes is None and storage_context is None:
            raise ValueError("an index needs nodes, or the storage of an existing index")
        # where many of LlamaIndex's programs look for it, too
        self._storage = self._storage_context = storage_context or StorageContext()
        self._record = IndexRecord(self._storage, self.kind, index_id, own=nodes is not None)
        self.index_struct = self.struct(self._record)
        self._documents = DocumentWriter(
            self._storage, transformations, show_progress=show_progress, index=self._record
        )
        if nodes is not None:
            self.insert_nodes(nodes)

    @property
    def storage_context(self) -> StorageContext:
        """The storage of documents and nodes."""
        return self._storage

    @property
    def docstore(self) -> DocumentStore:
        """The documents and nodes."""
        return self._storage.docstore

    @property
    def slot(self) -> int:
        """The slot of the index: its own nodes under this number, or (0) all of them."""
        return self._record.slot

    @property
    def index_id(self) -> str:
        """The identifier ``load_index_from_storage`` takes."""
        return self._record.entry.index_id

    @property
    def summary(self) -> str:
        """The summary of the index, for choosing between several."""
        return self._record.entry.summary or ""

    @summary.setter
    def summary(self, summary: str) -> None:
        self._record.describe(summary)

    @property
    def ref_doc_info(self) -> dict[str, RefDocInfo]:
        """Every document of the index with the ids of its nodes, by its id."""
        infos = self.docstore.get_all_ref_doc_info()
        if not self.slot:
            return infos
        own = IndexNodes(self._storage.connection, self.slot)
        nodes = {doc_id: [node_id for _, node_id in own.of_document(doc_id)] for doc_id in infos}
        return {
            doc_id: replace(info, nodes=len(nodes[doc_id]), node_ids=nodes[doc_id])
            for doc_id, info in infos.items()
            if own.has_document(doc_id)
        }

    def insert(self, document: Document) -> None:
        """Add a document; one with the same id is replaced."""
        self._put([document])

    def insert_nodes(self, nodes: Sequence[TextNode]) -> None:
        """Add nodes; unchanged ones that are there already stay. A document is a node by itself."""
        wanted = self._usable(nodes)
        with also_notified(self._callback_manager):
            if wanted:
                self._record.note()
                whole = [node for node in wanted if isinstance(node, Document)]
                self._documents.put(whole, wanted, embed=self._wants_vectors(), replacing=self._replacing)
            self._index(wanted)

    def delete_nodes(self, node_ids: Sequence[str], *, delete_from_docstore: bool = True) -> None:
        """Remove nodes, and raise, as ``delete_ref_doc`` does."""
        _refuse_to_keep(delete_from_docstore=delete_from_docstore)
        self._documents.delete_nodes(node_ids)

    def delete_ref_doc(self, ref_doc_id: str, *, delete_from_docstore: bool = True) -> None:
        """Remove a document and its nodes; an unknown id is passed over.

        Raises:
            ValueError: the document was to stay somewhere: what is deleted is gone, or adding it again would fail.

        """
        _refuse_to_keep(delete_from_docstore=delete_from_docstore)
        self._documents.delete(ref_doc_id)

    def update_ref_doc(
        self, document: Document, *, delete_kwargs: Options | None = None, update_kwargs: Options | None = None
    ) -> None:
        """Put a document in place of the one with its id; ``delete_ref_doc`` gets, and refuses, ``delete_kwargs``."""
        _refuse_to_keep(**(delete_kwargs or (update_kwargs or {}).get("delete_kwargs", {})))
        self._put([document])

    def refresh_ref_docs(self, documents: Sequence[Document], *, update_kwargs: Options | None = None) -> list[bool]:
        """Add new documents, replace changed ones (``update_ref_doc``), and finish an interrupted run.

        Returns, for each document, whether it was new or changed. Documents that are not given stay.
        """
        _refuse_to_keep(**(update_kwargs or {}).get("delete_kwargs", {}))
        changed = [not self._documents.is_stored(document) for document in documents]
        self._put([document for document, new in zip(documents, changed, strict=True) if new])
        return changed

    @abstractmethod
    def as_retriever(self, **options: Any) -> "BaseRetriever":  # noqa: ANN401 - those of the kind's retrievers
        """Return a retriever of this index's nodes."""

    def _index(self, nodes: Sequence[TextNode]) -> None:
        """Do this kind's work for stored nodes, and that left undone by an earlier run."""

    def _usable(self, nodes: Sequence[TextNode]) -> Sequence[TextNode]:
        """Return the nodes that this kind can index."""
        return nodes

    def _replacing(self, _doc_id: str) -> AbstractContextManager[None]:
        """Return the context to enter while a document is replaced (inside the transaction)."""
        return nullcontext()

    def _put(self, documents: Sequence[Document]) -> None:
        """Store documents with their nodes, then index them."""
        latest = list({document.id_: document for document in documents}.values())
        with also_notified(self._callback_manager):
            nodes = self._usable(self._documents.nodes_of(latest))
            if latest:
                self._record.note()
            self._documents.put(latest, nodes, embed=self._wants_vectors(), replacing=self._replacing)
            self._index(nodes)

    def _wants_vectors(self) -> bool:
        """Return True if new nodes wait for vectors in the file: for this index or for another one over everything."""
        entries = self._storage.index_store.entries()
        kinds = (BaseIndex.kinds.get(entry.kind) for entry in entries if entry.slot == EVERYTHING)
        wanted = self.embeds or any(kind is not None and kind.embeds for kind in kinds)
        return wanted and self._storage.plugged_vectors is None


def objects_of(nodes: Iterable[TextNode]) -> dict[str, object]:
    """Return the objects of index nodes, by ``index_id``."""
    return {node.index_id: node.obj for node in nodes if isinstance(node, IndexNode) and node.obj is not None}


def _heard(as_retriever: "Callable[..., BaseRetriever]") -> "Callable[..., BaseRetriever]":
    """Return a method that gives retrievers the index's own callback manager, unless they have one."""

    @wraps(as_retriever)
    def made(self: BaseIndex, *args: Any, **options: Any) -> "BaseRetriever":  # noqa: ANN401 - those of the kind
        retriever = as_retriever(self, *args, **options)
        retriever.join_callbacks(self._callback_manager)
        return retriever

    return made


def _refuse_to_keep(*, delete_from_docstore: bool = True) -> None:
    """Raise ``ValueError`` where something would be deleted in one place and kept in another."""
    if not delete_from_docstore:
        raise ValueError("what is deleted is deleted everywhere: leave out delete_from_docstore=False")
