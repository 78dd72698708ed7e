"""Documents, their pages and their nodes in an index file."""

import hashlib
import json
import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import apsw

from desktop_rag.schema import Metadata, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.storage.connection import select
from desktop_rag.vector_stores.code_blocks import CodeBlocks

_NODE_COLUMNS = (
    "n.id, n.node_id, n.page, n.start, n.end, n.heading, n.text, d.doc_id, d.path, d.metadata, "
    "(SELECT label FROM pages p WHERE p.document = n.document AND p.page = n.page)"
)
HIDDEN_METADATA = [
    "file_path", "file_type", "file_size", "creation_date", "last_modified_date", "page_number", "page_label",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A passage as the parser hands it over; ``terms`` and ``words`` are its keyword terms, separated by spaces."""

    page: int
    start: int
    end: int
    heading: str
    text: str
    terms: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A parsed file: ``pages`` are (label, text), numbered from 1."""

    path: str
    size: int
    mtime_ns: int
    content_hash: bytes
    metadata: Metadata
    pages: Sequence[tuple[str, str]] = ()
    nodes: Sequence[NodeRecord] = ()
    state: str = "parsed"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the last run saw of a file, to tell whether it changed."""

    size: int
    mtime_ns: int
    content_hash: bytes
    state: str


@dataclass(frozen=True, slots=True)
class Totals:
    """How much an index file holds; ``files`` are those that were not skipped on purpose."""

    files: int
    nodes: int
    nodes_embedded: int
    failed: int
    by_state: dict[str, int] = field(default_factory=dict)


def doc_id_of(path: str) -> str:
    """Return the document's identifier: it depends on its path only."""
    return hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def text_hash(heading: str, text: str) -> bytes:
    """Return what identifies a passage for re-use of its embedding."""
    return hashlib.blake2b(f"{heading}\n{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


class DocumentStore:
    """Reads and writes documents; the caller holds the transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def known_files(self) -> dict[str, KnownFile]:
        """Return every file of the index by path."""
        rows = select(self._db, "SELECT path, size, mtime_ns, content_hash, state FROM documents")
        return {row[0]: KnownFile(*row[1:]) for row in rows}

    def put(self, record: DocumentRecord) -> list[int]:
        """Store a parsed file in place of an older version; return the row ids of its nodes."""
        doc_id = doc_id_of(record.path)
        self.delete([record.path])
        document = self._insert_document(doc_id, record)
        self._db.executemany(
            "INSERT INTO pages VALUES (?, ?, ?, ?)",
            ((document, number, label, _pack(text)) for number, (label, text) in enumerate(record.pages, 1)),
        )
        return [self._insert_node(document, doc_id, position, node) for position, node in enumerate(record.nodes)]

    def touch(self, path: str, size: int, mtime_ns: int) -> None:
        """Note a new size and time of a file whose content is the same."""
        self._db.execute("UPDATE documents SET size = ?, mtime_ns = ? WHERE path = ?", (size, mtime_ns, path))

    def set_state(self, paths: Iterable[str], state: str, reason: str) -> None:
        """Mark files, for example as offline; their nodes stay searchable."""
        self._db.executemany(
            "UPDATE documents SET state = ?, reason = ? WHERE path = ?", ((state, reason, path) for path in paths)
        )

    def delete(self, paths: Iterable[str]) -> list[int]:
        """Remove files with their pages, nodes and keyword terms; return the row ids of the removed nodes."""
        removed: list[int] = []
        for path in paths:
            sql = "SELECT n.id FROM nodes n JOIN documents d ON d.id = n.document WHERE d.path = ?"
            ids = [int(row[0]) for row in select(self._db, sql, (path,))]
            self._db.executemany("DELETE FROM keywords WHERE rowid = ?", ((rowid,) for rowid in ids))
            self._delete_vectors(ids)
            self._db.execute("DELETE FROM documents WHERE path = ?", (path,))
            removed += ids
        return removed

    def get_nodes(self, rowids: Sequence[int]) -> dict[int, TextNode]:
        """Return nodes by row id; ids that are gone are left out."""
        rows = select(
            self._db,
            f"SELECT {_NODE_COLUMNS} FROM nodes n JOIN documents d ON d.id = n.document "  # noqa: S608 - constant
            "WHERE n.id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(rowids)),),
        )
        return {row[0]: _to_node(row) for row in rows}

    def nodes_to_embed(self, limit: int) -> list[tuple[int, str, str]]:
        """Return (row id, heading, text) of nodes without a vector, oldest first."""
        return select(
            self._db,
            "SELECT id, heading, text FROM nodes WHERE embedded = 0 ORDER BY id LIMIT ?",
            (limit,),
        )

    def text_hashes(self, path: str) -> dict[int, bytes]:
        """Return the text hashes of a file's nodes by row id."""
        sql = "SELECT n.id, n.text_hash FROM nodes n JOIN documents d ON d.id = n.document WHERE d.path = ?"
        return dict(select(self._db, sql, (path,)))

    def embedded_twin(self, hashed: bytes) -> int | None:
        """Return an embedded node with this text hash, None when there is none."""
        rows = select(self._db, "SELECT id FROM nodes WHERE text_hash = ? AND embedded = 1 LIMIT 1", (hashed,))
        return rows[0][0] if rows else None

    def neighbours(self, node_id: str, count: int = 1) -> tuple[list[str], list[str]]:
        """Return the texts of the ``count`` nodes before and after a node of the same file."""
        rows = select(self._db, "SELECT document, position FROM nodes WHERE node_id = ?", (node_id,))
        if not rows:
            return [], []
        document, position = rows[0]
        near = select(
            self._db,
            "SELECT position, text FROM nodes WHERE document = ? AND position BETWEEN ? AND ? ORDER BY position",
            (document, position - count, position + count),
        )
        return [t for p, t in near if p < position], [t for p, t in near if p > position]

    def page_text(self, path: str, page: int) -> str | None:
        """Return the stored text of a page (1-based), None when it is not stored."""
        sql = "SELECT p.text FROM pages p JOIN documents d ON d.id = p.document WHERE d.path = ? AND p.page = ?"
        rows = select(self._db, sql, (path, page))
        return _unpack(rows[0][0]) if rows else None

    def files(self) -> list[tuple[str, str, str, int, int, int]]:
        """Return (path, state, reason, pages, nodes, nodes still to embed) of every file, by path."""
        return select(
            self._db,
            "SELECT d.path, d.state, d.reason, d.pages, d.nodes, "
            "(SELECT count(*) FROM nodes n WHERE n.document = d.id AND n.embedded = 0) "
            "FROM documents d ORDER BY d.path",
        )

    def page_count(self, path: str) -> int:
        """Return the number of pages of a file, 0 when it is not stored."""
        rows = select(self._db, "SELECT pages FROM documents WHERE path = ?", (path,))
        return int(rows[0][0]) if rows else 0

    def totals(self) -> Totals:
        """Count files and nodes without reading the nodes."""
        sql = "SELECT state, count(*), sum(nodes) FROM documents GROUP BY state"
        states = {state: (files, nodes or 0) for state, files, nodes in select(self._db, sql)}
        nodes = sum(count for _, count in states.values())
        ((waiting,),) = select(self._db, "SELECT count(*) FROM nodes WHERE embedded = 0")
        files = sum(count for state, (count, _) in states.items() if state != "skipped")
        failed = states.get("failed", (0, 0))[0]
        return Totals(files, nodes, nodes - waiting, failed, {state: count for state, (count, _) in states.items()})

    def roots(self) -> list[tuple[str, bool]]:
        """Return the added folders and files as (path, is a folder)."""
        return [
            (row[0], bool(row[1])) for row in self._db.execute("SELECT path, is_folder FROM roots ORDER BY added_at")
        ]

    def add_root(self, path: str, *, is_folder: bool) -> None:
        """Remember a folder or file the person added."""
        self._db.execute("INSERT OR IGNORE INTO roots VALUES (?, ?, ?)", (path, is_folder, time.time()))

    def delete_root(self, path: str) -> None:
        """Forget an added folder or file (its documents are deleted separately)."""
        self._db.execute("DELETE FROM roots WHERE path = ?", (path,))

    def _insert_document(self, doc_id: str, record: DocumentRecord) -> int:
        """Insert the row of a file and return its id."""
        self._db.execute(
            "INSERT INTO documents (doc_id, path, state, reason, size, mtime_ns, content_hash, pages, nodes, metadata, "
            "indexed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (doc_id, record.path, record.state, record.reason, record.size, record.mtime_ns, record.content_hash,
             len(record.pages), len(record.nodes), json.dumps(record.metadata, ensure_ascii=False), time.time()),
        )  # fmt: skip
        return self._db.last_insert_rowid()

    def _insert_node(self, document: int, doc_id: str, position: int, node: NodeRecord) -> int:
        """Insert one node with its keyword terms and return its row id."""
        self._db.execute(
            "INSERT INTO nodes (node_id, document, position, page, start, end, heading, text, text_hash) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (_node_id(doc_id, position, node), document, position, node.page, node.start, node.end, node.heading,
             node.text, text_hash(node.heading, node.text)),
        )  # fmt: skip
        rowid = self._db.last_insert_rowid()
        self._db.execute("INSERT INTO keywords (rowid, terms, words) VALUES (?, ?, ?)", (rowid, node.terms, node.words))
        return rowid

    def _delete_vectors(self, rowids: Sequence[int]) -> None:
        """Remove the nodes' vectors and their codes from every embedding space."""
        for (space,) in select(self._db, "SELECT id FROM embedding_spaces"):
            self._db.executemany(f"DELETE FROM vectors_{int(space)} WHERE rowid = ?", ((rowid,) for rowid in rowids))  # noqa: S608
            CodeBlocks(self._db, int(space)).remove(rowids)


def _node_id(doc_id: str, position: int, node: NodeRecord) -> str:
    """Return an identifier that is the same whenever the same file is parsed into the same passages."""
    key = f"{doc_id}|{position}|{node.page}|{node.start}|{node.text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(key, digest_size=12).hexdigest()


def _to_node(row: tuple[Any, ...]) -> TextNode:
    """Build a node from ``_NODE_COLUMNS``."""
    _, node_id, page, start, end, heading, text, doc_id, path, metadata, label = row
    values: Metadata = json.loads(metadata) | {"file_path": path, "page_number": page, "page_label": label or str(page)}
    if heading:
        values["heading"] = heading
    return TextNode(
        text=text, id_=node_id, metadata=values, start_char_idx=start, end_char_idx=end,
        excluded_embed_metadata_keys=HIDDEN_METADATA, excluded_llm_metadata_keys=HIDDEN_METADATA,
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(doc_id)},
    )  # fmt: skip


def _pack(text: str) -> bytes:
    """Compress a page's text."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 3)


def _unpack(data: bytes) -> str:
    """Undo ``_pack``."""
    return zlib.decompress(data).decode("utf-8", "surrogatepass")
