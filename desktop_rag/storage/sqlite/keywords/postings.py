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
