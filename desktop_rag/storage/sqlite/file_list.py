"""The files of a library as the person sees them: filtered, sorted, a page at a time; and gaps of their search."""

import enum
import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import apsw

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.files import FilePage, FileQuery, FileState, FileStatus
from desktop_rag.core.schema import Metadata
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.records import WAITING
from desktop_rag.storage.sqlite.catalogue import own_time
from desktop_rag.storage.sqlite.connection import SQLiteValue, select
from desktop_rag.storage.sqlite.journal import UNREAD

_STATE = """CASE
    WHEN p.path IS NOT NULL AND d.state IN ('failed', 'skipped') THEN 'waiting'
    WHEN d.state <> 'parsed' THEN d.state
    WHEN p.path IS NOT NULL THEN 'waiting'
    WHEN EXISTS (SELECT 1 FROM nodes n WHERE n.document = d.id AND n.embedded = 0) THEN 'keyword'
    ELSE 'ready' END"""
_STORED = f"""
    SELECT d.path AS path, {_STATE} AS state, d.reason AS reason, d.pages AS pages, d.nodes AS nodes, d.size AS size,
        {own_time("d")} AS mtime_ns, coalesce(d.container, '') AS container
    FROM documents d LEFT JOIN pending p ON p.path = d.path WHERE d.doc_id <> ''"""
_NEW = """
    SELECT p.path AS path, 'waiting' AS state, '' AS reason, 0 AS pages, 0 AS nodes, p.size AS size,
        p.mtime_ns AS mtime_ns, '' AS container
    FROM pending p WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.path = p.path)"""
_FILES = f"{_STORED} UNION ALL {_NEW}"
_TOGETHER = 500  # files of a piece: few thousand jobs for a million, and little memory however long their reasons are
_ORDERS = {
    "path": "path",
    "name": "name_key(path), path",
    "reason": "reason, path",
    "pages": "pages",
    "size": "size",
    "modified": "mtime_ns",
    "nodes": "nodes",
    "state": "CASE state WHEN 'failed' THEN 0 WHEN 'offline' THEN 1 WHEN 'waiting' THEN 2 WHEN 'skipped' THEN 3 "
    "WHEN 'keyword' THEN 4 ELSE 5 END",
}


class FileTotals(NamedTuple):
    """The numbers of files, and of their pages and passages."""

    files: int
    pages: int
    nodes: int


def list_files(connection: apsw.Connection, query: FileQuery, separator: str) -> FilePage:
    """Return a page of the files that fit a query.

    Raises:
        UserError: there is no such column to sort by.

    """
    where, values = _narrowed(connection, query, separator)
    counts = dict(select(connection, f"SELECT state, count(*) FROM ({_FILES}) WHERE {where} GROUP BY state", values))
    states = [state.value for state in query.states]
    total = sum(count for state, count in counts.items() if not states or state in states)
    sql, narrowed = _rows(query, where, values)
    rows = select(connection, f"{sql} LIMIT ? OFFSET ?", (*narrowed, query.limit, query.offset))
    return FilePage(tuple(_status(*row) for row in rows), total, counts)


def every_file(connection: apsw.Connection, query: FileQuery, separator: str) -> Iterator[FileStatus]:
    """Yield all files that match a query, whatever its limit, one in memory at a time."""
    where, values = _narrowed(connection, query, separator)
    # a cursor of its own rather than all rows: a list of a million files is written to a file
    for row in connection.execute(*_rows(query, where, values)):
        yield _status(*row)


def files_after(connection: apsw.Connection, query: FileQuery, path: str | None, separator: str) -> list[FileStatus]:
    """Return the next files that match a query, whatever its order and limit: those behind ``path``, by path.

    A list of any length is read so a piece at a time; None begins it, and an empty piece ends it.
    """
    where, values = _narrowed(connection, query, separator)
    where, values = _in_states(query, where, values)
    if path is not None:
        where, values = f"{where} AND path > ?", (*values, path)
    # each side by itself: SQLite merges what its indices have in order, and sorts nothing
    sides = " UNION ALL ".join(f"SELECT * FROM ({side}) WHERE {where}" for side in (_STORED, _NEW))
    rows = select(connection, f"{sides} ORDER BY path LIMIT ?", (*values, *values, _TOGETHER))
    return [_status(*row) for row in rows]


def total_files(connection: apsw.Connection, query: FileQuery, separator: str) -> dict[FileState, FileTotals]:
    """Return the totals of the files that match a query, by state."""
    where, values = _in_states(query, *_narrowed(connection, query, separator))
    totals = f"SELECT state, count(*), sum(pages), sum(nodes) FROM ({_FILES}) WHERE {where} GROUP BY state"
    return {FileState(state): FileTotals(*counts) for state, *counts in select(connection, totals, values)}


def _rows(query: FileQuery, where: str, values: tuple[SQLiteValue, ...]) -> tuple[str, tuple[SQLiteValue, ...]]:
    """Return the statement that lists the files of a condition in the wanted states, and its values."""
    where, values = _in_states(query, where, values)
    return f"SELECT * FROM ({_FILES}) WHERE {where} ORDER BY {_order(query.order)}", values


def _in_states(query: FileQuery, where: str, values: tuple[SQLiteValue, ...]) -> tuple[str, tuple[SQLiteValue, ...]]:
    """Return a condition with the wanted states added to it."""
    states = tuple(state.value for state in query.states)
    return (f"{where} AND state IN ({', '.join('?' * len(states))})", (*values, *states)) if states else (where, values)


def _narrowed(connection: apsw.Connection, query: FileQuery, separator: str) -> tuple[str, tuple[SQLiteValue, ...]]:
    """Return the condition of a query apart from its states."""
    # SQLite folds only ASCII letters itself
    connection.create_scalar_function("name_key", _name_key, 1, deterministic=True)
    connection.create_scalar_function("folded", _folded, 1, deterministic=True)
    where = "1"
    values: list[SQLiteValue] = []
    if query.text:
        where += " AND (instr(folded(path), ?) OR instr(folded(reason), ?))"
        values += [query.text.casefold()] * 2
    if query.folder:
        below = query.folder.rstrip(separator) + separator
        # not LIKE: names have % and _ in them
        where += " AND (path = ? OR substr(path, 1, ?) = ?)"
        values += [query.folder, len(below), below]
    return where, tuple(values)


def _name_key(*path: SQLiteValue) -> str:
    """Return SQLite's key for sorting files by name, regardless of case."""
    return shown_name(str(path[0])).casefold()


def _folded(*text: SQLiteValue) -> str:
    """Give SQLite a text without the difference of large and small letters."""
    return str(text[0]).casefold()


def _order(column: str) -> str:
    """Return the sorting a query names."""
    name = column.removeprefix("-")
    if name not in _ORDERS:
        raise UserError(
            UserText("Files cannot be sorted by “{name}”.", name=name),
            UserText("Choose one of {names}.", names=", ".join(_ORDERS)),
        )
    first, _, rest = _ORDERS[name].partition(", ")
    turned = f"{first} DESC" if column.startswith("-") else first
    return ", ".join(filter(None, (turned, rest, "path")))


def _status(
    path: str, state: str, reason: str, pages: int, nodes: int, size: int, mtime_ns: int, container: str
) -> FileStatus:
    """Return a row as it is shown."""
    return FileStatus(path, FileState(state), reason, pages, nodes, size, max(0, mtime_ns) / 1e9, container)


def files_with_metadata(connection: apsw.Connection) -> Iterator[tuple[FileStatus, float, Metadata]]:
    """Yield every file with the time it was read, in seconds since 1970 (0: not yet), and its stored metadata."""
    sql = (
        f"SELECT f.*, coalesce(r.indexed_at, 0), coalesce(r.metadata, '{{}}') FROM ({_FILES}) f LEFT JOIN documents r "
    )
    for *file, read_at, metadata in connection.execute(f"{sql} ON r.path = f.path"):
        yield _status(*file), float(read_at), json.loads(metadata)


class Gap(enum.StrEnum):
    """The reasons a file is not searched fully."""

    UNREAD = "unread"  # it waits, or is being read
    CHANGED = "changed"  # it is searched as it was before it changed
    FAILED = "failed"
    WORDS_ONLY = "words"  # passages of it have no vector yet


# files that only a newer version of the program reads once more are searched as they are
_GAPS = f"""
    SELECT p.path AS path, iif(d.path IS NULL OR d.state IN ('failed', 'skipped'), '{Gap.UNREAD}', '{Gap.CHANGED}')
        AS gap, coalesce(d.metadata, '{{}}') AS metadata
    FROM pending p LEFT JOIN documents d ON d.path = p.path
    WHERE d.path IS NULL OR d.state IN ('failed', 'skipped')
        OR (d.mtime_ns <> {UNREAD} AND (d.size <> p.size OR d.mtime_ns <> p.mtime_ns))
    UNION ALL
    SELECT d.path, '{Gap.FAILED}', d.metadata FROM documents d
    WHERE d.state = 'failed' AND d.doc_id <> '' AND NOT EXISTS (SELECT 1 FROM pending p WHERE p.path = d.path)
    UNION ALL
    SELECT d.path, '{Gap.WORDS_ONLY}', d.metadata FROM documents d
    WHERE d.id IN (SELECT n.document FROM nodes n WHERE n.embedded = {WAITING})
        AND d.state = 'parsed' AND NOT EXISTS (SELECT 1 FROM pending p WHERE p.path = d.path)"""


def count_gaps(connection: apsw.Connection) -> Counter[Gap]:
    """Return the number of files of a library that are not searched fully, by reason."""
    rows = select(connection, f"SELECT gap, count(*) FROM ({_GAPS}) GROUP BY gap")
    return Counter({Gap(gap): count for gap, count in rows})


def files_with_gaps(connection: apsw.Connection) -> Iterator[tuple[str, Gap, Metadata]]:
    """Yield each such file with its gap and metadata."""
    for path, gap, metadata in connection.execute(_GAPS):
        yield str(path), Gap(str(gap)), json.loads(str(metadata))


def count_files(connection: apsw.Connection) -> int:
    """Return the number of files of a library, read or not, apart from those that are left out."""
    ((stored, waiting),) = select(
        connection,
        "SELECT (SELECT count(*) FROM documents WHERE doc_id <> '' AND state <> 'skipped'), (SELECT count(*) "
        "FROM pending p LEFT JOIN documents d ON d.path = p.path WHERE d.path IS NULL OR d.state = 'skipped')",
    )
    return int(stored) + int(waiting)
