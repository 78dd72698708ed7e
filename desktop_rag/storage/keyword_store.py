"""The keyword index: FTS5 with BM25 over terms prepared by ``desktop_rag.analyzer``."""

from collections.abc import Sequence

import apsw

from desktop_rag.storage.connection import select


class KeywordStore:
    """Ranks nodes by Okapi BM25 (Robertson & Zaragoza 2009; k1 = 1.2, b = 0.75, as built into FTS5)."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def query(self, terms: Sequence[str], top_k: int) -> list[tuple[int, float]]:
        """Return (node row id, score) of the best ``top_k`` nodes with any of the terms; higher is better."""
        if not terms:
            return []
        match = " OR ".join(f'"{term}"' for term in dict.fromkeys(terms))
        rows = select(
            self._db,
            "SELECT rowid, -rank FROM keywords WHERE keywords MATCH ? ORDER BY rank, rowid LIMIT ?",
            (match, top_k),
        )
        return [(row[0], row[1]) for row in rows]
