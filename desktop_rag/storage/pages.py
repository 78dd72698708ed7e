"""The texts of pages, kept compressed: few of them are ever read."""

import zlib
from collections.abc import Iterable

import apsw

from desktop_rag.storage.connection import select


def put_pages(connection: apsw.Connection, document: int, pages: Iterable[tuple[str, str]]) -> None:
    """Store the (label, text) of a document's pages, numbered from 1."""
    rows = ((document, number, label, _pack(text)) for number, (label, text) in enumerate(pages, 1))
    connection.executemany("INSERT INTO pages VALUES (?, ?, ?, ?)", rows)


def page_text(connection: apsw.Connection, document: int, page: int) -> str | None:
    """Return the text of a page of a document (by its row id), None when it is not stored."""
    sql = "SELECT text FROM pages WHERE document = ? AND page = ?"
    rows = select(connection, sql, (document, page))
    return _unpack(rows[0][0]) if rows else None


def page_texts(connection: apsw.Connection, doc_id: str, first: int, last: int | None) -> list[str]:
    """Return the texts of a document's pages from ``first`` to ``last`` (None: the last there is)."""
    sql = (
        "SELECT p.text FROM pages p JOIN documents d ON d.id = p.document "
        "WHERE d.doc_id = ?1 AND p.page >= ?2 AND (?3 IS NULL OR p.page <= ?3) ORDER BY p.page"
    )
    return [_unpack(row[0]) for row in select(connection, sql, (doc_id, first, last))]


def _pack(text: str) -> bytes:
    """Compress a page's text."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 3)


def _unpack(data: bytes) -> str:
    """Undo ``_pack``."""
    return zlib.decompress(data).decode("utf-8", "surrogatepass")
