"""BM25 where a word may be in most nodes.

FTS5 has Robertson's idf, ``log((N - n + 0.5) / (n + 0.5))``: negative for a word in more than half of the nodes, and
then replaced by a millionth. In a library of one file every word is such a word, and no cutoff could tell a good result
from a bad one. Lucene's idf, ``log(1 + (N - n + 0.5) / (n + 0.5))``, is always positive: a word counts for a share of
it at least. Each word is ranked by itself, and FTS5's idf is exchanged in its scores.
"""

import math
from collections import defaultdict
from collections.abc import Iterable

import apsw

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.keywords.keyword_plan import LEAST_IDF

_SHARE = 0.25  # of Lucene's idf; from 0.5 on, words like "for" and "what" put wrong rows of a table first


def ranked_by_each(connection: apsw.Connection, words: Iterable[str], rank: str) -> dict[int, float]:
    """Return what each node scores that has any of some words (FTS5 expressions of one each), by row id."""
    nodes = select(connection, "SELECT count(*) FROM keywords_docsize")[0][0]
    scores: defaultdict[int, float] = defaultdict(float)
    sql = "SELECT rowid, -rank FROM keywords WHERE keywords MATCH ? AND rank MATCH ?"
    for word in words:
        found = select(connection, sql, (word, rank))
        ratio = (nodes - len(found) + 0.5) / (len(found) + 0.5)
        idf = math.log(ratio)
        exchanged = max(idf, _SHARE * math.log1p(ratio)) / max(LEAST_IDF, idf)
        for rowid, score in found:
            scores[rowid] += score * exchanged
    return scores
