"""Term counts of nodes for BM25, two bytes a node, in blocks.

FTS5 keeps them too, a row for each node; a million of those take a second to read, blocks a millisecond.
"""

from collections.abc import Iterable
from itertools import groupby

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_rag.storage.sqlite.connection import SQLiteValue, select
from desktop_rag.storage.sqlite.keywords.list_pages import lengths_of

BLOCK = 4096
"""Row ids a block; the first is that of the block's number times this."""
_LONGEST = 2**16 - 1


class Lengths:
    """The lengths of one library's nodes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def keep(self, first: int, last: int) -> None:
        """Take over the lengths of nodes whose terms were stored, by row id; the caller holds the transaction."""
        sql = "SELECT id, sz FROM keywords_docsize WHERE id BETWEEN ? AND ? ORDER BY id"
        for block, rows in groupby(select(self._db, sql, (first, last)), lambda row: int(row[0]) // BLOCK):
            stored = select(self._db, "SELECT lengths FROM keyword_lengths WHERE block = ?", (block,))
            lengths = _filled(rows, np.frombuffer(stored[0][0], np.uint16).copy() if stored else _empty())
            self._db.execute("INSERT OR REPLACE INTO keyword_lengths VALUES (?, ?)", (block, lengths.tobytes()))

    def all(self) -> NDArray[np.uint16]:
        """Return the lengths by row id, 0 where there is no node."""
        rows = select(self._db, "SELECT block, lengths FROM keyword_lengths ORDER BY block")
        found = np.zeros((rows[-1][0] + 1) * BLOCK if rows else 0, np.uint16)
        for block, lengths in rows:
            found[block * BLOCK : (block + 1) * BLOCK] = np.frombuffer(lengths, np.uint16)
        return found


def register_lengths(connection: apsw.Connection) -> None:
    """Let a migration make the blocks: ``keyword_lengths_block(id, sz)``, of the rows of one block."""
    connection.create_aggregate_function("keyword_lengths_block", _Block, 2)


class _Block:
    """The aggregate function."""

    def __init__(self) -> None:
        self._rows = list[tuple[int, bytes]]()

    def step(self, *row: SQLiteValue) -> None:
        """Take a node."""
        rowid, sizes = row
        assert isinstance(rowid, int)  # noqa: S101 - columns of a strict kind
        assert isinstance(sizes, bytes)  # noqa: S101
        self._rows.append((rowid, sizes))

    def final(self) -> bytes:
        """Return the block."""
        return _filled(self._rows, _empty()).tobytes()


def _empty() -> NDArray[np.uint16]:
    """Return a block without nodes."""
    return np.zeros(BLOCK, np.uint16)


def _filled(rows: Iterable[tuple[int, bytes]], block: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return a block with the lengths of some more nodes."""
    for rowid, sizes in rows:
        block[rowid % BLOCK] = min(_LONGEST, lengths_of(sizes))
    return block
