"""Writing nodes and taking them away again, everywhere they are: keyword terms, vectors, codes."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import apsw

from desktop_rag.core.schema import MetadataMode, NodeRelationship, TextNode
from desktop_rag.storage.records import EMBEDDED, UNSEARCHED, WAITING, NodeRecord, node_id_of, text_hash
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.nodes import APART, extra_of
from desktop_rag.storage.sqlite.vectors.spaces import UNUSED

_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)  # one for all: making it takes as long as using it
_NEIGHBOURS = (NodeRelationship.PREVIOUS, NodeRelationship.NEXT)


class _NodeRow(NamedTuple):
    """A row of the table ``nodes``, a field for each column."""

    id: int
    node_id: str
    document: int
    position: int
    page: int
    start: int
    end: int
    heading: str
    text: str
    text_hash: bytes
    embedded: int
    type: str
    metadata: str
    extra: str = "{}"
    parent: int | None = None  # set afterwards, when every parent has its row


_INSERT_NODE = f"INSERT INTO nodes ({', '.join(_NodeRow._fields)}) VALUES ({', '.join('?' * len(_NodeRow._fields))})"


class _StoredRow(NamedTuple):
    """What a row of the table ``nodes`` is compared by, a field for each column."""

    node_id: str
    id: int
    document: int
    position: int
    embedded: int
    text_hash: bytes
    type: str
    metadata: str
    text: str

    def is_of(self, node: TextNode) -> bool:
        """Return True if storing a node would change nothing; a passage changes with its file alone."""
        if self.type == "passage":
            return True
        hashed = text_hash("", node.get_content(MetadataMode.EMBED))
        given = (hashed, node.object_type.value, to_json(node.metadata), storable(node.text))
        return given == (self.text_hash, self.type, self.metadata, self.text)


@dataclass(frozen=True, slots=True)
class _Stored:
    """A node that is there already."""

    rowid: int
    document: int
    position: int
    embedded: int
    same: bool


class NodeWriter:
    """Writes nodes; the caller holds the transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def insert_passages(
        self, document: int, doc_id: str, records: Sequence[NodeRecord], first_position: int = 0
    ) -> list[int]:
        """Store passages of a file in order, the first one at a position, and return their row ids."""
        from desktop_rag.storage.sqlite.keywords.lengths import Lengths

        # row ids are given here, so that all rows go in with one statement
        ((last,),) = select(self._db, "SELECT coalesce(max(id), 0) FROM nodes")
        placed = [(last + 1 + i, first_position + i, record) for i, record in enumerate(records)]
        rows = (
            _NodeRow(
                id=rowid,
                node_id=node_id_of(doc_id, position, record),
                document=document,
                position=position,
                page=record.page,
                start=record.start,
                end=record.end,
                heading=record.heading,
                text=record.text,
                text_hash=text_hash(record.heading, record.text),
                embedded=WAITING if record.searchable else UNSEARCHED,
                type="passage",
                metadata=to_json(record.metadata),
            )
            for rowid, position, record in placed
        )
        self._db.executemany(_INSERT_NODE, rows)
        self._db.executemany(
            "INSERT INTO keywords (rowid, terms, words) VALUES (?, ?, ?)",
            (
                (rowid, storable(record.terms), storable(record.words))
                for rowid, _, record in placed
                if record.searchable
            ),
        )
        Lengths(self._db).keep(last + 1, last + len(placed))
        self._db.executemany(
            # afterwards, when every parent has its row
            "UPDATE nodes SET parent = (SELECT id FROM nodes WHERE document = ? AND position = ?) WHERE id = ?",
            ((document, record.parent, rowid) for rowid, _, record in placed if record.parent is not None),
        )
        return [rowid for rowid, _, _ in placed]

    def insert_nodes(self, groups: Sequence[tuple[int, Sequence[TextNode]]], state: int) -> list[int]:
        """Store a program's nodes, each group behind the nodes of its document, and return their row ids.

        A node that is stored already keeps its place; what is the same keeps its vector. Of those with one id the last
        counts.
        """
        latest = {node.id_: node for _, group in groups for node in group}
        nodes = list(latest.values())
        stored, behind = self._stored(nodes), self._positions_behind([document for document, _ in groups])
        parents = {node.parent_node.node_id for node in nodes if node.parent_node is not None}
        known = {node.id_ for node in nodes} | {row.node_id for row in self._rows(sorted(parents))}
        rowids: dict[str, int] = {}
        new = _NewNodes(self._db)
        for document, node in ((document, latest[node.id_]) for document, group in groups for node in group):
            old = stored.get(node.id_)
            if old is not None and old.same:
                self._raise_state(old, node, state)
                rowids[node.id_] = old.rowid
                continue
            row, place = (old.document, old.position) if old is not None else (document, behind[document])
            slots: list[tuple[int]] = []
            if old is None:
                behind[document] += 1
            else:  # it will be the node of the same indices
                slots = select(self._db, "SELECT slot FROM index_nodes WHERE node = ?", (old.rowid,))
                self.delete_rows([old.rowid])
            rowids[node.id_] = new.add(
                node, document=row, position=place, state=state, known=known, slots=[slot for (slot,) in slots]
            )
            stored[node.id_] = _Stored(rowids[node.id_], row, place, state, same=True)
        new.insert()
        self._tie(nodes, rowids)
        return [rowids[node.id_] for _, group in groups for node in group]

    def delete_rows(self, rowids: Sequence[int]) -> list[int]:
        """Remove nodes with their keyword terms, vectors and codes; return the row ids of their documents."""
        self.delete_traces(rowids)
        ids = (json.dumps(list(rowids)),)
        among = "IN (SELECT value FROM json_each(?))"
        documents = [row[0] for row in select(self._db, f"SELECT DISTINCT document FROM nodes WHERE id {among}", ids)]
        # children of a node that goes stay, at the top
        self._db.execute(f"UPDATE nodes SET parent = NULL WHERE parent {among}", ids)
        self._db.execute(f"DELETE FROM nodes WHERE id {among}", ids)
        self.count(documents)
        return documents

    def delete_traces(self, rowids: Sequence[int]) -> None:
        """Remove all other data of nodes that are about to be deleted."""
        from desktop_rag.storage.sqlite.vectors.codes import CodeBlocks

        self._db.executemany("DELETE FROM keywords WHERE rowid = ?", ((rowid,) for rowid in rowids))
        for (space,) in select(self._db, f"SELECT id FROM embedding_spaces WHERE active <> {UNUSED}"):
            self._db.executemany(f"DELETE FROM vectors_{int(space)} WHERE rowid = ?", ((rowid,) for rowid in rowids))
            CodeBlocks(self._db, int(space)).remove(rowids)

    def count(self, documents: Iterable[int]) -> None:
        """Note how many nodes of documents are searched."""
        self._db.executemany(
            "UPDATE documents SET nodes = (SELECT count(*) FROM nodes n WHERE n.document = documents.id "
            "AND n.embedded <> ?) WHERE id = ?",
            ((UNSEARCHED, document) for document in documents),
        )

    def _raise_state(self, old: _Stored, node: TextNode, state: int) -> None:
        """Make a stored node findable in one more way; existing ways are never removed."""
        # another index over the same node may want less of it than the first one
        if state == UNSEARCHED or old.embedded in {WAITING, EMBEDDED} or old.embedded == state:
            return
        if old.embedded == UNSEARCHED:
            _insert_terms(self._db, [_terms_row(old.rowid, node.get_content(MetadataMode.EMBED))])
        self._db.execute("UPDATE nodes SET embedded = ? WHERE id = ?", (state, old.rowid))
        self.count([old.document])

    def _positions_behind(self, documents: Sequence[int]) -> dict[int, int]:
        """Return the position behind the last node of each document."""
        sql = (
            "SELECT document, max(position) + 1 FROM nodes "
            "WHERE document IN (SELECT value FROM json_each(?)) GROUP BY document"
        )
        return dict.fromkeys(documents, 0) | dict(select(self._db, sql, (json.dumps(list(documents)),)))

    def _stored(self, nodes: Sequence[TextNode]) -> dict[str, _Stored]:
        """Return those of the nodes that are stored, and whether they are the same."""
        rows = {row.node_id: row for row in self._rows([node.id_ for node in nodes])}
        return {
            node.id_: _Stored(row.id, row.document, row.position, row.embedded, row.is_of(node))
            for node in nodes
            if (row := rows.get(node.id_)) is not None
        }

    def _rows(self, node_ids: Sequence[str]) -> list[_StoredRow]:
        """Return the rows stored under some node ids."""
        columns = ", ".join(_StoredRow._fields)
        sql = f"SELECT {columns} FROM nodes WHERE node_id IN (SELECT value FROM json_each(?))"
        return list(map(_StoredRow._make, select(self._db, sql, (json.dumps(list(node_ids)),))))

    def _tie(self, nodes: Sequence[TextNode], rowids: dict[str, int]) -> None:
        """Let children know the rows of their parents."""
        above = {node.id_: node.parent_node.node_id for node in nodes if node.parent_node is not None}
        known: dict[str, int] = {
            row.node_id: row.id for row in self._rows(sorted({*above.values()} - rowids.keys()))
        } | rowids
        pairs = [(known[parent], rowids[child]) for child, parent in above.items() if parent in known]
        self._db.executemany("UPDATE nodes SET parent = ? WHERE id = ?", pairs)


class _NewNodes:
    """Nodes of programs on their way into the tables: all at once, a statement for each table."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection
        ((last,),) = select(connection, "SELECT coalesce(max(id), 0) FROM nodes")
        self._last = int(last)
        self._rows: list[_NodeRow] = []
        self._terms: list[tuple[int, str, str]] = []
        self._slots: list[tuple[int, int]] = []

    def add(
        self,
        node: TextNode,
        *,
        document: int,
        position: int,
        state: int,
        known: Collection[str],
        slots: Sequence[int],
    ) -> int:
        """Take a node to be stored as one of some indices; return the row id that it will have."""
        self._last += 1
        extra = extra_of(node)
        # a parent that was never stored has no row to point to
        if node.parent_node is not None and node.parent_node.node_id not in known:
            extra["parent"] = node.parent_node.node_id
        if apart := [side for side in _NEIGHBOURS if side not in node.relationships]:
            extra[APART] = apart
        begin, end = node.start_char_idx, node.end_char_idx
        if begin is None or end is None:
            begin = end = -1
        content = node.get_content(MetadataMode.EMBED)
        row = _NodeRow(
            id=self._last,
            node_id=node.id_,
            document=document,
            position=position,
            page=1,
            start=begin,
            end=end,
            heading="",
            text=storable(node.text),
            text_hash=text_hash("", content),
            embedded=state,
            type=node.object_type.value,
            metadata=to_json(node.metadata),
            extra=to_json(extra),
        )
        self._rows.append(row)
        if state != UNSEARCHED:
            self._terms.append(_terms_row(self._last, content))
        self._slots += [(slot, self._last) for slot in slots]
        return self._last

    def insert(self) -> None:
        """Store the nodes, with their keyword terms."""
        if self._rows:
            self._db.executemany(_INSERT_NODE, self._rows)
            self._db.executemany("INSERT INTO index_nodes (slot, node) VALUES (?, ?)", self._slots)
            _insert_terms(self._db, self._terms)


def _terms_row(rowid: int, content: str) -> tuple[int, str, str]:
    """Return the row of search terms for a node."""
    from desktop_rag.text.analyzer import keyword_terms

    found = keyword_terms(content)
    return rowid, storable(" ".join(found.terms)), storable(" ".join(found.words))


def _insert_terms(connection: apsw.Connection, rows: Sequence[tuple[int, str, str]]) -> None:
    """Let nodes be found by their terms."""
    from desktop_rag.storage.sqlite.keywords.lengths import Lengths

    if rows:
        connection.executemany("INSERT INTO keywords (rowid, terms, words) VALUES (?, ?, ?)", rows)
        Lengths(connection).keep(min(row[0] for row in rows), max(row[0] for row in rows))


def storable(text: str) -> str:
    """Return a text that can be written to a file: halves of characters become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def to_json(values: object) -> str:
    """Return metadata in stored form; values unknown to JSON become text."""
    return storable(_ENCODER.encode(values))
