"""Documents, their pages and their nodes in an index file."""

import json
import time
from collections.abc import Iterable, Iterator
from itertools import chain

from desktop_rag.core.file_paths import INSIDE
from desktop_rag.storage.records import (
    HIDDEN_METADATA,
    DocumentRecord,
    KnownFile,
    NodeRecord,
    Piece,
    RefDocInfo,
    Totals,
    doc_id_of,
    text_hash,
)
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.documents import LibraryDocuments
from desktop_rag.storage.sqlite.pages import labelled_pages, page_text, put_pages
from desktop_rag.storage.sqlite.places import BELOW, bounds

__all__ = [
    "HIDDEN_METADATA", "DocumentRecord", "DocumentStore", "KnownFile", "NodeRecord", "RefDocInfo", "Totals",
    "doc_id_of", "text_hash",
]  # fmt: skip


class DocumentStore(LibraryDocuments):
    """Reads and writes documents, also files; the caller holds the transaction of what writes.

    Everything is found in document order. Several threads may read at once.
    """

    def known_file(self, path: str) -> KnownFile | None:
        """Return what is known of one file."""
        sql = "SELECT size, mtime_ns, content_hash, state FROM documents WHERE path = ? AND doc_id <> ''"
        rows = select(self._db, sql, (path,))
        return KnownFile(*rows[0]) if rows else None

    def files_at(self, path: str, separator: str) -> list[str]:
        """Return the files at and below a path, and inside a file."""
        sql = f"SELECT d.path FROM documents d WHERE ({BELOW} OR d.container = ?1) AND d.doc_id <> ''"  # noqa: S608
        files = [row[0] for row in select(self._db, sql, bounds(path, separator))]
        return files + [inside for inside in self.inside(path) if inside not in files] if INSIDE in path else files

    def read_files(self, paths: Iterable[str]) -> set[str]:
        """Return those of some files that were read and are searchable."""
        sql = "SELECT state FROM documents WHERE path = ?"
        return {
            path for path in paths
            if any(row[0] in {"parsed", "offline"} for row in select(self._db, sql, (path,)))
        }  # fmt: skip

    def same_content(self, content_hash: bytes, path: str) -> str:
        """Return another file on disk that was read and holds the same, "" when there is none."""
        sql = (
            "SELECT path FROM documents WHERE content_hash = ? AND length(content_hash) > 0 AND state = 'parsed' "
            "AND container IS NULL AND path <> ? ORDER BY +id LIMIT 1"
        )
        rows = select(self._db, sql, (content_hash, path))
        return rows[0][0] if rows else ""

    def members(self, container: str) -> dict[str, KnownFile]:
        """Return what is known of the files inside a file, by path."""
        sql = "SELECT path, size, mtime_ns, content_hash, state FROM documents WHERE container = ?"
        return {row[0]: KnownFile(*row[1:]) for row in select(self._db, sql, (container,))}

    def inside(self, path: str) -> list[str]:
        """Return a file inside a file, and those inside it."""
        below = path + INSIDE
        end = f"{below[:-1]}{chr(ord(below[-1]) + 1)}"
        sql = "SELECT path FROM documents WHERE path = ?1 OR (path >= ?2 AND path < ?3)"
        return [row[0] for row in select(self._db, sql, (path, below, end))]

    def put(self, record: DocumentRecord, more: Iterable[Piece] = ()) -> list[int]:
        """Store a parsed file in place of an older version; return the row ids of its nodes.

        ``more`` are the pieces behind those of the record, taken one after the other.
        """
        doc_id = doc_id_of(record.path)
        self._delete_one(record.path)
        document = self._insert_document(doc_id, record)
        rowids: list[int] = []
        pages = 0
        for more_pages, nodes in chain([(record.pages, record.nodes)], more):
            put_pages(self._db, document, more_pages, pages + 1)
            pages += len(more_pages)
            rowids += self._writer.insert_passages(document, doc_id, nodes, len(rowids))
        if pages > len(record.pages):
            self._db.execute("UPDATE documents SET pages = ? WHERE id = ?", (pages, document))
            self._writer.count([document])
        return rowids

    def touch(self, path: str, size: int, mtime_ns: int) -> None:
        """Note a new size and time of a file whose content is the same."""
        self._db.execute("UPDATE documents SET size = ?, mtime_ns = ? WHERE path = ?", (size, mtime_ns, path))

    def doubt(self, paths: Iterable[str]) -> None:
        """Forget what identifies the content of files, so that reading them again changes what is stored."""
        sql = "UPDATE documents SET content_hash = X'' WHERE path = ?1 OR container = ?1"
        self._db.executemany(sql, ((path,) for path in paths))

    def delete(self, paths: Iterable[str]) -> list[int]:
        """Remove files, what is in them, and all that was made of them; return the row ids of the removed nodes."""
        removed: list[int] = []
        for path in paths:
            inside = select(self._db, "SELECT path FROM documents WHERE container = ?", (path,))
            for name in (path, *(row[0] for row in inside)):
                removed += self._delete_one(name)
        return removed

    def text_hashes(self, path: str) -> dict[int, bytes]:
        """Return the text hashes of a file's nodes by row id."""
        sql = "SELECT n.id, n.text_hash FROM nodes n JOIN documents d ON d.id = n.document WHERE d.path = ?"
        return dict(select(self._db, sql, (path,)))

    def page_text(self, path: str, page: int) -> str | None:
        """Return the stored text of a page (1-based), None when it is not stored."""
        rows = select(self._db, "SELECT id FROM documents WHERE path = ?", (path,))
        return page_text(self._db, rows[0][0], page) if rows else None

    def labelled_pages(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the (label, text) of a file's pages."""
        return labelled_pages(self._db, path)

    def languages(self) -> tuple[str, ...]:
        """Return the languages of the files that were read, the most frequent first."""
        sql = (
            "SELECT json_extract(metadata, '$.language') AS language FROM documents WHERE state = 'parsed' "
            "AND language IS NOT NULL GROUP BY language ORDER BY count(*) DESC, language"
        )
        return tuple(row[0] for row in select(self._db, sql) if row[0])

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

    def _delete_one(self, path: str) -> list[int]:
        """Remove one document, not what is in it."""
        removed: list[int] = []
        for (row,) in select(self._db, "SELECT id FROM documents WHERE path = ?", (path,)):
            removed += self._delete_row(row)
        return removed

    def _insert_document(self, doc_id: str, record: DocumentRecord) -> int:
        """Insert the row of a file and return its id."""
        # a program may have stored a document of its own under the id of this file
        self.delete_document(doc_id)
        searched = sum(node.searchable for node in record.nodes)
        self._db.execute(
            "INSERT INTO documents (doc_id, path, state, reason, size, mtime_ns, content_hash, pages, nodes, metadata, "
            "indexed_at, container) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (doc_id, record.path, record.state, record.reason, record.size, record.mtime_ns, record.content_hash,
             len(record.pages), searched, json.dumps(record.metadata, ensure_ascii=False), time.time(),
             record.container or None),
        )  # fmt: skip
        return self._db.last_insert_rowid()
