"""The nodes of an index: everything a file holds (slot 0), or those that ``index_nodes`` lists for its slot.

A program may keep several indices in one storage, each over nodes of its own; a node may belong to several of them.
What the window and command line build is over everything. An index of another kind keeps which nodes it has processed.
"""

import json
from collections.abc import Iterable, Sequence

import apsw

from desktop_rag.storage.records import UNSEARCHED
from desktop_rag.storage.sqlite.connection import Connection, select

EVERYTHING = 0
"""The slot of what is over all nodes of a file."""
_SEARCHED = "(SELECT coalesce(sum(nodes), 0) FROM documents)"


def of_slot(slot: int, node: str = "n.id") -> str:
    """Return the SQL condition that a node belongs to an index."""
    if slot == EVERYTHING:
        return "1"
    return f"EXISTS (SELECT 1 FROM index_nodes i WHERE i.slot = {int(slot)} AND i.node = {node})"


def searched_nodes(slot: int) -> str:
    """Return the SQL expression of how many nodes of an index are searched for themselves."""
    if slot == EVERYTHING:
        return _SEARCHED
    return (
        "(SELECT count(*) FROM index_nodes i CROSS JOIN nodes n ON n.id = i.node "
        f"WHERE i.slot = {int(slot)} AND n.embedded <> {UNSEARCHED})"
    )


def kind_in(slot: int, kind: str) -> str:
    """Return the kind under which tables of several kinds store an index's results."""
    return kind if slot == EVERYTHING else f"{kind}/{int(slot)}"


class IndexNodes:
    """The nodes of one index; the caller holds the transaction of writes."""

    def __init__(self, connection: Connection, slot: int) -> None:
        self._db = connection
        self.slot = slot

    def add(self, rowids: Iterable[int]) -> None:
        """Let nodes belong to the index."""
        if self.slot != EVERYTHING:
            sql = "INSERT OR IGNORE INTO index_nodes (slot, node) SELECT ?, value FROM json_each(?)"
            self._db.execute(sql, (self.slot, json.dumps(list(rowids))))

    def remove(self, rowids: Iterable[int]) -> None:
        """Remove nodes from the index, with the results made from them."""
        self._db.executemany(
            "DELETE FROM index_nodes WHERE slot = ? AND node = ?", ((self.slot, rowid) for rowid in rowids)
        )

    def among(self, rowids: Sequence[int]) -> list[int]:
        """Return those of some nodes that belong to the index."""
        sql = f"SELECT n.id FROM json_each(?) w JOIN nodes n ON n.id = w.value WHERE {of_slot(self.slot)}"
        return [row[0] for row in select(self._db, sql, (json.dumps(list(rowids)),))]

    def held_by_others(self, rowids: Sequence[int]) -> set[int]:
        """Return those of some nodes that also belong to another index with a slot."""
        sql = "SELECT DISTINCT node FROM index_nodes WHERE node IN (SELECT value FROM json_each(?)) AND slot <> ?"
        return {row[0] for row in select(self._db, sql, (json.dumps(list(rowids)), self.slot))}

    def put_documents(self, documents: Iterable[tuple[int, bytes]]) -> None:
        """Note that the index has documents, each with the hash of the content it was made of."""
        if self.slot != EVERYTHING:
            sql = "INSERT OR REPLACE INTO index_documents (slot, document, content_hash) VALUES (?, ?, ?)"
            self._db.executemany(sql, ((self.slot, *document) for document in documents))

    def remove_document(self, document: int) -> None:
        """Forget that the index has a document."""
        self._db.execute("DELETE FROM index_documents WHERE slot = ? AND document = ?", (self.slot, document))

    def document_hash(self, doc_id: str) -> bytes | None:
        """Return the hash of the content that the index has of a document, None when it has none."""
        sql = (
            "SELECT i.content_hash FROM index_documents i JOIN documents d ON d.id = i.document "
            "WHERE i.slot = ? AND d.doc_id = ?"
        )
        rows = select(self._db, sql, (self.slot, doc_id))
        return bytes(rows[0][0]) if rows else None

    def of_document(self, doc_id: str) -> list[tuple[int, str]]:
        """Return (row id, node id) of the nodes of a document that belong to the index, in order."""
        sql = (
            "SELECT n.id, n.node_id FROM nodes n WHERE n.document = (SELECT id FROM documents WHERE doc_id = ?) "
            f"AND {of_slot(self.slot)} ORDER BY n.position"
        )
        return select(self._db, sql, (doc_id,))

    def has_document(self, doc_id: str) -> bool:
        """Return True if a document, or any node of it, belongs to the index."""
        if self.slot == EVERYTHING:
            return True
        return self.document_hash(doc_id) is not None or bool(self.of_document(doc_id))

    def has_everything(self) -> bool:
        """Return True if all nodes of the file that are searched belong to the index."""
        ((all_nodes, own),) = select(self._db, f"SELECT {_SEARCHED}, {searched_nodes(self.slot)}")
        return bool(all_nodes == own)


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
