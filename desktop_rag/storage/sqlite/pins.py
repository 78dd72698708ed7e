"""What a person pinned in a library, how its sources are, what was told of them, and the files that came since.

This stands in the library's own file, for its triggers follow files in the very transaction that reads, renames or
forgets them: a run that is killed loses neither a rename nor a new file. A copy of the library takes its pins along.
"""

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import apsw

from desktop_rag.storage.sqlite.connection import select

# ``item`` is the sentence as it was pinned; ``path`` and ``content`` of a source follow its file: where it is now, and
# the hash of what was looked at last. ``outside`` is the file on disk that it lies in. ``told`` is the state that the
# person was told. Of files, ``pin_files`` has what happened since the last look: one that is read again is deleted and
# inserted, so it is told from a new one by the row that its deletion leaves.
PINS = """
CREATE TABLE pins (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    place TEXT NOT NULL,
    turn INTEGER NOT NULL,
    pinned_at REAL NOT NULL,
    UNIQUE (kind, place, turn)
) STRICT;

CREATE TABLE pin_items (
    pin INTEGER NOT NULL REFERENCES pins ON DELETE CASCADE,
    number INTEGER NOT NULL,
    item TEXT NOT NULL,
    told TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (pin, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE pin_sources (
    pin INTEGER NOT NULL,
    number INTEGER NOT NULL,
    source INTEGER NOT NULL,
    library TEXT NOT NULL,
    path TEXT NOT NULL,
    outside TEXT NOT NULL,
    content BLOB NOT NULL,
    state TEXT NOT NULL,
    found TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (pin, number, source),
    FOREIGN KEY (pin, number) REFERENCES pin_items ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX pin_sources_by_path ON pin_sources (path);
CREATE INDEX pin_sources_by_outside ON pin_sources (outside);

CREATE TABLE pin_new_files (
    pin INTEGER NOT NULL,
    number INTEGER NOT NULL,
    path TEXT NOT NULL,
    found TEXT NOT NULL,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (pin, number, path),
    FOREIGN KEY (pin, number) REFERENCES pin_items ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX pin_new_files_by_path ON pin_new_files (path);

CREATE TABLE pin_files (path TEXT PRIMARY KEY, event TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TRIGGER pin_file_gone AFTER DELETE ON documents
WHEN old.state IN ('parsed', 'offline') AND EXISTS (SELECT 1 FROM pins) BEGIN
    INSERT INTO pin_files VALUES (old.path, 'gone')
    ON CONFLICT (path) DO UPDATE SET event = CASE event WHEN 'came' THEN 'came, gone' ELSE 'gone' END;
END;

CREATE TRIGGER pin_file_came AFTER INSERT ON documents
WHEN new.state = 'parsed' AND EXISTS (SELECT 1 FROM pins) BEGIN
    INSERT INTO pin_files VALUES (new.path, 'came')
    ON CONFLICT (path) DO UPDATE SET event = CASE event WHEN 'gone' THEN 'changed' ELSE 'came' END;
END;

CREATE TRIGGER pins_of_moved AFTER UPDATE OF path ON documents WHEN old.path <> new.path BEGIN
    UPDATE pin_sources SET path = new.path WHERE path = old.path AND library = '';
    UPDATE pin_sources SET outside = new.path WHERE outside = old.path AND library = '';
    UPDATE OR REPLACE pin_new_files SET path = new.path WHERE path = old.path;
    UPDATE OR REPLACE pin_files SET path = new.path WHERE path = old.path;
END;
"""
MOST_PINS = 10_000  # somebody may have put millions into a library
_MOST_NEWS = 10_000
_HOLDS = "('same', 'changed', 'nothing')"


class PinRow(NamedTuple):
    """A pin, with the number of its items, of those that do not hold, and of those that are to be told of."""

    id: int
    kind: str
    title: str
    place: str
    turn: int
    pinned_at: float
    items: int
    broken: int


class SourceRow(NamedTuple):
    """A source of a pinned item as it was looked at last."""

    pin: int
    number: int
    source: int
    library: str
    path: str
    outside: str
    content: bytes
    state: str


class NewsRow(NamedTuple):
    """An item with a source that does not hold (``source`` is its place in the item), or that was told of one.

    Of a new file ``source`` is -1, and ``path`` the file; ``told`` is then "" or its state. ``library`` has the file,
    "" for this one.
    """

    pin: int
    number: int
    title: str
    item: str
    told: str
    source: int
    library: str
    path: str
    state: str
    found: str


class Pins:
    """The pins of a library; the caller holds the transaction that changes them."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def count(self) -> int:
        """Return the number of pins."""
        ((count,),) = select(self._db, "SELECT count(*) FROM pins")
        return int(count)

    def cites(self, library: str) -> bool:
        """Return True if a pin has a source in a library, "" for this one."""
        return bool(select(self._db, "SELECT 1 FROM pin_sources WHERE library = ? LIMIT 1", (library,)))

    def put(
        self, kind: str, title: str, place: str, turn: int, items: Iterable[tuple[int, str, Sequence[SourceRow]]]
    ) -> int:
        """Store a pin in place of one of the same thing, and return its id; each item has its number and sources."""
        self._db.execute("DELETE FROM pins WHERE kind = ? AND place = ? AND turn = ?", (kind, place, turn))
        sql = "INSERT INTO pins (kind, title, place, turn, pinned_at) VALUES (?, ?, ?, ?, ?)"
        self._db.execute(sql, (kind, title, place, turn, time.time()))
        pin = self._db.last_insert_rowid()
        for number, item, sources in items:
            self._db.execute("INSERT INTO pin_items (pin, number, item) VALUES (?, ?, ?)", (pin, number, item))
            sql = (
                "INSERT INTO pin_sources (pin, number, source, library, path, outside, content, state) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            )
            self._db.executemany(sql, ((pin, number, *one[2:]) for one in sources))
        return pin

    def remove(self, pin: int) -> bool:
        """Remove a pin, and return whether there was one; with the last one what happened to files is forgotten."""
        found = bool(select(self._db, "SELECT 1 FROM pins WHERE id = ?", (pin,)))
        self._db.execute("DELETE FROM pins WHERE id = ?", (pin,))
        self._db.execute("DELETE FROM pin_files WHERE NOT EXISTS (SELECT 1 FROM pins)")
        return found

    def every(self) -> list[PinRow]:
        """Return the pins, the latest first."""
        sql = (
            "SELECT p.id, p.kind, p.title, p.place, p.turn, p.pinned_at, "
            "(SELECT count(*) FROM pin_items i WHERE i.pin = p.id), "
            "(SELECT count(DISTINCT s.number) FROM pin_sources s WHERE s.pin = p.id AND s.state NOT IN "
            f"{_HOLDS}) FROM pins p ORDER BY p.pinned_at DESC, p.id DESC LIMIT ?"
        )
        return list(map(PinRow._make, select(self._db, sql, (MOST_PINS,))))

    def sources(self) -> Iterator[SourceRow]:
        """Yield all sources."""
        sql = f"SELECT {', '.join(SourceRow._fields)} FROM pin_sources WHERE pin = ? ORDER BY number, source"
        for (pin,) in select(self._db, "SELECT id FROM pins ORDER BY id LIMIT ?", (MOST_PINS,)):
            yield from map(SourceRow._make, select(self._db, sql, (pin,)))

    def item(self, pin: int, number: int) -> str:
        """Return an item as it was pinned, "" where there is none any more."""
        rows = select(self._db, "SELECT item FROM pin_items WHERE pin = ? AND number = ?", (pin, number))
        return rows[0][0] if rows else ""

    def items(self) -> Iterator[tuple[int, int, str]]:
        """Yield the pin, number and text of all items."""
        for (pin,) in select(self._db, "SELECT id FROM pins ORDER BY id LIMIT ?", (MOST_PINS,)):
            yield from select(self._db, "SELECT pin, number, item FROM pin_items WHERE pin = ? ORDER BY number", (pin,))

    def note(self, seen: SourceRow, content: bytes, state: str, found: str) -> None:
        """Note how a source is; nothing where it is another one, or was moved, since it was ``seen``."""
        self._db.execute(
            "UPDATE pin_sources SET content = ?, state = ?, found = ? "
            "WHERE pin = ? AND number = ? AND source = ? AND path = ? AND content = ?",
            (content, state, found, seen.pin, seen.number, seen.source, seen.path, seen.content),
        )

    def arrivals(self, most: int) -> list[str]:
        """Return up to so many files that came and that nobody looked at yet."""
        sql = (
            "SELECT f.path FROM pin_files f JOIN documents d ON d.path = f.path "
            "WHERE f.event = 'came' AND d.state = 'parsed' ORDER BY f.path LIMIT ?"
        )
        return [path for (path,) in select(self._db, sql, (most,))]

    def note_arrivals(self, paths: Collection[str], found: Iterable[tuple[int, int, str, str]]) -> None:
        """Note what was found in new files, by pin, number and path, and that they were looked at."""
        sql = (
            "INSERT OR IGNORE INTO pin_new_files (pin, number, path, found) SELECT pin, number, ?3, ?4 FROM pin_items "
            "WHERE pin = ?1 AND number = ?2"
        )
        self._db.executemany(sql, found)
        self._db.executemany("DELETE FROM pin_files WHERE path = ?", ((path,) for path in paths))

    def forget_events(self) -> None:
        """Forget what happened to files that are not new."""
        self._db.execute("DELETE FROM pin_files WHERE event <> 'came'")

    def news(self, *, also_told: bool = False) -> list[NewsRow]:
        """Return the sources that don't hold, those of items of which that was told, and what new files say.

        Of new files only what was not told, unless ``also_told``.
        """
        broken = (
            "SELECT i.pin, i.number, p.title, i.item, i.told, s.source, s.library, s.path, s.state, s.found "
            "FROM pin_items i JOIN pins p ON p.id = i.pin JOIN pin_sources s ON s.pin = i.pin AND s.number = i.number "
            f"WHERE i.told <> '' OR s.state NOT IN {_HOLDS} ORDER BY i.pin, i.number, s.source LIMIT ?"
        )
        new = (
            "SELECT n.pin, n.number, p.title, i.item, iif(n.told, 'same', ''), -1, '', n.path, 'same', n.found "
            "FROM pin_new_files n "
            "JOIN pins p ON p.id = n.pin JOIN pin_items i ON i.pin = n.pin AND i.number = n.number "
            "WHERE n.told <= ? ORDER BY n.pin, n.number, n.path LIMIT ?"
        )
        rows = [*select(self._db, broken, (_MOST_NEWS,)), *select(self._db, new, (int(also_told), _MOST_NEWS))]
        return list(map(NewsRow._make, rows))

    def note_told(self, pin: int, number: int, state: str) -> None:
        """Note the state of an item that was told, "" for one that holds."""
        self._db.execute("UPDATE pin_items SET told = ? WHERE pin = ? AND number = ?", (state, pin, number))

    def note_new_file_told(self, pin: int, number: int, path: str) -> None:
        """Note that it was told what a new file says."""
        sql = "UPDATE pin_new_files SET told = 1 WHERE pin = ? AND number = ? AND path = ?"
        self._db.execute(sql, (pin, number, path))
