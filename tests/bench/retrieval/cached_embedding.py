"""The built-in model with a memory on disk: a passage or question is embedded once, whatever runs afterwards."""

import hashlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.embeddings.multilingual_e5 import QUERY_PREFIX, TEXT_PREFIX, MultilingualE5Embedding

_BATCH_SIZE = 16


class CachedEmbedding:
    """Keeps vectors in a SQLite file, by the text with its prefix and the space it was made for."""

    def __init__(self, path: Path, model: MultilingualE5Embedding) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.model = model
        # words and meaning are looked for at once: one of them in a thread of its own
        self._db = sqlite3.connect(path, check_same_thread=False)
        self._lock = threading.Lock()
        self._db.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)")

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the model behind it."""
        return self.model.space

    def get_query_embedding(self, query: str) -> Vector:
        """Return the vector of a question."""
        known = self._find(QUERY_PREFIX + query)
        if known is None:
            known = self.model.get_query_embedding(query)
            self._keep([QUERY_PREFIX + query], [known])
        return known

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        """Return the vectors of passages."""
        prefixed = [TEXT_PREFIX + text for text in texts]
        missing = [text for text, key in zip(texts, prefixed, strict=True) if self._find(key) is None]
        for start in range(0, len(missing), _BATCH_SIZE):
            batch = missing[start : start + _BATCH_SIZE]
            self._keep([TEXT_PREFIX + text for text in batch], self.model.get_text_embedding_batch(batch))
        found = [vector for key in prefixed if (vector := self._find(key)) is not None]
        return np.stack(found)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _key(self, text: str) -> bytes:
        return hashlib.blake2b(f"{self.space}\n{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def _find(self, text: str) -> Vector | None:
        with self._lock:
            row = self._db.execute("SELECT vector FROM vectors WHERE key = ?", (self._key(text),)).fetchone()
        return None if row is None else np.frombuffer(row[0], np.float32)

    def _keep(self, texts: Sequence[str], vectors: Sequence[Vector] | Matrix) -> None:
        rows = [(self._key(text), vector.tobytes()) for text, vector in zip(texts, vectors, strict=True)]
        with self._lock, self._db:
            self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
