"""Compact codes in memory: finds the vectors that may be nearest, in milliseconds for a million of them.

Loading them is reading blobs; a change of the index file, by whichever process, is taken over by reading the
blocks that changed. Two looks narrow a query down: the sign bits of all vectors, then both bits of the best.
"""

import threading
from collections import OrderedDict

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.schema import Vector
from desktop_rag.storage.sqlite.vectors.codes import (
    BLOCK,
    WORD_BITS,
    CodeBlocks,
    CodeBook,
    CodedQuery,
    Codes,
    SignScanner,
    estimate,
)

RowIds = NDArray[np.int64]
SEGMENT = 128 * BLOCK
"""Vectors compared at a time: about what fits into a processor's second cache, in few steps.

Between steps another thread may take Python's lock. Places that were never used take no memory.
"""
_FIRST_LOOK = (500, 40)  # at least, and for each vector wanted
_FIRST_LOOK_SHARE = 1000  # one in so many on top: the more vectors, the more lie close together
_SECOND_LOOK = (150, 6)
_MAXIMUM_BYTES = 512_000_000


class VectorCache:
    """The codes of the spaces that were searched lately. Thread-safe; holds at most about ``maximum_bytes``."""

    def __init__(self, maximum_bytes: int = _MAXIMUM_BYTES) -> None:
        self._maximum_bytes = maximum_bytes
        self._lock = threading.Lock()
        self._spaces: OrderedDict[tuple[str, int], _CachedSpace] = OrderedDict()

    def __reduce__(self) -> tuple[type["VectorCache"], tuple[int]]:
        return VectorCache, (self._maximum_bytes,)  # filled anew where it is unpickled

    @property
    def size(self) -> int:
        """Bytes held."""
        with self._lock:
            return sum(space.size for space in self._spaces.values())

    def candidates(
        self, connection: apsw.Connection, blocks: CodeBlocks, query: Vector, count: int, allowed: RowIds | None = None
    ) -> RowIds | None:
        """Return row ids that include the ``count`` nearest (of those allowed), to be compared exactly.

        They are those of the state of the file that ``connection`` sees. None when the space has no codes.
        """
        stamps = blocks.stamps()
        if stamps is None:
            return None
        key = (connection.filename, blocks.space)
        with self._lock:
            space = self._spaces.setdefault(key, _CachedSpace())
            # the order is that of use: ``_shrink`` drops from the front
            self._spaces.move_to_end(key)
        # outside of the cache's own lock: one slow file must not hold up searches of another
        with space.lock:
            space.refresh(blocks, *stamps)
            found = space.candidates(query, count, allowed)
        self._shrink()
        return found

    def _shrink(self) -> None:
        """Let go of the spaces that were not searched for longest, but never of the last one."""
        with self._lock:
            held = sum(space.size for space in self._spaces.values())
            # one that is in use elsewhere lives on until that search is done
            while held > self._maximum_bytes and len(self._spaces) > 1:
                held -= self._spaces.popitem(last=False)[1].size


class _Segment:
    """Codes of ``SEGMENT`` vectors; unused places have an estimate of minus infinity."""

    def __init__(self, width: int) -> None:
        self.rowids = np.zeros(SEGMENT, np.int64)
        self.columns = np.zeros((width // WORD_BITS, SEGMENT), np.uint64)
        self.magnitudes = np.zeros((SEGMENT, width // 8), np.uint8)
        self.correction = np.zeros(SEGMENT, np.float32)
        self.offset = np.full(SEGMENT, -np.inf, np.float32)
        self.whole_correction = np.zeros(SEGMENT, np.float32)

    @property
    def size(self) -> int:
        """Bytes held."""
        arrays = (self.rowids, self.columns, self.magnitudes, self.correction, self.offset, self.whole_correction)
        return sum(array.nbytes for array in arrays)

    def put(self, start: int, codes: Codes) -> None:
        """Fill one block's places."""
        self.clear(start)
        places = slice(start, start + len(codes))
        self.rowids[places] = codes.rowids
        self.columns[:, places] = codes.signs.view(np.uint64).T
        self.magnitudes[places] = codes.magnitudes
        self.correction[places], self.whole_correction[places], self.offset[places] = codes.factors.T

    def clear(self, start: int) -> None:
        """Empty one block's places."""
        places = slice(start, start + BLOCK)
        self.rowids[places] = 0
        self.correction[places] = 0
        self.offset[places] = -np.inf

    def estimate(self, query: CodedQuery, places: NDArray[np.intp]) -> Vector:
        """Return the better estimates for some places."""
        signs = np.ascontiguousarray(self.columns[:, places].T).view(np.uint8)
        factors = np.stack([self.correction[places], self.whole_correction[places], self.offset[places]], axis=1)
        return estimate(query, signs, self.magnitudes[places], factors)


class _CachedSpace:
    """The codes of one space; used by one thread at a time, which holds ``lock``."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.size = 0
        self._book: CodeBook | None = None
        self._book_stamp = b""
        self._stamp = b""
        self._stamps: dict[int, bytes] = {}
        self._places: dict[int, int] = {}
        self._free: list[int] = []
        self._segments: list[_Segment] = []

    def refresh(self, blocks: CodeBlocks, book_stamp: bytes, stamp: bytes) -> None:
        """Load the changes in the file."""
        if stamp == self._stamp:
            return
        self._stamp = b""  # should reading fail half-way, the next query starts over
        # with another code book, all codes mean something else
        if self._book is None or book_stamp != self._book_stamp:
            self._book, self._book_stamp = blocks.book(), book_stamp
            self._stamps, self._places, self._free, self._segments = {}, {}, [], []
        current = blocks.block_stamps()
        for block in self._stamps.keys() - current.keys():
            self._drop(block)
        for block, block_stamp in current.items():
            if self._stamps.get(block) != block_stamp:
                self._take_over(block, block_stamp, blocks.read(block))
        self.size = sum(segment.size for segment in self._segments)
        self._stamp = stamp

    def candidates(self, query: Vector, count: int, allowed: RowIds | None) -> RowIds:
        """Return the row ids that are most likely the nearest."""
        if self._book is None or not self._segments:
            return np.empty(0, np.int64)
        coded = self._book.encode_query(query)
        wanted = _wanted(_FIRST_LOOK, count) + len(self._segments) * SEGMENT // _FIRST_LOOK_SHARE
        places = self._first_look(coded, wanted, self._mask(allowed))
        rowids, scores = [], []
        for number in np.unique(places // SEGMENT):
            segment, inside = self._segments[number], places[places // SEGMENT == number] % SEGMENT
            rowids.append(segment.rowids[inside])
            scores.append(segment.estimate(coded, inside))
        if not rowids:
            return np.empty(0, np.int64)
        best = _largest(np.concatenate(scores), _wanted(_SECOND_LOOK, count))
        return np.concatenate(rowids)[best]

    def _first_look(self, query: CodedQuery, wanted: int, mask: NDArray[np.bool_] | None) -> NDArray[np.intp]:
        """Return the places with the largest estimates from the sign bits."""
        scanner = SignScanner(query, SEGMENT)
        places, scores = np.empty(0, np.intp), np.empty(0, np.float32)
        threshold = np.float32(-np.inf)
        for number, segment in enumerate(self._segments):
            estimates = scanner.scan(segment.columns, segment.correction, segment.offset)
            if mask is not None:
                # masked rather than taken out: the scan goes over whole segments anyway
                estimates[~mask[segment.rowids]] = -np.inf
            hits = np.flatnonzero(estimates > threshold)
            places = np.concatenate([places, hits + number * SEGMENT])
            scores = np.concatenate([scores, estimates[hits]])
            # sorting out now and then costs less than keeping a heap, and the threshold rises with it
            if len(places) > 4 * wanted:
                best = _largest(scores, wanted)
                places, scores = places[best], scores[best]
                threshold = scores.min()
        return places[_largest(scores, wanted)]

    def _mask(self, allowed: RowIds | None) -> NDArray[np.bool_] | None:
        """Return a mask of the allowed row ids, None when all are."""
        if allowed is None:
            return None
        highest = max(int(segment.rowids.max()) for segment in self._segments)
        mask = np.zeros(highest + 1, np.bool_)
        mask[allowed[(allowed >= 0) & (allowed <= highest)]] = True
        return mask

    def _take_over(self, block: int, stamp: bytes, codes: Codes) -> None:
        """Put a new or changed block into its place."""
        if block not in self._places:
            self._places[block] = self._free_place(codes)
        place = self._places[block]
        self._segments[place // SEGMENT].put(place % SEGMENT, codes)
        self._stamps[block] = stamp

    def _free_place(self, codes: Codes) -> int:
        """Return a free place for a block."""
        if not self._free:
            first = len(self._segments) * SEGMENT
            self._segments.append(_Segment(codes.signs.shape[1] * 8))
            # from the back: ``pop`` then fills the segment from its beginning
            self._free = list(range(first + SEGMENT - BLOCK, first - 1, -BLOCK))
        return self._free.pop()

    def _drop(self, block: int) -> None:
        """Forget a block that is gone."""
        place = self._places.pop(block)
        self._segments[place // SEGMENT].clear(place % SEGMENT)
        self._free.append(place)
        del self._stamps[block]


def _wanted(limits: tuple[int, int], count: int) -> int:
    """Return the number to keep when ``count`` are asked for."""
    least, each = limits
    return max(least, each * count)


def _largest(values: Vector, count: int) -> NDArray[np.intp]:
    """Return the indices of the ``count`` largest values, in no order."""
    if len(values) <= count:
        return np.arange(len(values))
    return np.argpartition(values, len(values) - count)[len(values) - count :]
