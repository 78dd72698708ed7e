"""What each document is about: a summary, and its vector in one embedding space."""

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.core.similarity import similarities
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.states import UNSEARCHED

_SUMMARISED = "state IN ('parsed', 'offline') AND nodes > 0"
_STAMP = (  # row ids alone are used again: a file that is read anew may get those it had
    "(SELECT group_concat(stamp) FROM (SELECT n.id || '-' || hex(n.text_hash) AS stamp FROM nodes n "
    "WHERE n.document = d.id ORDER BY n.position, n.id))"
)


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A summary; ``document`` is the document's row id."""

    document: int
    doc_id: str
    summary: str


class DocumentSummaryStore:
    """The summaries of a library; the caller holds the transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def missing(self, after: int, limit: int) -> list[tuple[int, str]]:
        """Return (row id, stamp) of documents with nodes but without summary; other nodes make another stamp."""
        return select(
            self._db,
            f"SELECT id, {_STAMP} FROM documents d WHERE {_SUMMARISED} AND id > ? "
            "AND NOT EXISTS (SELECT 1 FROM document_summaries WHERE document = d.id) ORDER BY id LIMIT ?",
            (after, limit),
        )

    def pending(self) -> tuple[int, int]:
        """Return how many documents have no summary, and how many nodes those have."""
        ((documents, nodes),) = select(
            self._db,
            f"SELECT count(*), coalesce(sum(nodes), 0) FROM documents d WHERE {_SUMMARISED} "
            "AND NOT EXISTS (SELECT 1 FROM document_summaries WHERE document = d.id)",
        )
        return int(documents), int(nodes)

    def put(self, document: int, stamp: str, summary: str) -> None:
        """Store a summary, unless its document is gone or has other nodes than those that were summarised."""
        self._db.execute(
            "INSERT OR REPLACE INTO document_summaries (document, summary) "
            f"SELECT id, ? FROM documents d WHERE id = ? AND {_STAMP} = ?",
            (summary, document, stamp),
        )

    def summaries(self, after: int = 0, limit: int = -1) -> list[DocumentSummary]:
        """Return summaries by document."""
        rows = select(
            self._db,
            "SELECT s.document, d.doc_id, s.summary FROM document_summaries s JOIN documents d ON d.id = s.document "
            "WHERE s.document > ? ORDER BY s.document LIMIT ?",
            (after, limit),
        )
        return [DocumentSummary(*row) for row in rows]

    def without_embedding(self, space: str, limit: int) -> list[DocumentSummary]:
        """Return summaries without a vector in an embedding space."""
        rows = select(
            self._db,
            "SELECT s.document, d.doc_id, s.summary FROM document_summaries s JOIN documents d ON d.id = s.document "
            "WHERE s.embedding IS NULL OR s.space <> ? ORDER BY s.document LIMIT ?",
            (space, limit),
        )
        return [DocumentSummary(*row) for row in rows]

    def embed(self, space: str, summaries: Sequence[DocumentSummary], vectors: Matrix) -> None:
        """Store vectors; a summary that changed meanwhile is passed over."""
        self._db.executemany(
            "UPDATE document_summaries SET space = ?, embedding = ? WHERE document = ? AND summary = ?",
            (
                (space, vector.astype(np.float32).tobytes(), one.document, one.summary)
                for one, vector in zip(summaries, vectors, strict=True)
            ),
        )

    def nearest(self, space: str, embedding: Vector, top_k: int) -> list[tuple[int, float]]:
        """Return (document's row id, cosine) of the summaries nearest to a vector; of equal ones the last ones."""
        sql = "SELECT document, embedding FROM document_summaries WHERE space = ? AND embedding IS NOT NULL"
        rows = select(self._db, sql, (space,))
        if not rows or top_k <= 0:
            return []
        matrix = np.frombuffer(b"".join(row[1] for row in rows), np.float32).reshape(len(rows), -1)
        scores = similarities(embedding, matrix)
        best = sorted(np.argsort(scores, kind="stable")[-top_k:])
        return [(rows[place][0], float(scores[place])) for place in sorted(best, key=lambda place: -scores[place])]

    def vectors(self, space: str) -> dict[int, Vector]:
        """Return the vectors of a space by the row ids of their documents."""
        sql = "SELECT document, embedding FROM document_summaries WHERE space = ? AND embedding IS NOT NULL"
        return {document: np.frombuffer(vector, np.float32) for document, vector in select(self._db, sql, (space,))}

    def nodes_of(self, document: int) -> list[int]:
        """Return the row ids of a document's searched nodes, in order."""
        sql = f"SELECT id FROM nodes WHERE document = ? AND embedded <> {UNSEARCHED} ORDER BY position"
        return [row[0] for row in select(self._db, sql, (document,))]
