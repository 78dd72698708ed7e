"""Earlier states of files: the texts that were replaced, where a person has them kept, and what came and went."""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import apsw

from desktop_rag.core.file_paths import earlier_place, is_earlier, without_earlier
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.folders import bounds
from desktop_rag.storage.sqlite.pages import unpacked
from desktop_rag.storage.sqlite.properties import get_earlier_since, set_earlier_since

# Pages have row ids: without, each would take a whole block of the file. A state goes with its file. Of files that
# came, went or were renamed only the path and the time are noted: a folder is compared with what it held.
EARLIER_STATES = """
CREATE TABLE earlier_states (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    read_at REAL NOT NULL,
    kept_at REAL NOT NULL,
    pages INTEGER NOT NULL,
    size INTEGER NOT NULL
) STRICT;
CREATE INDEX earlier_states_by_path ON earlier_states (path, kept_at);

CREATE TABLE earlier_pages (
    state INTEGER NOT NULL REFERENCES earlier_states ON DELETE CASCADE,
    page INTEGER NOT NULL,
    label TEXT NOT NULL,
    text BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX earlier_pages_by_state ON earlier_pages (state, page);

CREATE TABLE file_events (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    event TEXT NOT NULL,
    other TEXT NOT NULL DEFAULT '',
    at REAL NOT NULL
) STRICT;
CREATE INDEX file_events_by_path ON file_events (path);

CREATE TRIGGER earlier_states_of_moved AFTER UPDATE OF path ON documents WHEN old.path <> new.path BEGIN
    UPDATE earlier_states SET path = new.path WHERE path = old.path;
    INSERT INTO file_events (path, event, other, at)
    SELECT new.path, 'moved', old.path, (julianday('now') - 2440587.5) * 86400.0
    WHERE new.container IS NULL AND EXISTS (SELECT 1 FROM properties WHERE key = 'earlier_since');
END;
"""
MOST_STATES = 10
"""States kept of a file: one of 100 pages takes .15 MB, ten about as much as the library holds of the file itself."""
_MOST_EVENTS = 100_000
_AT_ONCE = 32
CAME, GONE, MOVED = "came", "gone", "moved"
_BELOW = "(path = ? OR (path >= ? AND path < ?))"


class EarlierState(NamedTuple):
    """The text of a file from when it was read until it was replaced (seconds since 1970), and its size as kept."""

    id: int
    path: str
    read_at: float
    kept_at: float
    pages: int
    size: int

    @property
    def place(self) -> str:
        """The path that stands for it (``core.file_paths.earlier_place``)."""
        return earlier_place(self.path, self.kept_at)


class FileEvent(NamedTuple):
    """A file that came, went, or moved from the path ``other``."""

    path: str
    event: str
    other: str
    at: float


class EarlierTexts:
    """The earlier states of one library; the caller holds the transaction of writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    @property
    def since(self) -> float:
        """The time since which states are kept, 0 where they are not."""
        return get_earlier_since(self._db)

    def keep(self) -> None:
        """Keep what is replaced from now on."""
        if not self.since:
            set_earlier_since(self._db, time.time())

    def discard(self) -> None:
        """Keep nothing any more, and forget what was kept."""
        set_earlier_since(self._db, 0)
        for table in ("earlier_pages", "earlier_states", "file_events"):
            self._db.execute(f"DELETE FROM {table}")

    def size(self) -> tuple[int, int]:
        """Return how many states are kept, and their bytes."""
        ((count, size),) = select(self._db, "SELECT count(*), coalesce(sum(size), 0) FROM earlier_states")
        return int(count), int(size)

    def states(self, path: str) -> list[EarlierState]:
        """Return the states of a file, the last one first."""
        return self._states("path = ? ORDER BY kept_at DESC, id DESC LIMIT ?", path, MOST_STATES + 1)

    def at(self, place: str) -> EarlierState | None:
        """Return the state of a ``place``, None where there is none."""
        if not is_earlier(place):
            return None
        return next((state for state in self.states(without_earlier(place)) if state.place == place), None)

    def since_in(self, path: str, separator: str, when: float) -> list[EarlierState]:
        """Return the states at and below a path that were replaced after a time, the last ones first."""
        sql = f"{_BELOW} AND kept_at > ? ORDER BY kept_at DESC, id DESC LIMIT ?"
        return self._states(sql, *bounds(path, separator), when, _MOST_EVENTS)

    def events_in(self, path: str, separator: str, when: float) -> list[FileEvent]:
        """Return what happened after a time at and below a path, in order, with what moved away from there."""
        sql = (
            "SELECT path, event, other, at FROM file_events WHERE (path = ?1 OR (path >= ?2 AND path < ?3) "
            "OR other = ?1 OR (other >= ?2 AND other < ?3)) AND at > ?4 ORDER BY id LIMIT ?5"
        )
        return list(map(FileEvent._make, select(self._db, sql, (*bounds(path, separator), when, _MOST_EVENTS))))

    def pages(self, state: int) -> Iterator[tuple[str, str]]:
        """Yield the (label, text) of a state's pages; a few are in memory at a time, compressed."""
        number = -1
        sql = f"SELECT page, label, text FROM earlier_pages WHERE state = ? AND page > ? ORDER BY page LIMIT {_AT_ONCE}"
        while rows := select(self._db, sql, (state, number)):
            yield from ((label, unpacked(text)) for _, label, text in rows)
            number = rows[-1][0]

    def page_text(self, state: int, page: int) -> str:
        """Return the text of a page of a state, "" where there is none."""
        rows = select(self._db, "SELECT text FROM earlier_pages WHERE state = ? AND page = ?", (state, page))
        return unpacked(rows[0][0]) if rows else ""

    def replacing(self, record: DocumentRecord) -> None:
        """Keep the text of a file that is about to be replaced by another one, where that is wanted.

        Reading the same file again, as newer readers do, makes no state.
        """
        if not self.since:
            return
        sql = "SELECT id, size, mtime_ns, content_hash, pages, indexed_at FROM documents WHERE path = ?"
        rows = select(self._db, sql, (record.path,))
        if not rows:
            if (record.content_hash or record.state == "failed") and not record.container:
                self._note(record.path, CAME)
            return
        document, size, mtime_ns, content_hash, pages, read_at = rows[0]
        if content_hash and record.content_hash:
            is_same = content_hash == record.content_hash
        else:  # it was asked to be read again
            is_same = (size, mtime_ns) == (record.size, record.mtime_ns)
        if is_same or not pages:
            return
        now = time.time()
        self._db.execute(
            "INSERT INTO earlier_states (path, read_at, kept_at, pages, size) "
            "SELECT ?, ?, ?, count(*), sum(length(text)) FROM pages WHERE document = ?",
            (record.path, min(read_at, now), now, document),
        )
        sql = "INSERT INTO earlier_pages SELECT ?, page, label, text FROM pages WHERE document = ?"
        self._db.execute(sql, (self._db.last_insert_rowid(), document))

    def replaced(self, path: str) -> None:
        """Drop the last state of a file if its text is that of the file now, and one too many."""
        if not self.since:
            return
        states = self.states(path)
        if states and self._says_the_same(states[0]):
            self._delete(states.pop(0).id)
        if len(states) > MOST_STATES:
            self._delete(_least_missed(states, time.time()).id)

    def forget(self, path: str) -> None:
        """Forget the states of a file that is about to be forgotten, and note that it is gone."""
        self._db.execute("DELETE FROM earlier_states WHERE path = ?", (path,))
        is_file = "container IS NULL AND (length(content_hash) > 0 OR state = 'failed')"  # else it was left out
        sql = f"SELECT 1 FROM documents WHERE path = ? AND {is_file}"
        if self.since and select(self._db, sql, (path,)):
            self._note(path, GONE)

    def forget_below(self, path: str, separator: str) -> None:
        """Forget what came and went at and below a path that the library follows no longer."""
        self._db.execute(f"DELETE FROM file_events WHERE {_BELOW}", bounds(path, separator))

    def _states(self, condition: str, *values: str | float) -> list[EarlierState]:
        sql = f"SELECT {', '.join(EarlierState._fields)} FROM earlier_states WHERE {condition}"
        return list(map(EarlierState._make, select(self._db, sql, values)))

    def _says_the_same(self, state: EarlierState) -> bool:
        sql = (
            "SELECT 1 FROM documents d WHERE d.path = ?1 AND d.pages = ?2 AND NOT EXISTS ("
            "SELECT 1 FROM earlier_pages e LEFT JOIN pages p ON p.document = d.id AND p.page = e.page "
            "WHERE e.state = ?3 AND p.text IS NOT e.text)"
        )
        return bool(select(self._db, sql, (state.path, state.pages, state.id)))

    def _delete(self, state: int) -> None:
        self._db.execute("DELETE FROM earlier_states WHERE id = ?", (state,))

    def _note(self, path: str, event: str) -> None:
        self._db.execute("INSERT INTO file_events (path, event, at) VALUES (?, ?, ?)", (path, event, time.time()))
        oldest = self._db.last_insert_rowid() - _MOST_EVENTS
        if oldest > 0:
            self._db.execute("DELETE FROM file_events WHERE id <= ?", (oldest,))


def _least_missed(states: Sequence[EarlierState], now: float) -> EarlierState:
    """Return the state, never the last one, that stands closest to the one before it for its age.

    So a day of saving every few minutes leaves last month's state where it is.
    """
    before = [*(state.kept_at for state in states[1:]), states[-1].read_at]
    gaps = [
        ((state.kept_at - earlier) / max(1.0, now - state.kept_at), -place, state)
        for place, (state, earlier) in enumerate(zip(states, before, strict=True))
    ]
    return min(gaps[1:])[2]
