"""Embeddings in the index file itself: searched by sqlite-vec, and by compact codes where there are many.

A space of ``CODES_FROM`` vectors gets codes (``code_blocks``). A query then looks for candidates among the codes
(``vector_cache``) and compares those with the stored vectors, so scores are exact either way.

Vectors are compared by their cosine, and stored with unit length, unless the space's rules name another similarity.
Codes estimate inner products, so there are none for distances.
"""

import json
from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.errors import BugError, UserError
from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.core.similarity import SimilarityMode, similarities, similarity_mode
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.records import EMBEDDED, UNSEARCHED, WAITING
from desktop_rag.storage.sqlite.connection import Connection, SQLiteValue, select
from desktop_rag.storage.sqlite.narrowing import allowed_rowids
from desktop_rag.storage.sqlite.vectors.codes import CodeBlocks
from desktop_rag.storage.sqlite.vectors.spaces import ACTIVE, BEGUN, make_active, space_row
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache

CODES_FROM = 10_000
_BATCH = 4096
_FEW = 500  # allowed row ids that are compared one by one
_SCAN_LIMIT = 4096  # of sqlite-vec


class SqliteVectors:
    """The vectors of one embedding space (``storage.ports.Vectors``); keys are the row ids of the nodes.

    ``cache`` keeps codes in memory from one query to the next; without it each query reads them anew.
    """

    def __init__(
        self,
        connection: Connection,
        space: EmbeddingSpace,
        cache: VectorCache | None = None,
        codes_from: int = CODES_FROM,
    ) -> None:
        self._db = connection
        self._space = space
        self._cache = cache or VectorCache()
        self._codes_from = codes_from
        self.similarity_mode = similarity_mode(space)
        self._table = ""
        self._codes: CodeBlocks | None = None
        self._find_table()

    @property
    def exists(self) -> bool:
        """True if anything was embedded in this space yet."""
        return bool(self._table)

    def count(self, narrowing: NodeFilter | None = None) -> int:
        """Return the number of vectors; with a filter, the number of nodes that may have one."""
        if not self._table:
            return 0
        allowed = allowed_rowids(self._db, narrowing)
        if allowed is not None:
            return len(allowed)
        # the shadow table of sqlite-vec: counting the virtual one is a scan of everything
        ((count,),) = select(self._db, f"SELECT count(*) FROM {self._table}_rowids")
        return int(count)

    def create(self) -> None:
        """Make the missing parts of the space: its table, and its codes when they are due (needs a writing connection).

        Raises:
            UserError: the file has vectors of another space; ``storage.sqlite.vectors.spaces`` changes that.

        """
        if self._state() not in (ACTIVE, BEGUN):
            make_active(self._db, self._space)
        self._find_table()
        if self._codes is not None:
            self._start_codes(self._codes)

    def add(self, rowids: Sequence[int], vectors: Matrix) -> None:
        """Store ``vectors`` (shape ``(len(rowids), dimensions)``); in the active space nodes count as embedded now.

        Nodes that were deleted or embedded in the meantime are passed over.

        Raises:
            UserError: the space is not used any more.

        """
        state = self._state()
        if self._codes is None or vectors.shape != (len(rowids), self._space.dimensions):
            raise BugError(f"vectors of shape {vectors.shape} do not fit space {self._space}")
        if state not in (ACTIVE, BEGUN):
            raise UserError("The library's search model was changed in the meantime.", "Try again.", retryable=True)
        vectors = self._prepared(vectors)
        # batches are computed outside of any transaction: nodes may have gone meanwhile
        wanted = self._without_vector(rowids, active=state == ACTIVE)
        places = [place for place, rowid in enumerate(rowids) if rowid in wanted]
        rows = [(rowids[place], vectors[place].tobytes()) for place in places]
        self._db.executemany(f"INSERT INTO {self._table} (rowid, embedding) VALUES (?, ?)", rows)
        if state == ACTIVE:
            sql = f"UPDATE nodes SET embedded = {EMBEDDED} WHERE id IN (SELECT value FROM json_each(?))"
            self._db.execute(sql, (json.dumps([rowid for rowid, _ in rows]),))
        if self._codes.stamps() is None:
            self._start_codes(self._codes)
        else:
            self._codes.add([rowid for rowid, _ in rows], vectors[places])

    def nearest(self, embedding: Vector, top_k: int, narrowing: NodeFilter | None = None) -> list[tuple[int, float]]:
        """Return (node key, similarity) of the ``top_k`` nearest nodes; higher is better."""
        hits: list[tuple[int, float]] = []
        if self._codes is not None and top_k > 0:
            with self._db.snapshot():  # one state of the file for codes and vectors; words are looked up meanwhile
                allowed = allowed_rowids(self._db, narrowing)
                hits = self._search(self._codes, self._prepared(embedding[None, :])[0], top_k, allowed)
        return hits

    def spread(self, most: int) -> list[int]:
        """Return the row ids of up to ``most`` vectors, the same each time, at even distances."""
        if not self._table:
            return []
        table = f"{self._table}_rowids"
        ((first, last),) = select(self._db, f"SELECT min(rowid), max(rowid) FROM {table}")
        if first is None:
            return []
        step = max(1.0, (last - first + 1) / most)
        places = [int(first + number * step) for number in range(min(most, last - first + 1))]
        sql = f"SELECT (SELECT min(rowid) FROM {table} WHERE rowid >= value) FROM json_each(?)"
        found = (row[0] for row in select(self._db, sql, (json.dumps(places),)))
        return list(dict.fromkeys(rowid for rowid in found if rowid is not None))

    def compare(self, embedding: Vector, rowids: Collection[int]) -> list[tuple[int, float]]:
        """Return (node key, similarity) of some nodes, the nearest first; those without a vector are left out."""
        if not self._table or not len(rowids):
            return []
        return self._compare(self._prepared(embedding[None, :])[0], np.fromiter(rowids, np.int64, len(rowids)))

    def get(self, rowids: Iterable[int]) -> dict[int, Vector]:
        """Return stored vectors by row id; those without one are left out."""
        if not self._table:
            return {}
        # each row by itself: with IN sqlite-vec goes over the whole table
        sql = f"SELECT t.rowid, embedding FROM json_each(?) CROSS JOIN {self._table} t WHERE t.rowid = value"
        rows = select(self._db, sql, (json.dumps(list(rowids)),))
        return {rowid: np.frombuffer(blob, np.float32) for rowid, blob in rows}

    def _search(
        self, codes: CodeBlocks, vector: Vector, top_k: int, allowed: NDArray[np.int64] | None
    ) -> list[tuple[int, float]]:
        """Choose the quickest way to the nearest nodes."""
        if not vector.any() and self.similarity_mode is SimilarityMode.COSINE:
            allowed = self._rowids() if allowed is None else allowed
            return self._compare(vector, allowed[:top_k] if len(allowed) > _FEW else allowed)[:top_k]
        if allowed is not None and len(allowed) <= _FEW:
            return self._compare(vector, allowed)[:top_k]
        if top_k <= _SCAN_LIMIT // 4:
            candidates = self._cache.candidates(self._db, codes, vector, top_k, allowed)
            if candidates is not None:
                return self._compare(vector, candidates)[:top_k]
        return self._scan(vector, top_k, allowed)

    def _scan(self, vector: Vector, top_k: int, allowed: NDArray[np.int64] | None) -> list[tuple[int, float]]:
        """Compare with every vector, in sqlite-vec where it can compare so."""
        if self.similarity_mode is SimilarityMode.DOT_PRODUCT:
            return self._scan_products(vector, top_k, self._rowids() if allowed is None else allowed)
        score = "-distance" if self.similarity_mode is SimilarityMode.EUCLIDEAN else "coalesce(1.0 - distance, 0.0)"
        values: list[SQLiteValue] = [vector.tobytes(), min(top_k, _SCAN_LIMIT)]
        condition = ""
        if allowed is not None:
            condition = "AND rowid IN (SELECT value FROM json_each(?)) "
            values.append(json.dumps(allowed.tolist()))
        rows = select(
            self._db,
            f"SELECT rowid, {score} FROM {self._table} WHERE embedding MATCH ? AND k = ? {condition}ORDER BY distance",
            values,
        )
        return _best_first((row[0], row[1]) for row in rows)

    def _scan_products(self, vector: Vector, top_k: int, rowids: NDArray[np.int64]) -> list[tuple[int, float]]:
        """Compare with the vectors of all these row ids, some thousands at a time."""
        best: list[tuple[int, float]] = []
        for start in range(0, len(rowids), _BATCH):
            best = _best_first(best + self._compare(vector, rowids[start : start + _BATCH]))[:top_k]
        return best

    def _compare(self, vector: Vector, rowids: NDArray[np.int64]) -> list[tuple[int, float]]:
        """Compare with the stored vectors of some row ids (sorted: neighbours lie together in the file)."""
        found = self.get(np.sort(rowids).tolist())
        if not found:
            return []
        scores = similarities(vector, np.stack(list(found.values())), self.similarity_mode)
        return _best_first(zip(found, scores.tolist(), strict=True))

    def _prepared(self, vectors: Matrix) -> Matrix:
        """Return vectors as they are stored and looked for."""
        rows = vectors.astype(np.float32)
        if self.similarity_mode is not SimilarityMode.COSINE:
            return rows
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        prepared: Matrix = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
        return prepared

    def _rowids(self) -> NDArray[np.int64]:
        """Return the row ids of all vectors."""
        rows = select(self._db, f"SELECT rowid FROM {self._table}_rowids ORDER BY rowid")
        return np.array([row[0] for row in rows], np.int64)

    def _start_codes(self, codes: CodeBlocks) -> None:
        """Give a space that became large enough codes of all it holds."""
        if codes.stamps() is not None or self.similarity_mode is SimilarityMode.EUCLIDEAN:
            return
        count = self.count()
        if count < self._codes_from:
            return
        rowids = self._rowids().tolist()
        sample = self.get(rowids[:: max(1, count // _BATCH)])
        codes.start(np.stack(list(sample.values())))
        for start in range(0, count, _BATCH):
            found = self.get(rowids[start : start + _BATCH])
            codes.add(list(found), np.stack(list(found.values())))

    def _without_vector(self, rowids: Sequence[int], *, active: bool) -> set[int]:
        """Return the nodes that lack a vector."""
        there = f"(SELECT rowid FROM {self._table}_rowids)"
        missing = f"embedded = {WAITING}" if active else f"embedded <> {UNSEARCHED} AND id NOT IN {there}"
        sql = f"SELECT value FROM json_each(?) WHERE value IN (SELECT id FROM nodes WHERE {missing})"
        return {row[0] for row in select(self._db, sql, (json.dumps(list(rowids)),))}

    def _state(self) -> int | None:
        """Return the present state of the space: another connection may have changed it."""
        found = space_row(self._db, self._space)
        return None if found is None else found[1]

    def _find_table(self) -> None:
        """Look for the space's table; there is none when nothing was embedded in this space yet."""
        found = space_row(self._db, self._space)
        if found is not None:
            self._table = f"vectors_{found[0]}"
            self._codes = CodeBlocks(self._db, found[0])


def _best_first(hits: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
    """Sort by score; equal scores by row id."""
    return sorted(hits, key=lambda hit: (-hit[1], hit[0]))
