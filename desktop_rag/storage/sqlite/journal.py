"""The queue of files that a library still has to read, filled by comparing the disk with the store.

A row of ``pending`` is written when a file is found to be new or changed and goes in the transaction that stores the
file, so a run that was killed goes on where it was.
"""

import enum
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import apsw

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.folders import BELOW, GONE, KEPT, LOST, Root, bounds

UNREAD = -1
"""The time of files that are to be looked at again whatever their size and time."""
_SCANNED = """
DROP TABLE IF EXISTS temp.scanned;
CREATE TEMP TABLE scanned (
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL,
    moved_from INTEGER NOT NULL DEFAULT 0, moved_ns INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
DROP TABLE IF EXISTS temp.vanished;
CREATE TEMP TABLE vanished (
    id INTEGER PRIMARY KEY, read_at REAL NOT NULL, is_member INTEGER NOT NULL, fate INTEGER NOT NULL DEFAULT 0
);
DROP TABLE IF EXISTS temp.vanished_sizes;
CREATE TEMP TABLE vanished_sizes (size INTEGER PRIMARY KEY);
"""
# Rows rather than paths: those of a million files take 30 MB. With the time, a row means the file it was found for.
_VANISHED = "temp.vanished v JOIN documents d ON d.id = v.id AND d.indexed_at = v.read_at"
_UP_TO_DATE = "mtime_ns NOT IN (0, ?1)"
_NOTED = "SELECT 1 FROM temp.scanned s WHERE s.path"
_DECIDED = (GONE, KEPT, LOST)  # whether these files go is for the person to say
_TOGETHER = 500  # files of a piece


class Fate(enum.IntEnum):
    """The outcomes for a file that vanished."""

    UNKNOWN = 0
    STAYS = 1  # its folder cannot be opened
    GONE = 2  # it was read, and is not on disk
    MOVED = 3


@dataclass(frozen=True, slots=True)
class WaitingFile:
    """A file that waits to be read, as it was when it was found."""

    path: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file found on disk: ``state`` and ``reason`` say why it is not read, both are "" when it is."""

    path: str
    size: int
    mtime_ns: int
    state: str = ""
    reason: str = ""


class Journal:
    """The queue of one library; the caller holds the transaction of writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    # comparing

    def begin(self) -> None:
        """Discard the records of an earlier comparison."""
        self._db.execute(_SCANNED).fetchall()

    def note(self, found: Iterable[ScannedFile]) -> None:
        """Record files found on disk."""
        rows = ((one.path, one.size, one.mtime_ns, one.state, one.reason) for one in found)
        sql = "INSERT OR REPLACE INTO temp.scanned (path, size, mtime_ns, state, reason) VALUES (?, ?, ?, ?, ?)"
        self._db.executemany(sql, rows)

    def withdraw(self, root: str, separator: str) -> None:
        """Discard the records of a folder or file that is not part of the library any more."""
        self._db.execute(f"DELETE FROM temp.scanned AS d WHERE {BELOW}", bounds(root, separator))

    def noted(self) -> tuple[int, int]:
        """Return the number of recorded files that are read, and of those left out."""
        sql = "SELECT coalesce(sum(state = ''), 0), coalesce(sum(state <> ''), 0) FROM temp.scanned"
        ((wanted, left_out),) = select(self._db, sql)
        return wanted, left_out

    def find_vanished(self, starts: Sequence[str], separator: str) -> None:
        """Find the stored files at and below some paths that were not noted, apart from those the person decides on.

        A stopped run leaves what is in a file before the file itself: that vanished, too.
        """
        for start in starts:
            within = bounds(start, separator)
            # before the stored ones are looked for: what another job stores after that is not wanted any more
            self._db.execute(f"DELETE FROM pending AS d WHERE {BELOW} AND NOT EXISTS ({_NOTED} = d.path)", within)
            self._db.execute(
                "INSERT OR IGNORE INTO temp.vanished SELECT d.id, d.indexed_at, 0, 0 FROM documents d "
                f"WHERE {BELOW} AND d.container IS NULL AND d.doc_id <> '' "
                # those that the person was asked about stay until there is an answer
                f"AND (d.state <> 'offline' OR d.reason NOT IN (?4, ?5, ?6)) AND NOT EXISTS ({_NOTED} = d.path)",
                (*within, *_DECIDED),
            )
            self._db.execute(
                "INSERT OR IGNORE INTO temp.vanished SELECT min(d.id), d.indexed_at, 1, 0 FROM documents d "
                f"WHERE {BELOW.replace('path', 'container')} AND NOT EXISTS ({_NOTED} = d.container) "
                "AND NOT EXISTS (SELECT 1 FROM documents o WHERE o.path = d.container) GROUP BY d.container",
                within,
            )
        self._db.execute(
            f"INSERT OR IGNORE INTO temp.vanished_sizes SELECT d.size FROM {_VANISHED} "
            "WHERE NOT v.is_member AND length(d.content_hash) > 0 AND d.state IN ('parsed', 'offline')"
        )

    def vanished(self) -> Iterator[list[tuple[int, str, Fate]]]:
        """Yield (row, path, fate) of the files that vanished, a piece at a time."""
        sql = (
            f"SELECT v.id, iif(v.is_member, d.container, d.path), v.fate FROM {_VANISHED} "
            "WHERE v.id > ? ORDER BY v.id LIMIT ?"
        )
        last = -(2**63)
        while rows := select(self._db, sql, (last, _TOGETHER)):
            last = rows[-1][0]
            yield [(row, path, Fate(fate)) for row, path, fate in rows]

    def decide(self, rows: Iterable[int], fate: Fate) -> None:
        """Record the fate of files that vanished."""
        self._db.executemany("UPDATE temp.vanished SET fate = ? WHERE id = ?", ((fate, row) for row in rows))

    def found_again(self, row: int) -> None:
        """Remove a file from the vanished ones: it is known by its new path now."""
        self._db.execute("DELETE FROM temp.vanished WHERE id = ?", (row,))

    def vanished_with(self, content_hash: bytes) -> int | None:
        """Return the row of a vanished file that was read, has this content and did not move; None without one."""
        sql = (
            f"SELECT v.id FROM {_VANISHED} WHERE d.content_hash = ? AND length(d.content_hash) > 0 "
            "AND d.state IN ('parsed', 'offline') AND NOT v.is_member AND v.fate <> ? ORDER BY d.path LIMIT 1"
        )
        rows = select(self._db, sql, (content_hash, Fate.MOVED))
        return int(rows[0][0]) if rows else None

    def maybe_moved(self) -> Iterator[str]:
        """Yield the new files that are as large as some vanished one that was read."""
        sql = (
            # by size first: only these are hashed
            "SELECT s.path FROM temp.scanned s WHERE s.path > ? AND s.state = '' "
            "AND s.size IN (SELECT size FROM temp.vanished_sizes) "
            "AND NOT EXISTS (SELECT 1 FROM documents o WHERE o.path = s.path) ORDER BY s.path LIMIT ?"
        )
        last = ""
        while rows := select(self._db, sql, (last, _TOGETHER)):
            last = rows[-1][0]
            yield from (row[0] for row in rows)

    def note_move(self, row: int, new: str, mtime_ns: int) -> None:
        """Note that a vanished file, by its row, is at a new path now, with a new time."""
        sql = "UPDATE temp.scanned SET moved_from = ?, moved_ns = ? WHERE path = ?"
        self._db.execute(sql, (row, mtime_ns, new))
        self.decide([row], Fate.MOVED)

    def moves(self) -> Iterator[tuple[int, str, str, int]]:
        """Yield (row, old path, new path, new time) of the files that moved and are still stored."""
        sql = (
            "SELECT v.id, d.path, s.path, s.moved_ns FROM temp.scanned s JOIN temp.vanished v ON v.id = s.moved_from "
            "JOIN documents d ON d.id = v.id AND d.indexed_at = v.read_at "
            "WHERE s.path > ? AND s.moved_from <> 0 ORDER BY s.path LIMIT ?"
        )
        last = ""
        while rows := select(self._db, sql, (last, _TOGETHER)):
            last = rows[-1][2]
            yield from rows

    def queue_changes(self, priority: int) -> None:
        """Queue the recorded files that are new or changed, and no others.

        What is back as it was is no longer offline.
        """
        self._db.execute(
            "UPDATE documents SET state = 'parsed', reason = '' FROM temp.scanned s WHERE documents.path = s.path "
            "AND documents.state = 'offline' AND s.state = '' AND s.size = documents.size "
            "AND s.mtime_ns = documents.mtime_ns"
        )
        self._db.execute(
            "UPDATE documents SET state = 'parsed', reason = '' FROM temp.scanned s, documents o "
            "WHERE documents.container = s.path AND documents.state = 'offline' AND o.path = s.path "
            "AND o.state = 'parsed'"
        )
        self._db.execute("DELETE FROM pending WHERE path IN (SELECT path FROM temp.scanned WHERE state <> '')")
        self._db.execute(
            "INSERT INTO pending (path, size, mtime_ns, priority, number) "
            "SELECT s.path, s.size, s.mtime_ns, ?1, "
            "(SELECT coalesce(max(number), 0) FROM pending) + row_number() OVER (ORDER BY s.path) "
            "FROM temp.scanned s LEFT JOIN documents d ON d.path = s.path "
            "WHERE s.state = '' AND (d.path IS NULL OR d.state = 'offline' "
            "OR d.size <> s.size OR d.mtime_ns <> s.mtime_ns) "
            "ON CONFLICT (path) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns, "
            "priority = max(priority, excluded.priority)",
            (priority,),
        )

    def unreadable(self) -> list[str]:
        """Return the noted files and folders that cannot be opened."""
        return [row[0] for row in select(self._db, "SELECT path FROM temp.scanned WHERE state = 'failed'")]

    def left_out(self) -> Iterator[ScannedFile]:
        """Yield the files noted as left out that are stored otherwise, or not at all."""
        sql = (
            "SELECT s.path, s.size, s.mtime_ns, s.state, s.reason FROM temp.scanned s "
            "LEFT JOIN documents d ON d.path = s.path "
            "WHERE s.path > ? AND s.state <> '' AND (d.path IS NULL OR d.state <> s.state OR d.reason <> s.reason) "
            "ORDER BY s.path LIMIT ?"
        )
        last = ""
        while rows := select(self._db, sql, (last, _TOGETHER)):
            last = rows[-1][0]
            yield from (ScannedFile(*row) for row in rows)

    # the queue

    def waiting(self, limit: int, without: Iterable[str] = ()) -> list[WaitingFile]:
        """Return the next files, those of the highest priority first."""
        passed = set(without)
        sql = "SELECT path, size, mtime_ns FROM pending ORDER BY priority DESC, number LIMIT ?"
        # those being read keep their rows until they are stored, so more are fetched than wanted
        rows = select(self._db, sql, (limit + len(passed),))
        return [WaitingFile(*row) for row in rows if row[0] not in passed][:limit]

    def is_waiting(self, path: str) -> bool:
        """Return True if a file waits, or is being read."""
        return bool(select(self._db, "SELECT 1 FROM pending WHERE path = ?", (path,)))

    def count(self) -> int:
        """Return the number of waiting files."""
        return int(select(self._db, "SELECT count(*) FROM pending")[0][0])

    def queue(self, paths: Iterable[str], priority: int = 0) -> None:
        """Let stored files be read again."""
        # looked for once: no index has the highest number of all
        ((last,),) = select(self._db, "SELECT coalesce(max(number), 0) FROM pending")
        self._db.executemany(
            "INSERT INTO pending (path, size, mtime_ns, priority, number) SELECT path, size, mtime_ns, ?2, ?3 "
            "FROM documents WHERE path = ?1 AND container IS NULL AND (state <> 'skipped' OR mtime_ns >= 0) "
            "ON CONFLICT (path) DO UPDATE SET priority = max(priority, excluded.priority)",
            ((path, priority, number) for number, path in enumerate(paths, last + 1)),
        )

    def done(self, path: str, size: int, mtime_ns: int) -> None:
        """Take a file out that was read, unless it changed again meanwhile."""
        self._db.execute("DELETE FROM pending WHERE path = ? AND size = ? AND mtime_ns = ?", (path, size, mtime_ns))

    def take_out(self, paths: Iterable[str]) -> None:
        """Take files out that are not to be read."""
        self._db.executemany("DELETE FROM pending WHERE path = ?", ((path,) for path in paths))

    def drop(self, path: str, separator: str) -> None:
        """Take a file, or everything below a folder, out of the queue."""
        self._db.execute(f"DELETE FROM pending AS d WHERE {BELOW}", bounds(path, separator))

    def keep_below(self, roots: Sequence[Root], separator: str) -> None:
        """Remove files neither at nor below one of some roots from the queue: they are not to be read."""
        self._db.execute(
            "DELETE FROM pending AS d WHERE d.path NOT IN (SELECT value FROM json_each(?1)) AND NOT EXISTS "
            "(SELECT 1 FROM json_each(?2) AS r WHERE d.path >= r.value || ?3 AND d.path < r.value || ?4)",
            (
                json.dumps([root.path for root in roots]),
                json.dumps([root.path.rstrip(separator) for root in roots if root.is_folder]),
                separator,
                chr(ord(separator) + 1),
            ),
        )

    def prioritise(self, path: str, separator: str) -> None:
        """Let a file, or everything below a folder, come before everything that waits now."""
        ((highest,),) = select(self._db, "SELECT coalesce(max(priority), 0) + 1 FROM pending")
        self._db.execute(
            f"UPDATE pending AS d SET priority = ?4 WHERE {BELOW}",
            (*bounds(path, separator), highest),
        )

    def look_again(self) -> None:
        """Make the next comparison treat all files as changed, and reading them change the stored nodes."""
        self._db.execute(f"UPDATE documents SET mtime_ns = ?1, content_hash = X'' WHERE {_UP_TO_DATE}", (UNREAD,))

    def up_to_date(self) -> Iterator[tuple[str, int]]:
        """Yield the paths and sizes of the files on disk that ``look_again`` is about, one in memory at a time."""
        sql = f"SELECT path, size FROM documents WHERE {_UP_TO_DATE} AND container IS NULL"
        for path, size in self._db.execute(sql, (UNREAD,)):
            yield str(path), int(str(size))
