"""Records of the files on this computer's disks. A moved file gets its new path: nothing is read or embedded again."""

import json
from collections.abc import Iterable, Iterator, Sequence

import apsw

from desktop_rag.core.file_paths import INSIDE, shown_name
from desktop_rag.core.schema import Metadata
from desktop_rag.storage.records import KnownFile, doc_id_of, node_key
from desktop_rag.storage.sqlite.connection import Connection, select
from desktop_rag.storage.sqlite.documents import SqliteDocuments
from desktop_rag.storage.sqlite.folders import BELOW, bounds
from desktop_rag.storage.sqlite.pages import recognised_pages
from desktop_rag.storage.sqlite.writing import to_json


class StoredFiles:
    """The files of one library by path; the caller holds the transaction of writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def known_file(self, path: str) -> KnownFile | None:
        """Return the stored facts of one file, None when it is not stored."""
        sql = "SELECT size, mtime_ns, content_hash, state FROM documents WHERE path = ? AND doc_id <> ''"
        rows = select(self._db, sql, (path,))
        return KnownFile(*rows[0]) if rows else None

    def files_at(self, path: str, separator: str) -> list[str]:
        """Return the files at and below a path, and inside a file."""
        sql = f"SELECT d.path FROM documents d WHERE ({BELOW} OR d.container = ?1) AND d.doc_id <> ''"
        files = [row[0] for row in select(self._db, sql, bounds(path, separator))]
        return files + [inside for inside in self.inside(path) if inside not in files] if INSIDE in path else files

    def read_files(self, paths: Iterable[str]) -> set[str]:
        """Return those of some files that were read and are searchable."""
        sql = "SELECT state FROM documents WHERE path = ?"
        return {
            path for path in paths if any(row[0] in {"parsed", "offline"} for row in select(self._db, sql, (path,)))
        }

    def same_content(self, content_hash: bytes, path: str) -> str:
        """Return another file on disk that was read and holds the same, "" when there is none."""
        sql = (
            "SELECT path FROM documents WHERE content_hash = ? AND length(content_hash) > 0 AND state = 'parsed' "
            "AND container IS NULL AND path <> ? ORDER BY +id LIMIT 1"
        )
        rows = select(self._db, sql, (content_hash, path))
        return rows[0][0] if rows else ""

    def with_content(self, content_hash: bytes) -> list[str]:
        """Return the files with a hash, also those inside others, that were read; the oldest first."""
        sql = "SELECT path FROM documents WHERE content_hash = ? AND state IN ('parsed', 'offline') ORDER BY +id"
        return [row[0] for row in select(self._db, sql, (content_hash,))]

    def called(self, name: str) -> list[str]:
        """Return the files with a name, also those inside others."""
        sql = (
            "SELECT path FROM documents WHERE doc_id <> '' AND substr(path, -length(?1) - 1) IN ('/' || ?1, '\\' || ?1)"
        )
        return [row[0] for row in select(self._db, sql, (name,))]

    def contents_below(self, path: str, separator: str) -> Iterator[tuple[str, bytes, int]]:
        """Yield the path, the hash and the number of pages of the files below a folder, or in a file.

        What is left out by rules has no hash and is not among them, nor what only holds other files that were read.
        """
        folder, below, end = bounds(path, separator)
        inside = f"{folder}{INSIDE}"
        sql = (
            "SELECT d.path, d.content_hash, d.pages FROM documents d "
            "WHERE ((d.path >= ?1 AND d.path < ?2) OR (d.path >= ?3 AND d.path < ?4)) "
            "AND d.doc_id <> '' AND (length(d.content_hash) > 0 OR d.pages OR d.state = 'failed') "
            "AND (d.pages OR NOT EXISTS (SELECT 1 FROM documents m WHERE m.container = d.path)) ORDER BY d.path"
        )
        yield from select(self._db, sql, (below, end, inside, f"{inside[:-1]}{chr(ord(inside[-1]) + 1)}"))

    def members(self, container: str) -> dict[str, KnownFile]:
        """Return the stored facts of the files inside a file, by path."""
        sql = "SELECT path, size, mtime_ns, content_hash, state FROM documents WHERE container = ?"
        return {row[0]: KnownFile(*row[1:]) for row in select(self._db, sql, (container,))}

    def inside(self, path: str) -> list[str]:
        """Return a file inside a file, and those inside it."""
        below = path + INSIDE
        end = f"{below[:-1]}{chr(ord(below[-1]) + 1)}"
        sql = "SELECT path FROM documents WHERE path = ?1 OR (path >= ?2 AND path < ?3)"
        return [row[0] for row in select(self._db, sql, (path, below, end))]

    def metadata(self, path: str) -> Metadata:
        """Return the stored metadata of a file, none when it is not stored."""
        rows = select(self._db, "SELECT metadata FROM documents WHERE path = ?", (path,))
        found: Metadata = json.loads(rows[0][0]) if rows else {}
        return found

    def touch(self, path: str, size: int, mtime_ns: int) -> None:
        """Note a new size and time of a file whose content is the same."""
        self._db.execute("UPDATE documents SET size = ?, mtime_ns = ? WHERE path = ?", (size, mtime_ns, path))

    def doubt(self, paths: Iterable[str]) -> None:
        """Clear the content hashes of files, so that reading them again changes the stored nodes."""
        sql = "UPDATE documents SET content_hash = X'' WHERE path = ?1 OR container = ?1"
        self._db.executemany(sql, ((path,) for path in paths))

    def languages(self) -> tuple[str, ...]:
        """Return the languages of the files that were read, the most frequent first."""
        sql = (
            "SELECT json_extract(metadata, '$.language') AS language FROM documents WHERE state = 'parsed' "
            "AND language IS NOT NULL GROUP BY language ORDER BY count(*) DESC, language"
        )
        return tuple(row[0] for row in select(self._db, sql) if row[0])

    def recognised_pages(self, path: str, first: int, last: int) -> dict[int, tuple[str, bytes]]:
        """Return the text, and where its words stand, of those pages that were recognised in a picture."""
        return recognised_pages(self._db, path, first, last)

    def left_out_for(self, paths: Sequence[str]) -> list[str]:
        """Return the files that were left out for being the same as one of some that were read."""
        sql = (
            "SELECT t.path FROM documents t WHERE t.state = 'skipped' AND length(t.content_hash) > 0 "
            "AND t.content_hash IN (SELECT d.content_hash FROM json_each(?) JOIN documents d ON d.path = value "
            "WHERE d.state = 'parsed' AND d.container IS NULL)"
        )
        return [row[0] for row in select(self._db, sql, (json.dumps(paths),))]


def move_file(connection: Connection, old: str, new: str, mtime_ns: int) -> None:
    """Rename the file ``old``, and those in it, to ``new``; the caller holds the transaction."""
    _move(connection, old, new)
    connection.execute("UPDATE documents SET mtime_ns = ? WHERE path = ?", (mtime_ns, new))
    inside = select(connection, "SELECT path FROM documents WHERE container = ?", (old,))
    for (member,) in inside:
        _move(connection, member, f"{new}{INSIDE}{member[len(old) + len(INSIDE) :]}")
    connection.execute("UPDATE documents SET container = ? WHERE container = ?", (new, old))


def _move(connection: Connection, old: str, new: str) -> None:
    """Change one document's path and all that is made of it."""
    ((row, doc_id, text),) = select(connection, "SELECT id, doc_id, metadata FROM documents WHERE path = ?", (old,))
    new_id = doc_id_of(new)
    metadata = json.loads(text) | {"file_path": new}
    if metadata.get("file_name") == shown_name(old):
        metadata["file_name"] = shown_name(new)
    if new_id != doc_id:  # a run that was stopped may have left something there
        SqliteDocuments(connection).delete_document(new_id)
    connection.execute(
        "UPDATE documents SET path = ?, doc_id = ?, metadata = ? WHERE id = ?",
        (new, new_id, to_json(metadata), row),
    )
    # a node's id is made of its document's: every id changes with the path
    nodes = select(
        connection,
        "SELECT id, position, page, start, text FROM nodes WHERE document = ? AND type = 'passage' AND node_id <> ''",
        (row,),
    )
    connection.executemany(
        "UPDATE nodes SET node_id = ? WHERE id = ?",
        ((node_key(new_id, position, page, start, text), rowid) for rowid, position, page, start, text in nodes),
    )
    if doc_id == doc_id_of(old):
        _remember(connection, old, row)


def _remember(connection: apsw.Connection, old: str, row: int) -> None:
    """Record the old path of a document, so that citations find it."""
    connection.execute(
        "INSERT INTO moved (path, document) VALUES (?, ?) "
        "ON CONFLICT (path) DO UPDATE SET document = excluded.document",
        (old, row),
    )


def path_now(connection: apsw.Connection, path: str) -> str:
    """Return the present path of a file once at ``path``; the path itself when it was not moved."""
    if select(connection, "SELECT 1 FROM documents WHERE path = ?", (path,)):
        return path
    rows = select(
        connection, "SELECT d.path FROM moved m JOIN documents d ON d.id = m.document WHERE m.path = ?", (path,)
    )
    return rows[0][0] if rows else path
