"""Our side of the comparison: the same two steps as ``others.py``, in a process of its own."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from tests.bench.stores.others import TOP, measured_queries, memory
from tests.bench.vector_search import build


class Ours:
    """Vectors in the library's file, searched as the product does."""

    def __init__(self, storage: StorageContext) -> None:
        self._store = SqliteVecVectorStore(storage.connection, SPACE, VectorCache())

    def query(self, question: Any) -> list[int]:  # noqa: ANN401 - a vector
        """Return the places of the nearest."""
        return [rowid - 1 for rowid, _ in self._store.nearest(question, TOP)]


def main() -> None:
    """Do what the arguments say."""
    what, vectors, questions, folder, seconds = sys.argv[1:]
    path = Path(folder) / "bench.ragindex"
    if what == "build":
        print(json.dumps({"seconds": build(path, np.load(vectors, mmap_mode="r"))}))
        return
    asked = np.load(questions)
    before = memory()
    started = time.perf_counter()
    with StorageContext(path, read_only=True) as storage:
        store = Ours(storage)
        store.query(asked[0])
        opening = time.perf_counter() - started
        figures = measured_queries(store, asked, float(seconds))
        print(json.dumps(figures | {"opening": opening, "MB": memory() - before}))


if __name__ == "__main__":
    main()
