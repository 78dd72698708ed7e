"""The cells of review tables in a library: kept by what a file contains, what is asked, and who answers."""

import hashlib
import time
from collections.abc import Collection, Iterable

import apsw

from desktop_rag.storage.sqlite.connection import select

# A cell goes with the last file of its content: it quotes it. ``file`` is the hash of the file, ``passages`` that of
# what was read from it, which other rules of reading change. What a person set goes where its file goes.
REVIEW_TABLES = """
CREATE TABLE review_tables (
    name TEXT PRIMARY KEY,
    definition TEXT NOT NULL,
    changed_at REAL NOT NULL
) STRICT;

CREATE TABLE review_cells (
    file BLOB NOT NULL,
    passages BLOB NOT NULL,
    question BLOB NOT NULL,
    model TEXT NOT NULL,
    cell TEXT NOT NULL,
    made_at REAL NOT NULL,
    PRIMARY KEY (file, passages, question, model)
) STRICT, WITHOUT ROWID;

CREATE TABLE review_edits (
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    heading TEXT NOT NULL,
    edit TEXT NOT NULL,
    changed_at REAL NOT NULL,
    PRIMARY KEY (name, path, heading)
) STRICT, WITHOUT ROWID;
CREATE INDEX review_edits_by_path ON review_edits (path);

CREATE TRIGGER review_cells_of_deleted AFTER DELETE ON documents BEGIN
    DELETE FROM review_cells WHERE file = old.content_hash AND NOT EXISTS (
        SELECT 1 FROM documents WHERE content_hash = old.content_hash AND length(content_hash) > 0
    );
END;

CREATE TRIGGER review_edits_of_moved AFTER UPDATE OF path ON documents WHEN old.path <> new.path BEGIN
    UPDATE OR REPLACE review_edits SET path = new.path WHERE path = old.path;
END;
"""
# What each row said after the last whole run over a scope: a later run tells what differs from it.
# Of a file that was forgotten only its path is left, so that it can be told that it is gone.
REVIEW_RUNS = """
CREATE TABLE review_runs (
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    path TEXT NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (name, scope, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX review_runs_by_path ON review_runs (path);

CREATE TRIGGER review_runs_of_moved AFTER UPDATE OF path ON documents WHEN old.path <> new.path BEGIN
    UPDATE OR REPLACE review_runs SET path = new.path WHERE path = old.path;
END;
"""
# The files that a person chose for a table, wherever they are moved. One that was forgotten is still asked for.
REVIEW_SCOPES = """
CREATE TABLE review_scopes (
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (name, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX review_scopes_by_path ON review_scopes (path);

CREATE TRIGGER review_scopes_of_moved AFTER UPDATE OF path ON documents WHEN old.path <> new.path BEGIN
    UPDATE OR REPLACE review_scopes SET path = new.path WHERE path = old.path;
END;
"""
MOST_ROWS = 100_000  # rows of a table that are read at once: somebody may have put millions into a library
CellKey = tuple[bytes, bytes]
"""The hash of a file, and that of what was read from it."""


class ReviewCells:
    """The tables, cells and edits of a library; the caller holds the transaction that changes them."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def contents(self, path: str) -> CellKey | None:
        """Return the key of a file's content, None where it is not stored."""
        rows = select(self._db, "SELECT id, content_hash FROM documents WHERE path = ?", (path,))
        if not rows:
            return None
        sql = "SELECT text_hash FROM nodes WHERE document = ? AND type = 'passage' ORDER BY position"
        ((document, content),) = rows
        passages = hashlib.blake2b(digest_size=16)
        for (hashed,) in select(self._db, sql, (document,)):
            passages.update(hashed)
        return bytes(content), passages.digest()

    def cells(self, content: CellKey, model: str) -> dict[bytes, str]:
        """Return what is known of a content, by the key of the question."""
        sql = "SELECT question, cell FROM review_cells WHERE file = ? AND passages = ? AND model = ?"
        return {bytes(question): cell for question, cell in select(self._db, sql, (*content, model))}

    def put_cell(self, content: CellKey, question: bytes, model: str, cell: str) -> None:
        """Keep a cell."""
        sql = "INSERT OR REPLACE INTO review_cells VALUES (?, ?, ?, ?, ?, ?)"
        self._db.execute(sql, (*content, question, model, cell, time.time()))

    def mean_length(self, most: int) -> float:
        """Return how many characters up to ``most`` passages of a file have together, on average."""
        ((files, nodes, length),) = select(
            self._db,
            "SELECT count(DISTINCT document), count(*), coalesce(avg(length(text)), 0) FROM nodes "
            "WHERE type = 'passage'",
        )
        return float(length) * min(most, nodes / files) if files else 0.0

    def definitions(self) -> dict[str, str]:
        """Return the tables by name, the one that was changed last first."""
        return dict(select(self._db, "SELECT name, definition FROM review_tables ORDER BY changed_at DESC, name"))

    def put_definition(self, name: str, definition: str, files: Collection[str]) -> None:
        """Keep a table with the files that were chosen for it, in place of the one of that name."""
        self._db.execute("INSERT OR REPLACE INTO review_tables VALUES (?, ?, ?)", (name, definition, time.time()))
        self._db.execute("DELETE FROM review_scopes WHERE name = ?", (name,))
        self._db.executemany("INSERT INTO review_scopes VALUES (?, ?)", ((name, path) for path in set(files)))

    def remove(self, name: str) -> bool:
        """Forget a table, its files, what was set in it and what its runs said; return whether there was one."""
        self._db.execute("DELETE FROM review_tables WHERE name = ?", (name,))
        is_removed = self._db.changes() > 0
        for table in ("review_scopes", "review_edits", "review_runs"):
            self._db.execute(f"DELETE FROM {table} WHERE name = ?", (name,))
        return is_removed

    def chosen_files(self, name: str) -> tuple[str, ...]:
        """Return the files that were chosen for a table, in order."""
        sql = "SELECT path FROM review_scopes WHERE name = ? ORDER BY path LIMIT ?"
        return tuple(path for (path,) in select(self._db, sql, (name, MOST_ROWS)))

    def edits(self, name: str) -> dict[tuple[str, str], str]:
        """Return what a person set in a table, by file and column."""
        rows = select(
            self._db, f"SELECT path, heading, edit FROM review_edits WHERE name = ? LIMIT {MOST_ROWS}", (name,)
        )
        return {(path, heading): edit for path, heading, edit in rows}

    def put_edit(self, name: str, path: str, heading: str, edit: str) -> None:
        """Keep what a person set in a cell; "" forgets it."""
        if not edit:
            sql = "DELETE FROM review_edits WHERE name = ? AND path = ? AND heading = ?"
            self._db.execute(sql, (name, path, heading))
            return
        sql = "INSERT OR REPLACE INTO review_edits VALUES (?, ?, ?, ?, ?)"
        self._db.execute(sql, (name, path, heading, edit, time.time()))

    def said(self, name: str, scope: str, path: str) -> str | None:
        """Return what a row said after the last whole run, None where it was not in that run."""
        sql = "SELECT said FROM review_runs WHERE name = ? AND scope = ? AND path = ?"
        return next((said for (said,) in select(self._db, sql, (name, scope, path))), None)

    def last_run(self, name: str, scope: str) -> list[str]:
        """Return the paths of the rows of the last whole run, up to a hundred thousand, in order."""
        sql = "SELECT path FROM review_runs WHERE name = ? AND scope = ? ORDER BY path LIMIT ?"
        return [path for (path,) in select(self._db, sql, (name, scope, MOST_ROWS))]

    def forget_said(self, path: str) -> None:
        """Remove what a file said in the last runs."""
        self._db.execute("UPDATE review_runs SET said = '' WHERE path = ?", (path,))

    def put_run(self, name: str, scope: str, rows: Iterable[tuple[str, str]]) -> None:
        """Keep what the rows of a run say, in place of those of the one before."""
        self._db.execute("DELETE FROM review_runs WHERE name = ? AND scope = ?", (name, scope))
        values = ((name, scope, path, said) for path, said in rows)
        self._db.executemany("INSERT INTO review_runs VALUES (?, ?, ?, ?)", values)
