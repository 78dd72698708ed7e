"""The compact codes of an index file: blocks of rows beside the exact vectors, written in the same transactions.

Every change gives the changed blocks and the space new random stamps. Whoever holds codes in memory compares
stamps and reads the blocks that differ; stamps are random rather than counted so that copies, renamed files and
files made anew under an old name are told apart as well.
"""

import secrets
from collections.abc import Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.schema import Matrix
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.vectors.codes import CodeBook, Codes

BLOCK = 512
"""Vectors of a block: what a small change rewrites (50 kB)."""
_STAMP_BYTES = 8
_FACTORS = 3
_ROWID_BYTES = 8


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
