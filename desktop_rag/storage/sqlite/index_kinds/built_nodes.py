"""The nodes that an index of another kind has processed."""

import apsw

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, kind_in, of_slot, searched_nodes
from desktop_rag.storage.sqlite.states import UNSEARCHED


class BuiltNodes:
    """Records the nodes that an index kind is done with; the rest remain for a build.

    A node that was deleted, or replaced under the same row id, is never noted: callers give its node id too. ``slot``
    is that of the index.
    """

    def __init__(self, connection: apsw.Connection, kind: str, slot: int = EVERYTHING) -> None:
        self._db = connection
        self._slot = slot
        self._kind = kind_in(slot, kind)

    def pending(self) -> int:
        """Return the number of nodes still to do."""
        sql = f"SELECT {searched_nodes(self._slot)} - (SELECT count(*) FROM built_nodes WHERE kind = ?)"
        ((count,),) = select(self._db, sql, (self._kind,))
        return int(count)

    def next_nodes(self, limit: int, after: int = 0) -> list[tuple[int, str]]:
        """Return (row id, node id) of the first nodes still to do with a row id above ``after``."""
        return select(
            self._db,
            f"SELECT id, node_id FROM nodes n WHERE id > ? AND embedded <> {UNSEARCHED} AND {of_slot(self._slot)} "
            "AND NOT EXISTS (SELECT 1 FROM built_nodes WHERE kind = ? AND node = n.id) ORDER BY id LIMIT ?",
            (after, self._kind, limit),
        )

    def any_done(self) -> bool:
        """Return True if anything was noted yet."""
        return bool(select(self._db, "SELECT 1 FROM built_nodes WHERE kind = ? LIMIT 1", (self._kind,)))

    def is_done(self, rowid: int) -> bool:
        """Return True if a node was noted."""
        sql = "SELECT 1 FROM built_nodes WHERE kind = ? AND node = ?"
        return bool(select(self._db, sql, (self._kind, rowid)))

    def note(self, rowid: int, node_id: str) -> bool:
        """Note a node as done; False when it is gone or somebody else did it. Writes first: call it first."""
        self._db.execute(
            "INSERT OR IGNORE INTO built_nodes SELECT ?, id FROM nodes WHERE id = ? AND node_id = ?",
            (self._kind, rowid, node_id),
        )
        return self._db.changes() > 0

    def forget(self) -> None:
        """Forget which nodes are done: all are to do again."""
        self._db.execute("DELETE FROM built_nodes WHERE kind = ?", (self._kind,))
