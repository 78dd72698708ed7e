"""Keywords and the nodes they lead to."""

import json
from collections.abc import Iterable, Sequence

import apsw

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, kind_in


class KeywordTableStore:
    """The keyword table of one index kind, and of the index with a slot; the caller holds the transaction."""

    def __init__(self, connection: apsw.Connection, kind: str, slot: int = EVERYTHING) -> None:
        self._db = connection
        self._kind = kind_in(slot, kind)

    def add(self, rowid: int, keywords: Iterable[str]) -> None:
        """Let keywords lead to a node."""
        self._db.executemany(
            "INSERT OR IGNORE INTO table_keywords VALUES (?, ?, ?)",
            ((self._kind, keyword, rowid) for keyword in keywords),
        )

    def any(self) -> bool:
        """Return True if any keyword leads to a node."""
        return bool(select(self._db, "SELECT 1 FROM table_keywords WHERE kind = ? LIMIT 1", (self._kind,)))

    def keywords(self) -> list[str]:
        """Return every keyword, in order."""
        sql = "SELECT DISTINCT keyword FROM table_keywords WHERE kind = ? ORDER BY keyword"
        return [row[0] for row in select(self._db, sql, (self._kind,))]

    def query(self, keywords: Sequence[str], limit: int) -> list[tuple[int, int]]:
        """Return (node row id, keywords it has), most first; among equals those with the rarer keywords first."""
        return select(
            self._db,
            "WITH wanted AS MATERIALIZED ("
            "SELECT keyword, count(*) AS frequency FROM table_keywords "
            "WHERE kind = ?1 AND keyword IN (SELECT value FROM json_each(?2)) GROUP BY keyword) "
            "SELECT t.node, count(*) FROM wanted w JOIN table_keywords t ON t.kind = ?1 AND t.keyword = w.keyword "
            "GROUP BY t.node ORDER BY count(*) DESC, sum(1.0 / w.frequency) DESC, t.node LIMIT ?3",
            (self._kind, json.dumps(list(dict.fromkeys(keywords))), limit),
        )

    def common_words(self, share: float, least_nodes: int) -> frozenset[str]:
        """Return the words that more than ``share`` of the library's nodes have, none in a small library.

        Words longer than six letters are not among them: those are stored cut short.
        """
        ((nodes,),) = select(self._db, "SELECT coalesce(sum(nodes), 0) FROM documents")
        if nodes < least_nodes:
            return frozenset()
        sql = "SELECT term FROM keyword_counts WHERE col = 'terms' AND doc > ?"
        return frozenset(row[0] for row in select(self._db, sql, (share * nodes,)))

    def table(self) -> dict[str, list[str]]:
        """Return the whole table: node ids by keyword (for small libraries and tests)."""
        rows = select(
            self._db,
            "SELECT t.keyword, n.node_id FROM table_keywords t JOIN nodes n ON n.id = t.node WHERE t.kind = ? "
            "ORDER BY t.keyword, t.node",
            (self._kind,),
        )
        found: dict[str, list[str]] = {}
        for keyword, node_id in rows:
            found.setdefault(keyword, []).append(node_id)
        return found

    def clear(self) -> None:
        """Forget every keyword."""
        self._db.execute("DELETE FROM table_keywords WHERE kind = ?", (self._kind,))
