"""Vectors that were made once are kept: by the text's hash and the model's space, in one file for everything."""

import hashlib
import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw
import numpy as np

from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.embeddings.base import BaseEmbedding, EmbeddingModel, count_tokens, get_query_embeddings, probe
from desktop_rag.embeddings.openai_like import PROVIDER, OpenAILikeEmbedding
from desktop_rag.storage.sqlite.connection import select

MAXIMUM_BYTES = 2_000_000_000
_BATCH = 64
_BUSY_MS = 30_000
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


class CachedEmbedding(EmbeddingModel):
    """Asks ``model`` only for what is not in the file at ``path`` yet; each batch is kept as soon as it is there.

    Several threads and programs may share the file. It is only a cache: a damaged one is made anew, one that cannot be
    written is not, and one that grew beyond ``maximum_bytes`` loses its older half when it is opened.
    """

    def __init__(self, model: BaseEmbedding, path: Path, maximum_bytes: int = MAXIMUM_BYTES) -> None:
        super().__init__(getattr(model, "embed_batch_size", _BATCH))
        self.model = model
        self.batch_tokens = getattr(model, "batch_tokens", self.batch_tokens)
        self.batch_seconds = getattr(model, "batch_seconds", self.batch_seconds)
        self._lock = threading.RLock()
        self._path = path
        self._db = _open(path)
        self._halve(maximum_bytes)

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the model; a server is not asked for what the file knows of it."""
        model = self.model
        if isinstance(model, OpenAILikeEmbedding) and model.known_dimensions is None:
            sql = (
                "SELECT dimensions FROM spaces WHERE provider = ? AND model = ? AND rules = ? ORDER BY id DESC LIMIT 1"
            )
            with self._lock:
                rows = select(self._db, sql, (PROVIDER, model.model_name, model.rules))
            if rows:
                model.expect(rows[0][0])
        return model.space

    @property
    def max_tokens(self) -> int | None:
        """None: the model itself cuts what is too long, and the whole text's vector is kept."""
        return None

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens the model takes texts for."""
        return count_tokens(self.model, texts)

    def probe(self) -> None:
        """Ask the model itself."""
        probe(self.model)

    def get_query_embedding_batch(self, queries: Sequence[str]) -> Matrix:
        """Return the vectors of questions, shape ``(len(queries), dimensions)``."""
        return self._cached("query", queries, self._query_vectors)

    def get_text_embedding_batch(self, texts: Sequence[str], show_progress: bool = False) -> Matrix:  # noqa: ARG002, FBT001, FBT002
        """Return the vectors of passages in their order."""
        return self._cached("text", texts, self.model.get_text_embedding_batch)

    def close(self) -> None:
        """Close the file; idempotent."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _embed(self, texts: Sequence[str]) -> Matrix:
        return self.model.get_text_embedding_batch(texts)

    def _query_vectors(self, queries: Sequence[str]) -> Matrix:
        """Ask the model for the vectors of questions."""
        return get_query_embeddings(self.model, queries)

    def _cached(self, kind: str, texts: Sequence[str], make: Callable[[Sequence[str]], Matrix]) -> Matrix:
        """Return the vectors of texts, made by ``make`` where the file does not have them."""
        space = self.space
        if not texts:
            return np.zeros((0, space.dimensions), np.float32)
        hashes = [_hash(kind, text) for text in texts]
        number, found = self._read(space, set(hashes))
        missing = {hashed: text for hashed, text in zip(hashes, texts, strict=True) if hashed not in found}
        waiting = list(missing)
        for start in range(0, len(waiting), self.embed_batch_size):
            batch = waiting[start : start + self.embed_batch_size]
            vectors = np.asarray(make([missing[hashed] for hashed in batch]), np.float32)
            made = {hashed: vector.tobytes() for hashed, vector in zip(batch, vectors, strict=True)}
            self._keep(number, made)
            found |= made
        return np.stack([np.frombuffer(found[hashed], np.float32) for hashed in hashes])

    def _read(self, space: EmbeddingSpace, hashes: set[bytes]) -> tuple[int, dict[bytes, bytes]]:
        """Return the number of the space, which is noted if it is new, and the vectors the file has."""
        named = (space.provider, space.model, space.dimensions, space.rules)
        sql = "SELECT id FROM spaces WHERE provider = ? AND model = ? AND dimensions = ? AND rules = ?"
        with self._lock:
            rows = select(self._db, sql, named)
            if not rows:
                insert = "INSERT OR IGNORE INTO spaces (provider, model, dimensions, rules) VALUES (?, ?, ?, ?)"
                self._write(lambda: self._db.execute(insert, named))
                rows = select(self._db, sql, named)
            number = int(rows[0][0]) if rows else -1
            one = "SELECT vector FROM vectors WHERE space = ? AND hash = ?"
            found = ((hashed, select(self._db, one, (number, hashed))) for hashed in hashes)
            return number, {hashed: bytes(vector[0][0]) for hashed, vector in found if vector}

    def _keep(self, number: int, made: dict[bytes, bytes]) -> None:
        """Store vectors."""
        rows = [(number, hashed, vector) for hashed, vector in made.items()]
        insert = "INSERT OR IGNORE INTO vectors (space, hash, vector) VALUES (?, ?, ?)"
        with self._lock:
            self._write(lambda: self._db.executemany(insert, rows))

    def _halve(self, maximum_bytes: int) -> None:
        """Give space back: later vectors take the place of the older half."""
        with self._lock:
            sizes = [int(select(self._db, f"PRAGMA {name}")[0][0]) for name in _SIZES]
            if (sizes[0] - sizes[1]) * sizes[2] > maximum_bytes:
                older = "DELETE FROM vectors WHERE id <= (SELECT (min(id) + max(id)) / 2 FROM vectors)"
                self._write(lambda: self._db.execute(older))

    def _write(self, change: Callable[[], object]) -> None:
        """Make a change; the vectors are there all the same when it fails."""
        try:
            with self._db:
                change()
        except (apsw.FullError, apsw.ReadOnlyError, apsw.BusyError, apsw.IOError, apsw.CantOpenError) as error:
            _LOG.warning("%s cannot be written: %s", self._path.name, error)


_SIZES = ("page_count", "freelist_count", "page_size")


def _open(path: Path) -> apsw.Connection:
    """Open the file; one that is no database is removed first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _connect(str(path))
    except (apsw.NotADBError, apsw.CorruptError):
        for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            name.unlink(missing_ok=True)
        return _connect(str(path))
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.IOError, apsw.PermissionsError) as error:
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


def _hash(kind: str, text: str) -> bytes:
    """Return what identifies a text; questions and passages are different texts to a model."""
    return hashlib.blake2b(f"{kind}\n{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
