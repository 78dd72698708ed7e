"""Compact codes of vectors: two bits a dimension, compared with an uncoded query.

The codes are scalar codes of randomly rotated, centred vectors with a correction factor for each vector that
makes the estimated inner product unbiased: RaBitQ (Gao & Long 2024, arXiv:2405.12497) for the sign bits alone and
its extension to more bits (Gao et al. 2024, arXiv:2409.09913) for both. The four levels are the Lloyd-Max
quantizer of a normal distribution (Max 1960), which rotated coordinates nearly follow.

With the mean ``c``, the inner product is ``q·x = q·c + c·(x - c) + (q - c)·(x - c)``: the first term is the same for
every vector, the second is stored exactly, and only the third, which is small, is estimated.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.schema import Matrix, Vector

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
