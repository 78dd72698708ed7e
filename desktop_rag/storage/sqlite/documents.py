"""Documents: files, and the texts that programs store."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import apsw

from desktop_rag.core.schema import Document, Metadata, TextNode
from desktop_rag.storage.records import LOOSE, RefDocInfo
from desktop_rag.storage.sqlite.connection import SQLiteValue, select, storage_errors
from desktop_rag.storage.sqlite.nodes import extra_of
from desktop_rag.storage.sqlite.pages import page_texts, put_pages
from desktop_rag.storage.sqlite.parents import ParentReader
from desktop_rag.storage.sqlite.writing import BY_WORDS, UNSEARCHED, WAITING, NodeWriter, storable, to_json


class LibraryDocuments(ParentReader):
    """Stores documents and nodes of programs; the caller holds the transaction of what writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        super().__init__(connection)
        self._writer = NodeWriter(connection)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes inside become visible together or not at all; the vectors of the file's stores too."""
        with storage_errors(None), self._db:
            yield

    def put_document(self, document: TextNode, nodes: Sequence[TextNode], *, embed: bool = True) -> list[int]:
        """Store a document with its nodes in place of an older version; return the row ids of the nodes."""
        self.delete_document(document.id_)
        row = self._insert_library_document(document.id_, document.metadata, bytes.fromhex(document.hash))
        self._db.execute("UPDATE documents SET pages = 1, extra = ? WHERE id = ?", (to_json(extra_of(document)), row))
        put_pages(self._db, row, [("1", document.text)])
        rowids = self._writer.insert_nodes(row, nodes, WAITING if embed else BY_WORDS)
        self._writer.count([row])
        return rowids

    def add_documents(self, nodes: Sequence[TextNode], *, embed: bool = False) -> list[int]:
        """Store nodes with the documents they come from; return their row ids.

        Nodes that are stored already are replaced when they differ. With ``embed`` they wait for their vectors;
        without, they are found by their words, or not at all where they have children to be found in their place.
        """
        rowids: dict[str, int] = {}
        for doc_id, parts in _by_document(nodes).items():
            row = self._row_of(doc_id) or self._insert_library_document(doc_id, _metadata_of(parts[0]), b"")
            states = (WAITING,) if embed else (UNSEARCHED, BY_WORDS)
            for state in states:
                wanted = [node for node in parts if embed or bool(node.child_nodes) == (state == UNSEARCHED)]
                ids = self._writer.insert_nodes(row, wanted, state)
                rowids |= {node.id_: rowid for node, rowid in zip(wanted, ids, strict=True)}
            self._writer.count([row])
        return [rowids[node.id_] for node in nodes]

    def delete_document(self, doc_id: str) -> list[int]:
        """Remove a document with everything that was made of it; return the row ids of its nodes."""
        row = self._row_of(doc_id)
        return self._delete_row(row) if row is not None else []

    def delete_nodes(self, node_ids: Sequence[str]) -> list[int]:
        """Remove nodes with everything that was made of them; return the row ids of those there were."""
        rowids = list(self.rowids_of(node_ids).values())
        self._writer.delete_rows(rowids)
        return rowids

    def document_exists(self, doc_id: str) -> bool:
        """Whether a document is stored."""
        return bool(doc_id) and self._row_of(doc_id) is not None

    def get_document(self, doc_id: str) -> Document | None:
        """Return a document as it was stored, its pages put together."""
        rows = select(self._db, "SELECT metadata, extra FROM documents WHERE doc_id = ? AND doc_id <> ''", (doc_id,))
        if not rows:
            return None
        metadata, extra = json.loads(rows[0][0]), json.loads(rows[0][1])
        return Document(
            text=self.document_text(doc_id), id_=doc_id, metadata=metadata,
            excluded_embed_metadata_keys=extra.pop("excluded_embed", []),
            excluded_llm_metadata_keys=extra.pop("excluded_llm", []), **extra,
        )  # fmt: skip

    def get_document_hash(self, doc_id: str) -> str | None:
        """Return the hash of a document's content, None when it is not stored or was never told."""
        rows = select(self._db, "SELECT content_hash FROM documents WHERE doc_id = ?", (doc_id,))
        return (rows[0][0].hex() or None) if rows else None

    def set_document_hash(self, doc_id: str, doc_hash: str) -> None:
        """Note the hash of a stored document's content."""
        self._db.execute("UPDATE documents SET content_hash = ? WHERE doc_id = ?", (bytes.fromhex(doc_hash), doc_id))

    def document_text(self, doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        """Return the text of a document from one page to another, pages separated by an empty line."""
        return "\n\n".join(page_texts(self._db, doc_id, first_page, last_page))

    def documents(self) -> list[RefDocInfo]:
        """Return every document that was read, in order; ``node_ids`` are left empty."""
        return self._documents("", ())

    def ref_doc_info(self, doc_id: str) -> RefDocInfo | None:
        """Return a document with the ids of its nodes, None when it is not stored."""
        found = self._documents("AND doc_id = ?", (doc_id,))
        if not found:
            return None
        sql = "SELECT node_id FROM nodes WHERE document = (SELECT id FROM documents WHERE doc_id = ?) ORDER BY position"
        info = found[0]
        node_ids = tuple(row[0] for row in select(self._db, sql, (doc_id,)))
        return RefDocInfo(info.doc_id, info.path, info.pages, info.nodes, info.metadata, node_ids)

    def hashes_of(self, doc_id: str) -> dict[int, bytes]:
        """Return the text hashes of a document's nodes by row id."""
        sql = "SELECT n.id, n.text_hash FROM nodes n JOIN documents d ON d.id = n.document WHERE d.doc_id = ?"
        return dict(select(self._db, sql, (doc_id,)))

    def _documents(self, condition: str, values: tuple[SQLiteValue, ...]) -> list[RefDocInfo]:
        """Return documents without the ids of their nodes."""
        rows = select(
            self._db,
            "SELECT doc_id, path, pages, nodes, metadata FROM documents "  # noqa: S608 - constant
            f"WHERE state IN ('parsed', 'offline') AND doc_id <> '' {condition} ORDER BY id",
            values,
        )
        return [RefDocInfo(doc_id, path, pages, nodes, json.loads(text)) for doc_id, path, pages, nodes, text in rows]

    def _row_of(self, doc_id: str) -> int | None:
        """Return the row id of a document."""
        rows = select(self._db, "SELECT id FROM documents WHERE doc_id = ?", (doc_id,))
        return int(rows[0][0]) if rows else None

    def _delete_row(self, row: int) -> list[int]:
        """Remove a document by its row id."""
        ids = [int(found[0]) for found in select(self._db, "SELECT id FROM nodes WHERE document = ?", (row,))]
        self._writer.delete_traces(ids)
        self._db.execute("DELETE FROM documents WHERE id = ?", (row,))
        return ids

    def _insert_library_document(self, doc_id: str, metadata: Metadata, content_hash: bytes) -> int:
        """Insert the row of a document that is not a file and return its row id."""
        wanted = metadata.get("file_path")
        names = [wanted] if isinstance(wanted, str) and wanted and doc_id != LOOSE else []
        sql = "SELECT 1 FROM documents WHERE path = ?"
        free = (name for name in [*names, doc_id] if not select(self._db, sql, (storable(name),)))
        path = storable(next(free, f"document:{doc_id}"))
        self._db.execute(
            "INSERT INTO documents (doc_id, path, state, size, mtime_ns, content_hash, metadata, indexed_at) "
            "VALUES (?, ?, 'parsed', 0, 0, ?, ?, ?)",
            (doc_id, path, content_hash, to_json(metadata), time.time()),
        )
        return self._db.last_insert_rowid()


def _by_document(nodes: Sequence[TextNode]) -> dict[str, list[TextNode]]:
    """Return nodes by the document they come from; those without one by ``LOOSE``."""
    parts: dict[str, list[TextNode]] = {}
    for node in nodes:
        parts.setdefault(node.ref_doc_id or LOOSE, []).append(node)
    return parts


def _metadata_of(node: TextNode) -> Metadata:
    """Return the metadata of the document a node comes from."""
    return dict(node.source_node.metadata) if node.source_node is not None else {}
