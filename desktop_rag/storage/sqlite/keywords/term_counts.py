"""How many nodes have a term of the keyword index, told in no time even when those are most nodes of a large library.

FTS5 counts by reading a term's whole list. Its table of pages (``keywords_idx``: where the terms of each segment
begin) tells how long a list is without reading it, and only short ones are counted.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass, field

import apsw

from desktop_rag.storage.sqlite.connection import select, version_of

LAST = "\U0010ffff"
_SHORT = 8  # pages: what is counted by reading, half a millisecond each
_REMEMBERED = 10_000  # terms
_ON_A_PAGE = 650  # nodes, of a frequent term: 4,050 bytes, about six for each node
_PAGES = """
WITH RECURSIVE segments (id) AS (
    SELECT min(segid) FROM keywords_idx
    UNION ALL SELECT (SELECT min(segid) FROM keywords_idx WHERE segid > id) FROM segments WHERE id IS NOT NULL
), wanted (term, low, high) AS (
    SELECT value, CAST('0' || value AS BLOB), CAST('0' || value || ?2 AS BLOB) FROM json_each(?1)
)
SELECT term, sum(max(0,
    (SELECT i.pgno / 2 FROM keywords_idx i WHERE i.segid = id AND i.term > high ORDER BY i.term LIMIT 1)
    - (SELECT i.pgno / 2 FROM keywords_idx i WHERE i.segid = id AND i.term <= low ORDER BY i.term DESC LIMIT 1) - 1
)) FROM wanted CROSS JOIN segments GROUP BY term
"""


@dataclass(slots=True)
class _Told:
    """What was counted in one state of the file: how many nodes have a term (of a column), and how many there are."""

    version: int | None = None
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    nodes: int | None = None


class TermCounts:
    """Looks into the keyword index of one library.

    The search and what weighs the pages it found ask for the same words: a reader remembers what it counted until
    somebody changes the file.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection
        self._told = _Told()

    def nodes(self) -> int:
        """Return the number of nodes that are searched."""
        told = self._remembered()
        if told.nodes is None:
            told.nodes = int(select(self._db, "SELECT coalesce(sum(nodes), 0) FROM documents")[0][0])
        return told.nodes

    def of(self, terms: Collection[str], column: str = "terms") -> dict[str, int]:
        """Return how many nodes have each term: exactly for what is not frequent, else about."""
        told = self._remembered().counts
        wanted = [(term, column) for term in dict.fromkeys(terms)]
        missing = [term for term, column in wanted if (term, column) not in told]
        if missing:
            told.update({(term, column): count for term, count in self._count(missing, column).items()})
        return {term: told[term, column] for term, column in wanted}

    def _remembered(self) -> _Told:
        """Return what was told of the present state of the file; one who writes remembers nothing."""
        version = version_of(self._db)
        if version is None:
            return _Told()
        if version != self._told.version or len(self._told.counts) > _REMEMBERED:
            self._told = _Told(version)
        return self._told

    def _count(self, terms: Collection[str], column: str) -> dict[str, int]:
        """Look into the file for what ``of`` tells."""
        pages = self._pages(terms, "")
        short = [term for term in dict.fromkeys(terms) if pages.get(term, 0) <= _SHORT]
        sql = "SELECT term, doc FROM keyword_counts WHERE term IN (SELECT value FROM json_each(?)) AND col = ?"
        counts = dict.fromkeys(short, 0) | dict(select(self._db, sql, (json.dumps(short), column)))
        return counts | self._about(pages)

    def beginning_with(self, terms: Collection[str]) -> dict[str, int]:
        """Return how many nodes have the terms that begin with each of these; a node may count more than once."""
        pages = self._pages(terms, LAST)
        sql = "SELECT coalesce(sum(doc), 0) FROM keyword_counts WHERE term >= ? AND term <= ? AND col = 'terms'"
        short = [term for term in terms if pages.get(term, 0) <= _SHORT]
        return {term: select(self._db, sql, (term, term + LAST))[0][0] for term in short} | self._about(pages)

    def _pages(self, terms: Collection[str], end: str) -> dict[str, int]:
        """Return how many pages the list of each term fills."""
        return {term: pages or 0 for term, pages in select(self._db, _PAGES, (json.dumps(list(terms)), end))}

    def _about(self, pages: dict[str, int]) -> dict[str, int]:
        """Return how many nodes are on so many pages, where those are not few."""
        nodes = self.nodes()
        return {term: min(nodes, count * _ON_A_PAGE) for term, count in pages.items() if count > _SHORT}
