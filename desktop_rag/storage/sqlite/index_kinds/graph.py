"""Facts (subject, relation, object) and the nodes that support them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.core.similarity import similarities
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING

Triplet = tuple[str, str, str]
_COLUMNS = "t.id, t.subject, t.relation, t.object, t.subject_key, t.object_key"
_BATCH = 4096


@dataclass(frozen=True, slots=True)
class Fact:
    """A stored triplet; the keys are its subject and object as they are compared."""

    id: int
    subject: str
    relation: str
    object: str
    subject_key: str
    object_key: str

    @property
    def triplet(self) -> Triplet:
        """The fact as (subject, relation, object)."""
        return self.subject, self.relation, self.object

    def __str__(self) -> str:
        """Return the fact as a model reads it."""
        return triplet_text(self.triplet)


def triplet_text(triplet: Triplet) -> str:
    """Return a triplet as one line."""
    return " → ".join(triplet)


class GraphStore:
    """The knowledge graph of a library, or of the index with a slot; the caller holds the transaction."""

    def __init__(self, connection: apsw.Connection, slot: int = EVERYTHING) -> None:
        self._db = connection
        self._slot = int(slot)

    def _unique(self, keys: Triplet) -> Triplet:
        """Return the keys by which a fact is stored once in this graph."""
        subject, relation, target = keys
        return keys if self._slot == EVERYTHING else (subject, f"{self._slot}/{relation}", target)

    def add(self, triplet: Triplet, keys: Triplet, rowid: int | None = None) -> int:
        """Store a fact once, supported by a node; without one it was entered by hand and stays. Return its id."""
        subject, relation, target = triplet
        subject_key, relation_key, object_key = self._unique(keys)
        self._db.execute(
            "INSERT INTO triplets (subject, relation, object, subject_key, relation_key, object_key, by_hand, slot) "
            "VALUES (:subject, :relation, :object, :subject_key, :relation_key, :object_key, :by_hand, :slot) "
            "ON CONFLICT DO UPDATE SET by_hand = max(by_hand, excluded.by_hand)",
            {
                "subject": subject,
                "relation": relation,
                "object": target,
                "subject_key": subject_key,
                "relation_key": relation_key,
                "object_key": object_key,
                "by_hand": int(rowid is None),
                "slot": self._slot,
            },
        )
        sql = "SELECT id FROM triplets WHERE subject_key = ? AND relation_key = ? AND object_key = ?"
        ((fact,),) = select(self._db, sql, self._unique(keys))
        if rowid is not None:
            self._db.execute("INSERT OR IGNORE INTO triplet_nodes VALUES (?, ?)", (fact, rowid))
        return int(fact)

    def delete(self, keys: Triplet) -> None:
        """Forget a fact."""
        sql = "DELETE FROM triplets WHERE subject_key = ? AND relation_key = ? AND object_key = ?"
        self._db.execute(sql, self._unique(keys))

    def facts(self) -> Iterator[Fact]:
        """Yield every fact, the oldest first."""
        for row in select(self._db, f"SELECT {_COLUMNS} FROM triplets t WHERE t.slot = ? ORDER BY t.id", (self._slot,)):
            yield Fact(*row)

    def triplets(self) -> list[Triplet]:
        """Return every fact as (subject, relation, object), the oldest first."""
        return [fact.triplet for fact in self.facts()]

    def nodes_by_name(self) -> dict[str, list[str]]:
        """Return the ids of the nodes that support facts, by the subjects and objects of those."""
        rows = select(
            self._db,
            "SELECT t.subject, t.object, n.node_id FROM triplets t JOIN triplet_nodes s ON s.triplet = t.id "
            "JOIN nodes n ON n.id = s.node WHERE t.slot = ? ORDER BY t.id, s.node",
            (self._slot,),
        )
        found: dict[str, dict[str, None]] = {}
        for subject, target, node_id in rows:
            for name in (subject, target):
                found.setdefault(name, {})[node_id] = None
        return {name: list(node_ids) for name, node_ids in found.items()}

    def entities_like(self, keyword: str, limit: int) -> list[str]:
        """Return the keys of the shortest entities that contain a keyword."""
        rows = select(
            self._db,
            "SELECT key FROM (SELECT subject_key AS key FROM triplets WHERE instr(subject_key, ?1) AND slot = ?3 UNION "
            "SELECT object_key FROM triplets WHERE instr(object_key, ?1) AND slot = ?3) "
            "ORDER BY length(key), key LIMIT ?2",
            (keyword, limit, self._slot),
        )
        return [row[0] for row in rows]

    def known_entities(self, keys: Sequence[str]) -> list[str]:
        """Return those of the keys that are a subject or an object of any fact."""
        rows = select(
            self._db,
            "SELECT value FROM json_each(?1) WHERE "
            "EXISTS (SELECT 1 FROM triplets WHERE subject_key = value AND slot = ?2) "
            "OR EXISTS (SELECT 1 FROM triplets WHERE object_key = value AND slot = ?2)",
            (json.dumps(list(dict.fromkeys(keys))), self._slot),
        )
        return [row[0] for row in rows]

    def facts_about(self, keys: Iterable[str], limit: int) -> list[Fact]:
        """Return facts with one of these keys as subject or object, those that most nodes support first."""
        rows = select(
            self._db,
            "WITH wanted AS MATERIALIZED (SELECT value FROM json_each(?1)) "
            f"SELECT {_COLUMNS} FROM triplets t WHERE t.slot = ?3 AND t.id IN ("
            "SELECT id FROM triplets WHERE subject_key IN wanted UNION "
            "SELECT id FROM triplets WHERE object_key IN wanted) "
            "ORDER BY (SELECT count(*) FROM triplet_nodes s WHERE s.triplet = t.id) DESC, t.id LIMIT ?2",
            (json.dumps(list(keys)), limit, self._slot),
        )
        return [Fact(*row) for row in rows]

    def facts_by_id(self, ids: Sequence[int]) -> list[Fact]:
        """Return facts in the order of ``ids``."""
        rows = select(
            self._db,
            f"SELECT {_COLUMNS} FROM triplets t WHERE t.id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
        found = {row[0]: Fact(*row) for row in rows}
        return [found[fact] for fact in ids if fact in found]

    def supporting(self, facts: Sequence[int]) -> list[tuple[int, int]]:
        """Return (fact id, node row id) of every node that supports one of the facts."""
        return select(
            self._db,
            "SELECT triplet, node FROM triplet_nodes WHERE triplet IN (SELECT value FROM json_each(?)) "
            "ORDER BY triplet, node",
            (json.dumps(list(facts)),),
        )

    def without_embedding(self, space: str, limit: int) -> list[Fact]:
        """Return facts that have no vector in an embedding space."""
        rows = select(
            self._db,
            f"SELECT {_COLUMNS} FROM triplets t WHERE t.slot = ? AND NOT EXISTS "
            "(SELECT 1 FROM triplet_embeddings WHERE space = ? AND triplet = t.id) ORDER BY t.id LIMIT ?",
            (self._slot, space, limit),
        )
        return [Fact(*row) for row in rows]

    def embed(self, space: str, facts: Sequence[int], vectors: Matrix) -> None:
        """Store the vectors of facts; facts that are gone are passed over."""
        self._db.executemany(
            "INSERT OR REPLACE INTO triplet_embeddings SELECT ?, id, ? FROM triplets WHERE id = ?",
            ((space, vector.astype(np.float32).tobytes(), fact) for fact, vector in zip(facts, vectors, strict=True)),
        )

    def has_embeddings(self, space: str | None = None) -> bool:
        """Return True if any fact has a vector in an embedding space, or in any."""
        sql = (
            "SELECT 1 FROM triplet_embeddings e JOIN triplets t ON t.id = e.triplet "
            "WHERE t.slot = ?1 AND (?2 IS NULL OR e.space = ?2) LIMIT 1"
        )
        return bool(select(self._db, sql, (self._slot, space)))

    def nearest(self, space: str, embedding: Vector, top_k: int) -> list[tuple[int, float]]:
        """Return (fact id, cosine) of the facts nearest to a vector."""
        best: list[tuple[int, float]] = []
        sql = (
            "SELECT e.triplet, e.embedding FROM triplet_embeddings e JOIN triplets t ON t.id = e.triplet "
            "WHERE e.space = ? AND e.triplet > ? AND t.slot = ? ORDER BY 1 LIMIT ?"
        )
        last = 0
        while batch := select(self._db, sql, (space, last, self._slot, _BATCH)):
            matrix = np.frombuffer(b"".join(row[1] for row in batch), np.float32).reshape(len(batch), -1)
            best += [(row[0], float(score)) for row, score in zip(batch, similarities(embedding, matrix), strict=True)]
            best = sorted(best, key=lambda hit: (-hit[1], hit[0]))[:top_k]
            last = batch[-1][0]
        return best
