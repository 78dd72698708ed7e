"""Finds the lists of terms in the keyword index as they lie in the file, page by page (``keywords_data``).

The format is FTS5's (``fts5_index.c``: “the structure record”, “segment leaves”). An index is made of segments, each
with its terms in order on numbered pages; ``keywords_idx`` has the first term of a page. On a page each term but the
first is told by how many bytes it shares with the one before and by the others; its list follows, and goes on over the
next pages where it is long.

A question of a hundred characters without spaces has as many terms, and a large library a dozen segments: all of them
are looked up in three queries, not in one for each.
"""

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from desktop_rag.storage.sqlite.connection import select

HEADER = 4  # bytes of a page
_STRUCTURE = 10  # row of keywords_data
_STRUCTURE_V2 = b"\xff\x00\x00\x01"  # behind the four bytes of the cookie: segments have origins
_PAGE_BITS = 37
_LAST_PAGE = 2**31
_GOES_ON = 0x80  # of a number's bytes, all but the last have this bit
_PLACES = """
SELECT term.key, segment.key,
    (SELECT pgno / 2 FROM keywords_idx WHERE segid = segment.value AND term <= wanted ORDER BY term DESC LIMIT 1),
    (SELECT pgno / 2 FROM keywords_idx WHERE segid = segment.value AND term > wanted ORDER BY term LIMIT 1)
FROM (SELECT key, CAST('0' || value AS BLOB) AS wanted FROM json_each(?)) AS term CROSS JOIN json_each(?) AS segment
"""
_FOLLOWING = """
SELECT wanted.key, keywords_data.id, block FROM json_each(?) AS wanted CROSS JOIN keywords_data
WHERE keywords_data.id BETWEEN wanted.value ->> 0 AND wanted.value ->> 1
"""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the index that is never changed; a merge makes one of several."""

    number: int
    first_page: int
    first_origin: int
    last_origin: int
    live: float


@dataclass(frozen=True, slots=True)
class ListPart:
    """The part of a list on a page, and the offset of the page's first whole row id, -1 for none."""

    body: bytes
    first: int


@dataclass(frozen=True, slots=True)
class TermList:
    """A term's list in a segment; ``after`` is the page by which it has ended."""

    term: str
    segment: Segment
    page: int
    after: int
    parts: list[ListPart]

    def ids(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of ``keywords_data`` rows that hold these pages of the segment."""
        base = self.segment.number << _PAGE_BITS
        return base + first, base + last


class ListPages:
    """Reads the pages of one library's keyword index."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def segments(self) -> list[Segment]:
        """Return the segments of the index.

        Raises:
            ValueError: they are written down in another format.

        """
        ((block,),) = select(self._db, "SELECT block FROM keywords_data WHERE id = ?", (_STRUCTURE,))
        if block[HEADER : 2 * HEADER] != _STRUCTURE_V2:
            raise ValueError("the structure record of the keyword index has another format")
        values = numbers(block, 2 * HEADER)
        levels, *_ = itertools.islice(values, 3)  # levels, segments, writes
        found = list[Segment]()
        for _ in range(levels):
            _merging, count = itertools.islice(values, 2)
            for _ in range(count):
                number, first, _last, begun, ended, _pages, deleted, entries = itertools.islice(values, 8)
                # a row id that is used again and deleted again is counted twice
                live = max(0.0, 1 - deleted / max(1, entries))
                found.append(Segment(number, first, begun, ended, live))
        return found

    def lists(self, terms: Sequence[str]) -> list[TermList]:
        """Return the lists of some terms, one for each segment that has any, in the order of the terms."""
        wanted = self._wanted(terms)
        first = [one.ids(one.page, one.page)[0] for one in wanted]
        sql = "SELECT id, block FROM keywords_data WHERE id IN (SELECT value FROM json_each(?))"
        pages: dict[int, bytes] = dict(select(self._db, sql, (json.dumps(sorted(set(first))),)))
        places = dict(zip(pages, _term_places(list(pages.values())), strict=True))
        going_on = list[TermList]()
        for one, number in zip(wanted, first, strict=True):
            if number not in pages:
                continue
            page = pages[number]
            found = _list_on(page, places[number], b"0" + one.term.encode())
            if found is not None:
                one.parts.append(ListPart(page[slice(*found)], 0))
                if found[1] == _size(page):
                    going_on.append(one)
        self._follow(going_on)
        return [one for one in wanted if one.parts]

    def _wanted(self, terms: Sequence[str]) -> list[TermList]:
        """Return between which pages the lists must be, still without them."""
        segments = self.segments()
        rows = select(self._db, _PLACES, (json.dumps(list(terms)), json.dumps([one.number for one in segments])))
        found = list[TermList]()
        for term, number, page, after in rows:
            segment = segments[number]
            first = max(segment.first_page, page or 1)
            found.append(TermList(terms[term], segment, first, after or _LAST_PAGE - 1, []))
        return found

    def _follow(self, lists: Sequence[TermList]) -> None:
        """Add the parts of lists on the pages that follow; the next term ends them."""
        rows = select(self._db, _FOLLOWING, (json.dumps([one.ids(one.page + 1, one.after) for one in lists]),))
        for number, pages in itertools.groupby(sorted(rows, key=lambda row: row[:2]), lambda row: int(row[0])):
            lists[number].parts.extend(_continued(page for *_, page in pages))


def numbers(block: bytes, at: int) -> Iterator[int]:
    """Yield the numbers of a block of FTS5's from a place on: seven bits a byte, the eighth says that more follow."""
    while at < len(block):
        number, at = _number(block, at)
        yield number


def lengths_of(sizes: bytes) -> int:
    """Return the number of terms and words of a node, from its row of ``keywords_docsize``."""
    return sum(numbers(sizes, 0))


def _list_on(page: bytes, places: Sequence[int], key: bytes) -> tuple[int, int] | None:
    """Return the start and end of a term's list on a page, given the starts of the terms; None when it is not there.

    ``same`` bytes are common to the key and the term before: what shares more with that term is as far from the key,
    what shares less is behind it.
    """
    same = 0
    for number, place in enumerate(places):
        # the first term is whole, of the others only what differs from the one before
        kept, at = (page[place], place + 1) if number else (0, place)
        if kept >= _GOES_ON:
            kept, at = _number(page, place)
        if kept > same:
            continue
        if kept < same:
            return None
        length, at = _number(page, at)
        own, rest = page[at : at + length], key[kept:]
        if own == rest:
            return at + length, places[number + 1] if number + 1 < len(places) else _size(page)
        if own > rest:
            return None
        pairs = zip(own, rest, strict=False)
        same += next((count for count, (one, other) in enumerate(pairs) if one != other), len(own))
    return None


def _continued(pages: Iterator[bytes]) -> Iterator[ListPart]:
    """Yield the parts of a list on following pages; the next term ends it."""
    for page in pages:
        following = next(numbers(page, _size(page)), None)
        end = _size(page) if following is None else following
        first = page[0] << 8 | page[1]
        yield ListPart(page[HEADER:end], first - HEADER if 0 < first < end else -1)
        if following is not None:
            return


def _size(page: bytes) -> int:
    """Return the offset of a page's list of places."""
    return page[2] << 8 | page[3]


def _term_places(pages: Sequence[bytes]) -> list[list[int]]:
    """Return the offsets of terms on each page: a page ends with the first place and the distances of the others.

    All pages together: number by number those of a question take as long as reading them.
    """
    ends = [page[_size(page) :] for page in pages]
    data = np.frombuffer(b"".join(ends), np.uint8)
    last = np.flatnonzero(data < _GOES_ON)
    width = np.diff(last, prepend=-1)
    distances = data[last].astype(np.int64)
    for number in range(1, int(width.max(initial=0))):
        wide = np.flatnonzero(width > number)
        distances[wide] |= (data[last[wide] - number] & 0x7F).astype(np.int64) << 7 * number
    counts = np.searchsorted(last, np.cumsum([len(end) for end in ends]))
    return [np.cumsum(part).tolist() for part in np.split(distances, counts[:-1])]


def _number(block: bytes, at: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, and where the next begins."""
    number = block[at]
    at += 1
    if number < _GOES_ON:
        return number, at
    number &= 0x7F
    while True:
        byte = block[at]
        at += 1
        number = number << 7 | byte & 0x7F
        if byte < _GOES_ON:
            return number, at
