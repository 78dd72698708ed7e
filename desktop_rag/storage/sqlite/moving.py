"""Giving a stored file another path: nothing is read or embedded again."""

import json

import apsw

from desktop_rag.core.file_paths import INSIDE, shown_name
from desktop_rag.storage.records import doc_id_of, node_key
from desktop_rag.storage.sqlite.connection import Connection, select
from desktop_rag.storage.sqlite.documents import SqliteDocuments
from desktop_rag.storage.sqlite.writing import to_json


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
