"""What a person decided about findings in texts: by a hash of the words, wherever they stand; with a note."""

import time
from collections.abc import Collection
from dataclasses import dataclass

import apsw

from desktop_rag.storage.sqlite.connection import select

# The text itself is not stored. ``verdict`` is the one that was decided about: another one is another finding. Of what
# does not fit within a text it is the kind.
DECIDED_SENTENCES = """
CREATE TABLE decided_sentences (
    key BLOB PRIMARY KEY,
    verdict TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('accepted', 'dismissed')),
    note TEXT NOT NULL,
    decided_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
"""
_TOGETHER = 500
_LONGEST_NOTE = 2_000  # characters; somebody may have put a longer one into a library


@dataclass(frozen=True, slots=True)
class DecidedSentence:
    """A decision as it is stored."""

    verdict: str
    decision: str
    note: str


class DecidedSentences:
    """The decisions of a library; the caller holds the transaction that changes them."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def found(self, keys: Collection[bytes]) -> dict[bytes, DecidedSentence]:
        """Return what was decided about some findings, by their keys."""
        found: dict[bytes, DecidedSentence] = {}
        every = list(keys)
        for start in range(0, len(every), _TOGETHER):
            some = every[start : start + _TOGETHER]
            sql = (
                f"SELECT key, verdict, decision, substr(note, 1, {_LONGEST_NOTE}) FROM decided_sentences "
                f"WHERE key IN ({', '.join('?' * len(some))})"
            )
            found |= {bytes(key): DecidedSentence(*row) for key, *row in select(self._db, sql, tuple(some))}
        return found

    def put(self, key: bytes, decided: DecidedSentence) -> None:
        """Keep a decision in place of an earlier one."""
        row = (key, decided.verdict, decided.decision, decided.note[:_LONGEST_NOTE], time.time())
        self._db.execute("INSERT OR REPLACE INTO decided_sentences VALUES (?, ?, ?, ?, ?)", row)

    def forget(self, key: bytes) -> None:
        """Forget a decision."""
        self._db.execute("DELETE FROM decided_sentences WHERE key = ?", (key,))
