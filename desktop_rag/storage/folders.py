"""The folders and files that the person added, their rules, and what is missing of them."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

import apsw

from desktop_rag.results import MissingFiles
from desktop_rag.storage.connection import select

OFFLINE = "Its folder cannot be reached. The file stays searchable."
LOST = "The file is not where it was. It stays searchable: put it back, or take it out of the library."
GONE = "The file is not where it was. It stays searchable until you decide."
KEPT = "The file is not where it was. You chose to keep it searchable."


@dataclass(frozen=True, slots=True)
class Root:
    """What the person added; ``rules`` are JSON (``ingestion.rules``)."""

    path: str
    is_folder: bool
    rules: str = "{}"
    offline: bool = False


class FolderStore:
    """Reads and writes roots; the caller holds the transaction of what writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def all(self) -> list[Root]:
        """Return what was added, the oldest first."""
        rows = select(self._db, "SELECT path, is_folder, rules, offline FROM roots ORDER BY added_at, path")
        return [Root(path, bool(is_folder), rules, bool(offline)) for path, is_folder, rules, offline in rows]

    def of(self, path: str, separator: str) -> Root | None:
        """Return the root that a path belongs to, the innermost one."""
        above = [
            root for root in self.all() if path == root.path or path.startswith(root.path.rstrip(separator) + separator)
        ]
        return max(above, key=_length, default=None)

    def add(self, path: str, *, is_folder: bool, rules: str | None = None) -> None:
        """Remember what the person added; ``rules`` replace those there are."""
        self._db.execute(
            "INSERT INTO roots (path, is_folder, added_at) VALUES (?, ?, ?) ON CONFLICT (path) DO NOTHING",
            (path, is_folder, time.time()),
        )
        if rules is not None:
            self._db.execute("UPDATE roots SET rules = ? WHERE path = ?", (rules, path))

    def remove(self, path: str) -> None:
        """Forget an added folder or file (its documents are deleted separately)."""
        self._db.execute("DELETE FROM roots WHERE path = ?", (path,))

    def set_offline(self, path: str, *, offline: bool) -> None:
        """Note whether a root can be reached."""
        self._db.execute("UPDATE roots SET offline = ? WHERE path = ? AND offline <> ?1", (offline, path))

    def missing(self, separator: str) -> tuple[MissingFiles, ...]:
        """Return the folders of which so much is gone that the person is asked."""
        gone = [row[0] for row in select(
            self._db, "SELECT path FROM documents WHERE state = 'offline' AND reason = ? AND container IS NULL", (GONE,)
        )]  # fmt: skip
        counts: dict[str, int] = {}
        for path in gone:
            root = self.of(path, separator)
            if root is not None:
                counts[root.path] = counts.get(root.path, 0) + 1
        return tuple(MissingFiles(root, count, self._files_below(root, separator)) for root, count in counts.items())

    def gone_below(self, folder: str, separator: str) -> list[str]:
        """Return the files of a folder about which the person is asked."""
        sql = "SELECT path FROM documents WHERE state = 'offline' AND reason = ? AND substr(path, 1, ?) = ?"
        below = folder.rstrip(separator) + separator
        return [row[0] for row in select(self._db, sql, (GONE, len(below), below))]

    def _files_below(self, folder: str, separator: str) -> int:
        """Return how many files on disk are known below a folder."""
        below = folder.rstrip(separator) + separator
        sql = (
            "SELECT count(*) FROM documents WHERE substr(path, 1, ?) = ? AND container IS NULL "
            "AND state IN ('parsed', 'offline', 'failed')"
        )
        return int(select(self._db, sql, (len(below), below))[0][0])


def _length(root: Root) -> int:
    """Return how deep a root lies, to compare by."""
    return len(root.path)


def set_aside(connection: apsw.Connection, paths: Iterable[str], reason: str) -> None:
    """Mark files that were read, and what is in them, as offline: they stay searchable."""
    sql = "UPDATE documents SET state = 'offline', reason = ?1 WHERE (path = ?2 OR container = ?2) AND state = 'parsed'"
    connection.executemany(sql, ((reason, path) for path in paths))
    sql = "UPDATE documents SET reason = ?1 WHERE (path = ?2 OR container = ?2) AND state = 'offline'"
    connection.executemany(sql, ((reason, path) for path in paths))
