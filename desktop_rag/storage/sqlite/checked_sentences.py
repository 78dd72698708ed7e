"""What the files of a library say of sentences, kept so that the next check of the same text has nothing to do."""

import hashlib
import time
from collections.abc import Collection, Mapping

import apsw

from desktop_rag.storage.records import WAITING
from desktop_rag.storage.sqlite.connection import select

# ``key`` is a hash of the sentence, of what was asked along with it, and of all files: the text itself is not stored.
# ``found`` quotes files, so it goes when one of them does.
CHECKED_SENTENCES = """
CREATE TABLE checked_sentences (
    key BLOB PRIMARY KEY,
    found TEXT NOT NULL,
    checked_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX checked_sentences_by_time ON checked_sentences (checked_at);

CREATE TRIGGER checked_sentences_of_deleted AFTER DELETE ON documents BEGIN
    DELETE FROM checked_sentences;
END;
"""
_MOST = 20_000  # about 20 MB
_TOGETHER = 500


class CheckedSentences:
    """The sentences that were checked; the caller holds the transaction that changes them."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def state(self) -> bytes:
        """Return a hash that is another one once a file, or how far it can be searched, has changed."""
        state = hashlib.blake2b(digest_size=16)
        for path, content in select(self._db, "SELECT path, content_hash FROM documents ORDER BY path"):
            state.update(f"{path}\0".encode("utf-8", "surrogatepass") + bytes(content))
        ((waiting,),) = select(self._db, f"SELECT count(*) FROM nodes WHERE embedded = {WAITING}")
        state.update(str(waiting).encode())
        return state.digest()

    def found(self, keys: Collection[bytes]) -> dict[bytes, str]:
        """Return what is known of some sentences, by their keys."""
        found: dict[bytes, str] = {}
        every = list(keys)
        for start in range(0, len(every), _TOGETHER):
            some = every[start : start + _TOGETHER]
            sql = f"SELECT key, found FROM checked_sentences WHERE key IN ({', '.join('?' * len(some))})"
            found |= {bytes(key): text for key, text in select(self._db, sql, tuple(some))}
        return found

    def put(self, found: Mapping[bytes, str]) -> None:
        """Keep what was found of sentences, by their keys; beyond some number the oldest go."""
        now = time.time()
        rows = ((key, text, now) for key, text in found.items())
        self._db.executemany("INSERT OR REPLACE INTO checked_sentences VALUES (?, ?, ?)", rows)
        self._db.execute(
            "DELETE FROM checked_sentences WHERE checked_at < "
            "(SELECT checked_at FROM checked_sentences ORDER BY checked_at DESC LIMIT 1 OFFSET ?)",
            (_MOST,),
        )
