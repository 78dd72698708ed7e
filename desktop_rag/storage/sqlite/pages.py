"""The texts of pages, kept compressed: few of them are ever read."""

import zlib
from collections.abc import Iterable, Iterator

import apsw

from desktop_rag.storage.records import PageRow
from desktop_rag.storage.sqlite.connection import select

_AT_ONCE = 32
_LONGEST = 64 << 20  # bytes of a page's text: a few kilobytes of a hostile file would take all memory


def put_pages(connection: apsw.Connection, document: int, pages: Iterable[PageRow], first: int = 1) -> None:
    """Store a document's pages, numbered from ``first`` on."""
    rows = (
        (document, number, label, _pack(text), words[0] if words else None)
        for number, (label, text, *words) in enumerate(pages, first)
    )
    connection.executemany("INSERT INTO pages (document, page, label, text, words) VALUES (?, ?, ?, ?, ?)", rows)


def recognised_pages(connection: apsw.Connection, path: str, first: int, last: int) -> dict[int, tuple[str, bytes]]:
    """Return the text, and where its words stand, of those pages that were recognised in a picture."""
    sql = (
        "SELECT p.page, p.text, p.words FROM pages p JOIN documents d ON d.id = p.document "
        "WHERE d.path = ? AND p.page BETWEEN ? AND ? AND p.words IS NOT NULL"
    )
    return {page: (unpacked(text), words) for page, text, words in select(connection, sql, (path, first, last))}


def page_text(connection: apsw.Connection, document: int, page: int) -> str | None:
    """Return the text of a page of a document (by its row id), None when it is not stored."""
    sql = "SELECT text FROM pages WHERE document = ? AND page = ?"
    rows = select(connection, sql, (document, page))
    return unpacked(rows[0][0]) if rows else None


def page_texts(connection: apsw.Connection, doc_id: str, first: int, last: int | None) -> list[str]:
    """Return the texts of a document's pages from ``first`` to ``last`` (None: the last there is)."""
    sql = (
        "SELECT p.text FROM pages p JOIN documents d ON d.id = p.document "
        "WHERE d.doc_id = ?1 AND p.page >= ?2 AND (?3 IS NULL OR p.page <= ?3) ORDER BY p.page"
    )
    return [unpacked(row[0]) for row in select(connection, sql, (doc_id, first, last))]


def labelled_pages(connection: apsw.Connection, path: str) -> Iterator[tuple[str, str]]:
    """Yield the (label, text) of a file's pages; a few are in memory at a time, compressed."""
    number = 0
    sql = (
        "SELECT p.page, p.label, p.text FROM pages p JOIN documents d ON d.id = p.document "
        f"WHERE d.path = ? AND p.page > ? ORDER BY p.page LIMIT {_AT_ONCE}"
    )
    while rows := select(connection, sql, (path, number)):
        yield from ((label, unpacked(text)) for _, label, text in rows)
        number = rows[-1][0]


def passage_at(connection: apsw.Connection, path: str, page: int, place: int) -> tuple[str, str]:
    """Return the id and the heading of the passage with a character of a page, the nearest before it if there is none.

    Both are "" where the page has no passage so early.
    """
    sql = (
        "SELECT n.node_id, n.heading FROM nodes n JOIN documents d ON d.id = n.document "
        "WHERE d.path = ? AND n.page = ? AND n.start <= ? AND n.type = 'passage' ORDER BY n.position DESC LIMIT 1"
    )
    rows = select(connection, sql, (path, page, place))
    return rows[0] if rows else ("", "")


def _pack(text: str) -> bytes:
    """Compress a page's text."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 3)


def unpacked(data: bytes) -> str:
    """Return the text of a page that ``_pack`` compressed."""
    reader = zlib.decompressobj()
    try:
        text = reader.decompress(data, _LONGEST).decode("utf-8", "surrogatepass")
    except (zlib.error, ValueError) as error:
        raise apsw.CorruptError(str(error)) from error
    if not reader.eof:
        raise apsw.CorruptError("the text of a page is not whole, or too long")
    return text
