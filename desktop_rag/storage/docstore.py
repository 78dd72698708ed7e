"""Documents, their pages and their nodes in an index file."""

import json
import time
from collections.abc import Iterable

from desktop_rag.storage.connection import select
from desktop_rag.storage.documents import LibraryDocuments
from desktop_rag.storage.pages import page_text, put_pages
from desktop_rag.storage.records import (
    HIDDEN_METADATA,
    DocumentRecord,
    KnownFile,
    NodeRecord,
    RefDocInfo,
    Totals,
    doc_id_of,
    text_hash,
)

__all__ = [
    "HIDDEN_METADATA", "DocumentRecord", "DocumentStore", "KnownFile", "NodeRecord", "RefDocInfo", "Totals",
    "doc_id_of", "text_hash",
]  # fmt: skip


class DocumentStore(LibraryDocuments):
    """Reads and writes documents, also files; the caller holds the transaction of what writes.

    Everything is found in document order. Several threads may read at once.
    """

    def known_files(self) -> dict[str, KnownFile]:
        """Return every file of the index by path."""
        rows = select(self._db, "SELECT path, size, mtime_ns, content_hash, state FROM documents WHERE doc_id <> ''")
        return {row[0]: KnownFile(*row[1:]) for row in rows}

    def put(self, record: DocumentRecord) -> list[int]:
        """Store a parsed file in place of an older version; return the row ids of its nodes."""
        doc_id = doc_id_of(record.path)
        self.delete([record.path])
        document = self._insert_document(doc_id, record)
        put_pages(self._db, document, record.pages)
        return self._writer.insert_passages(document, doc_id, record.nodes)

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
            for (row,) in select(self._db, "SELECT id FROM documents WHERE path = ?", (path,)):
                removed += self._delete_row(row)
        return removed

    def text_hashes(self, path: str) -> dict[int, bytes]:
        """Return the text hashes of a file's nodes by row id."""
        sql = "SELECT n.id, n.text_hash FROM nodes n JOIN documents d ON d.id = n.document WHERE d.path = ?"
        return dict(select(self._db, sql, (path,)))

    def page_text(self, path: str, page: int) -> str | None:
        """Return the stored text of a page (1-based), None when it is not stored."""
        rows = select(self._db, "SELECT id FROM documents WHERE path = ?", (path,))
        return page_text(self._db, rows[0][0], page) if rows else None

    def files(self) -> list[tuple[str, str, str, int, int, int]]:
        """Return (path, state, reason, pages, nodes, nodes still to embed) of every file, by path."""
        return select(
            self._db,
            "SELECT d.path, d.state, d.reason, d.pages, d.nodes, "
            "(SELECT count(*) FROM nodes n WHERE n.document = d.id AND n.embedded = 0) "
            "FROM documents d WHERE d.doc_id <> '' ORDER BY d.path",
        )

    def page_count(self, path: str) -> int:
        """Return the number of pages of a file, 0 when it is not stored."""
        rows = select(self._db, "SELECT pages FROM documents WHERE path = ?", (path,))
        return int(rows[0][0]) if rows else 0

    def totals(self) -> Totals:
        """Count files and nodes without reading the nodes."""
        sql = "SELECT state, sum(doc_id <> ''), sum(nodes) FROM documents GROUP BY state"
        states = {state: (files, nodes or 0) for state, files, nodes in select(self._db, sql)}
        nodes = sum(count for _, count in states.values())
        ((waiting,),) = select(self._db, "SELECT count(*) FROM nodes WHERE embedded = 0")
        files = sum(count for state, (count, _) in states.items() if state != "skipped")
        failed = states.get("failed", (0, 0))[0]
        by_state = {state: count for state, (count, _) in states.items() if count}
        return Totals(files, nodes, nodes - waiting, failed, by_state)

    def roots(self) -> list[tuple[str, bool]]:
        """Return the added folders and files as (path, is a folder)."""
        rows = select(self._db, "SELECT path, is_folder FROM roots ORDER BY added_at")
        return [(row[0], bool(row[1])) for row in rows]

    def add_root(self, path: str, *, is_folder: bool) -> None:
        """Remember a folder or file the person added."""
        self._db.execute("INSERT OR IGNORE INTO roots VALUES (?, ?, ?)", (path, is_folder, time.time()))

    def delete_root(self, path: str) -> None:
        """Forget an added folder or file (its documents are deleted separately)."""
        self._db.execute("DELETE FROM roots WHERE path = ?", (path,))

    def _insert_document(self, doc_id: str, record: DocumentRecord) -> int:
        """Insert the row of a file and return its id."""
        # a program may have stored a document of its own under the id of this file
        self.delete_document(doc_id)
        searched = sum(node.searchable for node in record.nodes)
        self._db.execute(
            "INSERT INTO documents (doc_id, path, state, reason, size, mtime_ns, content_hash, pages, nodes, metadata, "
            "indexed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (doc_id, record.path, record.state, record.reason, record.size, record.mtime_ns, record.content_hash,
             len(record.pages), searched, json.dumps(record.metadata, ensure_ascii=False), time.time()),
        )  # fmt: skip
        return self._db.last_insert_rowid()
