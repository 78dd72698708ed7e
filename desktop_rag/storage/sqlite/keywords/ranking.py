"""BM25 over whole lists of terms: every node with any of them gets its score, in a few passes of NumPy.

The formula is FTS5's (Robertson & Zaragoza 2009), so scores are the same whichever of the two ranks a question.

The lists are FTS5's private tables, whose format another version of SQLite may change. So what was read is compared
with FTS5's own answers, in each process and library for the first questions; where they differ, or where the lists
cannot be read, FTS5 ranks all questions to this library, which takes longer and is right.
"""

import contextlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_rag.storage.sqlite.connection import Connection, select
from desktop_rag.storage.sqlite.keywords.keyword_plan import K1, WORDS_WEIGHT, B, best_first, idf, totals
from desktop_rag.storage.sqlite.keywords.lengths import Lengths
from desktop_rag.storage.sqlite.keywords.list_pages import lengths_of
from desktop_rag.storage.sqlite.keywords.postings import PostingLists, Postings
from desktop_rag.text.analyzer import KeywordTerms

_LOG = logging.getLogger(__name__)
Floats = NDArray[np.float32]
_BLOCK = 512  # scores of which first only the best is looked at
_SPARE = (100, 2)  # finalists at least, and for each node wanted: some may have been deleted
_COMPARED = 3  # questions to a library whose lists are compared with FTS5's own answers: 1 to 3 ms each
_COMPARED_TERMS = 8  # of a question
_COMPARED_NODES = 20  # at the beginning of a list, and as many at its end
# What reading lists of another format comes to: numbers that lead beyond a page, columns that are not there
_MISREAD = (IndexError, ValueError, OverflowError, apsw.SQLError)


@dataclass(frozen=True, slots=True)
class _Weighted:
    """A list, the frequencies of the term in its nodes, weighted by the column, and the weight of the term."""

    postings: Postings
    often: NDArray[np.floating]
    idf: float


class _Comparisons:
    """Counts for each library how often this process compared its lists with FTS5, and remembers misread ones."""

    def __init__(self) -> None:
        self._agreed: dict[str, int] = {}
        self._misread: set[str] = set()

    def is_misread(self, library: str) -> bool:
        """Return True if FTS5 has to rank the questions to a library."""
        return library in self._misread

    def is_due(self, library: str) -> bool:
        """Return True if the lists of a question should be compared."""
        return self._agreed.get(library, 0) < _COMPARED

    def agreed(self, library: str) -> None:
        """Note that lists were as FTS5 has them."""
        self._agreed[library] = self._agreed.get(library, 0) + 1

    def misread(self, library: str, reason: object) -> None:
        """Leave the questions to a library to FTS5 from now on."""
        self._misread.add(library)
        _LOG.warning(
            "The keyword index of %s is not written as expected (SQLite %s): %s. Searching its words takes longer.",
            library or "a library in memory",
            apsw.sqlite_lib_version(),
            reason,
        )


_comparisons = _Comparisons()


class WholeRanking:
    """Ranks the nodes of one library by some terms."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection
        self._library = connection.filename
        self._nodes, self._mean = 0, 1.0

    def best(
        self, terms: KeywordTerms, counts: Mapping[str, int], top_k: int, allowed: NDArray[np.int64] | None
    ) -> list[tuple[int, float]] | None:
        """Return (node row id, score) of the best ``top_k`` (of those allowed); None when FTS5 has to do it.

        ``counts`` tells about how many nodes have each term.
        """
        # what was just written is still in FTS5's memory
        if is_writing(self._db) or _comparisons.is_misread(self._library):
            return None
        try:
            self._nodes, self._mean = totals(self._db)
            lists = PostingLists(self._db).read(list(dict.fromkeys((*terms.terms, *terms.words))), counts)
            if lists is None:
                return None
            if _comparisons.is_due(self._library) and (differing := self._differing(terms.terms, lists)):
                _comparisons.misread(self._library, f"the list of “{differing}” differs")
                return None
            return self._ranked(terms, lists, top_k, allowed)
        except _MISREAD as error:
            _comparisons.misread(self._library, error)
            return None

    def _differing(self, terms: Sequence[str], lists: Mapping[str, Sequence[Postings]]) -> str | None:
        """Return a term whose list lacks nodes for which FTS5 has it; None where those compared agree."""
        sql = "SELECT rowid FROM keywords WHERE keywords MATCH ? ORDER BY rowid {} LIMIT ?"
        for term in dict.fromkeys(terms[:_COMPARED_TERMS]):
            found = {
                row[0]
                for order in ("ASC", "DESC")
                for row in select(self._db, sql.format(order), (f'terms : "{term}"', _COMPARED_NODES))
            }
            listed = [one.rowids[np.asarray(one.in_terms) > 0] for one in lists[term]]
            if not found <= set(np.concatenate([*listed, np.empty(0, np.int64)]).tolist()):
                return term
        _comparisons.agreed(self._library)
        return None

    def _ranked(
        self,
        terms: KeywordTerms,
        lists: Mapping[str, Sequence[Postings]],
        top_k: int,
        allowed: NDArray[np.int64] | None,
    ) -> list[tuple[int, float]]:
        """Return the best nodes of the lists."""
        weighted = [*self._weighted(terms.terms, lists, 1.0), *self._weighted(terms.words, lists, WORDS_WEIGHT)]
        scores = self._scores(weighted, allowed)
        wanted = max(_SPARE[0], _SPARE[1] * top_k)
        while True:
            finalists = _largest(scores, wanted)
            found = self._exactly(finalists, weighted)
            if len(found) >= top_k or len(finalists) < wanted:
                return found[:top_k]
            wanted *= 4

    def _weighted(
        self, terms: Sequence[str], lists: Mapping[str, Sequence[Postings]], weight: float
    ) -> list[_Weighted]:
        """Return the lists of a column's terms."""
        found = list[_Weighted]()
        for term in dict.fromkeys(terms):
            often = [one.in_terms if weight == 1.0 else one.in_words for one in lists[term]]
            pairs = zip(lists[term], often, strict=True)
            count = min(self._nodes, round(sum(one.live * int(np.count_nonzero(many)) for one, many in pairs)))
            tells = idf(count, self._nodes)
            found += [_Weighted(one, weight * many, tells) for one, many in zip(lists[term], often, strict=True)]
        return found

    def _scores(self, lists: Sequence[_Weighted], allowed: NDArray[np.int64] | None) -> Floats:
        """Return the score of each node, by row id; deleted ones may be among them."""
        lengths = Lengths(self._db).all()
        scores = np.zeros(len(lengths), np.float32)
        for one in lists:
            rowids = one.postings.rowids
            often = one.often.astype(np.float32)
            norms = lengths[rowids].astype(np.float32)
            norms *= np.float32(K1 * B / self._mean)
            norms += np.float32(K1 * (1 - B))
            norms += often
            often *= np.float32(one.idf * (K1 + 1))
            often /= norms
            scores[rowids] += often
        if allowed is None:
            return scores
        passing = np.zeros(len(scores), np.bool_)
        passing[allowed[allowed < len(scores)]] = True
        return np.where(passing, scores, np.float32(0))

    def _exactly(self, rowids: NDArray[np.int64], lists: Sequence[_Weighted]) -> list[tuple[int, float]]:
        """Return the scores of existing nodes, without the terms of their older versions; the best first."""
        sql = "SELECT id, sz, origin FROM keywords_docsize WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
        rows = select(self._db, sql, (json.dumps(rowids.tolist()),))
        there = np.array([row[0] for row in rows], np.int64)
        origins = np.array([row[2] for row in rows], np.int64)
        norms = np.array([K1 * (1 - B + B * lengths_of(row[1]) / self._mean) for row in rows], np.float64)
        scores = np.zeros(len(rows))
        for one in lists:
            listed = one.postings
            places = np.minimum(np.searchsorted(listed.rowids, there), len(listed.rowids) - 1)
            has = listed.rowids[places] == there
            has &= (listed.first_origin <= origins) & (origins <= listed.last_origin)
            often = np.where(has, one.often[places], 0.0)
            scores += one.idf * often * (K1 + 1) / (often + norms)
        found = [(rowid, score) for rowid, score in zip(there.tolist(), scores.tolist(), strict=True) if score > 0]
        return sorted(found, key=best_first)


def _largest(scores: Floats, count: int) -> NDArray[np.int64]:
    """Return the indices of the ``count`` largest scores; of equal ones the first; none that is 0."""
    # as many blocks have a best that is as good as the bound: the largest are not below it
    blocks = scores[: len(scores) // _BLOCK * _BLOCK].reshape(-1, _BLOCK).max(axis=1, initial=0)
    bound = np.partition(blocks, len(blocks) - count)[len(blocks) - count] if len(blocks) > count else 0
    places = np.flatnonzero(scores >= bound) if bound > 0 else np.flatnonzero(scores)
    if len(places) <= count:
        return places
    found = scores[places]
    least = np.partition(found, len(found) - count)[len(found) - count]
    above = places[found > least]
    return np.concatenate([above, places[found == least][: count - len(above)]])


def is_writing(connection: apsw.Connection) -> bool:
    """Return True if a writing transaction is open; threads that share a ``Connection`` take turns."""
    with connection.lock if isinstance(connection, Connection) else contextlib.nullcontext():
        return connection.txn_state() == apsw.SQLITE_TXN_WRITE
