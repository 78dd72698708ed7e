"""What an index file holds, in a form that is equal for equal contents: no row ids, no times of day."""

import hashlib
from pathlib import Path
from typing import Any

import apsw

from desktop_rag.storage.sqlite.connection import connect
from desktop_rag.storage.sqlite.vectors.spaces import UNUSED

Rows = list[tuple[Any, ...]]


def index_fingerprint(path: Path) -> dict[str, Any]:
    """Return everything that matters in an index file, and check that it is sound."""
    connection = connect(path)
    try:
        check_soundness(connection)
        names: dict[int, str] = dict(rows(connection, "SELECT id, path FROM documents"))
        nodes: dict[int, str] = dict(rows(connection, "SELECT id, node_id FROM nodes"))
        return {
            "files": rows(
                connection,
                "SELECT path, state, reason, size, mtime_ns, hex(content_hash), pages, nodes, metadata, container "
                "FROM documents ORDER BY path",
            ),
            "pages": _pages(connection),
            "nodes": _nodes(connection, names, nodes),
            "words": _words(connection, nodes),
            "spaces": rows(connection, "SELECT provider, model, dimensions, rules, active FROM embedding_spaces"),
            "vectors": _vectors(connection, nodes),
            "roots": rows(connection, "SELECT path, is_folder, rules, offline FROM roots ORDER BY path"),
            "moved": sorted((old, names[row]) for old, row in rows(connection, "SELECT path, document FROM moved")),
            "waiting": rows(connection, "SELECT path FROM pending ORDER BY path"),
            "notes": rows(connection, "SELECT key, value FROM properties WHERE key != 'library_id' ORDER BY key"),
        }
    finally:
        connection.close()


def check_soundness(connection: apsw.Connection) -> None:
    """Fail when the file is damaged or something in it points nowhere."""
    assert rows(connection, "PRAGMA integrity_check") == [("ok",)]
    assert rows(connection, "PRAGMA foreign_key_check") == []
    connection.execute("INSERT INTO keywords (keywords) VALUES ('integrity-check')")
    strays = "SELECT id FROM keywords_docsize WHERE id NOT IN (SELECT id FROM nodes)"
    assert rows(connection, strays) == [], "words of nodes that are gone"
    assert rows(connection, "SELECT document FROM nodes WHERE document NOT IN (SELECT id FROM documents)") == []


def rows(connection: apsw.Connection, sql: str) -> Rows:
    """Return all rows."""
    return connection.execute(sql).fetchall()


def differences(one: dict[str, Any], other: dict[str, Any]) -> str:
    """Say where two fingerprints differ, shortly; nothing when they are equal."""
    told = []
    for part, content in one.items():
        left, right = _items(content), _items(other[part])
        told += [f"{part}: only in the first {item}" for item in sorted(left - right)[:4]]
        told += [f"{part}: only in the second {item}" for item in sorted(right - left)[:4]]
    return "\n".join(told)


def _items(part: Any) -> set[str]:  # noqa: ANN401 - rows or tables of them
    if isinstance(part, dict):
        return {f"{key}: {item}" for key, content in part.items() for item in _items(content)} | set(map(repr, part))
    return {_shortened(repr(item)) for item in part} if isinstance(part, list) else {_shortened(repr(part))}


def _shortened(text: str) -> str:
    return text if len(text) < 400 else f"{text[:300]}... {_short(text)}"


def _pages(connection: apsw.Connection) -> Rows:
    sql = (
        "SELECT d.path, p.page, p.label, hex(p.text), hex(p.words) FROM pages p JOIN documents d ON d.id = p.document "
        "ORDER BY d.path, p.page"
    )
    return [(*row[:3], _short(row[3]), _short(row[4] or "")) for row in rows(connection, sql)]


def _nodes(connection: apsw.Connection, names: dict[int, str], nodes: dict[int, str]) -> Rows:
    sql = (
        "SELECT document, parent, node_id, position, page, start, end, heading, text, hex(text_hash), embedded, type, "
        "metadata, extra FROM nodes"
    )
    found = [(names[row[0]], nodes.get(row[1], ""), *row[2:]) for row in rows(connection, sql)]
    return sorted(found, key=repr)


def _words(connection: apsw.Connection, nodes: dict[int, str]) -> dict[str, str]:
    """Return a hash of each node's keyword terms with their places."""
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.places USING fts5vocab('main', 'keywords', 'instance')")
    terms: dict[str, list[tuple[Any, ...]]] = {}
    for term, row, column, offset in rows(connection, "SELECT term, doc, col, offset FROM temp.places"):
        terms.setdefault(nodes[row], []).append((column, offset, term))
    return {node: _short(repr(sorted(places))) for node, places in sorted(terms.items())}


def _vectors(connection: apsw.Connection, nodes: dict[int, str]) -> dict[str, dict[str, str]]:
    """Return each node's vector, for each space by its model."""
    found = {}
    used = f"SELECT id, model FROM embedding_spaces WHERE active <> {UNUSED}"  # others are taken away piece by piece
    for number, model in rows(connection, used):
        stored = rows(connection, f"SELECT rowid, hex(embedding) FROM vectors_{number}")
        found[model] = {nodes[row]: _short(vector) for row, vector in sorted(stored)}
    return found


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
