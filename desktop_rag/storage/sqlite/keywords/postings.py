"""Reads whole lists of the keyword index: which nodes have a term, and how often.

FTS5 takes one to three microseconds for every node it ranks, because it looks up the length of each. Its lists
themselves are compact (six bytes a node), so they are read as they lie in the file (``keywords_data``) and taken apart
by NumPy, all pages of all lists at once: thirty times as quick for the frequent words of a million passages.

The format is FTS5's (``fts5_index.c``: “position lists”; ``list_pages`` finds the pages). A term's list is, for each
node, the distance from the row id before, twice the size of a position list, and that list: a number of seven bits a
byte for each place, and ``1 column`` before those of another column than the first. The first row id on a page is
whole, and the page's first two bytes tell where it is.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.keywords.list_pages import ListPages, ListPart

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
_PADDING = 16
_TOGETHER = 32  # steps from list entry to list entry before the pages that ended are dropped
_LAST_ORIGIN = 2**62
_FEW = 1000  # nodes
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
    entries = _entries(data, heads, bounds[1:][whole])
    distances, sizes_at = _values(data, entries)
    sizes, places = _values(data, sizes_at)
    if np.any(places - sizes_at > 2):
        return None  # a position list of kilobytes: _entries took another way
    if not len(entries):
        return [(entries, *_counted(data, entries, entries, entries)) for _ in lists]
    rowids = _summed(distances, np.searchsorted(entries, heads))
    in_terms, in_words = _counted(data, entries, places, places + (sizes >> 1))
    begins = bounds[np.cumsum([0, *map(len, lists)])]
    cuts = np.searchsorted(entries, begins).tolist()
    return [(rowids[start:end], in_terms[start:end], in_words[start:end]) for start, end in itertools.pairwise(cuts)]


def _entries(data: Bytes, heads: Integers, ends: Integers) -> Integers:
    """Return where the entries of lists begin: each head's first, from there to the next, and so on to its end."""
    goes_on = data >= 0x80
    third = goes_on[:-2] & goes_on[1:-1]
    width = np.ones(len(data), np.uint8)  # of the number at each place
    width += goes_on
    width[:-2] += third
    width[:-3] += third[:-1] & goes_on[2:-1]
    low = data & 0x7F
    size = low.astype(np.uint16)
    size[:-1] = np.where(goes_on[:-1], size[:-1] << 7 | low[1:], size[:-1])
    over = (size >> 1) + width  # from the size of a position list behind that list
    begins = np.zeros(len(data), np.bool_)
    at, last = heads, len(data) - _PADDING
    while len(at):
        steps = np.empty((_TOGETHER, len(at)), np.int64)
        for step in steps:
            step[:] = at
            middle = at + width[at]
            # what passed its end runs on until the pages are looked at again
            at = np.minimum(middle + over[middle], last)
        begins[steps[steps < ends]] = True
        going = at < ends
        at, ends = at[going], ends[going]
    return np.flatnonzero(begins)


def _values(data: Bytes, at: Integers) -> tuple[Integers, Integers]:
    """Return the numbers at some places, and where they end."""
    byte = data[at]
    values = (byte & 0x7F).astype(np.int64)
    after = at + 1
    more = np.flatnonzero(byte >= 0x80)
    while len(more):
        byte = data[after[more]]
        values[more] = values[more] << 7 | byte & 0x7F
        after[more] += 1
        more = more[byte >= 0x80]
    return values, after


def _summed(distances: Integers, heads: Integers) -> Integers:
    """Return row ids from distances, which at the heads are whole row ids."""
    sums = np.cumsum(distances)
    before = np.where(heads > 0, sums[heads - 1], 0)
    rowids: Integers = sums - np.repeat(before, np.diff(np.append(heads, len(distances))))
    return rowids


def _counted(
    data: Bytes, entries: Integers, start: Integers, end: Integers
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return how many places of the position lists of entries are in the first column and in the second."""
    ends = data < 0x80
    # sums may run over: lists have at most _LONGEST bytes, so the differences are right
    ended = np.cumsum(ends, dtype=np.uint16)
    count = (ended[end - 1] - ended[start - 1]).astype(np.int32)
    in_words = np.zeros(len(count), np.int32)
    switches = data == 1
    switches[1:] &= ends[:-1]
    # also the distance or the size before a list may be 1
    switches[entries] = switches[start - 1] = False
    marks = np.flatnonzero(switches)
    if not len(marks) or not len(start):
        return count, in_words
    # nothing but an entry's list is between its beginning and the next; what no entry has lies behind the last
    switched = np.searchsorted(start, marks, "right") - 1
    inside = (switched >= 0) & (marks < end[switched])
    switched, first = np.unique(switched[inside], return_index=True)
    mark = marks[inside][first]
    # the mark itself and the number of the column are no places
    in_words[switched] = (ended[end[switched] - 1] - ended[mark]).astype(np.int32) - 1
    count[switched] -= in_words[switched] + 2
    return count, in_words
