"""What a file notes of each of its indices."""

from typing import Any, ClassVar

from desktop_rag.core.schema import new_id
from desktop_rag.storage.docstore import DocumentStore
from desktop_rag.storage.sqlite.index_store import IndexEntry
from desktop_rag.storage.storage_context import StorageContext


class StoredIndex:
    """An index with its entry in a storage; a new one is noted with its first change."""

    kind: ClassVar[str] = ""
    embeds: ClassVar[bool] = False
    """Whether nodes get vectors."""
    kinds: ClassVar[dict[str, type["StoredIndex"]]] = {}
    """The classes by the kind that is noted in the file."""

    def __init_subclass__(cls, **options: Any) -> None:  # noqa: ANN401
        super().__init_subclass__(**options)
        if "kind" in cls.__dict__:
            StoredIndex.kinds[cls.kind] = cls

    def __init__(self, storage_context: StorageContext, index_id: str = "") -> None:
        self._storage = storage_context
        self._entry = self._stored_entry(index_id)

    @property
    def storage_context(self) -> StorageContext:
        """Where documents and nodes are."""
        return self._storage

    @property
    def docstore(self) -> DocumentStore:
        """The documents and nodes."""
        return self._storage.docstore

    @property
    def index_id(self) -> str:
        """The identifier ``load_index_from_storage`` takes."""
        return self._entry.index_id

    def set_index_id(self, index_id: str) -> None:
        """Give the index another identifier."""
        self._register()
        with self._storage.transaction():
            self._storage.index_store.rename(self._entry.index_id, index_id)
        self._entry = IndexEntry(index_id, self.kind, self._entry.summary)

    @property
    def summary(self) -> str:
        """What the index is about, for those who choose between several."""
        return self._entry.summary or ""

    @summary.setter
    def summary(self, summary: str) -> None:
        self._entry = IndexEntry(self._entry.index_id, self.kind, summary)
        self._register()

    def _stored_entry(self, index_id: str) -> IndexEntry:
        """Return what the file notes of this index; a new one is noted with the first change."""
        entries = self._storage.index_store.entries()
        mine = [entry for entry in entries if entry.kind == self.kind and index_id in {"", entry.index_id}]
        return mine[-1] if mine else IndexEntry(index_id or new_id(), self.kind)

    def _register(self) -> None:
        """Note this index in the file."""
        if self._entry not in self._storage.index_store.entries():
            with self._storage.transaction():
                self._storage.index_store.put(self._entry)
