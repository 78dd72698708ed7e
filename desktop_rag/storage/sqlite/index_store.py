"""Which indices a file holds: several of different kinds may share its documents and nodes."""

import time
from dataclasses import dataclass

import apsw

from desktop_rag.storage.sqlite.connection import select


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """An index of a file; ``kind`` is the ``BaseIndex.kind`` of its class."""

    index_id: str
    kind: str
    summary: str | None = None


class IndexStore:
    """Reads and writes the list of indices; the caller holds the transaction of what writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def entries(self) -> list[IndexEntry]:
        """Return the indices in the order of their making."""
        rows = select(self._db, "SELECT index_id, kind, summary FROM indices ORDER BY created, rowid")
        return [IndexEntry(*row) for row in rows]

    def put(self, entry: IndexEntry) -> None:
        """Note an index, or its new summary."""
        self._db.execute(
            "INSERT INTO indices (index_id, kind, summary, created) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (index_id) DO UPDATE SET kind = excluded.kind, summary = excluded.summary",
            (entry.index_id, entry.kind, entry.summary, time.time()),
        )

    def rename(self, index_id: str, new_id: str) -> None:
        """Give an index another id."""
        self._db.execute("UPDATE indices SET index_id = ? WHERE index_id = ?", (new_id, index_id))

    def delete(self, index_id: str) -> None:
        """Forget an index; documents and nodes stay."""
        self._db.execute("DELETE FROM indices WHERE index_id = ?", (index_id,))
