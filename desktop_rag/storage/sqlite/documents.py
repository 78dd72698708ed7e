"""Documents: files, and the texts that programs store."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from desktop_rag.core.mail import FROM_KEY, MAIL_KEYS
from desktop_rag.core.schema import Document, Metadata, TextNode, Vector
from desktop_rag.storage.filters import with_containers
from desktop_rag.storage.records import (
    BY_WORDS,
    EMBEDDED,
    LOOSE,
    WAITING,
    DocumentRecord,
    PageRow,
    Piece,
    RefDocInfo,
    SearchedDocument,
    Totals,
    doc_id_of,
    hash_as_bytes,
    hash_as_text,
)
from desktop_rag.storage.sqlite.bibliography import Bibliography
from desktop_rag.storage.sqlite.connection import Connection, SQLiteValue, select, version_of
from desktop_rag.storage.sqlite.earlier import EarlierTexts
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, IndexNodes
from desktop_rag.storage.sqlite.nodes import extra_of
from desktop_rag.storage.sqlite.pages import labelled_pages, page_text, page_texts, put_pages
from desktop_rag.storage.sqlite.review import ReviewCells
from desktop_rag.storage.sqlite.threads import MailThreads
from desktop_rag.storage.sqlite.vectors.spaces import active_space
from desktop_rag.storage.sqlite.writing import NodeWriter, storable, to_json

if TYPE_CHECKING:
    from desktop_rag.storage.sqlite.vectors.vector_store import SqliteVectors

_AT_ONCE = 500
# Of so many nodes one is in another language: of the passages of four public sets in one language at most 1 in 370 is
# taken for another, and a question changed for the sake of one such passage finds .5 points less of JSQuAD by meaning.
_OTHER_LANGUAGE = 200


class SqliteDocuments:
    """The documents of one library (``storage.ports.Documents``).

    The caller holds the transaction of what writes; ``replace_file`` and ``put_document`` have one of their own.
    """

    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self._writer = NodeWriter(connection)
        self._bibliography = Bibliography(connection)
        self._threads = MailThreads(connection)
        self._last_searched: tuple[int, int, list[SearchedDocument]] | None = None

    def replace_file(
        self, record: DocumentRecord, more: Iterable[Piece] = (), *, finish: Callable[[], None] | None = None
    ) -> list[int]:
        """Store a file in place of an older version; return the row ids of its nodes.

        All of it or nothing: inside a transaction an error has to end that.
        """
        from desktop_rag.storage.sqlite.vectors.vector_store import SqliteVectors

        with self._db.joined():
            space = active_space(self._db)
            vectors = SqliteVectors(self._db, space) if space is not None else None
            # before the old nodes go: text that stays the same keeps its vector
            kept = self._vectors_of(vectors, record.path) if vectors is not None else {}
            earlier = EarlierTexts(self._db)
            earlier.replacing(record)
            rowids = self._put(record, more)
            earlier.replaced(record.path)
            if vectors is not None:
                self._reuse(vectors, rowids, kept)
            # the journal's row goes in the same transaction: a killed run neither reads twice nor forgets
            if finish is not None:
                finish()
        return rowids

    def delete_files(self, paths: Iterable[str]) -> list[int]:
        """Remove files, those in them, and their nodes; return the row ids of the removed nodes."""
        removed: list[int] = []
        cells, earlier = ReviewCells(self._db), EarlierTexts(self._db)
        for path in paths:
            inside = select(self._db, "SELECT path FROM documents WHERE container = ?", (path,))
            for name in (path, *(row[0] for row in inside)):
                earlier.forget(name)
                removed += self._delete_one(name)
                cells.forget_said(name)
                self._bibliography.replace(name, ())
        return removed

    def put_document(
        self, document: TextNode, nodes: Sequence[TextNode], *, embed: bool = True, slot: int = EVERYTHING
    ) -> list[int]:
        """Store a document with its nodes in place of an older version; return the row ids of the nodes.

        With the ``slot`` of an index with nodes of its own, the nodes belong to it, and those of other such indices
        stay.
        """
        return self.put_documents([(document, nodes)], embed=embed, slot=slot)

    def put_documents(
        self, documents: Sequence[tuple[TextNode, Sequence[TextNode]]], *, embed: bool = True, slot: int = EVERYTHING
    ) -> list[int]:
        """Store documents, each with its nodes, as ``put_document`` does: with a statement or two for each table."""
        known = self._rows_of([document.id_ for document, _ in documents])
        rows = [self._row_for(document, known.get(document.id_), slot) for document, _ in documents]
        for row, (document, _) in zip(rows, documents, strict=True):
            put_pages(self._db, row, [PageRow("1", document.text)])
        groups = [(row, nodes) for row, (_, nodes) in zip(rows, documents, strict=True)]
        rowids = self._writer.insert_nodes(groups, WAITING if embed else BY_WORDS)
        index = IndexNodes(self._db, slot)
        index.add(rowids)
        index.put_documents(
            (row, hash_as_bytes(document.hash)) for row, (document, _) in zip(rows, documents, strict=True)
        )
        self._writer.count(rows)
        return rowids

    def delete_document(self, doc_id: str, *, slot: int = EVERYTHING) -> list[int]:
        """Remove a document with everything that was made of it; return the row ids of its nodes.

        With the ``slot`` of an index with nodes of its own, nodes of other such indices stay, and so does the document.
        """
        row = self._row_of(doc_id)
        if row is None or not IndexNodes(self._db, slot).has_document(doc_id):
            return []
        return self._clear(row, slot)[0]

    def _clear(self, row: int, slot: int) -> tuple[list[int], bool]:
        """Remove an index's part of a document; return the nodes that are gone, and True if the document is."""
        index = IndexNodes(self._db, slot)
        nodes = [int(found[0]) for found in select(self._db, "SELECT id FROM nodes WHERE document = ?", (row,))]
        held = set() if slot == EVERYTHING else index.held_by_others(nodes)
        if not held:
            return self._delete_row(row), True
        own = index.among(nodes)
        index.remove(own)
        index.remove_document(row)
        gone = [rowid for rowid in own if rowid not in held]
        self._writer.delete_rows(gone)
        return gone, False

    def forget_named(self, rows: Sequence[int]) -> None:
        """Remove those of some documents that only nodes named, and that have none any more."""
        self._db.execute(
            "DELETE FROM documents WHERE id IN (SELECT value FROM json_each(?)) AND doc_id <> '' "
            "AND NOT pages AND content_hash = x'' "
            "AND NOT EXISTS (SELECT 1 FROM nodes WHERE document = documents.id)",
            (json.dumps(list(rows)),),
        )

    def document_exists(self, doc_id: str) -> bool:
        """Return True if a document is stored."""
        return bool(self.existing([doc_id]))

    def existing(self, doc_ids: Iterable[str]) -> set[str]:
        """Return the ids of those documents that are stored."""
        return set(self._rows_of(filter(None, doc_ids)))

    def get_document(self, doc_id: str) -> Document | None:
        """Return a document as it was stored, its pages put together; None where only nodes of it were."""
        sql = (
            "SELECT metadata, extra FROM documents WHERE doc_id = ? AND doc_id <> '' AND (pages OR content_hash <> x'')"
        )
        rows = select(self._db, sql, (doc_id,))
        if not rows:
            return None
        metadata, extra = json.loads(rows[0][0]), json.loads(rows[0][1])
        return Document(
            text=self.document_text(doc_id),
            id_=doc_id,
            metadata=metadata,
            excluded_embed_metadata_keys=extra.pop("excluded_embed", []),
            excluded_llm_metadata_keys=extra.pop("excluded_llm", []),
            **extra,
        )

    def get_document_hash(self, doc_id: str) -> str | None:
        """Return the hash of a document's content, None when it is not stored or was never given."""
        rows = select(self._db, "SELECT content_hash FROM documents WHERE doc_id = ?", (doc_id,))
        return hash_as_text(rows[0][0]) if rows else None

    def set_document_hash(self, doc_id: str, doc_hash: str) -> None:
        """Note the hash of a stored document's content."""
        self._db.execute("UPDATE documents SET content_hash = ? WHERE doc_id = ?", (hash_as_bytes(doc_hash), doc_id))

    def document_text(self, doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        """Return the text of a document from one page to another, pages separated by an empty line."""
        return "\n\n".join(page_texts(self._db, doc_id, first_page, last_page))

    def iter_documents(self) -> Iterator[RefDocInfo]:
        """Yield every document that was read, in order, without the ids of its nodes; reads a few at a time."""
        last = -1
        # by key, not by offset: others may write between two reads
        while rows := self._rows("AND id > ? ORDER BY id LIMIT ?", (last, _AT_ONCE)):
            yield from (info for _, info in rows)
            last = rows[-1][0]

    def searched(self, most: int) -> list[SearchedDocument]:
        """Return the documents with searched nodes, in order; empty if there are more than ``most``.

        Each part of a question asks: what a reader found last is kept until somebody changes the file.
        """
        version, last = version_of(self._db), self._last_searched
        if last is not None and last[:2] == (most, version):
            return last[2]
        sql = "SELECT doc_id, path, nodes FROM documents WHERE nodes > 0 ORDER BY id LIMIT ?"
        # one more than wanted tells too many from just enough
        rows = select(self._db, sql, (most + 1,))
        found = list(map(SearchedDocument._make, rows)) if len(rows) <= most else []
        self._last_searched = (most, version, found) if version is not None else None
        return found

    def has_other_languages(self, language: str) -> bool:
        """Return True if one in 200 nodes is in a document in another known language: 5 ms for 10,000 documents."""
        other = "sum(nodes) FILTER (WHERE json_extract(metadata, '$.language') NOT IN ('', ?))"
        sql = f"SELECT coalesce({other} * {_OTHER_LANGUAGE} >= sum(nodes), 0) FROM documents WHERE nodes > 0"
        return bool(select(self._db, sql, (language,))[0][0])

    def ref_doc_info(self, doc_id: str) -> RefDocInfo | None:
        """Return a document with the ids of its nodes, None when it is not stored."""
        found = self._rows("AND doc_id = ?", (doc_id,))
        if not found:
            return None
        sql = "SELECT node_id FROM nodes WHERE document = (SELECT id FROM documents WHERE doc_id = ?) ORDER BY position"
        _, info = found[0]
        node_ids = [row[0] for row in select(self._db, sql, (doc_id,))]
        return RefDocInfo(info.doc_id, info.path, info.pages, info.nodes, info.metadata, node_ids)

    def hashes_of(self, doc_id: str) -> dict[int, bytes]:
        """Return the text hashes of a document's nodes by row id."""
        sql = "SELECT n.id, n.text_hash FROM nodes n JOIN documents d ON d.id = n.document WHERE d.doc_id = ?"
        return dict(select(self._db, sql, (doc_id,)))

    def page_text(self, path: str, page: int) -> str | None:
        """Return the stored text of a page (1-based), None when it is not stored."""
        rows = select(self._db, "SELECT id FROM documents WHERE path = ?", (path,))
        return page_text(self._db, rows[0][0], page) if rows else None

    def labelled_pages(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the (label, text) of a file's pages."""
        return labelled_pages(self._db, path)

    def page_count(self, path: str) -> int:
        """Return the number of pages of a file, 0 when it is not stored."""
        rows = select(self._db, "SELECT pages FROM documents WHERE path = ?", (path,))
        return int(rows[0][0]) if rows else 0

    def totals(self) -> Totals:
        """Count files and nodes without reading the nodes."""
        sql = "SELECT state, sum(doc_id <> ''), sum(nodes) FROM documents GROUP BY state"
        states = {state: (files, nodes or 0) for state, files, nodes in select(self._db, sql)}
        nodes = sum(count for _, count in states.values())
        ((waiting,),) = select(self._db, f"SELECT count(*) FROM nodes WHERE embedded = {WAITING}")
        files = sum(count for state, (count, _) in states.items() if state != "skipped")
        failed = states.get("failed", (0, 0))[0]
        by_state = {state: count for state, (count, _) in states.items() if count}
        return Totals(files, nodes, nodes - waiting, failed, by_state)

    def row_of(self, doc_id: str, metadata: Metadata) -> int:
        """Return the row id of a document, which is made with this metadata where there is none."""
        return self._row_of(doc_id) or self._insert_library_document(doc_id, metadata, b"")

    def _put(self, record: DocumentRecord, more: Iterable[Piece]) -> list[int]:
        """Store a file in place of an older version."""
        doc_id = doc_id_of(record.path)
        sql = "SELECT m.path FROM moved m JOIN documents d ON d.id = m.document WHERE d.path = ?"
        former_paths = select(self._db, sql, (record.path,))
        # only the file itself: what is in it has records of its own
        self._delete_one(record.path)
        document = self._insert_document(doc_id, record)
        self._tell_attachments(record)
        if record.message is not None:
            self._threads.put(document, record.message)
        # citations and links still name the paths that it had
        sql = "INSERT OR REPLACE INTO moved (path, document) VALUES (?, ?)"
        self._db.executemany(sql, ((path, document) for (path,) in former_paths))
        rowids: list[int] = []
        pages = 0
        for more_pages, nodes in chain([(record.pages, record.nodes)], more):
            put_pages(self._db, document, more_pages, pages + 1)
            pages += len(more_pages)
            rowids += self._writer.insert_passages(document, doc_id, nodes, len(rowids))
        if pages > len(record.pages):
            self._db.execute("UPDATE documents SET pages = ? WHERE id = ?", (pages, document))
            self._writer.count([document])
        if record.state != "failed":  # of a file that is damaged for now, what it said before holds
            self._bibliography.replace(record.path, record.records)
        self._bibliography.file_read(record.path)
        return rowids

    def _vectors_of(self, vectors: "SqliteVectors", path: str) -> dict[bytes, Vector]:
        """Return the vectors of a file's nodes by the hashes of their texts."""
        sql = "SELECT n.id, n.text_hash FROM nodes n JOIN documents d ON d.id = n.document WHERE d.path = ?"
        hashes: dict[int, bytes] = dict(select(self._db, sql, (path,)))
        return {hashes[rowid]: vector for rowid, vector in vectors.get(hashes).items()}

    def _reuse(self, vectors: "SqliteVectors", rowids: Sequence[int], kept: dict[bytes, Vector]) -> None:
        """Give new nodes the vectors of nodes with the same text: those before them, or others."""
        sql = "SELECT id, text_hash FROM nodes WHERE id IN (SELECT value FROM json_each(?))"
        same = f"SELECT id FROM nodes WHERE text_hash = ? AND embedded = {EMBEDDED} LIMIT 1"
        found: dict[int, Vector] = {}
        for rowid, hashed in select(self._db, sql, (json.dumps(rowids),)):
            vector = kept.get(hashed)
            if vector is None and (twins := select(self._db, same, (hashed,))):
                vector = vectors.get([twins[0][0]]).get(twins[0][0])
            if vector is not None:
                found[rowid] = vector
        if found:
            import numpy as np

            vectors.add(list(found), np.stack(list(found.values())))

    def _delete_one(self, path: str) -> list[int]:
        """Remove one document, but not those in it."""
        removed: list[int] = []
        for (row,) in select(self._db, "SELECT id FROM documents WHERE path = ?", (path,)):
            removed += self._delete_row(row)
        return removed

    def _insert_document(self, doc_id: str, record: DocumentRecord) -> int:
        """Insert the row of a file and return its id."""
        # a program may have stored a document of its own under the id of this file
        self.delete_document(doc_id)
        columns: dict[str, SQLiteValue] = {
            "doc_id": doc_id,
            "path": record.path,
            "state": record.state,
            "reason": record.reason,
            "size": record.size,
            "mtime_ns": record.mtime_ns,
            "content_hash": record.content_hash,
            "pages": len(record.pages),
            "nodes": sum(node.searchable for node in record.nodes),
            "metadata": json.dumps(self._of_message(record.path) | record.metadata, ensure_ascii=False),
            "indexed_at": time.time(),
            "container": record.container or None,
        }
        return self._insert(columns)

    def _of_message(self, path: str) -> Metadata:
        """Return who wrote the message that a file is attached to, and to whom; {} where it is to none."""
        for outer in with_containers(path)[1:]:
            for (written,) in select(self._db, "SELECT metadata FROM documents WHERE path = ?", (outer,)):
                if found := _mail_of(json.loads(written)):
                    return found
        return {}

    def _tell_attachments(self, record: DocumentRecord) -> None:
        """Let what is attached to a message have who wrote it and to whom: it may be stored before the message is."""
        if not (told := _mail_of(record.metadata)):
            return
        sql = "SELECT id, metadata FROM documents WHERE path > ?1 || '//' AND path < ?1 || '/0'"
        for row, written in select(self._db, sql, (record.path,)):
            if FROM_KEY not in (known := json.loads(written)):
                self._db.execute("UPDATE documents SET metadata = ? WHERE id = ?", (to_json(known | told), row))

    def _insert(self, columns: dict[str, SQLiteValue]) -> int:
        """Insert a row with the values of some columns and return its id."""
        names, values = ", ".join(columns), ", ".join(f":{name}" for name in columns)
        self._db.execute(f"INSERT INTO documents ({names}) VALUES ({values})", columns)
        return self._db.last_insert_rowid()

    def _rows(self, condition: str, values: tuple[SQLiteValue, ...]) -> list[tuple[int, RefDocInfo]]:
        """Return documents by row id, without the ids of their nodes."""
        rows = select(
            self._db,
            "SELECT id, doc_id, path, pages, nodes, metadata FROM documents "
            f"WHERE state IN ('parsed', 'offline') AND doc_id <> '' {condition}",
            values,
        )
        return [
            (row, RefDocInfo(doc_id, path, pages, nodes, json.loads(text)))
            for row, doc_id, path, pages, nodes, text in rows
        ]

    def _row_of(self, doc_id: str) -> int | None:
        return self._rows_of([doc_id]).get(doc_id)

    def _rows_of(self, doc_ids: Iterable[str]) -> dict[str, int]:
        """Return the row ids of those documents that are stored."""
        sql = "SELECT doc_id, id FROM documents WHERE doc_id IN (SELECT value FROM json_each(?))"
        return dict(select(self._db, sql, (json.dumps(list(doc_ids)),)))

    def _delete_row(self, row: int) -> list[int]:
        """Remove a document by its row id."""
        ids = [int(found[0]) for found in select(self._db, "SELECT id FROM nodes WHERE document = ?", (row,))]
        # keywords and vectors are virtual tables, which foreign keys do not reach
        self._writer.delete_traces(ids)
        self._db.execute("DELETE FROM documents WHERE id = ?", (row,))
        return ids

    def _row_for(self, document: TextNode, row: int | None, slot: int) -> int:
        """Return the row of a document to be stored, without the pages and nodes of the version in ``row``."""
        content_hash, extra = hash_as_bytes(document.hash), to_json(extra_of(document))
        if row is None or self._clear(row, slot)[1]:
            return self._insert_library_document(document.id_, document.metadata, content_hash, pages=1, extra=extra)
        # nodes of others are left
        self._db.execute("DELETE FROM pages WHERE document = ?", (row,))
        sql = "UPDATE documents SET metadata = ?, content_hash = ?, indexed_at = ?, pages = 1, extra = ? WHERE id = ?"
        self._db.execute(sql, (to_json(document.metadata), content_hash, time.time(), extra, row))
        return row

    def _insert_library_document(
        self, doc_id: str, metadata: Metadata, content_hash: bytes, *, pages: int = 0, extra: str = "{}"
    ) -> int:
        """Insert the row of a document that is not a file and return its row id."""
        wanted = metadata.get("file_path")
        names = [wanted] if isinstance(wanted, str) and wanted and doc_id != LOOSE else []
        sql = "SELECT 1 FROM documents WHERE path = ?"
        free = (name for name in [*names, doc_id] if not select(self._db, sql, (storable(name),)))
        path = storable(next(free, f"document:{doc_id}"))
        columns: dict[str, SQLiteValue] = {
            "doc_id": doc_id,
            "path": path,
            "state": "parsed",
            "size": 0,
            "mtime_ns": 0,
            "content_hash": content_hash,
            "metadata": to_json(metadata),
            "indexed_at": time.time(),
            "pages": pages,
            "extra": extra,
        }
        return self._insert(columns)


def _mail_of(metadata: Metadata) -> Metadata:
    """Return who wrote a message and to whom; {} for what is none."""
    return {key: value for key, value in metadata.items() if key in MAIL_KEYS} if FROM_KEY in metadata else {}
