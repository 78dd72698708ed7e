"""Bibliographic records of a library: those that Zotero, BibTeX and RIS files hold, and the files they describe.

A record belongs to the file it was read from (its origin) and goes with it. What it says of a file stands in that
file's metadata as well, where filters, passages and citations find it: put there when a record comes or changes, and
when the file is read, in whichever order that happens.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import apsw
import msgspec

from desktop_rag.core.bibliography import RECORD_KEYS, BibRecord
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.writing import to_json

# ``how``: 0 where the record names the file, else how well they fit (``ingestion.matching_records``), the least first.
BIBLIOGRAPHY = """
CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    key TEXT NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (origin, key)
) STRICT;

CREATE TABLE record_files (
    path TEXT NOT NULL,
    record INTEGER NOT NULL REFERENCES records ON DELETE CASCADE,
    how INTEGER NOT NULL,
    PRIMARY KEY (path, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_files_by_record ON record_files (record);

CREATE TABLE records_to_match (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;

CREATE TRIGGER records_of_moved AFTER UPDATE OF path ON documents WHEN old.path <> new.path BEGIN
    UPDATE records SET origin = new.path WHERE origin = old.path;
    UPDATE OR REPLACE record_files SET path = new.path WHERE path = old.path;
END;
"""
MOST_RECORDS = 200_000  # of a library; somebody may have put millions into one


class RecordMatch(NamedTuple):
    """A record's row and a file that it describes."""

    record: int
    path: str
    how: int


class Bibliography:
    """The records of a library; the caller holds the transaction that changes them."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def replace(self, origin: str, records: Sequence[BibRecord]) -> None:
        """Put the records of a file in place of its earlier ones; those that are the same stay as they are."""
        sql = "SELECT key, id, record FROM records WHERE origin = ?"
        known = {key: (row, written) for key, row, written in select(self._db, sql, (origin,))}
        if not records and not known:
            return
        changed: set[str] = set()
        for record in records:
            row, before = known.pop(record.key, (None, ""))
            written = msgspec.json.encode(record).decode()
            if row is None:
                sql = "INSERT INTO records (origin, key, record) VALUES (?, ?, ?)"
                self._db.execute(sql, (origin, record.key, written))
            elif written != before:
                changed.update(self._files_of([row]))
                self._db.execute("UPDATE records SET record = ? WHERE id = ?", (written, row))
        gone = [row for row, _ in known.values()]
        changed.update(self._files_of(gone))
        self._db.executemany("DELETE FROM records WHERE id = ?", ((row,) for row in gone))
        self.describe(changed)
        self.want_match()

    def want_match(self) -> None:
        """Note that files and records are to be matched anew, if there are any records."""
        self._db.execute("INSERT OR IGNORE INTO records_to_match SELECT 1 WHERE EXISTS (SELECT 1 FROM records)")

    def wants_match(self) -> bool:
        """Return True if records or files came since they were matched."""
        return bool(select(self._db, "SELECT 1 FROM records_to_match"))

    def match(self, matches: Iterable[RecordMatch]) -> None:
        """Put these matches in place of all earlier ones, and tell the files whose record is another one now."""
        wanted = set(matches)
        before = {RecordMatch(*row) for row in select(self._db, "SELECT record, path, how FROM record_files")}
        self._db.executemany(
            "DELETE FROM record_files WHERE record = ? AND path = ?",
            ((one.record, one.path) for one in before - wanted),
        )
        self._db.executemany(
            "INSERT OR REPLACE INTO record_files (record, path, how) VALUES (?, ?, ?)", sorted(wanted - before)
        )
        self._db.execute("DELETE FROM records_to_match")
        self.describe({one.path for one in before ^ wanted})

    def describe(self, paths: Iterable[str]) -> None:
        """Bring the metadata of files up to date with their records."""
        for path in paths:
            rows = select(self._db, "SELECT id, metadata FROM documents WHERE path = ?", (path,))
            for row, written in rows:
                found = self.of_file(path)
                metadata = json.loads(written)
                plain = {key: value for key, value in metadata.items() if key not in RECORD_KEYS}
                told = plain | (found.metadata(path) if found is not None else {})
                if told != metadata:
                    self._db.execute("UPDATE documents SET metadata = ? WHERE id = ?", (to_json(told), row))

    def file_read(self, path: str) -> None:
        """Let a file that was just stored have what its record says, and be matched where it has none yet."""
        if not select(self._db, "SELECT 1 FROM records LIMIT 1"):
            return
        self.want_match()
        if select(self._db, "SELECT 1 FROM record_files WHERE path = ? LIMIT 1", (path,)):
            self.describe([path])

    def of_file(self, path: str) -> BibRecord | None:
        """Return the record of a file, None where it has none; of several, the one that fits best."""
        sql = (
            "SELECT r.record FROM record_files f JOIN records r ON r.id = f.record WHERE f.path = ? "
            "ORDER BY f.how, r.id LIMIT 1"
        )
        rows = select(self._db, sql, (path,))
        return _decoded(rows[0][0]) if rows else None

    def files_of(self, path: str) -> list[str]:
        """Return the files that the record of a file describes, itself and what was noted about it among them."""
        sql = (
            "SELECT DISTINCT o.path FROM record_files f JOIN record_files o ON o.record = f.record WHERE f.path = ? "
            "ORDER BY o.path"
        )
        return [other for (other,) in select(self._db, sql, (path,))]

    def all(self) -> Iterator[tuple[int, str, BibRecord]]:
        """Yield the row, the origin and the content of each record."""
        sql = "SELECT id, origin, record FROM records ORDER BY id LIMIT ?"
        for row, origin, written in select(self._db, sql, (MOST_RECORDS,)):
            yield row, origin, _decoded(written)

    def _files_of(self, rows: Sequence[int]) -> set[str]:
        sql = "SELECT path FROM record_files WHERE record IN (SELECT value FROM json_each(?))"
        return {path for (path,) in select(self._db, sql, (json.dumps(list(rows)),))} if rows else set()


def _decoded(written: str) -> BibRecord:
    try:
        return msgspec.json.decode(written, type=BibRecord)
    except (msgspec.MsgspecError, RecursionError) as error:  # somebody else wrote it
        raise apsw.CorruptError("a record is no record") from error
