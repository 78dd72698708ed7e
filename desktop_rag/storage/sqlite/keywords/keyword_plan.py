"""Plan a keyword search in a large library: terms to look up first, and terms to count only among those hits.

BM25 takes a microsecond for every node that has any of the terms, and those of a few frequent words are most of a
library. So the rarer terms choose the nodes, as many of them as can be afforded, and the others are added to the
scores of the best nodes from their texts.
"""

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import apsw

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.keywords.list_pages import numbers
from desktop_rag.text.analyzer import TERM_LETTERS, KeywordTerms, keyword_terms

WORDS_WEIGHT = 0.2
K1, B = 1.2, 0.75  # as FTS5 has them
LEAST_IDF = 1e-6


@dataclass(frozen=True, slots=True)
class Plan:
    """The terms that choose nodes, about how many of those there are, and the terms that are only counted."""

    first: KeywordTerms
    rows: int
    rest: KeywordTerms


def affordable(terms: KeywordTerms, counts: Mapping[str, int], most: float) -> Plan:
    """Return the rarest terms, at least one, that at most ``most`` nodes have; ``counts`` has every term.

    Whole words go with their terms: the same nodes have them.
    """
    chosen = set[str]()
    rows = 0
    for term in sorted(dict.fromkeys(terms.terms), key=counts.__getitem__):
        # the rarest is taken at any price: without one there is nothing to complete
        if chosen and rows + counts[term] > most:
            break
        chosen.add(term)
        rows += counts[term]
    known = set(terms.terms)
    late = {word for word in terms.words if word[:TERM_LETTERS] in known - chosen}
    first = KeywordTerms(_those(terms.terms, chosen), tuple(word for word in terms.words if word not in late))
    rest = KeywordTerms(_those(terms.terms, known - chosen), tuple(word for word in terms.words if word in late))
    return Plan(first, rows, rest)


def entries_that_tell(terms: KeywordTerms, counts: Mapping[str, int], nodes: int, share: float) -> int:
    """Return the length of the rarest terms' lists that carry ``share`` of the weight of all terms."""
    weights = {term: idf(counts[term], nodes) if counts[term] else 0.0 for term in terms.terms}
    total, told, entries = sum(weights.values()), 0.0, 0
    for term in sorted(weights, key=counts.__getitem__):
        told += weights[term]
        entries += counts[term]
        if told >= share * total:
            break
    return entries


def idf(count: int, nodes: int) -> float:
    """Return the weight of a term that ``count`` of all nodes have."""
    return max(LEAST_IDF, math.log((nodes - count + 0.5) / (count + 0.5)))


def _those(terms: Sequence[str], wanted: Collection[str]) -> tuple[str, ...]:
    """Return the wanted ones in their order."""
    return tuple(term for term in terms if term in wanted)


class Completion:
    """Adds the scores of nodes for terms that did not choose them, by the same formula as FTS5's.

    ``counts`` tells how many nodes have each term, ``nodes`` how many there are.
    """

    def __init__(
        self, connection: apsw.Connection, counts: Mapping[str, int], nodes: int, beginnings: Collection[str]
    ) -> None:
        self._db = connection
        self._counts = counts
        self._nodes = nodes
        self._beginnings = beginnings

    def add(self, found: Sequence[tuple[int, float]], rest: KeywordTerms) -> list[tuple[int, float]]:
        """Return (node, score) with each node's score for the other terms added, the best first."""
        sql = "SELECT id, heading, text FROM nodes WHERE id IN (SELECT value FROM json_each(?))"
        rows = select(self._db, sql, (json.dumps([rowid for rowid, _ in found]),))
        mean = totals(self._db)[1]
        added = {rowid: self._score(keyword_terms(f"{heading}\n{text}"), rest, mean) for rowid, heading, text in rows}
        return sorted(((rowid, score + added.get(rowid, 0.0)) for rowid, score in found), key=best_first)

    def _score(self, node: KeywordTerms, rest: KeywordTerms, mean: float) -> float:
        norm = K1 * (1 - B + B * (len(node.terms) + len(node.words)) / mean)
        often = [(term, float(self._often(term, node.terms))) for term in dict.fromkeys(rest.terms)]
        often += [(word[:TERM_LETTERS], WORDS_WEIGHT * node.words.count(word)) for word in dict.fromkeys(rest.words)]
        return sum(
            idf(self._counts[term], self._nodes) * times * (K1 + 1) / (times + norm) for term, times in often if times
        )

    def _often(self, term: str, terms: Sequence[str]) -> int:
        """Return the number of times a term stands in a node."""
        if term in self._beginnings:
            return sum(one.startswith(term) for one in terms)
        return terms.count(term)


def best_first(found: tuple[int, float]) -> tuple[float, int]:
    """Return the sort key of (node, score): higher scores first, then lower nodes."""
    # equal scores by row: the order must not change from one search to the next
    return -found[1], found[0]


def totals(connection: apsw.Connection) -> tuple[int, float]:
    """Return the number of nodes, and their mean number of terms and words, as recorded by FTS5."""
    # row 1 holds the number of rows and the sizes of the columns (FTS5's "averages" record)
    rows = select(connection, "SELECT block FROM keywords_data WHERE id = 1")
    nodes, *sizes = [*numbers(rows[0][0], 0), 0] if rows else [0]
    return nodes, max(1.0, sum(sizes) / max(1, nodes))
