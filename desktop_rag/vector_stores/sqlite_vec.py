"""Embeddings in the index file itself, searched exactly by sqlite-vec."""

import json
from collections.abc import Iterable, Sequence

import apsw
import numpy as np

from desktop_rag.errors import BugError
from desktop_rag.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.storage.connection import select


class SqliteVecVectorStore:
    """The vectors of one embedding space; row ids are those of the nodes. Vectors have unit length."""

    def __init__(self, connection: apsw.Connection, space: EmbeddingSpace) -> None:
        self._db = connection
        self._space = space
        self._table = self._find_table()

    @property
    def exists(self) -> bool:
        """Whether anything was embedded in this space yet."""
        return bool(self._table)

    def create(self) -> None:
        """Make the space's table when it does not exist yet (needs a writing connection)."""
        if self._table:
            return
        space = self._space
        self._db.execute("UPDATE embedding_spaces SET active = 0")
        self._db.execute(
            "INSERT INTO embedding_spaces (provider, model, dimensions, rules, active) VALUES (?, ?, ?, ?, 1)",
            (space.provider, space.model, space.dimensions, space.rules),
        )
        self._table = f"vectors_{self._db.last_insert_rowid()}"
        self._db.execute(
            f"CREATE VIRTUAL TABLE {self._table} USING vec0(embedding float[{space.dimensions}] distance_metric=cosine)"
        )

    def add(self, rowids: Sequence[int], vectors: Matrix) -> None:
        """Store ``vectors`` (shape ``(len(rowids), dimensions)``) and mark the nodes as embedded.

        Nodes that were deleted or embedded in the meantime are passed over.
        """
        if not self._table or vectors.shape != (len(rowids), self._space.dimensions):
            raise BugError(f"vectors of shape {vectors.shape} do not fit space {self._space}")
        waiting = "SELECT value FROM json_each(?) WHERE value IN (SELECT id FROM nodes WHERE embedded = 0)"
        wanted = {row[0] for row in select(self._db, waiting, (json.dumps(list(rowids)),))}
        rows = [(rowid, vector.tobytes()) for rowid, vector in zip(rowids, vectors, strict=True) if rowid in wanted]
        self._db.executemany(f"INSERT INTO {self._table} (rowid, embedding) VALUES (?, ?)", rows)  # noqa: S608
        self._db.executemany("UPDATE nodes SET embedded = 1 WHERE id = ?", ((rowid,) for rowid, _ in rows))

    def query(self, embedding: Vector, top_k: int) -> list[tuple[int, float]]:
        """Return (node row id, cosine similarity) of the ``top_k`` nearest nodes; higher is better."""
        if not self._table:
            return []
        rows = select(
            self._db,
            f"SELECT rowid, 1.0 - distance FROM {self._table} WHERE embedding MATCH ? AND k = ? "  # noqa: S608
            "ORDER BY distance",
            (embedding.astype(np.float32).tobytes(), min(top_k, 4096)),
        )
        return sorted(((row[0], row[1]) for row in rows), key=lambda hit: (-hit[1], hit[0]))

    def get(self, rowids: Iterable[int]) -> dict[int, Vector]:
        """Return stored vectors by row id; those without one are left out."""
        found: dict[int, Vector] = {}
        if self._table:
            for rowid in rowids:
                sql = f"SELECT embedding FROM {self._table} WHERE rowid = ?"  # noqa: S608
                for (blob,) in select(self._db, sql, (rowid,)):
                    found[rowid] = np.frombuffer(blob, np.float32)
        return found

    def _find_table(self) -> str:
        """Return the space's table name, "" when nothing was embedded in this space yet."""
        space = self._space
        rows = select(
            self._db,
            "SELECT id FROM embedding_spaces WHERE provider = ? AND model = ? AND dimensions = ? AND rules = ?",
            (space.provider, space.model, space.dimensions, space.rules),
        )
        return f"vectors_{rows[0][0]}" if rows else ""
