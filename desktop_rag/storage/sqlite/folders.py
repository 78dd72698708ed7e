"""The folders and files that the person added, their rules, and what is missing of them."""

import json
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

import apsw

from desktop_rag.core.results.libraries import MissingFiles
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.properties import get_not_compared, set_not_compared

OFFLINE = "Its folder cannot be reached. The file stays searchable."
LOST = "The file is not where it was. It stays searchable: put it back, or take it out of the library."
GONE = "The file is not where it was. It stays searchable until you decide."
KEPT = "The file is not where it was. You chose to keep it searchable."
_TOGETHER = 30.0  # seconds from the first file that goes: a large folder is not deleted in a moment
_PIECE = 500  # files
_COLUMNS = "path, is_folder, rules, offline"
BELOW = "(d.path = ?1 OR (d.path >= ?2 AND d.path < ?3))"


@dataclass(frozen=True, slots=True)
class Root:
    """A folder or file that the person added; ``rules`` are JSON (``ingestion.rules``)."""

    path: str
    is_folder: bool
    rules: str = "{}"
    offline: bool = False


class FolderPermissions(Protocol):
    """The folders that the person lets a library read (``storage.permissions``)."""

    @property
    def folders(self) -> Collection[str]:
        """The folders and files that may be read now."""

    def allow_folders(self, paths: Iterable[str]) -> None:
        """Let folders and files be read."""

    def forbid_folder(self, path: str) -> None:
        """Let a folder or file be read no longer."""


class FolderStore:
    """Reads and writes roots; the caller holds the transaction of writes.

    With ``permissions``, as in a data folder, roots are those that may be read: the others, which the file of somebody
    else lists, are only ``asked``.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection
        self.permissions: FolderPermissions | None = None

    def all(self) -> list[Root]:
        """Return every added folder and file, the oldest first."""
        listed, allowed = self._listed(), self._allowed()
        return [root for root in listed if allowed is None or root.path in allowed]

    def asked(self) -> list[Root]:
        """Return the folders and files that the library lists and may not read: the person is asked about them."""
        listed, allowed = self._listed(), self._allowed()
        return [root for root in listed if allowed is not None and root.path not in allowed]

    def decide(self, *, read: bool) -> None:
        """Let the roots asked about be read from now on, or forget them; what was read stays searchable."""
        paths = [root.path for root in self.asked()]
        if read and self.permissions is not None:
            self.permissions.allow_folders(paths)
        elif not read:
            self._db.executemany("DELETE FROM roots WHERE path = ?", ((path,) for path in paths))

    def of(self, path: str, separator: str) -> Root | None:
        """Return the root that a path belongs to, the innermost one."""
        sql = f"SELECT {_COLUMNS} FROM roots WHERE path IN (SELECT value FROM json_each(?)) ORDER BY length(path) DESC"
        rows = select(self._db, sql, (json.dumps(with_folders_above(path, separator)),))
        allowed, roots = self._allowed(), (_root(*row) for row in rows)
        return next((root for root in roots if allowed is None or root.path in allowed), None)

    def add(self, path: str, *, is_folder: bool, rules: str | None = None) -> None:
        """Store a root that the person added; ``rules`` replace the existing ones."""
        if self.permissions is not None:
            self.permissions.allow_folders([path])
        is_new = self._db.execute(
            "INSERT INTO roots (path, is_folder, added_at) VALUES (?, ?, ?) ON CONFLICT (path) DO NOTHING RETURNING 1",
            (path, is_folder, time.time()),
        ).fetchall()
        if is_new:
            set_not_compared(self._db, get_not_compared(self._db) | {path})
        if rules is not None:
            self._db.execute("UPDATE roots SET rules = ? WHERE path = ?", (rules, path))

    def remove(self, path: str) -> None:
        """Forget an added folder or file (its documents are deleted separately)."""
        if self.permissions is not None:
            self.permissions.forbid_folder(path)
        self._db.execute("DELETE FROM roots WHERE path = ?", (path,))
        self.note_compared(path)

    def note_compared(self, path: str) -> None:
        """Note that an added folder or file was looked at as a whole."""
        if path in (before := get_not_compared(self._db)):
            set_not_compared(self._db, before - {path})

    def not_compared(self) -> int:
        """Return the number of added folders and files that were never compared as a whole."""
        before = get_not_compared(self._db)
        return sum(root.path in before for root in self.all()) if before else 0

    def _listed(self) -> list[Root]:
        return [_root(*row) for row in select(self._db, f"SELECT {_COLUMNS} FROM roots ORDER BY added_at, path")]

    def _allowed(self) -> Collection[str] | None:
        """Return the paths that may be read, looked up once for all; None for any."""
        return None if self.permissions is None else self.permissions.folders

    def set_offline(self, path: str, *, offline: bool) -> None:
        """Note whether a root can be reached."""
        self._db.execute("UPDATE roots SET offline = ? WHERE path = ? AND offline <> ?1", (offline, path))

    def missing(self, separator: str) -> tuple[MissingFiles, ...]:
        """Return the folders of which so much is gone that the person is asked."""
        sql = "SELECT path FROM documents WHERE state = 'offline' AND reason = ? AND container IS NULL"
        roots, counts, last = {root.path for root in self.all()}, Counter[str](), ("", "")
        for (path,) in self._db.execute(sql, (GONE,)):
            folder = str(path).rpartition(separator)[0]
            # the files of a folder mostly follow each other
            if folder != last[0]:
                last = folder, next((one for one in with_folders_above(folder, separator) if one in roots), "")
            counts[last[1]] += 1
        counts.pop("", None)
        return tuple(MissingFiles(root, count, self.files_below(root, separator)) for root, count in counts.items())

    def gone_below(self, folder: str, separator: str) -> Iterator[str]:
        """Yield the files of a folder about which the person is asked; they may be changed meanwhile."""
        sql = (
            f"SELECT d.path FROM documents d WHERE {BELOW} AND d.path > ?5 AND d.state = 'offline' AND d.reason = ?4 "
            "ORDER BY d.path LIMIT ?6"
        )
        last = ""
        while rows := select(self._db, sql, (*bounds(folder, separator), GONE, last, _PIECE)):
            last = rows[-1][0]
            yield from (row[0] for row in rows)

    def note_gone(self, folder: str, count: int) -> None:
        """Record that ``count`` files of an added folder were just found to be gone."""
        self._db.execute(
            # abs: a clock that was set back must not add up what is long past
            "UPDATE roots SET forgotten = ?1 + iif(abs(?2 - forgotten_at) < ?3, forgotten, 0), "
            "forgotten_at = iif(abs(?2 - forgotten_at) < ?3, forgotten_at, ?2) WHERE path = ?4",
            (count, time.time(), _TOGETHER, folder),
        )

    def gone_lately(self, folder: str) -> int:
        """Return the number of files of an added folder that vanished within half a minute."""
        sql = "SELECT forgotten FROM roots WHERE path = ? AND abs(? - forgotten_at) < ?"
        rows = select(self._db, sql, (folder, time.time(), _TOGETHER))
        return int(rows[0][0]) if rows else 0

    def files_below(self, folder: str, separator: str) -> int:
        """Return the number of stored files of a folder that were read or will be missed."""
        sql = (
            f"SELECT count(*) FROM documents d WHERE {BELOW} AND d.container IS NULL "
            "AND d.state IN ('parsed', 'offline', 'failed')"
        )
        return int(select(self._db, sql, bounds(folder, separator))[0][0])


def _root(path: str, is_folder: int, rules: str, offline: int) -> Root:
    """Return a row of ``_COLUMNS``."""
    return Root(path, bool(is_folder), rules, bool(offline))


def listed_folders(connection: apsw.Connection) -> list[str]:
    """Return the paths of all folders and files that a library lists, allowed or not."""
    return [str(path) for (path,) in select(connection, "SELECT path FROM roots")]


def set_aside_below(connection: apsw.Connection, root: str, separator: str, reason: str) -> None:
    """Mark everything read at and below a path as offline, apart from the files the person decided to keep."""
    connection.execute(
        f"UPDATE documents AS d SET state = 'offline', reason = ?4 WHERE ({BELOW} OR d.container = ?1) "
        "AND (d.state = 'parsed' OR (d.state = 'offline' AND d.reason NOT IN (?4, ?5)))",
        (*bounds(root, separator), reason, KEPT),
    )


def set_aside(connection: apsw.Connection, paths: Iterable[str], reason: str) -> None:
    """Mark files that were read, and the files in them, as offline: they stay searchable."""
    sql = (
        "UPDATE documents SET state = 'offline', reason = ?1 "
        "WHERE (path = ?2 OR container = ?2) AND state IN ('parsed', 'offline')"
    )
    connection.executemany(sql, ((reason, path) for path in paths))


"""True for a document ``d`` at or below a path; the values are ``bounds`` of it."""


def bounds(path: str, separator: str) -> tuple[str, str, str]:
    """Return a path, and the bounds of the paths below it."""
    below = path.rstrip(separator) + separator
    return path, below, f"{below[:-1]}{chr(ord(separator) + 1)}"


def with_folders_above(path: str, separator: str) -> list[str]:
    """Return a path and the folders it lies in, the innermost first; each folder with and without its separator."""
    found = [path]
    end = path.rfind(separator)
    while end >= 0:
        found += [path[: end + 1], path[:end]]
        end = path.rfind(separator, 0, end)
    return found
