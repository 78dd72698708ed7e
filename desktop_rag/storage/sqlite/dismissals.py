"""The contradictions of a library that a person dismissed: by their quotations, and the files that these stand in."""

import time

import apsw

from desktop_rag.storage.sqlite.connection import select

# ``key`` is that of the quotations: what was changed in a file is another contradiction. The files are in order.
DISMISSALS = """
CREATE TABLE dismissed_contradictions (
    key TEXT NOT NULL,
    path TEXT NOT NULL,
    other_path TEXT NOT NULL,
    dismissed_at REAL NOT NULL,
    PRIMARY KEY (key, path, other_path)
) STRICT, WITHOUT ROWID;
CREATE INDEX dismissed_by_path ON dismissed_contradictions (path);
CREATE INDEX dismissed_by_other_path ON dismissed_contradictions (other_path);

CREATE TRIGGER dismissed_of_moved AFTER UPDATE OF path ON documents WHEN old.path <> new.path BEGIN
    UPDATE OR REPLACE dismissed_contradictions SET path = new.path WHERE path = old.path;
    UPDATE OR REPLACE dismissed_contradictions SET other_path = new.path WHERE other_path = old.path;
END;
"""
_MOST = 100_000  # somebody may have put millions into a library
Dismissed = tuple[str, frozenset[str]]
"""The key of a contradiction, and its two files."""


class Dismissals:
    """The dismissed contradictions of a library; the caller holds the transaction that changes them."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def every(self) -> set[Dismissed]:
        """Return all of them, up to a hundred thousand, those that were dismissed last."""
        sql = "SELECT key, path, other_path FROM dismissed_contradictions ORDER BY dismissed_at DESC LIMIT ?"
        rows = select(self._db, sql, (_MOST,))
        return {(key, frozenset((path, other))) for key, path, other in rows}

    def put(self, key: str, path: str, other: str) -> None:
        """Remember that one was dismissed."""
        sql = "INSERT OR REPLACE INTO dismissed_contradictions VALUES (?, ?, ?, ?)"
        self._db.execute(sql, (key, *sorted((path, other)), time.time()))

    def forget(self, key: str, path: str, other: str) -> None:
        """Forget that one was dismissed."""
        sql = (
            "DELETE FROM dismissed_contradictions WHERE key = ? "
            "AND ((path = ? AND other_path = ?) OR (path = ? AND other_path = ?))"
        )
        self._db.execute(sql, (key, path, other, other, path))
