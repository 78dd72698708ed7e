"""What a file notes of each of its indices."""

from desktop_rag.core.schema import new_id
from desktop_rag.storage.sqlite.index_store import IndexEntry
from desktop_rag.storage.storage_context import StorageContext


class IndexRecord:
    """The entry of one index in its storage; a new one is noted with the first change.

    Without ``index_id`` it is the latest entry of the kind.
    """

    def __init__(self, storage: StorageContext, kind: str, index_id: str = "") -> None:
        self._storage = storage
        entries = storage.index_store.entries()
        mine = [entry for entry in entries if entry.kind == kind and index_id in {"", entry.index_id}]
        self.entry = mine[-1] if mine else IndexEntry(index_id or new_id(), kind)

    def note(self) -> None:
        """Note the index in the file, unless it stands there."""
        if self.entry not in self._storage.index_store.entries():
            with self._storage.transaction():
                self._storage.index_store.put(self.entry)

    def rename(self, index_id: str) -> None:
        """Give the index another identifier."""
        self.note()
        with self._storage.transaction():
            self._storage.index_store.rename(self.entry.index_id, index_id)
        self.entry = IndexEntry(index_id, self.entry.kind, self.entry.summary)

    def describe(self, summary: str) -> None:
        """Note what the index is about."""
        self.entry = IndexEntry(self.entry.index_id, self.entry.kind, summary)
        self.note()
