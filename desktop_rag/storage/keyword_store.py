"""The keyword index: FTS5 with BM25 over terms prepared by ``desktop_rag.analyzer``."""

import json
from collections.abc import Collection, Sequence

import apsw

from desktop_rag.analyzer import KeywordTerms, is_short_run, is_short_word, keyword_terms
from desktop_rag.storage.connection import SQLiteValue, select

_RANK = "bm25(1.0, 0.2)"  # terms, whole words; 0.1 to 0.4 make no difference, 1.0 costs half a point

_LAST = "\U0010ffff"
_MANY = 1000  # nodes; ranking fewer takes no time
_COMMON_IN_PAIRS = 0.1  # of all nodes: characters that the question's pairs hold as well; saves half the time again
_COMMON = 0.3  # of all nodes; nDCG@10 stays within 0.1 points, questions take half the time


class KeywordStore:
    """Ranks nodes by Okapi BM25 (Robertson & Zaragoza 2009; k1 = 1.2, b = 0.75, as built into FTS5)."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def query(self, terms: KeywordTerms, top_k: int, allowed: Collection[int] | None = None) -> list[tuple[int, float]]:
        """Return (node row id, score) of the best ``top_k`` nodes with any of the terms; higher is better.

        With ``allowed`` only nodes with these row ids are considered; their scores are the same as without.
        """
        beginnings = self._beginnings(terms.terms)
        columns = (("terms", self._telling(terms.terms)), ("words", terms.words))
        match = " OR ".join(f"{column} : ({_any(wanted, beginnings)})" for column, wanted in columns if wanted)
        if not match or top_k <= 0:
            return []
        values: list[SQLiteValue] = [match, _RANK]
        condition = ""
        if allowed is not None:  # "+": rank first, then look whether it is allowed; the other way round takes minutes
            condition = "AND +rowid IN (SELECT value FROM json_each(?)) "
            values.append(json.dumps(list(map(int, allowed))))
        rows = select(
            self._db,
            "SELECT rowid, -rank FROM keywords WHERE keywords MATCH ? AND rank MATCH ? "  # noqa: S608 - constant
            f"{condition}ORDER BY rank, rowid LIMIT ?",
            [*values, top_k],
        )
        return [(row[0], row[1]) for row in rows]

    def known_share(self, terms: KeywordTerms) -> float:
        """Return the share of the distinct terms that any node has, 0 to 1."""
        beginnings = self._beginnings(terms.terms)
        wanted = [f"terms : {_one(term, beginnings)}" for term in set(terms.terms)]
        known = "EXISTS (SELECT 1 FROM keywords WHERE keywords MATCH value)"
        rows = select(self._db, f"SELECT avg({known}) FROM json_each(?)", (json.dumps(wanted),))  # noqa: S608
        return rows[0][0] or 0.0

    def with_all(self, terms: Sequence[str], most: int, allowed: Collection[int] | None = None) -> list[int]:
        """Return the row ids of up to ``most`` nodes that have every term, the best first."""
        if not terms:
            return []
        match = " AND ".join(f'terms : "{term}"' for term in dict.fromkeys(terms))
        values: list[SQLiteValue] = [match]
        condition = ""
        if allowed is not None:
            condition = "AND +rowid IN (SELECT value FROM json_each(?)) "
            values.append(json.dumps(list(map(int, allowed))))
        sql = f"SELECT rowid FROM keywords WHERE keywords MATCH ? {condition}ORDER BY rank, rowid LIMIT ?"  # noqa: S608
        return [row[0] for row in select(self._db, sql, [*values, most])]

    def count_by_document(self, phrase: str, most: int) -> dict[int, int]:
        """Return how many nodes of each document (by row) have the terms of ``phrase`` one after the other.

        More than ``most`` nodes are not counted: nothing is returned.
        """
        match = "SELECT rowid FROM keywords WHERE keywords MATCH ? LIMIT ?"
        found = [row[0] for row in select(self._db, match, (f'terms : "{phrase}"', most + 1))]
        if len(found) > most:
            return {}
        sql = "SELECT document, count(*) FROM nodes WHERE id IN (SELECT value FROM json_each(?)) GROUP BY document"
        return dict(select(self._db, sql, (json.dumps(found),)))

    def _beginnings(self, terms: tuple[str, ...]) -> frozenset[str]:
        """Return the terms that may only begin those of texts: runs of unspaced script that are shorter.

        When there is nothing else to look for, all of them; else those that are words, and not of nearly every node.
        """
        short = frozenset(term for term in terms if is_short_run(term))
        if not short or len(short) == len(set(terms)):
            return short
        ((nodes,),) = select(self._db, "SELECT coalesce(sum(nodes), 0) FROM documents")
        sql = "SELECT coalesce(sum(doc), 0) FROM keyword_counts WHERE term >= ? AND term <= ? AND col = 'terms'"
        words = [term for term in short if is_short_word(term)]
        counts = {term: select(self._db, sql, (term, term + _LAST))[0][0] for term in words}
        return frozenset(term for term, count in counts.items() if count <= max(_MANY, _COMMON * nodes))

    def _telling(self, terms: tuple[str, ...]) -> tuple[str, ...]:
        """Return the terms without those that most nodes of a large library have: they cost time and tell little."""
        ((nodes,),) = select(self._db, "SELECT coalesce(sum(nodes), 0) FROM documents")
        if nodes <= _MANY:
            return terms
        sql = "SELECT term, doc FROM keyword_counts WHERE term IN (SELECT value FROM json_each(?)) AND col = 'terms'"
        counts = dict(select(self._db, sql, (json.dumps(terms),)))
        pairs = "".join(term for term in terms if len(term) == 2)
        limits = {term: _COMMON_IN_PAIRS for term in terms if len(term) == 1 and term in pairs}
        kept = (term for term in terms if counts.get(term, 0) <= max(_MANY, limits.get(term, _COMMON) * nodes))
        return tuple(kept) or terms


def register_analyzer(connection: apsw.Connection) -> None:
    """Let migrations fill the keyword index anew: ``keyword_terms(heading, text, column)``."""
    connection.create_scalar_function("keyword_terms", _column, 3, deterministic=True)


def _any(terms: tuple[str, ...], beginnings: frozenset[str]) -> str:
    """Return an FTS5 expression that is true for nodes with any of the terms, some of which may go on."""
    return " OR ".join(_one(term, beginnings) for term in dict.fromkeys(terms))


def _one(term: str, beginnings: frozenset[str]) -> str:
    """Return an FTS5 expression for a term."""
    return f'"{term}"*' if term in beginnings else f'"{term}"'


def _column(*values: SQLiteValue) -> str:
    """Return what a column of the keyword index holds of a passage, as the parser stores it."""
    heading, text, column = map(str, values)
    found = keyword_terms(f"{heading}\n{text}")
    return " ".join(found.terms if column == "terms" else found.words)
