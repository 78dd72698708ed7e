"""Compact codes of vectors: two bits a dimension, compared with an uncoded query, kept in blocks in the index file.

The codes are scalar codes of randomly rotated, centred vectors with a correction factor for each vector that
makes the estimated inner product unbiased: RaBitQ (Gao & Long 2024, arXiv:2405.12497) for the sign bits alone and
its extension to more bits (Gao et al. 2024, arXiv:2409.09913) for both. The four levels are the Lloyd-Max
quantizer of a normal distribution (Max 1960), which rotated coordinates nearly follow.

With the mean ``c``, the inner product is ``q·x = q·c + c·(x - c) + (q - c)·(x - c)``: the first term is the same for
every vector, the second is stored exactly, and only the third, which is small, is estimated.

The blocks are written in the same transactions as the exact vectors. Every change gives the changed blocks and the
space new random stamps. Whoever holds codes in memory compares stamps and reads the blocks that differ; stamps are
random rather than counted so that copies, renamed files and files made anew under an old name are told apart as well.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.storage.sqlite.connection import select

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
WORD_BITS = 64
PLANES = 3
"""Bits of a coordinate of the query in the first comparison: its error is far below that of the sign bits."""
_THRESHOLD = 0.9816
_LEVELS = (0.4528, 1.510)
_STEP = 0.586  # of the best evenly spaced quantizer of a normal distribution with 8 levels
_TOP = 2**PLANES - 1
_SEED = 20240521
_TINY = np.float32(1e-12)
BLOCK = 512
_STAMP_BYTES = 8
_FACTORS = 3
_ROWID_BYTES = 8


@dataclass(frozen=True, slots=True)
class Codes:
    """Codes of some vectors, one row each.

    ``factors`` are: correction of the sign code, correction of the whole code, inner product with the mean.
    """

    rowids: NDArray[np.int64]
    signs: Bytes
    magnitudes: Bytes
    factors: Matrix

    def __len__(self) -> int:
        return len(self.rowids)

    def take(self, chosen: NDArray[np.bool_] | slice) -> "Codes":
        """Return the chosen rows."""
        return Codes(self.rowids[chosen], self.signs[chosen], self.magnitudes[chosen], self.factors[chosen])

    def joined(self, other: "Codes") -> "Codes":
        """Return these rows followed by those of ``other``."""
        return Codes(
            np.concatenate([self.rowids, other.rowids]),
            np.concatenate([self.signs, other.signs]),
            np.concatenate([self.magnitudes, other.magnitudes]),
            np.concatenate([self.factors, other.factors]),
        )


@dataclass(frozen=True, slots=True)
class CodedQuery:
    """A query as both comparisons need it.

    ``planes`` are the bits of its coordinates as odd numbers from -7 to 7, each plane packed like the signs;
    such a number times ``step`` is about the coordinate.
    """

    rotated: Vector
    planes: Words
    step: float


@dataclass(frozen=True, slots=True)
class CodeBook:
    """The parameters that turn vectors of one space into codes: their mean and a random rotation."""

    mean: Vector
    rotation: Matrix
    """Shape (width, dimensions); ``width`` is the next multiple of 64, its extra coordinates carry signal as well."""

    @property
    def width(self) -> int:
        """Coordinates of a code."""
        return len(self.rotation)

    @classmethod
    def train(cls, sample: Matrix) -> "CodeBook":
        """Return the code book for vectors like those of ``sample``."""
        dimensions = sample.shape[1]
        width = -(-dimensions // WORD_BITS) * WORD_BITS
        noise = np.random.default_rng(_SEED).standard_normal((width, width))
        rotation = np.linalg.qr(noise)[0][:, :dimensions]
        return cls(sample.mean(axis=0, dtype=np.float64).astype(np.float32), rotation.astype(np.float32))

    def encode(self, rowids: NDArray[np.int64], vectors: Matrix) -> Codes:
        """Return the codes of ``vectors``, one row each."""
        centred = vectors - self.mean
        rotated = centred @ self.rotation.T
        squares = np.einsum("ij,ij->i", rotated, rotated)
        sizes = np.abs(rotated)
        large = sizes > _THRESHOLD * np.sqrt(squares / np.float32(self.width))[:, None]
        levels = np.where(large, np.float32(_LEVELS[1]), np.float32(_LEVELS[0]))
        factors = np.stack(
            [
                squares / np.maximum(sizes.sum(axis=1), _TINY),
                squares / np.maximum(np.einsum("ij,ij->i", sizes, levels), _TINY),
                centred @ self.mean,
            ],
            axis=1,
        )
        return Codes(rowids, _pack(rotated > 0), _pack(large), factors.astype(np.float32))

    def encode_query(self, query: Vector) -> CodedQuery:
        """Return a query, ready for comparing."""
        rotated: Vector = self.rotation @ (query - self.mean)
        step = max(float(np.sqrt(np.mean(rotated**2))) * _STEP / 2, 1e-12)
        digits = np.clip(np.floor(rotated / (2 * step)) + (_TOP + 1) // 2, 0, _TOP).astype(np.uint8)
        bits = (digits[None, :] >> np.arange(PLANES, dtype=np.uint8)[:, None]) & 1
        return CodedQuery(rotated, _pack(bits).view(np.uint64), step)


def estimate(query: CodedQuery, signs: Bytes, magnitudes: Bytes, factors: Matrix) -> Vector:
    """Return the similarity of the query to coded vectors from both bits, up to a constant."""
    number = np.unpackbits(magnitudes, axis=1, bitorder="little")
    number += np.unpackbits(signs, axis=1, bitorder="little") << 1
    levels = np.array([-_LEVELS[0], -_LEVELS[1], _LEVELS[0], _LEVELS[1]], np.float32)
    products: Vector = levels[number] @ query.rotated
    return products * factors[:, 1] + factors[:, 2]


class SignScanner:
    """Compares a query with the sign bits of many vectors; owns the buffers of one segment of them."""

    def __init__(self, query: CodedQuery, size: int) -> None:
        self._query = query
        self._words = np.empty(size, np.uint64)
        self._count = np.empty(size, np.uint8)
        self._partial = np.empty(size, np.uint8)
        self._sum = np.empty(size, np.uint16)
        self._scores = np.empty(size, np.float32)

    def scan(self, columns: Words, correction: Vector, offset: Vector) -> Vector:
        """Return the estimated similarities, up to a constant, in a buffer that the next call overwrites.

        ``columns`` are the sign bits, shape (words of a code, vectors). With the query's coordinates written as a
        sum of ±1, ±2, ±4, each inner product with signs is a count of differing bits.
        """
        total = self._sum
        total[:] = 0
        for plane in self._query.planes[::-1]:
            np.add(total, total, out=total)
            self._add_differing(columns, plane)
        scores, step = self._scores, self._query.step
        np.multiply(total, np.float32(-2 * step), out=scores)
        scores += np.float32(step * _TOP * WORD_BITS * len(columns))
        scores *= correction
        scores += offset
        return scores

    def _add_differing(self, columns: Words, plane: Words) -> None:
        """Add to each vector's sum how many of its bits differ from ``plane``."""
        for first in range(0, len(columns), 3):  # three counts of 64 fit into a byte
            target = self._partial
            for word in range(first, min(first + 3, len(columns))):
                np.bitwise_xor(columns[word], plane[word], out=self._words)
                np.bitwise_count(self._words, out=target)
                if target is self._count:
                    np.add(self._partial, self._count, out=self._partial)
                target = self._count
            np.add(self._sum, self._partial, out=self._sum)


def _pack(bits: NDArray[np.bool_] | Bytes) -> Bytes:
    """Pack rows of bits into bytes."""
    return np.packbits(bits, axis=1, bitorder="little")


"""Vectors of a block: what a small change rewrites (50 kB)."""


class CodeBlocks:
    """The codes of one embedding space; the caller holds the transaction."""

    def __init__(self, connection: apsw.Connection, space: int) -> None:
        self._db = connection
        self.space = space
        self._book: CodeBook | None = None
        self._book_stamp = b""

    def stamps(self) -> tuple[bytes, bytes] | None:
        """Return the stamps of the code book and of the codes, None when this space has none."""
        rows = select(self._db, "SELECT book, stamp FROM code_spaces WHERE space = ?", (self.space,))
        return (bytes(rows[0][0]), bytes(rows[0][1])) if rows else None

    def block_stamps(self) -> dict[int, bytes]:
        """Return the stamp of every block by its id."""
        return dict(select(self._db, "SELECT id, stamp FROM code_blocks WHERE space = ?", (self.space,)))

    def book(self) -> CodeBook:
        """Return the code book of a space that has one."""
        stamps = self.stamps()
        if self._book is None or stamps is None or stamps[0] != self._book_stamp:
            ((mean, rotation),) = select(
                self._db, "SELECT mean, rotation FROM code_books WHERE space = ?", (self.space,)
            )
            centre = np.frombuffer(mean, np.float32)
            self._book = CodeBook(centre, np.frombuffer(rotation, np.float32).reshape(-1, len(centre)))
            self._book_stamp = stamps[0] if stamps else b""
        return self._book

    def start(self, sample: Matrix) -> None:
        """Give the space a code book for vectors like ``sample``; its vectors are then to be added."""
        book = CodeBook.train(sample)
        self._db.execute(
            "INSERT INTO code_books VALUES (?, ?, ?)", (self.space, book.mean.tobytes(), book.rotation.tobytes())
        )
        self._db.execute("INSERT INTO code_spaces VALUES (?, ?, ?)", (self.space, _stamp(), _stamp()))

    def add(self, rowids: Sequence[int], vectors: Matrix) -> None:
        """Add the codes of vectors that the space does not have yet."""
        if rowids:
            self._append(self.book().encode(np.array(rowids, np.int64), vectors))

    def remove(self, rowids: Sequence[int]) -> None:
        """Remove the codes of some row ids; those without codes are passed over."""
        if not rowids or self.stamps() is None:
            return
        gone = np.array(sorted(rowids), np.int64)
        leftovers: list[Codes] = []
        for block in self._blocks_around(gone):
            codes = self.read(block)
            kept = codes.take(~np.isin(codes.rowids, gone))
            # the range of row ids only said that some may be in it
            if len(kept) == len(codes):
                continue
            # a block is rewritten as a whole, so it must not become too small to be worth one
            if len(kept) >= BLOCK // 2:
                self._write(block, kept)
            else:
                self._db.execute("DELETE FROM code_blocks WHERE id = ?", (block,))
                leftovers.append(kept)
        for codes in leftovers:  # blocks stay at least half full
            self._append(codes)
        self._touch()

    def read(self, block: int) -> Codes:
        """Return a block that exists."""
        ((rowids, signs, magnitudes, factors),) = select(
            self._db, "SELECT rowids, signs, magnitudes, factors FROM code_blocks WHERE id = ?", (block,)
        )
        width = self.book().width
        return Codes(
            np.frombuffer(rowids, np.int64),
            np.frombuffer(signs, np.uint8).reshape(-1, width // 8),
            np.frombuffer(magnitudes, np.uint8).reshape(-1, width // 8),
            np.frombuffer(factors, np.float32).reshape(-1, _FACTORS),
        )

    def _blocks_around(self, rowids: NDArray[np.int64]) -> list[int]:
        """Return the blocks that may hold some of these sorted row ids."""
        rows = select(self._db, "SELECT id, low, high FROM code_blocks WHERE space = ?", (self.space,))
        blocks = np.array(rows, np.int64).reshape(-1, 3)
        first = np.searchsorted(rowids, blocks[:, 1], "left")
        after = np.searchsorted(rowids, blocks[:, 2], "right")
        return [int(block) for block in blocks[after > first, 0]]

    def _append(self, codes: Codes) -> None:
        """Put codes behind the last block's and into new blocks."""
        if not len(codes):
            return
        sql = "SELECT id, length(rowids) FROM code_blocks WHERE space = ? ORDER BY id DESC LIMIT 1"
        last = select(self._db, sql, (self.space,))
        block: int | None = None
        if last and last[0][1] < BLOCK * _ROWID_BYTES:
            block = last[0][0]
            codes = self.read(last[0][0]).joined(codes)
        for start in range(0, len(codes), BLOCK):
            self._write(block, codes.take(slice(start, start + BLOCK)))
            block = None
        self._touch()

    def _write(self, block: int | None, codes: Codes) -> None:
        """Store a block; None makes a new one."""
        columns = {
            "id": block,
            "space": self.space,
            "stamp": _stamp(),
            "low": int(codes.rowids.min()),
            "high": int(codes.rowids.max()),
            "rowids": codes.rowids.tobytes(),
            "signs": codes.signs.tobytes(),
            "magnitudes": codes.magnitudes.tobytes(),
            "factors": codes.factors.tobytes(),
        }
        names, values = ", ".join(columns), ", ".join(f":{name}" for name in columns)
        self._db.execute(f"INSERT OR REPLACE INTO code_blocks ({names}) VALUES ({values})", columns)

    def _touch(self) -> None:
        """Let others see that something changed."""
        self._db.execute("UPDATE code_spaces SET stamp = ? WHERE space = ?", (_stamp(), self.space))


def _stamp() -> bytes:
    """Return a fresh random stamp."""
    return secrets.token_bytes(_STAMP_BYTES)
