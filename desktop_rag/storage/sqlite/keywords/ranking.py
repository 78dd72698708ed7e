"""BM25 over whole lists of terms: every node with any of them gets its score, in a few passes of NumPy.

The formula is FTS5's (Robertson & Zaragoza 2009), so scores are the same whichever of the two ranks a question. FTS5
takes one to three microseconds for every node it ranks, because it looks up the length of each. Its lists themselves
are compact (six bytes a node), so they are read as they lie in the file (``keywords_data``) and taken apart by NumPy,
all pages of all lists at once: thirty times as quick for the frequent words of a million passages.

The format is FTS5's (``fts5_index.c``: “position lists”; ``list_pages`` finds the pages). A term's list is, for each
node, the distance from the row id before, twice the size of a position list, and that list: a number of seven bits a
byte for each place, and ``1 column`` before those of another column than the first. The first row id on a page is
whole, and the page's first two bytes tell where it is.

These are FTS5's private tables, whose format another version of SQLite may change. So what was read is compared with
FTS5's own answers, in each process and library for the first questions; where they differ, or where the lists cannot be
read, FTS5 ranks all questions to this library, which takes longer and is right.
"""

import contextlib
import itertools
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
from desktop_rag.storage.sqlite.keywords.list_pages import ListPages, ListPart, lengths_of
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
Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
_PADDING = 16
_TOGETHER = 64  # steps from list entry to list entry before the pages that ended are dropped
_PIECE = 1 << 16  # bytes
_WIDEST = 4  # bytes of a number: row ids up to 268 million
_SIZE_BYTES = 2  # of what tells how long a position list is
_LAST_ORIGIN = 2**62
_FEW = 200  # nodes: of 1,000 a question of many words takes a twentieth longer
_GOES_ON = 0x80  # of a number's bytes, all but the last have this bit


@dataclass(frozen=True, slots=True)
class Postings:
    """The nodes of one segment with a term: row ids in order, and how often it is in ``terms`` and in ``words``.

    An entry counts if the node's origin is one of the segment's, from ``first_origin`` to ``last_origin``: others were
    deleted since.
    """

    rowids: Integers
    in_terms: NDArray[np.int32]
    in_words: NDArray[np.int32]
    first_origin: int
    last_origin: int
    live: float
    """About how many of the entries count, 0 to 1."""


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


class PostingLists:
    """The lists of one library's keyword index, as the connection sees it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def read(self, terms: Sequence[str], counts: Mapping[str, int]) -> dict[str, list[Postings]] | None:
        """Return the lists of some terms, one for each segment that has any; None when they cannot be read so.

        ``counts`` tells about how many nodes have each: FTS5 itself reads the lists of a few.
        """
        few = [term for term in terms if counts.get(term, _FEW) < _FEW]
        found: dict[str, list[Postings]] = {term: [] for term in terms} | self._short(few)
        many = [term for term in terms if term not in few]
        lists = ListPages(self._db).lists(many) if many else []
        decoded = _decoded([one.parts for one in lists]) if lists else []
        if decoded is None:
            return None
        for one, (rowids, in_terms, in_words) in zip(lists, decoded, strict=True):
            segment = one.segment
            postings = Postings(rowids, in_terms, in_words, segment.first_origin, segment.last_origin, segment.live)
            found[one.term].append(postings)
        return found

    def _short(self, terms: Sequence[str]) -> dict[str, list[Postings]]:
        """Return the lists of terms that few nodes have."""
        if not terms:
            return {}
        # in memory beside the file: also a library that is only read may have it
        self._db.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.keyword_places USING fts5vocab(main, keywords, instance)"
        )
        sql = "SELECT term, doc, col = 'words' FROM keyword_places WHERE term IN (SELECT value FROM json_each(?))"
        places: dict[str, list[tuple[int, int]]] = {}
        for term, rowid, in_words in select(self._db, sql, (json.dumps(list(terms)),)):
            places.setdefault(term, []).append((rowid, in_words))
        return {term: [_counted_places(found)] for term, found in places.items()}


def _counted_places(places: Sequence[tuple[int, int]]) -> Postings:
    """Return the list of a term from its (row id, whether in ``words``)."""
    rows = np.array(places, np.int64)
    rowids, where = np.unique(rows[:, 0], return_inverse=True)
    often = np.bincount(where, minlength=len(rowids)).astype(np.int32)
    in_words = np.bincount(where, rows[:, 1], len(rowids)).astype(np.int32)
    return Postings(rowids, often - in_words, in_words, 0, _LAST_ORIGIN, 1.0)


def _decoded(lists: Sequence[Sequence[ListPart]]) -> list[tuple[Integers, NDArray[np.int32], NDArray[np.int32]]] | None:
    """Return the row ids of each list and how often each has the term in either column."""
    parts = [part for one in lists for part in one]
    data = np.frombuffer(b"".join([*(part.body for part in parts), bytes(_PADDING)]), np.uint8)
    bounds = np.concatenate([[0], np.cumsum([len(part.body) for part in parts])])
    first = np.array([part.first for part in parts])
    whole = first >= 0
    heads = bounds[:-1][whole] + first[whole]
    widths, hops = _hops(data)
    entries = _entries(hops, heads, bounds[1:][whole])
    if not len(entries):
        return [(entries, entries.astype(np.int32), entries.astype(np.int32)) for _ in lists]
    sizes_at = entries + widths[entries]
    size_widths = widths[sizes_at]
    if size_widths.max() > _SIZE_BYTES:
        return None  # a position list of kilobytes: the hops are wrong
    rowids = _summed(_values(data, entries, widths), np.searchsorted(entries, heads))
    in_terms, in_words = _counted(data, sizes_at + size_widths, entries + hops[entries])
    begins = bounds[np.cumsum([0, *map(len, lists)])]
    cuts = np.searchsorted(entries, begins).tolist()
    return [(rowids[start:end], in_terms[start:end], in_words[start:end]) for start, end in itertools.pairwise(cuts)]


def _hops(data: Bytes) -> tuple[Bytes, NDArray[np.uint16]]:
    """Return for every place how many bytes a number has that begins there, and an entry from there to the next.

    Taken together and by arithmetic, what most places do not need costs less than finding those that do; in pieces
    that fit into a processor's second cache it takes half the time.
    """
    widths = np.empty(len(data), np.uint8)
    hops = np.empty(len(data), np.uint16)
    for start in range(0, len(data), _PIECE):
        # what lies behind the piece tells of its last bytes
        numbers, entries = _hops_of(data[start : start + _PIECE + _PADDING])
        widths[start : start + _PIECE], hops[start : start + _PIECE] = numbers[:_PIECE], entries[:_PIECE]
    return widths, hops


def _hops_of(data: Bytes) -> tuple[Bytes, NDArray[np.uint16]]:
    """Return ``_hops`` of a piece; those of its last bytes are wrong."""
    on = (data >= _GOES_ON).view(np.uint8)
    second = on[:-1] & on[1:]
    widths = on + np.uint8(1)
    widths[:-1] += second
    widths[:-2] += second[:-1] & on[2:]
    behind = (data & 0x7F).astype(np.uint16)  # how far the end of a position list is from where its size begins
    low = behind[1:] * on[:-1]
    behind[:-1] <<= on[:-1] * np.uint8(7)
    behind[:-1] |= low
    behind >>= 1
    behind += widths
    hops = widths.astype(np.uint16)
    hops[:-1] += behind[1:]
    hops[:-2] += (behind[2:] - behind[1:-1]) * on[:-2]
    wide = np.flatnonzero(second[:-_WIDEST])
    hops[wide] = widths[wide] + behind[wide + widths[wide]]
    return widths, hops


def _entries(hops: NDArray[np.uint16], heads: Integers, ends: Integers) -> Integers:
    """Return the starts of the entries of lists: each head's first, from there to the next, and so on to its end."""
    begins = np.zeros(len(hops), np.bool_)
    at = heads
    while len(at):
        steps = np.empty((_TOGETHER + 1, len(at)), np.int64)
        steps[0] = at
        for before, after in itertools.pairwise(steps):
            # what passed its end runs on until the pages are looked at again
            np.add(before, hops.take(before, mode="clip"), out=after)
        begins[steps[steps < ends]] = True
        at = steps[-1]
        going = at < ends
        at, ends = at[going], ends[going]
    return np.flatnonzero(begins)


def _values(data: Bytes, at: Integers, widths: Bytes) -> Integers:
    """Return the numbers at some places."""
    values = (data[at] & 0x7F).astype(np.int64)
    width = widths[at]
    more = np.flatnonzero(width > 1)
    for number in range(1, _WIDEST):
        values[more] = values[more] << 7 | data[at[more] + number] & 0x7F
        more = more[width[more] > number + 1]
    return values


def _summed(distances: Integers, heads: Integers) -> Integers:
    """Return row ids from distances, which at the heads are whole row ids."""
    distances[heads[1:]] -= np.add.reduceat(distances, heads)[:-1]
    return np.cumsum(distances, out=distances)


def _counted(data: Bytes, start: Integers, end: Integers) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the numbers of places of position lists in the first column and in the second."""
    # sums may run over: lists are shorter, so the differences are right
    ended = np.cumsum(data < _GOES_ON, dtype=np.uint16)
    last = ended[end - 1]
    count = (last - ended[start - 1]).astype(np.int32)
    in_words = np.zeros(len(count), np.int32)
    switches = data == 1
    switches[1:] &= data[:-1] < _GOES_ON
    switches[:-1] &= switches[1:]  # the number of the column is 1, too
    marks = np.flatnonzero(switches)
    # nothing but an entry's list is between its beginning and the next; what no entry has lies behind the last
    owner = np.searchsorted(start, marks, "right") - 1
    inside = (owner >= 0) & (marks < end[owner])  # also the distance or the size before a list may be 1
    owner, marks = owner[inside], marks[inside]
    in_words[owner] = (last[owner] - ended[marks]).astype(np.int32) - 1  # the number of the column is no place
    count[owner] -= in_words[owner] + 2
    return count, in_words
