"""Summaries of documents, each with its vector in one embedding space."""

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.core.similarity import similarities
from desktop_rag.storage.records import UNSEARCHED
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, of_slot


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A summary; ``document`` is the document's row id."""

    document: int
    doc_id: str
    summary: str


class DocumentSummaryStore:
    """The summaries of a library, or of the index with a slot; the caller holds the transaction."""

    def __init__(self, connection: apsw.Connection, slot: int = EVERYTHING) -> None:
        self._db = connection
        self.slot = int(slot)
        own = of_slot(slot)
        searched = f"n.document = d.id AND n.embedded <> {UNSEARCHED} AND {own}"
        has_nodes = "nodes > 0" if slot == EVERYTHING else f"EXISTS (SELECT 1 FROM nodes n WHERE {searched})"
        self._missing = (
            f"state IN ('parsed', 'offline') AND {has_nodes} AND NOT EXISTS "
            f"(SELECT 1 FROM document_summaries WHERE document = d.id AND slot = {self.slot})"
        )
        self._nodes = "nodes" if slot == EVERYTHING else f"(SELECT count(*) FROM nodes n WHERE {searched})"
        # row ids alone are used again: a file that is read anew may get those it had
        self._stamp = (
            "(SELECT group_concat(stamp) FROM (SELECT n.id || '-' || hex(n.text_hash) AS stamp FROM nodes n "
            f"WHERE n.document = d.id AND {own} ORDER BY n.position, n.id))"
        )

    def missing(self, after: int, limit: int) -> list[tuple[int, str]]:
        """Return (row id, stamp) of documents with nodes but without summary; other nodes make another stamp."""
        return select(
            self._db,
            f"SELECT id, {self._stamp} FROM documents d WHERE id > ? AND {self._missing} ORDER BY id LIMIT ?",
            (after, limit),
        )

    def pending(self) -> tuple[int, int]:
        """Return how many documents have no summary, and how many nodes those have."""
        ((documents, nodes),) = select(
            self._db,
            f"SELECT count(*), coalesce(sum({self._nodes}), 0) FROM documents d WHERE {self._missing}",
        )
        return int(documents), int(nodes)

    def put(self, document: int, stamp: str, summary: str) -> None:
        """Store a summary, unless its document is gone or has other nodes than those that were summarised."""
        self._db.execute(
            "INSERT OR REPLACE INTO document_summaries (document, slot, summary) "
            f"SELECT id, ?, ? FROM documents d WHERE id = ? AND {self._stamp} = ?",
            (self.slot, summary, document, stamp),
        )

    def summaries(self, after: int = 0, limit: int = -1) -> list[DocumentSummary]:
        """Return summaries by document."""
        rows = select(
            self._db,
            "SELECT s.document, d.doc_id, s.summary FROM document_summaries s JOIN documents d ON d.id = s.document "
            "WHERE s.document > ? AND s.slot = ? ORDER BY s.document LIMIT ?",
            (after, self.slot, limit),
        )
        return [DocumentSummary(*row) for row in rows]

    def without_embedding(self, space: str, limit: int) -> list[DocumentSummary]:
        """Return summaries without a vector in an embedding space."""
        rows = select(
            self._db,
            "SELECT s.document, d.doc_id, s.summary FROM document_summaries s JOIN documents d ON d.id = s.document "
            "WHERE s.slot = ? AND (s.embedding IS NULL OR s.space <> ?) ORDER BY s.document LIMIT ?",
            (self.slot, space, limit),
        )
        return [DocumentSummary(*row) for row in rows]

    def embed(self, space: str, summaries: Sequence[DocumentSummary], vectors: Matrix) -> None:
        """Store vectors; a summary that changed meanwhile is passed over."""
        self._db.executemany(
            "UPDATE document_summaries SET space = ?, embedding = ? WHERE document = ? AND slot = ? AND summary = ?",
            (
                (space, vector.astype(np.float32).tobytes(), one.document, self.slot, one.summary)
                for one, vector in zip(summaries, vectors, strict=True)
            ),
        )

    def nearest(self, space: str, embedding: Vector, top_k: int) -> list[tuple[int, float]]:
        """Return (document's row id, cosine) of the summaries nearest to a vector; of equal ones the last ones."""
        rows = self._embedded(space)
        if not rows or top_k <= 0:
            return []
        matrix = np.frombuffer(b"".join(row[1] for row in rows), np.float32).reshape(len(rows), -1)
        scores = similarities(embedding, matrix)
        best = sorted(np.argsort(scores, kind="stable")[-top_k:])
        return [(rows[place][0], float(scores[place])) for place in sorted(best, key=lambda place: -scores[place])]

    def vectors(self, space: str) -> dict[int, Vector]:
        """Return the vectors of a space by the row ids of their documents."""
        return {document: np.frombuffer(vector, np.float32) for document, vector in self._embedded(space)}

    def _embedded(self, space: str) -> list[tuple[int, bytes]]:
        """Return the vectors of a space as they are stored."""
        sql = (
            "SELECT document, embedding FROM document_summaries WHERE space = ? AND slot = ? AND embedding IS NOT NULL"
        )
        return select(self._db, sql, (space, self.slot))

    def nodes_of(self, document: int) -> list[int]:
        """Return the row ids of a document's searched nodes, in order."""
        sql = (
            f"SELECT id FROM nodes n WHERE document = ? AND embedded <> {UNSEARCHED} AND {of_slot(self.slot)} "
            "ORDER BY position"
        )
        return [row[0] for row in select(self._db, sql, (document,))]


def document_summary_id(rowid: int, slot: int = EVERYTHING) -> str:
    """Return the node id of the summary that an index has of a document, by the document's row id."""
    return f"document-summary-{rowid}" if slot == EVERYTHING else f"document-summary-{rowid}-{slot}"
