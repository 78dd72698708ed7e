"""Vectors that were made once, by the text's hash and the model's space, in one file for everything."""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import apsw
import numpy as np

from desktop_rag.core.private_files import make_private_folder
from desktop_rag.core.schema import EmbeddingSpace, Vector
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.files.database_files import make_database_file, names_another_file, remove_database

MAXIMUM_BYTES = 2_000_000_000
_BUSY_MS = 30_000
_DAMAGED = (apsw.NotADBError, apsw.CorruptError)
_FAILURES = (
    apsw.FullError,
    apsw.ReadOnlyError,
    apsw.BusyError,
    apsw.IOError,
    apsw.CantOpenError,
    apsw.PermissionsError,
)
T = TypeVar("T")
_SIZES = ("page_count", "freelist_count", "page_size")
_LOG = logging.getLogger(__name__)
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS spaces (
    id INTEGER PRIMARY KEY, provider TEXT NOT NULL, model TEXT NOT NULL, dimensions INTEGER NOT NULL,
    rules TEXT NOT NULL, UNIQUE (provider, model, dimensions, rules)
) STRICT;
CREATE TABLE IF NOT EXISTS vectors (
    id INTEGER PRIMARY KEY, space INTEGER NOT NULL, hash BLOB NOT NULL, vector BLOB NOT NULL, UNIQUE (space, hash)
) STRICT;
"""


class SqliteEmbeddingCache:
    """Keeps vectors in the file at ``path``, which several threads and programs may share.

    It is only a cache: a damaged file is replaced, one that cannot be written stays as it is, and one that grew
    beyond ``maximum_bytes`` loses its older half when it is opened.
    """

    def __init__(self, path: Path, maximum_bytes: int = MAXIMUM_BYTES) -> None:
        self._lock = threading.RLock()
        self._path = path
        self._db = _open(path)
        self._halve(maximum_bytes)

    def dimensions(self, provider: str, model: str, rules: str) -> int | None:
        """Return the number of dimensions of a model's vectors, None if it has no vectors yet."""
        sql = "SELECT dimensions FROM spaces WHERE provider = ? AND model = ? AND rules = ? ORDER BY id DESC LIMIT 1"
        rows = self._read(lambda: select(self._db, sql, (provider, model, rules)))
        return int(rows[0][0]) if rows else None

    def get(self, space: EmbeddingSpace, hashes: Iterable[bytes]) -> dict[bytes, Vector]:
        """Return the vectors that are there, by their hashes."""
        sql = "SELECT vector FROM vectors WHERE space = ? AND hash = ?"

        def look_up() -> list[tuple[bytes, bytes]]:
            number = self._number(space)
            return [(hashed, row[0]) for hashed in hashes for row in select(self._db, sql, (number, hashed))]

        return {hashed: np.frombuffer(vector, np.float32) for hashed, vector in self._read(look_up)}

    def put(self, space: EmbeddingSpace, vectors: Mapping[bytes, Vector]) -> None:
        """Store vectors by their hashes."""

        def change() -> None:
            insert = "INSERT OR IGNORE INTO spaces (provider, model, dimensions, rules) VALUES (?, ?, ?, ?)"
            self._db.execute(insert, _named(space))
            number = self._number(space)
            rows = [(number, hashed, vector.astype(np.float32).tobytes()) for hashed, vector in vectors.items()]
            self._db.executemany("INSERT OR IGNORE INTO vectors (space, hash, vector) VALUES (?, ?, ?)", rows)

        with self._lock, self._repairing():
            self._write(change)

    def close(self) -> None:
        """Close the file; idempotent."""
        with self._lock:
            self._db.close()

    def _number(self, space: EmbeddingSpace) -> int | None:
        """Return the id of a space, None for one without vectors."""
        sql = "SELECT id FROM spaces WHERE provider = ? AND model = ? AND dimensions = ? AND rules = ?"
        rows = select(self._db, sql, _named(space))
        return int(rows[0][0]) if rows else None

    def _halve(self, maximum_bytes: int) -> None:
        """Give space back: later vectors take the place of the older half."""
        with self._lock, self._repairing():
            sizes = [int(select(self._db, f"PRAGMA {name}")[0][0]) for name in _SIZES]
            if (sizes[0] - sizes[1]) * sizes[2] > maximum_bytes:
                older = "DELETE FROM vectors WHERE id <= (SELECT (min(id) + max(id)) / 2 FROM vectors)"
                self._write(lambda: self._db.execute(older))

    def _read(self, look_up: Callable[[], list[T]]) -> list[T]:
        """Return the results of a lookup; empty in a cache that cannot be read."""
        found: list[T] = []
        with self._lock, self._repairing():
            found += look_up()
        return found

    @contextmanager
    def _repairing(self) -> Iterator[None]:
        """Begin with an empty file when this one turns out to be damaged; a cache that cannot be read is no error."""
        try:
            yield
        except _DAMAGED as error:
            _LOG.warning("%s is damaged and begins again: %s", self._path.name, error)
            self._db.close()
            remove_database(self._path)
            self._db = _open(self._path)
        except _FAILURES as error:
            _LOG.warning("%s cannot be read: %s", self._path.name, error)

    def _write(self, change: Callable[[], object]) -> None:
        """Make a change; a cache that cannot be written is no error."""
        try:
            with self._db:
                change()
        except _FAILURES as error:
            _LOG.warning("%s cannot be written: %s", self._path.name, error)


def _named(space: EmbeddingSpace) -> tuple[str, str, int, str]:
    return space.provider, space.model, space.dimensions, space.rules


def _open(path: Path) -> apsw.Connection:
    """Open the file, an empty one in the place of a damaged one; without a file that can be written, one in memory."""
    try:
        make_private_folder(path.parent)
        make_database_file(path)
        try:
            if names_another_file(path):
                raise apsw.CorruptError(str(path))
            return _connect(str(path))
        except _DAMAGED:
            remove_database(path)
            return _connect(str(path))
    except (*_FAILURES, *_DAMAGED, OSError) as error:
        _LOG.warning("%s cannot be opened: %s", path.name, error)
        return _connect(":memory:")


def _connect(name: str) -> apsw.Connection:
    """Open a database with our tables."""
    connection = apsw.Connection(name)
    try:
        connection.set_busy_timeout(_BUSY_MS)
        connection.execute(_SCHEMA).fetchall()
    except apsw.Error:
        connection.close()
        raise
    return connection
