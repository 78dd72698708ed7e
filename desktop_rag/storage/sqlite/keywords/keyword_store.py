"""The keyword index: FTS5 with BM25 over terms prepared by ``desktop_rag.text.analyzer``."""

import json
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_rag.storage.filters import NodeFilter, TermColumn, TermQuery
from desktop_rag.storage.sqlite.connection import SQLiteValue, select, version_of
from desktop_rag.storage.sqlite.keywords.keyword_plan import (
    LEAST_IDF,
    WORDS_WEIGHT,
    Completion,
    affordable,
    best_first,
    entries_that_tell,
)
from desktop_rag.storage.sqlite.keywords.lengths import register_lengths
from desktop_rag.storage.sqlite.keywords.ranking import WholeRanking
from desktop_rag.storage.sqlite.narrowing import allowed_rowids
from desktop_rag.text.analyzer import TERM_LETTERS, KeywordTerms, is_short_run, is_short_word, keyword_terms

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
_SHARE = 0.25  # of Lucene's idf; from 0.5 on, words like "for" and "what" put wrong rows of a table first
_RANK = f"bm25(1.0, {WORDS_WEIGHT})"  # terms, whole words; 0.1 to 0.4 make no difference, 1.0 costs half a point

_MANY = 1000  # nodes; ranking fewer takes no time
_COMMON_IN_PAIRS = 0.1  # of all nodes: characters that the question's pairs hold as well; saves half the time again
_COMMON = 0.3  # of all nodes; nDCG@10 stays within 0.1 points, questions take half the time
_AFFORDED = 80_000  # nodes that are ranked: 0.1 s; a twelfth of a million
_RANKED = 160_000  # when that leaves too little, and of a single term
_READ = 2_000_000  # entries of terms' lists, for how much each tells: 90 ms
_MANY_RANKED = 10_000  # nodes: FTS5 takes 20 ms, reading whole lists about as long
_READ_WHOLE = 1_000_000  # entries of whole lists: 80 ms; of a single term, all
_TELLING = ((16, 0.95), (32, 0.9), (10**6, 0.8))  # of what up to so many terms tell: lists of the others are not read
_READ_AT_LEAST = 200_000  # entries; with both limits .98 to 1 of the best ten of a million are found
_COMPLETED_WHOLE = 100  # nodes that get their whole scores where so many were read: 20 ms
_COMPLETED = 150  # nodes that get their whole scores: 40 ms
_WINDOWS = 8  # ranges of row ids that are ranked one by one
_NEAR = 1000  # row ids between two ranges
_LAST_ROW = 2**62
_Window = tuple[int, int]


@dataclass(slots=True)
class _Counts:
    """The counts for one state of the file: the nodes that have a term (of a column), and all nodes."""

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
        self._counts = _Counts()

    def nodes(self) -> int:
        """Return the number of nodes that are searched."""
        remembered = self._remembered()
        if remembered.nodes is None:
            remembered.nodes = int(select(self._db, "SELECT coalesce(sum(nodes), 0) FROM documents")[0][0])
        return remembered.nodes

    def of(self, terms: Collection[str], column: str = "terms") -> dict[str, int]:
        """Return the number of nodes with each term: exact for rare terms, else approximate."""
        counts = self._remembered().counts
        wanted = [(term, column) for term in dict.fromkeys(terms)]
        missing = [term for term, column in wanted if (term, column) not in counts]
        if missing:
            counts.update({(term, column): count for term, count in self._count(missing, column).items()})
        return {term: counts[term, column] for term, column in wanted}

    def _remembered(self) -> _Counts:
        """Return the counts for the present state of the file; a writer remembers none."""
        version = version_of(self._db)
        if version is None:
            return _Counts()
        if version != self._counts.version or len(self._counts.counts) > _REMEMBERED:
            self._counts = _Counts(version)
        return self._counts

    def _count(self, terms: Collection[str], column: str) -> dict[str, int]:
        """Count in the file for ``of``."""
        pages = self._pages(terms, "")
        short = [term for term in dict.fromkeys(terms) if pages.get(term, 0) <= _SHORT]
        sql = "SELECT term, doc FROM keyword_counts WHERE term IN (SELECT value FROM json_each(?)) AND col = ?"
        counts = dict.fromkeys(short, 0) | dict(select(self._db, sql, (json.dumps(short), column)))
        return counts | self._about(pages)

    def beginning_with(self, terms: Collection[str]) -> dict[str, int]:
        """Return the number of nodes with terms that begin with each of these; a node may count more than once."""
        pages = self._pages(terms, LAST)
        sql = "SELECT coalesce(sum(doc), 0) FROM keyword_counts WHERE term >= ? AND term <= ? AND col = 'terms'"
        short = [term for term in terms if pages.get(term, 0) <= _SHORT]
        return {term: select(self._db, sql, (term, term + LAST))[0][0] for term in short} | self._about(pages)

    def _pages(self, terms: Collection[str], end: str) -> dict[str, int]:
        """Return the number of pages that the list of each term fills."""
        return {term: pages or 0 for term, pages in select(self._db, _PAGES, (json.dumps(list(terms)), end))}

    def _about(self, pages: dict[str, int]) -> dict[str, int]:
        """Return the approximate number of nodes for page counts that are not small."""
        nodes = self.nodes()
        return {term: min(nodes, count * _ON_A_PAGE) for term, count in pages.items() if count > _SHORT}


def ranked_by_each(connection: apsw.Connection, words: Iterable[str], rank: str) -> dict[int, float]:
    """Return the score of each node that has any of some words (FTS5 expressions of one each), by row id."""
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


@dataclass(frozen=True, slots=True)
class _Question:
    """The terms to look for, those of them that are only beginnings, and their counts among ``nodes``."""

    terms: KeywordTerms
    beginnings: frozenset[str]
    counts: dict[str, int]
    nodes: int


@dataclass(frozen=True, slots=True)
class _Allowed:
    """The row ids that may be found: in a few ranges, and of those the ones listed as JSON (None: all)."""

    windows: Sequence[_Window]
    listed: str | None

    @classmethod
    def of(cls, allowed: Collection[int] | None, nodes: int) -> "_Allowed":
        """Return the part of a library of ``nodes`` that a list of row ids allows; None allows everything."""
        listed = None if allowed is None else json.dumps(list(map(int, allowed)))
        return cls(_windows(allowed, nodes), listed)


class KeywordStore:
    """Ranks nodes by Okapi BM25 (Robertson & Zaragoza 2009; k1 = 1.2, b = 0.75, as built into FTS5).

    In a small library the words of most nodes count for something: see ``small_libraries``.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection
        self._counts = TermCounts(connection)

    def query(self, terms: KeywordTerms, top_k: int, narrowing: NodeFilter | None = None) -> list[tuple[int, float]]:
        """Return (node key, score) of the best ``top_k`` nodes with any of the terms; higher is better.

        Narrowing down leaves the scores as they are.
        """
        question = self._question(terms)
        if top_k <= 0 or question.terms == KeywordTerms():
            return []
        allowed = allowed_rowids(self._db, narrowing)
        if question.nodes <= _MANY:
            return self._by_each_word(question, top_k, allowed)
        entries = sum(map(question.counts.__getitem__, question.terms.terms))
        # FTS5 reads only the range of what is allowed: that of a few files added together is short
        if entries * _span(allowed, question.nodes) > _MANY_RANKED and not question.beginnings:
            whole = self._whole(question, top_k, allowed)
            if whole is not None:
                return whole
        within = _Allowed.of(allowed, question.nodes)
        covered = min(1.0, sum(high - low + 1 for low, high in within.windows) / max(1, question.nodes))
        found: list[tuple[int, float]] = []
        # the cheap plan first; where it does not find enough, the one that reads more
        for most in (_AFFORDED, _RANKED) if within.windows else ():
            plan = affordable(question.terms, question.counts, min(most / covered, _READ / len(within.windows)))
            match, complete = _match(plan.first, question.beginnings), plan.rest == KeywordTerms()
            found = self._best((match, _RANK), plan.rows, top_k if complete else max(top_k, _COMPLETED), within)
            if not complete:
                completion = Completion(self._db, question.counts, question.nodes, question.beginnings)
                found = sorted(completion.add(found[:_COMPLETED], plan.rest) + found[_COMPLETED:], key=best_first)
            if complete or len(found) >= top_k:
                break
        return found[:top_k]

    def _whole(
        self, question: _Question, top_k: int, allowed: NDArray[np.int64] | None
    ) -> list[tuple[int, float]] | None:
        """Return the best of all nodes with any of the terms; None when FTS5 has to rank them.

        Terms beyond what can be read are only counted where the others were found.
        """
        terms = len(set(question.terms.terms))
        share = next(share for most, share in _TELLING if terms <= most)
        telling = entries_that_tell(question.terms, question.counts, question.nodes, share)
        plan = affordable(question.terms, question.counts, min(_READ_WHOLE, max(_READ_AT_LEAST, telling)))
        ranking = WholeRanking(self._db)
        # a whole word is at most as frequent as what it begins with
        counts = {word: question.counts.get(word[:TERM_LETTERS], 0) for word in plan.first.words} | question.counts
        if plan.rest == KeywordTerms():
            return ranking.best(plan.first, counts, top_k, allowed)
        few = max(top_k, _COMPLETED_WHOLE)
        found = ranking.best(plan.first, counts, few, allowed)
        if found is None or len(found) < top_k:
            return None
        completion = Completion(self._db, question.counts, question.nodes, question.beginnings)
        return sorted(completion.add(found[:_COMPLETED], plan.rest) + found[_COMPLETED:], key=best_first)[:top_k]

    def _by_each_word(
        self, question: _Question, top_k: int, allowed: NDArray[np.int64] | None
    ) -> list[tuple[int, float]]:
        """Return the best of a small library."""
        scores = ranked_by_each(self._db, _each(question.terms, question.beginnings), _RANK)
        passing = scores if allowed is None else scores.keys() & set(allowed.tolist())
        return sorted(((rowid, scores[rowid]) for rowid in passing), key=best_first)[:top_k]

    def _best(self, match: tuple[str, str], rows: int, most: int, within: _Allowed) -> list[tuple[int, float]]:
        """Return (node row id, score) of up to ``most`` nodes that match an expression, the best by a function first.

        About so many ``rows`` match; of very many those that were added last are enough.
        """
        if within.listed is None and rows > _RANKED:
            # FTS5 ranks all that match: a range of row ids makes it read less
            last: int = select(self._db, "SELECT coalesce(max(id), 0) FROM nodes")[0][0]
            found = self._ranked(match, most, (int(last * (1 - _RANKED / rows)), last))
            if len(found) >= most:
                return found
        found = [one for window in within.windows for one in self._ranked(match, most, window, within.listed)]
        return sorted(found, key=best_first)[:most]

    def _ranked(
        self, match: tuple[str, str], top_k: int, window: _Window, listed: str | None = None
    ) -> list[tuple[int, float]]:
        """Return the best in a range of row ids, of those that are listed."""
        values: list[SQLiteValue] = [*match, *window]
        condition = ""
        if listed is not None:  # "+": rank first, then look whether it is allowed; the other way round takes minutes
            condition = "AND +rowid IN (SELECT value FROM json_each(?)) "
            values.append(listed)
        rows = select(
            self._db,
            "SELECT rowid, -rank FROM keywords WHERE keywords MATCH ? AND rank MATCH ? "
            f"AND rowid BETWEEN ? AND ? {condition}ORDER BY rank, rowid LIMIT ?",
            [*values, top_k],
        )
        return [(row[0], row[1]) for row in rows]

    def known_share(self, terms: KeywordTerms) -> float:
        """Return the share of the distinct terms that any node has, 0 to 1."""
        beginnings = self._beginnings(terms.terms)
        wanted = [f"terms : {_one(term, beginnings)}" for term in set(terms.terms)]
        known = "EXISTS (SELECT 1 FROM keywords WHERE keywords MATCH value)"
        rows = select(self._db, f"SELECT avg({known}) FROM json_each(?)", (json.dumps(wanted),))
        return rows[0][0] or 0.0

    def node_counts(self, terms: Collection[str]) -> dict[str, int]:
        """Return the number of nodes that have each of some terms, approximate for frequent ones."""
        return self._counts.of(terms)

    def matching(self, wanted: TermQuery, most: int, narrowing: NodeFilter | None = None) -> list[tuple[int, float]]:
        """Return (node key, score) of up to ``most`` nodes that have all that is wanted, the best first."""
        match = _all_of(wanted)
        if not match:
            return []
        needed = [*wanted.terms, *(term for phrase in wanted.phrases for term in phrase)]
        counts = self._counts.of([*needed, *(term for group in wanted.any_of for term in group)])
        each = [counts[term] for term in needed]
        each += [sum(counts[term] for term in group) for group in wanted.any_of if group]
        rarest = min(each, default=0)
        within = _Allowed.of(allowed_rowids(self._db, narrowing), self._counts.nodes())
        return self._best((match, "bm25()"), rarest, most, within)

    def count_by_document(self, phrase: Sequence[str], most: int) -> dict[str, int]:
        """Return the number of nodes, by document id, that have the terms of a phrase one after the other.

        More than ``most`` nodes are not counted: nothing is returned.
        """
        match = "SELECT rowid FROM keywords WHERE keywords MATCH ? LIMIT ?"
        found = [row[0] for row in select(self._db, match, (_all_of(TermQuery(phrases=(tuple(phrase),))), most + 1))]
        if len(found) > most:
            return {}
        counted = (
            "SELECT document, count(*) AS often FROM nodes WHERE id IN (SELECT value FROM json_each(?)) GROUP BY 1"
        )
        sql = f"SELECT d.doc_id, often FROM ({counted}) JOIN documents d ON d.id = document"
        return dict(select(self._db, sql, (json.dumps(found),)))

    def paths_with(self, groups: Sequence[Sequence[str]]) -> set[str]:
        """Return the paths of the documents that have one term of each group, in whichever of their nodes."""
        sql = (
            "SELECT path FROM documents WHERE id IN (SELECT document FROM nodes WHERE id IN "
            "(SELECT rowid FROM keywords WHERE keywords MATCH ?))"
        )
        each = [
            {str(row[0]) for row in select(self._db, sql, (_all_of(TermQuery(any_of=(tuple(group),))),))}
            for group in groups
        ]
        return set.intersection(*each) if each else set()

    def terms_beginning_with(self, beginning: str, column: TermColumn = "terms") -> dict[str, int]:
        """Return the terms of the library that begin so, and how many nodes have each."""
        sql = "SELECT term, doc FROM keyword_counts WHERE term >= ? AND term <= ? AND col = ?"
        return dict(select(self._db, sql, (beginning, beginning + LAST, column)))

    def node_count(self) -> int:
        """Return the number of searched nodes."""
        return self._counts.nodes()

    def _question(self, terms: KeywordTerms) -> _Question:
        """Return the terms to look for: without those most nodes of a large library have, slow and of little weight."""
        nodes = self._counts.nodes()
        beginnings = self._beginnings(terms.terms)
        counts = self._counts.of([term for term in terms.terms if term not in beginnings])
        counts |= self._counts.beginning_with(beginnings)
        # characters of an unspaced script come alone and in pairs: the pairs tell more
        pairs = "".join(term for term in terms.terms if len(term) == 2)
        limits = {term: _COMMON_IN_PAIRS for term in terms.terms if len(term) == 1 and term in pairs}
        common = {
            term
            for term, count in counts.items()
            if term not in beginnings and count > max(_MANY, limits.get(term, _COMMON) * nodes)
        }
        kept = tuple(term for term in terms.terms if term not in common)
        words = tuple(word for word in terms.words if word[:TERM_LETTERS] not in common)
        return _Question(KeywordTerms(kept, words) if kept else terms, beginnings, counts, nodes)

    def _beginnings(self, terms: tuple[str, ...]) -> frozenset[str]:
        """Return the terms that may only begin those of texts: runs of unspaced script that are shorter.

        When there is nothing else to look for, all of them; else those that are words, and not of nearly every node.
        """
        short = frozenset(term for term in terms if is_short_run(term))
        if not short or len(short) == len(set(terms)):
            return short
        counts = self._counts.beginning_with([term for term in short if is_short_word(term)])
        most = max(_MANY, _COMMON * self._counts.nodes())
        return frozenset(term for term, count in counts.items() if count <= most)


def register_analyzer(connection: apsw.Connection) -> None:
    """Let migrations fill the keyword index: ``keyword_terms(heading, text, column)``, and ``register_lengths``."""
    connection.create_scalar_function("keyword_terms", _column, 3, deterministic=True)
    register_lengths(connection)


def _match(terms: KeywordTerms, beginnings: Collection[str]) -> str:
    """Return an FTS5 expression that is true for nodes with any of the terms, some of which are prefixes."""
    return " OR ".join(
        f"{column} : ({' OR '.join(_one(term, beginnings) for term in dict.fromkeys(wanted))})"
        for column, wanted in _columns(terms)
        if wanted
    )


def _each(terms: KeywordTerms, beginnings: Collection[str]) -> list[str]:
    """Return an FTS5 expression for each term."""
    columns = _columns(terms)
    return [f"{column} : {_one(term, beginnings)}" for column, wanted in columns for term in dict.fromkeys(wanted)]


def _columns(terms: KeywordTerms) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the columns of the keyword index with the terms for each."""
    return ("terms", terms.terms), ("words", terms.words)


def _all_of(wanted: TermQuery) -> str:
    """Return an FTS5 expression that is true for nodes with all that is wanted; "" for nothing."""
    # quoted: a term may hold what means something to FTS5
    parts = [f'terms : "{term}"' for term in wanted.terms]
    parts += [f'terms : "{" ".join(phrase)}"' for phrase in wanted.phrases if phrase]
    parts += [f"terms : ({' OR '.join(_one(term, ()) for term in group)})" for group in wanted.any_of if group]
    return " AND ".join(parts)


def _span(allowed: NDArray[np.int64] | None, nodes: int) -> float:
    """Return the share of a library of ``nodes`` that the range of sorted row ids spans, at most 1."""
    if allowed is None:
        return 1.0
    return min(1.0, float(allowed[-1] - allowed[0] + 1) / max(1, nodes)) if len(allowed) else 0.0


def _windows(allowed: Collection[int] | None, nodes: int) -> list[_Window]:
    """Return a few ranges of row ids with all that is allowed."""
    if allowed is None or nodes <= _MANY:
        return [(0, _LAST_ROW)]
    if not len(allowed):
        return []
    rowids = np.sort(np.fromiter(allowed, np.int64))
    gaps = np.diff(rowids)
    # cut at the widest gaps: few ranges that hold little else
    widest = np.sort(np.argsort(-gaps, kind="stable")[: _WINDOWS - 1])
    widest = widest[gaps[widest] > _NEAR]
    firsts, lasts = np.append(0, widest + 1), np.append(widest, len(rowids) - 1)
    return [(int(rowids[first]), int(rowids[last])) for first, last in zip(firsts, lasts, strict=True)]


def _one(term: str, beginnings: Collection[str]) -> str:
    """Return an FTS5 expression for a term."""
    return f'"{term}"*' if term in beginnings else f'"{term}"'


def _column(*values: SQLiteValue) -> str:
    """Return the content of a keyword index column for a passage, as the parser stores it."""
    heading, text, column = map(str, values)
    found = keyword_terms(f"{heading}\n{text}")
    return " ".join(found.terms if column == "terms" else found.words)
