"""The indices of a file: several of different kinds may share its documents and nodes."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass

from desktop_rag.storage.data_structs import (
    KG,
    BaseIndexStore,
    EmptyIndexStruct,
    IndexDict,
    IndexDocumentSummary,
    IndexGraph,
    IndexList,
    IndexLPG,
    IndexStruct,
    KeywordTable,
    index_struct_to_json,
    json_to_index_struct,
    the_only,
)
from desktop_rag.storage.records import UNSEARCHED
from desktop_rag.storage.sqlite.connection import Connection, select
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, of_slot
from desktop_rag.storage.sqlite.properties import get_index_struct, set_index_struct

_STRUCTS: Mapping[str, type[IndexStruct]] = {
    "vector": IndexDict,
    "summary": IndexList,
    "tree": IndexGraph,
    "keyword_table": KeywordTable,
    "simple_keyword_table": KeywordTable,
    "rake_keyword_table": KeywordTable,
    "knowledge_graph": KG,
    "property_graph": IndexLPG,
    "document_summary": IndexDocumentSummary,
}
_KIND_OF = {struct.get_type().value: kind for kind, struct in reversed(list(_STRUCTS.items()))}


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """An index of a file; ``kind`` is the ``BaseIndex.kind`` of its class, ``slot`` that of its nodes (``slots``)."""

    index_id: str
    kind: str
    summary: str | None = None
    slot: int = EVERYTHING


class IndexStore(BaseIndexStore):
    """Reads and writes the list of indices; the caller holds the transaction of writes.

    LlamaIndex's data structures are seen and written as well. What a program wrote stays as it is until an index with
    that id is noted: from then on it tells the nodes that are searched (``IndexDict``, ``IndexList``), or only which
    index it is.
    """

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def entries(self) -> list[IndexEntry]:
        """Return the indices in the order of their making."""
        rows = select(self._db, "SELECT index_id, kind, summary, slot FROM indices ORDER BY created, rowid")
        return [IndexEntry(*row) for row in rows]

    def is_noted(self, entry: IndexEntry) -> bool:
        """Return True if an index stands in the list, as one that was made and not written by a program."""
        return entry in self.entries() and not get_index_struct(self._db, entry.index_id)

    def put(self, entry: IndexEntry) -> None:
        """Note an index, or its new summary."""
        self._db.execute(
            "INSERT INTO indices (index_id, kind, summary, created, slot) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (index_id) DO UPDATE "
            "SET kind = excluded.kind, summary = excluded.summary, slot = excluded.slot",
            (entry.index_id, entry.kind, entry.summary, time.time(), entry.slot),
        )
        set_index_struct(self._db, entry.index_id, "")

    def free_slot(self) -> int:
        """Return a slot that no index has."""
        ((slot,),) = select(self._db, "SELECT coalesce(max(slot), 0) + 1 FROM indices")
        return int(slot)

    def rename(self, index_id: str, new_id: str) -> None:
        """Give an index another id."""
        self._db.execute("UPDATE indices SET index_id = ? WHERE index_id = ?", (new_id, index_id))

    def delete(self, index_id: str) -> None:
        """Delete an index, and the data of its slot if it has one; documents and nodes stay."""
        for (slot,) in select(self._db, "SELECT slot FROM indices WHERE index_id = ? AND slot <> 0", (index_id,)):
            for table in (
                "index_nodes",
                "index_documents",
                "triplets",
                "tree_summaries",
            ):  # the rest goes with them
                self._db.execute(f"DELETE FROM {table} WHERE slot = ?", (slot,))
        self._db.execute("DELETE FROM indices WHERE index_id = ?", (index_id,))
        set_index_struct(self._db, index_id, "")

    def index_structs(self) -> list[IndexStruct]:
        """Return all indices."""
        return [self._struct(entry) for entry in self.entries()]

    def add_index_struct(self, index_struct: IndexStruct) -> None:
        """Write an index down, in the place of one with its id; ``load_index_from_storage`` opens it."""
        kind = index_struct.get_type().value
        with self._db.joined():
            self.put(IndexEntry(index_struct.index_id, _KIND_OF.get(kind, kind), index_struct.summary))
            set_index_struct(self._db, index_struct.index_id, json.dumps(index_struct_to_json(index_struct)))

    def delete_index_struct(self, key: str) -> None:
        """Forget an index; documents and nodes stay."""
        with self._db.joined():
            self.delete(key)

    def get_index_struct(self, struct_id: str | None = None) -> IndexStruct | None:
        """Return the index with an id (None when there is none), or the only one.

        Raises:
            ValueError: there is not exactly one, and no id was given.

        """
        if struct_id is None:
            return the_only(self.index_structs())
        return next((self._struct(entry) for entry in self.entries() if entry.index_id == struct_id), None)

    def _struct(self, entry: IndexEntry) -> IndexStruct:
        if written := get_index_struct(self._db, entry.index_id):
            return json_to_index_struct(json.loads(written))
        struct = _STRUCTS.get(entry.kind, EmptyIndexStruct)(entry.index_id, entry.summary)
        if isinstance(struct, IndexDict):
            struct.nodes_dict = {node_id: node_id for node_id in self._node_ids(entry.slot)}
        elif isinstance(struct, IndexList):
            struct.nodes = self._node_ids(entry.slot)
        return struct

    def _node_ids(self, slot: int) -> list[str]:
        """Return the ids of the nodes that an index searches, in document order."""
        sql = f"SELECT node_id FROM nodes n WHERE embedded <> ? AND {of_slot(slot)} ORDER BY document, position"
        return [row[0] for row in select(self._db, sql, (UNSEARCHED,))]
