"""The record that a file keeps of each of its indices."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from desktop_rag.core.schema import TextNode, new_id
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, IndexNodes
from desktop_rag.storage.sqlite.index_store import IndexEntry
from desktop_rag.storage.storage_context import StorageContext


class IndexStruct:
    """The content of an index, read on demand: LlamaIndex's data structures, seen from outside."""

    def __init__(self, record: "IndexRecord") -> None:
        self._record = record

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IndexStruct):
            return NotImplemented
        return self.index_id == other.index_id and self.nodes == other.nodes

    def __hash__(self) -> int:
        return hash(self.index_id)

    @property
    def index_id(self) -> str:
        """The index's identifier."""
        return self._record.entry.index_id

    @index_id.setter
    def index_id(self, index_id: str) -> None:
        self._record.rename(index_id)

    @property
    def summary(self) -> str | None:
        """The summary of the index, None when there is none."""
        return self._record.entry.summary

    @summary.setter
    def summary(self, summary: str) -> None:
        self._record.describe(summary)

    @property
    def nodes(self) -> list[str]:
        """The ids of the nodes that are searched, in document order."""
        return [node.node_id for node in self._record.nodes()]

    @property
    def nodes_dict(self) -> Mapping[str, str]:
        """The ids of the nodes that are searched, by themselves."""
        return MappingProxyType({node_id: node_id for node_id in self.nodes})

    @property
    def doc_id_dict(self) -> Mapping[str, Sequence[str]]:
        """The ids of each document's nodes, in order."""
        ids: dict[str, list[str]] = {}
        for node in self._record.nodes():
            if node.ref_doc_id is not None:
                ids.setdefault(node.ref_doc_id, []).append(node.node_id)
        return MappingProxyType(ids)

    def get_summary(self) -> str:
        """Return the summary of the index.

        Raises:
            ValueError: nobody said so.

        """
        if not self.summary:
            raise ValueError(f"index {self.index_id} has no summary")
        return self.summary


data_structs.IndexStruct.register(IndexStruct)


@data_structs.IndexDict.register
class DictStruct(IndexStruct):
    """The content of an index of vectors."""


@data_structs.IndexList.register
class ListStruct(IndexStruct):
    """The content of an index of all passages."""


@data_structs.EmptyIndexStruct.register
class EmptyStruct(IndexStruct):
    """The content of an index without passages: none."""


class IndexRecord:
    """The entry of one index in its storage; a new one is noted with the first change.

    With ``own`` nodes (``begin``) it is a new one, unless there is one with this ``index_id``. Otherwise it is that
    with the id; without an id the latest that is over everything in the storage, even if it has nodes of its own.
    """

    def __init__(self, storage: StorageContext, kind: str, index_id: str = "", *, own: bool = False) -> None:
        self.storage = storage
        self._kind = kind
        self._index_id = index_id
        mine = [entry for entry in storage.index_store.entries() if entry.kind == kind]
        found = [entry for entry in mine if entry.index_id == index_id] if index_id else []
        if not index_id and not own:
            found = [entry for entry in mine if entry.slot == EVERYTHING or self._nodes_of(entry).has_everything()]
        self.entry = found[-1] if found else IndexEntry(index_id or new_id(), kind)
        self._is_new = not found
        if own:
            self.begin()

    @property
    def slot(self) -> int:
        """The slot of the index: its own nodes under this number, or (0) everything in the storage."""
        return self.entry.slot

    def nodes(self) -> Iterator[TextNode]:
        """Yield the nodes that are searched, in document order."""
        return self.storage.docstore.iter_nodes(slot=self.slot)

    def begin(self) -> None:
        """Record the index with a new slot, unless it was stored under its id."""
        if self._is_new or not self._index_id:
            with self.storage.transaction():
                slot = self.storage.index_store.free_slot()
                index_id = self.entry.index_id if self._is_new else new_id()
                self.entry = IndexEntry(index_id, self._kind, slot=slot)
                self.storage.index_store.put(self.entry)
            self._is_new, self._index_id = False, index_id
        self.note()

    def note(self) -> None:
        """Note the index in the file, unless it stands there."""
        if not self.storage.index_store.is_noted(self.entry):
            with self.storage.transaction():
                self.storage.index_store.put(self.entry)

    def rename(self, index_id: str) -> None:
        """Give the index another identifier."""
        self.note()
        with self.storage.transaction():
            self.storage.index_store.rename(self.entry.index_id, index_id)
        self.entry = replace(self.entry, index_id=index_id)

    def describe(self, summary: str) -> None:
        """Store the summary of the index."""
        self.entry = replace(self.entry, summary=summary)
        self.note()

    def _nodes_of(self, entry: IndexEntry) -> IndexNodes:
        return IndexNodes(self.storage.connection, entry.slot)
